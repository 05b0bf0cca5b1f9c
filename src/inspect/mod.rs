//! What a document holds, as a tree: definitions, calls with their results, and what was not
//! recognised; each with its dialect, its layers and its bytes.
//!
//! In: one file. Out: an [`Inspected`], or a [`Shown`] for one address; both are data, which is
//! written for people or for machines. Nothing is held to a schema here.

mod at;
mod branch;
mod find;
mod found;
mod human;
mod json;
mod messages;
mod pairing;
mod payload;
mod pretty;
mod read;
mod remains;
mod schema;
mod shape;
mod shown;
mod tree;

use std::path::{Path, PathBuf};

pub use at::{LayerSeen, Shown, Within};
pub use found::{
    Broken, Call, Definition, Document, DocumentKind, Found, Message, Property, Request,
    ResultSeen, SchemaSeen, Spot, Standing, VersionSeen, VersionSource, What,
};
pub use human::render;
pub use json::{write_json, write_shown_json};
pub use payload::Payload;
pub use remains::Remain;
pub use shown::render_shown;

use crate::finding::Address;
use crate::json::Joined;
use crate::source::{FileId, Files, Places, nearest_existing};
use crate::wire::{BARE, Table, table, table_of};

/// What to look at.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The file; `-` is standard input.
    pub path: PathBuf,
    /// The one dialect that it is read as, [`BARE`] to recognise nothing.
    pub dialect: Option<String>,
    /// The name of standard input, which also says what it holds.
    pub stdin_filename: Option<String>,
    /// The one document to look at.
    pub document: Option<u64>,
}

/// What one file holds.
#[derive(Debug)]
pub struct Inspected {
    /// The file.
    pub files: Files,
    /// The same.
    pub file: FileId,
    /// Its bytes.
    pub size: u64,
    /// What its documents are called.
    pub unit: Unit,
    /// Its documents, in order.
    pub documents: Vec<Document>,
    /// What was recognised, in order.
    pub found: Vec<Found>,
    /// The versions of MCP that its conversations are held to.
    pub versions: Vec<VersionSeen>,
    /// The joined texts of streamed calls, each with the document of its first fragment.
    joined: Vec<(u64, Joined)>,
}

/// What the documents of a file are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// The whole file is one.
    File,
    /// Its lines.
    Line,
    /// The events of a stream.
    Event,
}

impl Unit {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "document",
            Self::Line => "line",
            Self::Event => "event",
        }
    }
}

/// Why nothing can be shown.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file does not exist.
    #[error("`{}` does not exist", path.display())]
    NotFound {
        /// The path.
        path: PathBuf,
        /// A path that does, and is written much the same.
        near: Option<PathBuf>,
    },
    /// It is a folder.
    #[error("`{}` is a folder", .0.display())]
    Folder(PathBuf),
    /// It cannot be read.
    #[error("{0} cannot be read: {1}")]
    Unreadable(String, std::io::Error),
    /// There is nothing in it.
    #[error("{0} holds no document")]
    Empty(String),
    /// None of its documents is JSON.
    #[error("{place}: {message}")]
    Broken {
        /// Where the first one is broken: path, line and column.
        place: String,
        /// How.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// There is no document of this number.
    #[error("there is no {unit} {number}")]
    NoDocument {
        /// What documents are called.
        unit: &'static str,
        /// The number.
        number: u64,
        /// The numbers that there are, in words.
        known: String,
    },
    /// The text is no address.
    #[error("`{text}` is no address: {why}")]
    NotAnAddress {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Nothing stands there.
    #[error("nothing stands at `{address}`: {why}")]
    NothingThere {
        /// The address.
        address: String,
        /// Where the way ends.
        why: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// Several documents have something there.
    #[error("`{address}` leads somewhere in several documents: {documents}")]
    Several {
        /// The address.
        address: String,
        /// The documents.
        documents: String,
    },
}

impl Error {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Self::NotFound { near: Some(near), .. } => {
                Some(format!("did you mean `{}`?", near.display()))
            }
            Self::Folder(_) => Some("inspect reads one file".to_owned()),
            Self::NoDocument { known, .. } => Some(known.clone()),
            Self::NotAnAddress { .. } => Some(
                "write it as findings do: `/a/0/~json/b`, or `a[0] » b`, with `>>` for `»`"
                    .to_owned(),
            ),
            Self::NothingThere { help, .. } | Self::Broken { help, .. } => help.clone(),
            Self::Several { .. } => Some("choose one with `--document N`".to_owned()),
            _ => None,
        }
    }
}

