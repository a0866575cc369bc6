//! Finds and reads records.

use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::Error;
use nucleus_base::text;
use nucleus_records::envelope::ReadError;
use nucleus_records::record::Record;

/// A record and its file.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The path of the file.
    pub path: PathBuf,
    /// The record of a comparison.
    pub record: Record,
}

impl Loaded {
    /// Returns the file's name without extension, which names the record in tables.
    pub fn name(&self) -> String {
        self.path.file_stem().map_or_else(String::new, |s| text::name(&s.to_string_lossy()))
    }
}

/// The records found, and warnings for files that could not be read.
#[derive(Debug, Default)]
pub struct Found {
    /// The records, ordered by start time.
    pub records: Vec<Loaded>,
    /// Warnings, one line each: file, position and error.
    pub warnings: Vec<String>,
}

/// The maximum size of a record in bytes; a run of an hour writes two or three million.
const MOST_BYTES: u64 = 256 << 20;
/// The maximum numbers of engines, workloads and rows of a record that are shown: more than any run
/// has, few enough for readable tables and charts.
const MOST_ENGINES: usize = 128;
const MOST_WORKLOADS: usize = 128;
const MOST_ROWS: usize = 4_096;

/// Reads one record. Of a record that is too large to show, the first engines and workloads are
/// kept, with a warning in the record.
///
/// # Errors
/// If the file cannot be read or is not a record; the message gives file, line and column.
pub fn read(path: &Path) -> Result<Loaded, Error> {
    let read = Record::from_json(&content(path)?);
    let mut record = read.map_err(|error| match error {
        ReadError::OtherKind { found: kind, .. } => {
            Error::OtherKind { path: path.to_path_buf(), kind }
        }
        other => refused(path, &other.to_string()),
    })?;
    bound(&mut record);
    Ok(Loaded { path: path.to_path_buf(), record })
}

/// Returns the content of a file, if it is not larger than a record may be.
///
/// # Errors
/// If the file cannot be read or is too large.
pub fn content(path: &Path) -> Result<String, Error> {
    let fail = |source| Error::Read { path: path.to_path_buf(), source };
    let mut content = String::new();
    let file = nucleus_base::files::open(path).map_err(fail)?;
    file.take(MOST_BYTES + 1).read_to_string(&mut content).map_err(fail)?;
    if content.len() as u64 > MOST_BYTES {
        return Err(refused(path, "it is larger than 256 MiB, too large for a record"));
    }
    Ok(content)
}

/// Returns the error of a file that is not a valid record.
pub fn refused(path: &Path, message: &str) -> Error {
    Error::Record { path: path.to_path_buf(), message: text::line(message) }
}

/// Removes entries beyond the maximum that is shown.
fn bound(record: &mut Record) {
    let counts = [record.engines.len(), record.workloads.len(), record.summaries.len()];
    let [engines, workloads, rows] = counts;
    if engines > MOST_ENGINES || workloads > MOST_WORKLOADS {
        record.engines.truncate(MOST_ENGINES);
        record.workloads.truncate(MOST_WORKLOADS);
        let known: HashSet<&String> = record.engines.iter().map(|e| &e.name).collect();
        let run: HashSet<&String> = record.workloads.iter().map(|w| &w.name).collect();
        record.summaries.retain(|s| known.contains(&s.engine) && run.contains(&s.workload));
        for row in &mut record.summaries {
            row.ratios.retain(|r| known.contains(&r.reference));
        }
        record.failures.retain(|f| known.contains(&f.engine));
    }
    record.summaries.truncate(MOST_ROWS);
    record.failures.truncate(MOST_ROWS);
    for row in &mut record.summaries {
        row.ratios.truncate(MOST_ENGINES);
    }
    if [record.engines.len(), record.workloads.len(), record.summaries.len()] != counts {
        record.warnings.push(format!(
            "too large to be shown: of {engines} engines, {workloads} workloads and {rows} rows \
             the first {}, {} and {} are",
            record.engines.len(),
            record.workloads.len(),
            record.summaries.len(),
        ));
    }
}

/// Reads every record that `paths` name; directories are searched recursively.
///
/// A named file that cannot be read is an error. For a file found in a directory it is a warning,
/// since a broken file must not hide the others. Directories may also contain records of other
/// kinds, which are skipped.
///
/// # Errors
/// If a path does not exist or a named file is not a record.
pub fn find(paths: &[PathBuf]) -> Result<Found, Error> {
    let mut found = Found::default();
    for path in paths {
        if path.is_dir() {
            let mut files = Vec::new();
            collect(path, &mut files)?;
            for file in files {
                match read(&file) {
                    Ok(loaded) => found.records.push(loaded),
                    Err(Error::OtherKind { .. }) => {}
                    Err(error) => found.warnings.push(error.to_string()),
                }
            }
        } else {
            found.records.push(read(path)?);
        }
    }
    // A record that is named both directly and by its directory counts once.
    found.records.sort_by(|a, b| (&a.record.started, &a.path).cmp(&(&b.record.started, &b.path)));
    found.records.dedup_by(|a, b| a.path.canonicalize().ok() == b.path.canonicalize().ok());
    Ok(found)
}

/// Returns the named files, and the `.json` files below named directories.
///
/// # Errors
/// If a path does not exist or a directory cannot be read.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        let about = fs::metadata(path)
            .map_err(|source| Error::Read { path: path.to_path_buf(), source })?;
        if about.is_dir() { collect(path, &mut files)? } else { files.push(path.clone()) }
    }
    Ok(files)
}

/// Collects the `.json` files below a directory, ordered by name. Symbolic links to directories are
/// not followed, since they may form a loop.
fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    let fail = |source| Error::Read { path: dir.to_path_buf(), source };
    let mut entries =
        fs::read_dir(dir).map_err(fail)?.collect::<Result<Vec<_>, _>>().map_err(fail)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().is_ok_and(|t| t.is_dir()) {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "json") {
            files.push(path);
        }
    }
    Ok(())
}
