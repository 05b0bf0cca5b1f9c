//! From TOML to a configuration; each thing that is wrong is a finding at its bytes.

use std::path::Path;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::rules::Rules;
use super::strings::{JsonString, JsonStrings};
use super::{Config, Override};
use crate::finding::{Code, Finding, Label, Severity};
use crate::json::{MAX_BYTES, MAX_DEPTH};
use crate::mcp::Version;
use crate::profile::{Profile, Profiles};
use crate::schema::drafts;
use crate::source::{FileId, Span};
use crate::wire;
use crate::wire::BARE;
use crate::wording::{list, near, shorten};

/// The keys of the file.
const KEYS: &[&str] = &[
    "schemas",
    "samples",
    "draft",
    "formats",
    "dialect",
    "mcp-version",
    "profiles",
    "json-strings",
    "rules",
    "override",
    "limits",
];
/// The keys of an `[[override]]`.
const OVERRIDE: &[&str] = &["paths", "rules", "dialect"];
/// The keys of `[limits]`.
const LIMITS: &[&str] = &["depth", "layers", "bytes"];
/// JSON inside strings that can be asked for.
const MOST_LAYERS: usize = 64;

/// The severities by name.
const SEVERITIES: &[(&str, Severity)] = &[
    ("error", Severity::Error),
    ("warning", Severity::Warning),
    ("note", Severity::Note),
    ("off", Severity::Off),
];

/// Reads the `bytes` of the `wirecheck.toml` that is `file` and lies in `folder`.
///
/// # Errors
/// A finding for each key that is not known and each value that is not what its key wants, or one
/// for the first place where the text is no TOML.
pub fn read_config(file: FileId, bytes: &[u8], folder: &Path) -> Result<Config, Vec<Finding>> {
    let mut reader = Reader { file, start: 0, findings: Vec::new() };
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.valid_up_to();
            return Err(vec![reader.invalid(at..at + 1, "the file is not UTF-8", "not UTF-8")]);
        }
    };
    let plain = text.strip_prefix('\u{feff}').unwrap_or(text);
    reader.start = text.len() - plain.len();
    let table = match DeTable::parse(plain) {
        Ok(table) => table,
        Err(error) => {
            let span = error.span().unwrap_or(0..0);
            let message = format!("the file is no valid TOML: {}", error.message());
            return Err(vec![reader.invalid(span, message, "not expected here")]);
        }
    };
    let config = reader.config(table.get_ref(), folder);
    if reader.findings.is_empty() { Ok(config) } else { Err(reader.findings) }
}

type Value<'t> = Spanned<DeValue<'t>>;

struct Reader {
    file: FileId,
    /// Bytes before the text that was parsed.
    start: usize,
    findings: Vec<Finding>,
}

