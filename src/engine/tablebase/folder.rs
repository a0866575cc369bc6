//! The folders of a list, and the files of a folder that have the extension of a table.

use std::path::{Path, PathBuf};

use super::error::{TableFault, TableFileError};

/// Returns the folders of a list. Semicolons separate them; on Unix colons do, too. On Windows a colon may be
/// part of a path.
pub fn folders(list: &str) -> Vec<PathBuf> {
    let separates = |c: char| c == ';' || cfg!(unix) && c == ':';
    list.split(separates).filter(|folder| !folder.is_empty()).map(PathBuf::from).collect()
}

/// Returns the files of a folder with this extension, sorted by name, each with its name without
/// the extension. If the folder cannot be read, adds an error to `errors` and returns no files.
pub fn files(
    folder: &Path,
    ending: &str,
    errors: &mut Vec<TableFileError>,
) -> Vec<(PathBuf, String)> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            let error = TableFault::Read(error.to_string());
            errors.push(TableFileError { path: folder.to_owned(), error });
            return Vec::new();
        }
    };
    let named = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.strip_suffix(ending)?.to_owned();
        Some((path, name))
    };
    let mut files: Vec<_> = entries.flatten().filter_map(|entry| named(entry.path())).collect();
    files.sort();
    files
}
