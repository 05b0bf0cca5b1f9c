//! Pins: what a sample is known to show, kept beside it as `<file>.expected.json`.
//!
//! In: a pin file, the findings of a sample. Out: what is new and what is gone; or the text of the
//! pin as it should be. A pin holds codes, addresses and keywords of schemas, no words and no bytes,
//! so that messages and layout may change freely.

mod change;
mod compare;
mod entry;
mod read;
mod write;

pub use change::{changed, gone_labels, leftover, orphan, unpinned, vanished};
pub use compare::{Comparison, Pin, Pinned};
pub use entry::{Entry, Names};
pub use read::read;
pub use write::{Act, Change, remove, text, write};

/// What the findings of a file are compared with.
#[derive(Debug, Clone, Copy)]
pub enum Pinning<'p> {
    /// Nothing: no pin lies beside it.
    Unpinned,
    /// Its pin.
    To(&'p Pin, &'p Names),
    /// Nothing: its pin is written anew.
    Anew,
}

impl<'p> Pinning<'p> {
    /// The pin that is compared with.
    #[must_use]
    pub fn pin(self) -> Option<&'p Pin> {
        match self {
            Self::To(pin, _) => Some(pin),
            Self::Unpinned | Self::Anew => None,
        }
    }

    /// Whether what is found depends on a pin, or a pin on what is found.
    #[must_use]
    pub fn is_used(self) -> bool {
        !matches!(self, Self::Unpinned)
    }
}