impl Reader {
    fn config(&mut self, table: &DeTable<'_>, folder: &Path) -> Config {
        let mut config = Config { folder: folder.to_owned(), ..Config::default() };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "schemas" => {
                    let paths = self.strings("schemas", value);
                    config.schemas = paths.iter().map(|path| folder.join(path)).collect();
                }
                "samples" => {
                    config.samples = self.string("samples", value).map(|path| folder.join(path));
                }
                "draft" => {
                    let known: Vec<&str> = drafts().iter().map(|(name, ..)| *name).collect();
                    let at = self.one_of("draft", value, &known);
                    config.draft = at.map(|at| drafts()[at].1);
                }
                "formats" => {
                    let at = self.one_of("formats", value, &["annotate", "assert"]);
                    config.assert_formats = at.map(|at| at == 1);
                }
                "dialect" => config.dialect = self.dialect(value),
                "mcp-version" => {
                    let known = Version::ALL.map(Version::name);
                    let at = self.one_of("mcp-version", value, &known);
                    config.mcp_version = at.map(|at| Version::ALL[at]);
                }
                "profiles" => config.profiles = self.profiles(value),
                "json-strings" => config.json_strings = self.json_strings(value),
                "rules" => config.rules = self.rules("rules", value),
                "override" => config.overrides = self.overrides(value),
                "limits" => self.limits(value, &mut config),
                other => self.unknown(key, other, "key", KEYS),
            }
        }
        config
    }

    fn profiles(&mut self, value: &Value<'_>) -> Profiles {
        let known: Vec<&str> = Profile::ALL.iter().map(|profile| profile.name).collect();
        let named = match value.get_ref().as_array() {
            Some(all) => all.iter().collect(),
            None => vec![value],
        };
        let places = named.into_iter().filter_map(|it| self.one_of("profiles", it, &known));
        let profiles: Vec<&Profile> = places.map(|at| &Profile::ALL[at]).collect();
        Profiles::new(&profiles)
    }

    fn json_strings(&mut self, value: &Value<'_>) -> JsonStrings {
        let mut all = Vec::new();
        for (text, span) in self.strings_at("json-strings", value) {
            let read = JsonString::read(text);
            if read.is_none() {
                let message =
                    format!("\"{}\" names no place in the results of a tool", shorten(text));
                let mut finding = self.invalid(span, message, "expected a tool and a place");
                finding.help = Some("such as \"get_report:/rows/*\"".to_owned());
                self.findings.push(finding);
            }
            all.extend(read);
        }
        JsonStrings::new(all)
    }

    fn limits(&mut self, value: &Value<'_>, config: &mut Config) {
        let Some(table) = self.table("limits", value) else { return };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "depth" => config.depth = self.number("depth", value, MAX_DEPTH),
                "layers" => config.layers = self.number("layers", value, MOST_LAYERS),
                "bytes" => config.bytes = self.number("bytes", value, MAX_BYTES),
                other => self.unknown(key, other, "limit", LIMITS),
            }
        }
    }

    fn overrides(&mut self, value: &Value<'_>) -> Vec<Override> {
        let Some(all) = value.get_ref().as_array() else {
            self.wrong_kind("override", value, "a list of tables");
            if let Some(finding) = self.findings.last_mut() {
                finding.help = Some("each begins with `[[override]]`".to_owned());
            }
            return Vec::new();
        };
        all.iter().filter_map(|value| self.override_of(value)).collect()
    }

    fn override_of(&mut self, value: &Value<'_>) -> Option<Override> {
        let table = self.table("override", value)?;
        let (mut paths, mut rules, mut dialect) = (None, Rules::default(), None);
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "paths" => paths = Some(self.globs(value)),
                "rules" => rules = self.rules("rules", value),
                "dialect" => dialect = self.dialect(value),
                other => self.unknown(key, other, "key", OVERRIDE),
            }
        }
        if paths.is_none() {
            let message = "an override says for which `paths` it holds";
            let finding = self.invalid(value.span(), message, "lacks `paths`");
            self.findings.push(finding);
        }
        Some(Override { paths: paths?, rules, dialect })
    }

    fn globs(&mut self, value: &Value<'_>) -> GlobSet {
        let texts = self.strings_at("paths", value);
        let mut set = GlobSetBuilder::new();
        for (text, span) in texts {
            match glob(text) {
                Ok(glob) => drop(set.add(glob)),
                Err(error) => {
                    let message =
                        format!("{} is no pattern of paths: {}", shorten(text), error.kind());
                    let finding = self.invalid(span, message, "not a pattern");
                    self.findings.push(finding);
                }
            }
        }
        // Patterns that are valid one by one can still be too many.
        set.build().unwrap_or_else(|error| {
            let message = format!("the patterns cannot be used: {error}");
            let finding = self.invalid(value.span(), message, "");
            self.findings.push(finding);
            GlobSet::empty()
        })
    }

    fn rules(&mut self, name: &str, value: &Value<'_>) -> Rules {
        let mut rules = Rules::default();
        let Some(table) = self.table(name, value) else { return rules };
        let names: Vec<&str> = SEVERITIES.iter().map(|(name, _)| *name).collect();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let known = rules.clone();
            let severity = self.one_of(name, value, &names).map(|at| SEVERITIES[at].1);
            if !rules.add(name, severity.unwrap_or(Severity::Off)) {
                rules = known;
                let groups = Code::ALL.iter().map(|code| format!("{}/*", code.group()));
                let all: Vec<String> =
                    Code::ALL.iter().map(|code| code.name().to_owned()).chain(groups).collect();
                let all: Vec<&str> = all.iter().map(String::as_str).collect();
                self.unknown(key, name, "code", &all);
            }
        }
        rules
    }

    fn dialect(&mut self, value: &Value<'_>) -> Option<String> {
        let known: Vec<&str> = std::iter::once(BARE).chain(wire::dialects()).collect();
        self.one_of("dialect", value, &known).map(|at| known[at].to_owned())
    }

    /// The number of the word of `known` that a value is.
    fn one_of(&mut self, key: &str, value: &Value<'_>, known: &[&str]) -> Option<usize> {
        let word = self.string(key, value)?;
        let at = known.iter().position(|known| *known == word);
        if at.is_none() {
            let shown: Vec<String> = known.iter().map(|known| format!("\"{known}\"")).collect();
            let message =
                format!("`{}` is \"{}\", which is not known", shorten(key), shorten(word));
            let words = format!("expected {}", list(&shown, "or"));
            let mut finding = self.invalid(value.span(), message, words);
            finding.help = near(word, known.iter().copied())
                .map(|near| near.question(&format!("\"{}\"", near.name)));
            self.findings.push(finding);
        }
        at
    }

    /// A number from 1 to `most`.
    fn number(&mut self, key: &str, value: &Value<'_>, most: usize) -> Option<usize> {
        let number = value.get_ref().as_integer().and_then(|number| {
            usize::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
        });
        let number = number.filter(|number| (1..=most).contains(number));
        if number.is_none() {
            let message = format!("`{key}` must be a whole number from 1 to {most}");
            let finding = self.invalid(value.span(), message, "not such a number");
            self.findings.push(finding);
        }
        number
    }

    fn string<'v>(&mut self, key: &str, value: &'v Value<'_>) -> Option<&'v str> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong_kind(key, value, "a string");
        }
        text
    }

    fn strings<'v>(&mut self, key: &str, value: &'v Value<'_>) -> Vec<&'v str> {
        self.strings_at(key, value).into_iter().map(|(text, _)| text).collect()
    }

    /// A string or a list of strings, each with its bytes.
    fn strings_at<'v>(
        &mut self,
        key: &str,
        value: &'v Value<'_>,
    ) -> Vec<(&'v str, std::ops::Range<usize>)> {
        let Some(all) = value.get_ref().as_array() else {
            let text = value.get_ref().as_str();
            if text.is_none() {
                self.wrong_kind(key, value, "a string or a list of strings");
            }
            return text.map(|text| (text, value.span())).into_iter().collect();
        };
        all.iter().filter_map(|value| Some((self.string(key, value)?, value.span()))).collect()
    }

    fn table<'v, 't>(&mut self, key: &str, value: &'v Value<'t>) -> Option<&'v DeTable<'t>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_kind(key, value, "a table");
        }
        table
    }

    fn wrong_kind(&mut self, key: &str, value: &Value<'_>, wanted: &str) {
        let is = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "an integer",
            DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "a boolean",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let message = format!("`{}` must be {wanted}, not {is}", shorten(key));
        let finding = self.invalid(value.span(), message, "");
        self.findings.push(finding);
    }

    fn unknown<T>(&mut self, key: &Spanned<T>, name: &str, what: &str, known: &[&str]) {
        let label = self.label(key.span(), "not known");
        let message = format!("there is no {what} `{}`", shorten(name));
        let mut finding = Finding::new(Code::ConfigUnknownKey, message, label);
        let shown = |name: &str| format!("`{name}`");
        finding.help = match near(name, known.iter().copied()) {
            Some(near) => Some(near.question(&shown(near.name))),
            None if known.len() > 10 => {
                Some("`wirecheck explain --list` shows all codes".to_owned())
            }
            None => {
                let all: Vec<String> = known.iter().map(|name| shown(name)).collect();
                Some(format!("known are {}", list(&all, "and")))
            }
        };
        self.findings.push(finding);
    }

    fn invalid(
        &self,
        range: std::ops::Range<usize>,
        message: impl Into<String>,
        words: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Finding {
        Finding::new(Code::ConfigInvalid, message, self.label(range, words))
    }

    fn label(
        &self,
        range: std::ops::Range<usize>,
        words: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Label {
        let at = |byte: usize| (self.start + byte) as u64;
        Label::new(self.file, Span::new(at(range.start), at(range.end)), words)
    }
}

/// A pattern of paths in which `*` stays within a folder and `**` does not.
fn glob(text: &str) -> Result<Glob, globset::Error> {
    GlobBuilder::new(text).literal_separator(true).build()
}
