//! What a finding is known by from run to run, wherever its line moves.

use std::collections::HashMap;

use super::repository::RepositoryPaths;
use crate::finding::{Address, Finding};

/// The fingerprints of `findings`: of code, path in the repository, address and broken keyword, never
/// of a line; equal ones are told apart by their order.
pub(super) fn fingerprints(paths: &RepositoryPaths<'_>, findings: &[Finding]) -> Vec<String> {
    let mut seen: HashMap<String, u64> = HashMap::new();
    let print = |finding: &Finding| {
        let address = finding.address.as_ref().map_or("", Address::as_str);
        let keyword = finding.keyword.as_ref();
        let schema = keyword.map(|it| (paths.of(it.label.file), it.pointer.as_str()));
        let path = paths.of(finding.primary.file);
        let key = format!("{:?}", (finding.code.name(), path, address, schema));
        let ordinal = seen.entry(key.clone()).or_default();
        *ordinal += 1;
        let key = format!("{key}#{ordinal}");
        format!(
            "{:016x}{:016x}",
            hash(&key, 0xcbf2_9ce4_8422_2325),
            hash(&key, 0x9e37_79b9_7f4a_7c15)
        )
    };
    findings.iter().map(print).collect()
}

/// FNV-1a: the same on every machine and in every version.
fn hash(text: &str, start: u64) -> u64 {
    text.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
