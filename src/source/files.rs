//! The files of a run. Their bytes are read when needed and not kept, except for standard input,
//! which can be read only once.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::{Path, PathBuf};

use super::FileId;

/// What a run knows of each of its files.
#[derive(Debug, Default)]
pub struct Files {
    files: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    name: String,
    bytes: Bytes,
}

#[derive(Debug)]
enum Bytes {
    OnDisk(PathBuf),
    InMemory(Vec<u8>),
}

/// Something that can be read from any place.
pub(super) trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

impl Files {
    /// Adds a file that is read from disk.
    pub fn add(&mut self, path: &Path) -> FileId {
        self.push(display_name(path), Bytes::OnDisk(path.to_owned()))
    }

    /// Adds bytes that came from elsewhere, under a name of their own.
    pub fn add_bytes(&mut self, name: &str, bytes: Vec<u8>) -> FileId {
        self.push(name.to_owned(), Bytes::InMemory(bytes))
    }

    fn push(&mut self, name: String, bytes: Bytes) -> FileId {
        self.files.push(Entry { name, bytes });
        FileId(self.files.len() as u32 - 1)
    }

    /// The name in reports: the path as it was given, with forward slashes.
    #[must_use]
    pub fn name(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].name
    }

    /// Where a file lies, unless its bytes came from elsewhere.
    #[must_use]
    pub fn path(&self, file: FileId) -> Option<&Path> {
        match &self.files[file.0 as usize].bytes {
            Bytes::OnDisk(path) => Some(path),
            Bytes::InMemory(_) => None,
        }
    }

    /// All bytes of a file.
    ///
    /// # Errors
    /// Whatever the file system says.
    pub fn read(&self, file: FileId) -> io::Result<Vec<u8>> {
        match &self.files[file.0 as usize].bytes {
            Bytes::OnDisk(path) => std::fs::read(path),
            Bytes::InMemory(bytes) => Ok(bytes.clone()),
        }
    }

    /// How many bytes a file has.
    ///
    /// # Errors
    /// Whatever the file system says.
    pub fn size(&self, file: FileId) -> io::Result<u64> {
        match &self.files[file.0 as usize].bytes {
            Bytes::OnDisk(path) => std::fs::metadata(path).map(|metadata| metadata.len()),
            Bytes::InMemory(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// A reader over the bytes of a file.
    ///
    /// # Errors
    /// Whatever the file system says.
    pub(super) fn open(&self, file: FileId) -> io::Result<Box<dyn ReadSeek + Send + '_>> {
        Ok(match &self.files[file.0 as usize].bytes {
            Bytes::OnDisk(path) => Box::new(File::open(path)?),
            Bytes::InMemory(bytes) => Box::new(Cursor::new(bytes.as_slice())),
        })
    }
}

/// A path as people write it in a repository.
fn display_name(path: &Path) -> String {
    let name = path.to_string_lossy().replace('\\', "/");
    name.strip_prefix("./").map_or(name.clone(), str::to_owned)
}
