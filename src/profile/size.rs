//! How large a schema is.

use super::rule::Count;
use super::schema::{Asked, enum_values, is_of_objects, is_required, properties};
use crate::finding::Finding;
use crate::json::{Doc, NodeId};
use crate::schema::subschemas;

/// More strings than these make an `enum` long.
const LONG_ENUM: usize = 250;

/// What is counted at one place, and how much it adds.
type Counted = (NodeId, usize);

/// The finding of the schema `root` if it has more than `most` of what is counted; at the first that
/// is one too many.
pub(super) fn check(asked: &Asked<'_>, root: NodeId, count: Count, most: usize) -> Option<Finding> {
    let doc = asked.tool.doc();
    let counted = counted(doc, root, count);
    let total: usize = match count {
        Count::Levels | Count::LongEnum => counted.iter().map(|it| it.1).max().unwrap_or_default(),
        _ => counted.iter().map(|it| it.1).sum(),
    };
    if total <= most {
        return None;
    }
    let mut sum = 0;
    let (place, _) = counted.iter().find(|(_, more)| match count {
        Count::Levels | Count::LongEnum => *more > most,
        _ => {
            sum += more;
            sum > most
        }
    })?;
    let what = match count {
        Count::Properties => format!("the schema has {total} properties"),
        Count::Optional => format!("the schema has {total} properties that may be left out"),
        Count::Levels => format!("objects stand {total} levels deep in each other"),
        Count::EnumValues => format!("the `enum`s of the schema have {total} values"),
        Count::LongEnum => format!("the strings of this `enum` have {total} characters"),
        Count::Text => format!("the names and fixed strings of the schema have {total} characters"),
    };
    let message = format!("{what}; {} takes at most {most}", asked.whose);
    let finding = asked.on(*place, message).words("here the limit is passed");
    Some(match count {
        Count::Optional => finding.help("the limit is for all strict tools of a request together"),
        _ => finding,
    })
}

fn counted(doc: Doc<'_>, root: NodeId, count: Count) -> Vec<Counted> {
    if matches!(count, Count::Levels) {
        return levels(doc, root);
    }
    let schemas = subschemas(doc, root).into_iter().map(|(schema, _)| schema);
    let schemas = schemas.filter(|schema| doc.is_object(*schema));
    schemas.flat_map(|schema| counted_in(doc, schema, count)).collect()
}

/// What is counted in a schema, without those inside it.
fn counted_in(doc: Doc<'_>, schema: NodeId, count: Count) -> Vec<Counted> {
    let one = |node| (node, 1);
    match count {
        Count::Properties => properties(doc, schema).map(|it| one(it.0)).collect(),
        Count::Optional => {
            let optional = properties(doc, schema).filter(|it| !is_required(doc, schema, it.0));
            optional.map(|it| one(it.0)).collect()
        }
        Count::EnumValues => enum_values(doc, schema).map(one).collect(),
        Count::LongEnum => {
            let strings = || enum_values(doc, schema).filter_map(|it| doc.string(it));
            let place = doc.get(schema, "enum").filter(|_| strings().count() > LONG_ENUM);
            place.map(|it| (it, strings().map(characters).sum())).into_iter().collect()
        }
        Count::Text => text(doc, schema),
        Count::Levels => Vec::new(),
    }
}

/// The names of properties and definitions and the strings of `enum` and `const` in a schema.
fn text(doc: Doc<'_>, schema: NodeId) -> Vec<Counted> {
    let names = properties(doc, schema).map(|it| it.0);
    let maps = ["$defs", "definitions"].into_iter().filter_map(|name| doc.get(schema, name));
    let maps = maps.filter(|map| doc.is_object(*map));
    let definitions = maps.flat_map(|map| doc.members(map)).map(|it| it.0);
    let fixed = enum_values(doc, schema).chain(doc.get(schema, "const"));
    let all = names.chain(definitions).chain(fixed);
    all.filter_map(|it| Some((it, characters(doc.string(it)?)))).collect()
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

/// Each schema of objects, and how many others it stands in.
fn levels(doc: Doc<'_>, root: NodeId) -> Vec<Counted> {
    let mut found = Vec::new();
    // Where the schemas of objects end that are not yet left.
    let mut open: Vec<u32> = Vec::new();
    for (schema, _) in subschemas(doc, root) {
        let range = doc.range(schema);
        open.retain(|end| *end > range.start);
        if doc.is_object(schema) && is_of_objects(doc, schema) {
            found.push((schema, open.len()));
            open.push(range.end);
        }
    }
    found
}
