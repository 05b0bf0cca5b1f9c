//! Where the bytes come from: which files there are, what each is for, and how a byte of one
//! becomes a line and a column.
//!
//! In: paths. Out: raw bytes, and positions of byte offsets.
//! Nothing here knows JSON.

mod blocks;
mod events;
mod files;
mod folder;
mod git;
mod place;
mod walk;

pub use blocks::{Block, Blocks, Line};
pub use events::{Event, events, looks_like_events};
pub use files::Files;
pub use folder::{Folder, enclosing_config, enclosing_folder, relative};
pub use git::{Changes, GitError, Since, enclosing_repository};
pub use place::{Place, Places, Position};
pub use walk::{Skipped, Walk, extension_of, is_pin, nearest_existing, pin_of, pinned_by};

/// A file of this run: an index into [`Files`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A range of bytes of a file as it lies on disk (byte-order mark included), end exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
}

impl Span {
    /// The span of `start..end`.
    #[must_use]
    pub fn new(start: u64, end: u64) -> Self {
        Self { start, end }
    }

    /// The number of bytes covered.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.end - self.start
    }

    /// Whether nothing is covered: a place between two bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }
}