/// Looks into the file that `options` name. `stdin` is read if it is `-`.
///
/// # Errors
/// What keeps it from being read; that no document in it is JSON.
pub fn inspect(options: &Options, stdin: &mut dyn std::io::Read) -> Result<Inspected, Error> {
    let mut files = Files::default();
    let file = if options.path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        let name = options.stdin_filename.as_deref().unwrap_or("<stdin>");
        let read = stdin.read_to_end(&mut bytes);
        read.map_err(|error| Error::Unreadable("standard input".to_owned(), error))?;
        files.add_bytes(name, bytes)
    } else {
        is_readable(&options.path)?;
        files.add(&options.path)
    };
    let name = files.name(file).to_owned();
    let unreadable = |error| Error::Unreadable(format!("`{name}`"), error);
    let size = files.size(file).map_err(unreadable)?;
    let finder = find::Finder::new(the_table(options), file, options.document);
    let (unit, finder) = read::read(&files, file, finder).map_err(unreadable)?;
    let mut inspected = finder.finish(files, size, unit);
    inspected.choose(options)?;
    Ok(inspected)
}

fn is_readable(path: &Path) -> Result<(), Error> {
    if path.is_dir() {
        return Err(Error::Folder(path.to_owned()));
    }
    if path.exists() {
        return Ok(());
    }
    Err(Error::NotFound { path: path.to_owned(), near: nearest_existing(path) })
}

/// The table of the dialect that is asked for; none to recognise nothing.
fn the_table(options: &Options) -> Option<&'static Table> {
    match options.dialect.as_deref() {
        None => Some(table()),
        Some(BARE) => None,
        Some(name) => table_of(name).or_else(|| Some(table())),
    }
}

impl Inspected {
    /// Keeps the document that is asked for and what was recognised in it; says if there is nothing
    /// to show.
    fn choose(&mut self, options: &Options) -> Result<(), Error> {
        let name = self.files.name(self.file);
        let (Some(first), Some(last)) = (self.documents.first(), self.documents.last()) else {
            return Err(Error::Empty(format!("`{name}`")));
        };
        if let Some(number) = options.document {
            if !self.documents.iter().any(|document| document.number == number) {
                let known = match self.unit {
                    Unit::File => "the file is one document".to_owned(),
                    unit => format!(
                        "the first is {0} {1}, the last {0} {2}",
                        unit.name(),
                        first.number,
                        last.number
                    ),
                };
                return Err(Error::NoDocument { unit: self.unit.name(), number, known });
            }
            self.documents.retain(|document| document.number == number);
            self.found.retain(|found| found.is_about(number));
        }
        let broken: Vec<&Broken> =
            self.documents.iter().filter_map(|document| document.broken.as_ref()).collect();
        if broken.len() < self.documents.len() {
            return Ok(());
        }
        let place = Places::resolve(&self.files, [(self.file, broken[0].span)]);
        let start = place.get(self.file, broken[0].span).start;
        Err(Error::Broken {
            place: format!("{name}:{}:{}", start.line, start.character),
            message: broken[0].message.clone(),
            help: broken[0].help.clone(),
        })
    }

    /// The value at `address` of the document that `options` name, or of the only one that has such
    /// a value.
    ///
    /// # Errors
    /// That it leads nowhere, or that several documents have such a value.
    pub fn at(&self, address: &str, options: &Options) -> Result<Shown, Error> {
        let parsed = Address::parse(address)
            .map_err(|why| Error::NotAnAddress { text: address.to_owned(), why })?;
        at::find(self, &parsed, the_table(options))
    }
}
