//! The folder of a site: writes its files, and removes those of an earlier site.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use super::super::Error;

/// A file of the site.
#[derive(Debug)]
pub struct SiteFile {
    /// The path below the folder, separated by slashes.
    pub name: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

impl SiteFile {
    /// Creates a file with this path and content.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), bytes }
    }
}

/// The list of the folder's files. A later site removes the listed files that it does not have.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Manifest {
    files: BTreeSet<String>,
}

const MANIFEST: &str = "site.json";
/// The folders below the site's.
const FOLDERS: [&str; 3] = ["assets", "records", "data"];

/// Writes files and copies into a folder, and returns their number. A folder that contains anything
/// but an earlier site is rejected.
///
/// # Errors
/// If the folder has other contents, or a file cannot be written.
pub fn write(dir: &Path, files: &[SiteFile], copies: &[(&Path, String)]) -> Result<usize, Error> {
    let fail = |path: &Path| {
        let path = path.to_path_buf();
        move |source| Error::Write { path, source }
    };
    let before = earlier(dir)?;
    for folder in std::iter::once(dir.to_path_buf()).chain(FOLDERS.map(|name| dir.join(name))) {
        fs::create_dir_all(&folder).map_err(fail(&folder))?;
    }
    let mut manifest = Manifest::default();
    for file in files {
        let path = dir.join(&file.name);
        fs::write(&path, &file.bytes).map_err(fail(&path))?;
        manifest.files.insert(file.name.clone());
    }
    for (from, name) in copies {
        let path = dir.join(name);
        fs::copy(from, &path).map_err(fail(&path))?;
        manifest.files.insert(name.clone());
    }
    for old in before.files.difference(&manifest.files).filter(|name| is_below(name)) {
        let path = dir.join(old);
        if path.is_file() {
            fs::remove_file(&path).map_err(fail(&path))?;
        }
    }
    let path = dir.join(MANIFEST);
    fs::write(&path, nucleus_records::json::to_json(&manifest)).map_err(fail(&path))?;
    Ok(manifest.files.len() + 1)
}

/// Returns the files of the earlier site in the folder; empty without one.
fn earlier(dir: &Path) -> Result<Manifest, Error> {
    let read = |source| Error::Read { path: dir.to_path_buf(), source };
    if !dir.exists() || fs::read_dir(dir).map_err(read)?.next().is_none() {
        return Ok(Manifest::default());
    }
    let text = nucleus_base::files::read_to_string(&dir.join(MANIFEST)).unwrap_or_default();
    serde_json::from_str(&text).map_err(|_| Error::Occupied(dir.to_path_buf()))
}

/// Returns `true` for a file at the top or directly in one of [`FOLDERS`]; manifests can be edited.
fn is_below(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let plain = |part| matches!(part, Component::Normal(_));
    let first = parts.next();
    let folder = first.is_some_and(|part| FOLDERS.iter().any(|f| part.as_os_str() == *f));
    match parts.next() {
        Some(file) => folder && plain(file) && parts.next().is_none(),
        None => first.is_some_and(plain),
    }
}
