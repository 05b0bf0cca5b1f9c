//! The drafts of JSON Schema.

pub use jsonschema::Draft;

/// The drafts by the names of the configuration, oldest first, with the address of their metaschema.
#[must_use]
pub fn drafts() -> &'static [(&'static str, Draft, &'static str)] {
    &[
        ("4", Draft::Draft4, "http://json-schema.org/draft-04/schema#"),
        ("6", Draft::Draft6, "http://json-schema.org/draft-06/schema#"),
        ("7", Draft::Draft7, "http://json-schema.org/draft-07/schema#"),
        ("2019-09", Draft::Draft201909, "https://json-schema.org/draft/2019-09/schema"),
        ("2020-12", Draft::Draft202012, "https://json-schema.org/draft/2020-12/schema"),
    ]
}

/// The draft's name in a sentence.
pub(super) fn name(draft: Draft) -> String {
    let known = drafts().iter().find(|(_, known, _)| *known == draft);
    match known.map_or("2020-12", |(name, _, _)| *name) {
        name if name.contains('-') => name.to_owned(),
        number => format!("draft {number}"),
    }
}

/// The draft that a `$schema` names; `None` if it is not one of ours.
pub(super) fn of_uri(uri: &str) -> Option<Draft> {
    Some(Draft::from_schema_uri(uri)).filter(|draft| *draft != Draft::Unknown)
}

/// Whether `uri`, without fragment, is one of the metaschemas or vocabularies that every validator
/// carries.
pub(super) fn is_official(uri: &str) -> bool {
    let plain = uri.strip_prefix("https").or(uri.strip_prefix("http")).unwrap_or(uri);
    of_uri(uri).is_some()
        || plain.starts_with("://json-schema.org/draft/2020-12/meta/")
        || plain.starts_with("://json-schema.org/draft/2019-09/meta/")
}

#[cfg(test)]
mod tests {
    use super::{Draft, name};

    #[test]
    fn drafts_are_called_by_number_or_year() {
        assert_eq!(name(Draft::Draft7), "draft 7");
        assert_eq!(name(Draft::Draft201909), "2019-09");
    }
}
