//! A contract folder to begin with: one tool, samples of both kinds, a pin and a configuration.
//!
//! In: a folder. Out: new files in it; nothing that lies there is written over.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The files, with their paths in the folder.
const FILES: &[(&str, &str)] = &[
    ("wirecheck.toml", include_str!("init/wirecheck.toml")),
    ("schemas/get_weather.json", include_str!("init/get_weather.json")),
    ("samples/get_weather/valid/city.json", include_str!("init/city.json")),
    ("samples/get_weather/valid/call.json", include_str!("init/call.json")),
    ("samples/get_weather/invalid/unit-kelvin.json", include_str!("init/unit-kelvin.json")),
    (
        "samples/get_weather/invalid/unit-kelvin.json.expected.json",
        include_str!("init/unit-kelvin.json.expected.json"),
    ),
];

/// Why no folder was made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something lies where a file would be written.
    #[error("`{}` is there already; nothing was written", .0.display())]
    Exists(PathBuf),
    /// A file cannot be written.
    #[error("`{}` cannot be written: {}", .0.display(), .1)]
    Write(PathBuf, io::Error),
}

/// Writes a contract folder into `folder`, which is made if it is not there. Returns the paths of the
/// files.
///
/// # Errors
/// If one of the files is there already, and then none is written; or if one cannot be written.
pub fn init(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    // Here needs no name.
    let folder = if folder == Path::new(".") { Path::new("") } else { folder };
    let paths: Vec<PathBuf> = FILES.iter().map(|(path, _)| folder.join(path)).collect();
    // A link that leads nowhere is something too.
    if let Some(path) = paths.iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(Error::Exists(path.clone()));
    }
    for (path, (_, text)) in paths.iter().zip(FILES) {
        write(path, text).map_err(|error| Error::Write(path.clone(), error))?;
    }
    Ok(paths)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(parent)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}
