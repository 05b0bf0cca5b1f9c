//! The versions of the Model Context Protocol.

use std::fmt;

/// A version of the protocol, in order of age.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// The first one.
    V2024_11_05,
    /// With batches, audio and annotations of tools.
    V2025_03_26,
    /// With structured content, output schemas and elicitation; batches are gone.
    V2025_06_18,
    /// With icons, tasks and elicitation by URL.
    V2025_11_25,
    /// Without handshake and session: each request says what it needs.
    V2026_07_28,
}

impl Version {
    /// All versions, the oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// The name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The version with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.name() == name)
    }

    /// Whether it begins with the handshake of `initialize`.
    #[must_use]
    pub fn has_handshake(self) -> bool {
        self < Self::V2026_07_28
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
