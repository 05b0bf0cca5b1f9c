//! The shape of the tree for machines, version 1: structures of its own, never a dump of inner types.

use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
pub(super) struct TreeV1<'a> {
    pub(super) version: u8,
    pub(super) path: &'a str,
    pub(super) bytes: u64,
    pub(super) unit: &'static str,
    pub(super) documents: Vec<DocumentV1<'a>>,
    pub(super) definitions: Vec<DefinitionV1<'a>>,
    pub(super) exchanges: Vec<ExchangeV1<'a>>,
    pub(super) results: Vec<ResultV1<'a>>,
    pub(super) requests: Vec<RequestV1<'a>>,
    pub(super) messages: Vec<MessageV1<'a>>,
    pub(super) replies: Vec<ReplyV1<'a>>,
    pub(super) formats: Vec<FormatV1<'a>>,
    pub(super) versions: Vec<VersionV1>,
}

/// The version of MCP that a conversation is held to.
#[derive(Serialize)]
pub(super) struct VersionV1 {
    pub(super) conversation: u32,
    pub(super) version: &'static str,
    pub(super) source: &'static str,
}

/// Bytes of the file: the first piece, and all pieces where there are several.
#[derive(Serialize)]
pub(super) struct PlaceV1 {
    pub(super) span: SpanV1,
    pub(super) start: PositionV1,
    pub(super) end: PositionV1,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) pieces: Vec<SpanV1>,
}

#[derive(Serialize)]
pub(super) struct SpanV1 {
    pub(super) start: u64,
    pub(super) end: u64,
}

#[derive(Serialize)]
pub(super) struct PositionV1 {
    pub(super) line: u64,
    pub(super) column: u64,
}

/// Where something stands and how it was recognised.
#[derive(Serialize)]
pub(super) struct SpotV1<'a> {
    pub(super) document: u64,
    pub(super) address: &'a str,
    #[serde(flatten)]
    pub(super) place: PlaceV1,
}

#[derive(Serialize)]
pub(super) struct FoundV1<'a> {
    pub(super) dialect: &'static str,
    pub(super) row: &'static str,
    pub(super) conversation: u32,
    #[serde(flatten)]
    pub(super) spot: SpotV1<'a>,
}

#[derive(Serialize)]
pub(super) struct DocumentV1<'a> {
    pub(super) number: u64,
    pub(super) kind: &'static str,
    pub(super) conversation: Option<u32>,
    #[serde(flatten)]
    pub(super) place: PlaceV1,
    pub(super) broken: Option<BrokenV1<'a>>,
    pub(super) value: Option<PayloadV1<'a>>,
    pub(super) not_recognised: Vec<RemainV1<'a>>,
}

#[derive(Serialize)]
pub(super) struct BrokenV1<'a> {
    pub(super) code: &'static str,
    pub(super) message: &'a str,
    #[serde(flatten)]
    pub(super) place: PlaceV1,
}

#[derive(Serialize)]
pub(super) struct RemainV1<'a> {
    pub(super) kind: &'static str,
    pub(super) summary: &'a str,
    #[serde(flatten)]
    pub(super) spot: SpotV1<'a>,
}

/// A value. `text` is its JSON as its layer has it; `value` is the same read, with numbers beyond
/// 64 bits as binary64.
#[derive(Serialize)]
pub(super) struct PayloadV1<'a> {
    pub(super) document: u64,
    pub(super) address: &'a str,
    pub(super) readable: String,
    pub(super) depth: usize,
    pub(super) kind: &'static str,
    #[serde(flatten)]
    pub(super) place: PlaceV1,
    pub(super) value: Option<Value>,
    pub(super) text: &'a str,
    pub(super) broken: Option<BrokenV1<'a>>,
    pub(super) layers: Vec<PayloadV1<'a>>,
}

