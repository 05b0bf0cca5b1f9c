//! The tree for machines: what was found, put into its shape.

use std::io::{self, Write};

use super::at::{LayerSeen, Shown};
use super::found::{
    Broken, Call, Document, Found, Property, Request, ResultSeen, SchemaSeen, Spot, VersionSeen,
    What,
};
use super::payload::Payload;
use super::shape::{
    BrokenV1, DefinitionV1, DocumentV1, ExchangeV1, FormatV1, FoundV1, LayerV1, MessageV1, PartV1,
    PayloadV1, PlaceV1, PositionV1, PropertyV1, RemainV1, ReplyV1, RequestV1, ResultV1, SchemaV1,
    ShownV1, SpanV1, SpotV1, TreeV1, VersionV1, WithinV1,
};
use super::{Inspected, Remain};
use crate::json::{Doc, Kind, MAX_DEPTH, parse, to_value, with_tape};
use crate::mcp::Party;
use crate::source::{FileId, Places, Span};

/// Writes what was found as JSON.
///
/// # Errors
/// What `out` says.
pub fn write_json(inspected: &Inspected, out: &mut dyn Write) -> io::Result<()> {
    let file = inspected.file;
    let spans = inspected.spans().into_iter().map(|span| (file, span));
    let places = Places::resolve(&inspected.files, spans);
    let maker = Maker { file, places: &places };
    serde_json::to_writer_pretty(&mut *out, &maker.tree(inspected))?;
    writeln!(out)
}

/// Writes one value as JSON.
///
/// # Errors
/// What `out` says.
pub fn write_shown_json(
    inspected: &Inspected,
    shown: &Shown,
    out: &mut dyn Write,
) -> io::Result<()> {
    let file = inspected.file;
    let spans = shown.spans().into_iter().chain(shown.payload.places());
    let places = Places::resolve(&inspected.files, spans.map(|span| (file, span)));
    let maker = Maker { file, places: &places };
    let json = ShownV1 {
        version: 1,
        path: inspected.files.name(file),
        document: shown.document,
        key: shown.key.as_deref().map(|spans| maker.place(spans)),
        within: shown.within.as_ref().map(|within| WithinV1 {
            what: within.what,
            tool: within.tool.as_deref(),
            dialect: within.dialect,
            row: within.row,
        }),
        layers: shown.layers.iter().map(|layer| maker.layer(layer)).collect(),
        value: maker.payload(&shown.payload),
    };
    serde_json::to_writer_pretty(&mut *out, &json)?;
    writeln!(out)
}

/// Makes the structures, which need the lines and columns.
#[derive(Clone, Copy)]
struct Maker<'p> {
    file: FileId,
    places: &'p Places,
}