#[derive(Serialize)]
pub(super) struct DefinitionV1<'a> {
    pub(super) name: &'a str,
    #[serde(flatten)]
    pub(super) found: FoundV1<'a>,
    pub(super) input: Option<SchemaV1<'a>>,
    pub(super) output: Option<SchemaV1<'a>>,
}

#[derive(Serialize)]
pub(super) struct SchemaV1<'a> {
    #[serde(flatten)]
    pub(super) spot: SpotV1<'a>,
    pub(super) properties: Vec<PropertyV1<'a>>,
}

#[derive(Serialize)]
pub(super) struct PropertyV1<'a> {
    pub(super) name: &'a str,
    pub(super) kind: &'a str,
    pub(super) required: bool,
}

#[derive(Serialize)]
pub(super) struct ExchangeV1<'a> {
    pub(super) tool: &'a str,
    pub(super) id: Option<&'a str>,
    #[serde(flatten)]
    pub(super) found: FoundV1<'a>,
    pub(super) hosted: bool,
    pub(super) streamed: bool,
    pub(super) passed_over: bool,
    pub(super) arguments: Option<PayloadV1<'a>>,
    pub(super) results: Vec<ResultV1<'a>>,
}

#[derive(Serialize)]
pub(super) struct ResultV1<'a> {
    pub(super) tool: Option<&'a str>,
    pub(super) id: Option<&'a str>,
    pub(super) dialect: &'static str,
    pub(super) row: &'static str,
    #[serde(flatten)]
    pub(super) spot: SpotV1<'a>,
    pub(super) standing: &'static str,
    pub(super) failed: bool,
    pub(super) payloads: Vec<PartV1<'a>>,
    pub(super) other_parts: usize,
}

#[derive(Serialize)]
pub(super) struct PartV1<'a> {
    pub(super) part: &'static str,
    #[serde(flatten)]
    pub(super) payload: PayloadV1<'a>,
}

#[derive(Serialize)]
pub(super) struct RequestV1<'a> {
    pub(super) method: Option<&'a str>,
    pub(super) id: Option<&'a str>,
    #[serde(flatten)]
    pub(super) found: FoundV1<'a>,
    pub(super) sender: Option<&'static str>,
    pub(super) params: Option<PayloadV1<'a>>,
    pub(super) answer: Option<ResultV1<'a>>,
    pub(super) refused: bool,
}

#[derive(Serialize)]
pub(super) struct MessageV1<'a> {
    pub(super) role: &'a str,
    pub(super) text: Option<&'a str>,
    #[serde(flatten)]
    pub(super) found: FoundV1<'a>,
}

#[derive(Serialize)]
pub(super) struct ReplyV1<'a> {
    pub(super) dialect: &'static str,
    pub(super) row: &'static str,
    pub(super) conversation: u32,
    #[serde(flatten)]
    pub(super) payload: PayloadV1<'a>,
}

#[derive(Serialize)]
pub(super) struct FormatV1<'a> {
    pub(super) dialect: &'static str,
    pub(super) row: &'static str,
    pub(super) conversation: u32,
    #[serde(flatten)]
    pub(super) schema: SchemaV1<'a>,
}

#[derive(Serialize)]
pub(super) struct ShownV1<'a> {
    pub(super) version: u8,
    pub(super) path: &'a str,
    pub(super) document: u64,
    pub(super) within: Option<WithinV1<'a>>,
    pub(super) key: Option<PlaceV1>,
    pub(super) layers: Vec<LayerV1<'a>>,
    pub(super) value: PayloadV1<'a>,
}

#[derive(Serialize)]
pub(super) struct WithinV1<'a> {
    pub(super) what: &'static str,
    pub(super) tool: Option<&'a str>,
    pub(super) dialect: &'static str,
    pub(super) row: &'static str,
}

#[derive(Serialize)]
pub(super) struct LayerV1<'a> {
    pub(super) depth: usize,
    #[serde(flatten)]
    pub(super) spot: SpotV1<'a>,
}