impl Maker<'_> {
    fn tree<'a>(&self, inspected: &'a Inspected) -> TreeV1<'a> {
        let mut tree = TreeV1 {
            version: 1,
            path: inspected.files.name(inspected.file),
            bytes: inspected.size,
            unit: inspected.unit.name(),
            documents: inspected.documents.iter().map(|it| self.document(it)).collect(),
            definitions: Vec::new(),
            exchanges: Vec::new(),
            results: Vec::new(),
            requests: Vec::new(),
            messages: Vec::new(),
            replies: Vec::new(),
            formats: Vec::new(),
            versions: inspected.versions.iter().copied().map(version_v1).collect(),
        };
        for found in &inspected.found {
            self.add(&mut tree, found);
        }
        tree
    }

    fn add<'a>(&self, tree: &mut TreeV1<'a>, found: &'a Found) {
        let (dialect, row, conversation) = (found.dialect, found.row, found.conversation);
        match &found.what {
            What::Definition(definition) => tree.definitions.push(DefinitionV1 {
                name: &definition.name,
                found: self.found(found),
                input: definition.input.as_ref().map(|schema| self.schema(schema)),
                output: definition.output.as_ref().map(|schema| self.schema(schema)),
            }),
            What::Call(call) => tree.exchanges.push(self.exchange(found, call)),
            What::Result(result) => tree.results.push(self.result(result)),
            What::Request(request) => tree.requests.push(self.request(found, request)),
            What::Message(message) => tree.messages.push(MessageV1 {
                role: &message.role,
                text: message.text.as_deref(),
                found: self.found(found),
            }),
            What::Reply(payload) => {
                let payload = self.payload(payload);
                tree.replies.push(ReplyV1 { dialect, row, conversation, payload });
            }
            What::Format(schema) => {
                let schema = self.schema(schema);
                tree.formats.push(FormatV1 { dialect, row, conversation, schema });
            }
        }
    }

    fn place(self, spans: &[Span]) -> PlaceV1 {
        let span = spans.first().copied().unwrap_or(Span::new(0, 0));
        let place = self.places.get(self.file, span);
        let position = |position: crate::source::Position| PositionV1 {
            line: position.line,
            column: position.character,
        };
        let pieces = if spans.len() > 1 { spans } else { &[] };
        PlaceV1 {
            span: span_v1(span),
            start: position(place.start),
            end: position(place.end),
            pieces: pieces.iter().map(|span| span_v1(*span)).collect(),
        }
    }

    fn spot(self, spot: &Spot) -> SpotV1<'_> {
        let Spot { document, address, spans } = spot;
        SpotV1 { document: *document, address: address.as_str(), place: self.place(spans) }
    }

    fn found(self, found: &Found) -> FoundV1<'_> {
        let (dialect, row, conversation) = (found.dialect, found.row, found.conversation);
        FoundV1 { dialect, row, conversation, spot: self.spot(&found.spot) }
    }

    fn document(self, document: &Document) -> DocumentV1<'_> {
        DocumentV1 {
            number: document.number,
            kind: document.kind.name(),
            conversation: document.conversation,
            place: self.place(&[document.span]),
            broken: document.broken.as_ref().map(|broken| self.broken(broken)),
            value: document.value.as_ref().map(|value| self.payload(value)),
            not_recognised: document.remains.iter().map(|it| self.remain(it)).collect(),
        }
    }

    fn remain(self, remain: &Remain) -> RemainV1<'_> {
        let (kind, summary) = (kind_name(remain.kind), &remain.summary);
        RemainV1 { kind, summary, spot: self.spot(&remain.spot) }
    }

    fn broken(self, broken: &Broken) -> BrokenV1<'_> {
        BrokenV1 {
            code: broken.code.name(),
            message: &broken.message,
            place: self.place(&[broken.span]),
        }
    }

    fn payload(self, payload: &Payload) -> PayloadV1<'_> {
        let value = with_tape(|tape| {
            parse(&payload.text, MAX_DEPTH, tape).ok()?;
            let doc = Doc::new(&payload.text, tape);
            Some(to_value(doc, doc.root()))
        });
        PayloadV1 {
            document: payload.document,
            address: payload.address.as_str(),
            readable: payload.address.display("»").to_string().trim().to_owned(),
            depth: payload.depth,
            kind: if payload.broken.is_some() { "broken" } else { kind_name(payload.kind) },
            place: self.place(&payload.spans),
            value: value.filter(|_| payload.broken.is_none()),
            text: &payload.text,
            broken: payload.broken.as_ref().map(|broken| self.broken(broken)),
            layers: payload.inner.iter().map(|(_, inner)| self.payload(inner)).collect(),
        }
    }

    fn schema(self, schema: &SchemaSeen) -> SchemaV1<'_> {
        SchemaV1 {
            spot: self.spot(&schema.spot),
            properties: schema.properties.iter().map(property_v1).collect(),
        }
    }

    fn exchange<'a>(self, found: &'a Found, call: &'a Call) -> ExchangeV1<'a> {
        ExchangeV1 {
            tool: &call.tool,
            id: call.id.as_deref(),
            found: self.found(found),
            hosted: call.is_hosted,
            streamed: call.is_streamed,
            passed_over: call.is_passed_over,
            arguments: call.arguments.as_ref().map(|arguments| self.payload(arguments)),
            results: call.results.iter().map(|result| self.result(result)).collect(),
        }
    }

    fn result(self, result: &ResultSeen) -> ResultV1<'_> {
        let part = |part: &'static str, payload| PartV1 { part, payload };
        ResultV1 {
            tool: result.tool.as_deref(),
            id: result.id.as_deref(),
            dialect: result.dialect,
            row: result.row,
            spot: self.spot(&result.spot),
            standing: result.standing.name(),
            failed: result.is_failed,
            payloads: result
                .payloads
                .iter()
                .map(|(name, it)| part(name, self.payload(it)))
                .collect(),
            other_parts: result.others,
        }
    }

    fn request<'a>(self, found: &'a Found, request: &'a Request) -> RequestV1<'a> {
        RequestV1 {
            method: request.method.as_deref(),
            id: request.id.as_deref(),
            found: self.found(found),
            sender: request.sender.map(Party::name),
            params: request.params.as_ref().map(|params| self.payload(params)),
            answer: request.answer.as_ref().map(|answer| self.result(answer)),
            refused: request.is_refused
                || request.answer.as_ref().is_some_and(|answer| answer.is_failed),
        }
    }

    fn layer(self, layer: &LayerSeen) -> LayerV1<'_> {
        LayerV1 { depth: layer.depth, spot: self.spot(&layer.spot) }
    }
}

fn property_v1(property: &Property) -> PropertyV1<'_> {
    PropertyV1 { name: &property.name, kind: &property.kind, required: property.is_required }
}

fn version_v1(seen: VersionSeen) -> VersionV1 {
    VersionV1 {
        conversation: seen.conversation,
        version: seen.version.name(),
        source: seen.source.name(),
    }
}

fn span_v1(span: Span) -> SpanV1 {
    SpanV1 { start: span.start, end: span.end }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::False | Kind::True => "boolean",
        Kind::Integer | Kind::Float => "number",
        Kind::Plain | Kind::Escaped => "string",
        Kind::Array => "array",
        Kind::Object => "object",
    }
}
