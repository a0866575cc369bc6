//! Reads the records of a site, names their pages, and lists the files left out.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::super::Error;
use super::super::load::{self, Loaded};
use super::super::select::identity;
use nucleus_base::text;
use nucleus_records::envelope::RecordKind;

/// The maximum size in bytes of a record with a page; a run of an hour writes two or three million.
const MOST_BYTES: u64 = 32 << 20;
/// The maximum number of records with a page.
const MOST_RECORDS: usize = 2_000;
/// The maximum number of characters in the name of a page.
const NAME: usize = 90;

/// A record and the name of its page.
#[derive(Debug, Clone, Copy)]
pub struct SiteRecord<'a> {
    /// The record with its file.
    pub loaded: &'a Loaded,
    /// The unique name of the page, of lower-case letters, digits and hyphens.
    pub slug: &'a str,
}

impl SiteRecord<'_> {
    /// Returns the path of the record's page.
    pub fn page(&self) -> String {
        format!("records/{}.html", self.slug)
    }

    /// Returns the path of the downloadable record.
    pub fn data(&self) -> String {
        format!("data/{}.json", self.slug)
    }
}

/// A file without a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOutFile {
    /// The file's name without folders.
    pub name: String,
    /// The reason that it has no page.
    pub why: String,
}

impl LeftOutFile {
    fn new(path: &Path, why: impl Into<String>) -> Self {
        let name =
            path.file_name().map_or_else(String::new, |name| text::name(&name.to_string_lossy()));
        Self { name, why: text::line(&why.into()) }
    }

    /// Returns name and reason as a line.
    pub fn line(&self) -> String {
        format!("skipped: {}: {}", self.name, self.why)
    }
}

/// The records of a site.
#[derive(Debug, Default)]
pub struct GatheredRecords {
    /// The records, oldest first.
    pub records: Vec<Loaded>,
    /// The names of their pages.
    slugs: Vec<String>,
    /// The files without a page.
    pub left_out: Vec<LeftOutFile>,
}

impl GatheredRecords {
    /// Returns the records with the names of their pages.
    pub fn pages(&self) -> Vec<SiteRecord<'_>> {
        let pairs = self.records.iter().zip(&self.slugs);
        pairs.map(|(loaded, slug)| SiteRecord { loaded, slug }).collect()
    }
}

/// Reads the records of these paths. A broken record is left out, even if it was named.
///
/// # Errors
/// If a path does not exist or a folder cannot be read.
pub fn records(paths: &[PathBuf]) -> Result<GatheredRecords, Error> {
    let mut files = load::files(paths)?;
    // A record that is named both directly and by its folder counts once.
    let mut seen = HashSet::new();
    files.retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
    let mut gathered = GatheredRecords::default();
    for file in files.split_off(files.len().min(MOST_RECORDS)) {
        let why = format!("a site has the first {MOST_RECORDS} records");
        gathered.left_out.push(LeftOutFile::new(&file, why));
    }
    let mut loaded = Vec::new();
    for result in files.iter().map(|file| read(file)) {
        match result {
            Ok(record) => loaded.extend(record),
            Err(left) => gathered.left_out.push(left),
        }
    }
    loaded.sort_by(|a, b| (&a.record.started, &a.path).cmp(&(&b.record.started, &b.path)));
    let mut names = HashSet::new();
    let name = |one: &Loaded| format!("{}-{}", identity(&one.record).folder(), one.name());
    gathered.slugs = loaded.iter().map(|one| name_of(&name(one), &mut names)).collect();
    gathered.records = loaded;
    Ok(gathered)
}

/// Reads the record in a file; `None` for a unit of published figures, which the page of papers reads itself.
fn read(file: &Path) -> Result<Option<Loaded>, LeftOutFile> {
    let about = std::fs::metadata(file).map_err(|e| LeftOutFile::new(file, e.to_string()))?;
    if about.len() > MOST_BYTES {
        let why = format!(
            "{} MiB; a record of a site has at most {}",
            about.len() >> 20,
            MOST_BYTES >> 20
        );
        return Err(LeftOutFile::new(file, why));
    }
    let read = load::read(file);
    if let Err(Error::OtherKind { kind: RecordKind::Reproduce, .. }) = read {
        return Ok(None);
    }
    let loaded = read.map_err(|error| {
        let why = match error {
            Error::Record { message, .. } => message,
            Error::Read { source, .. } => source.to_string(),
            Error::OtherKind { kind, .. } => format!("{kind}, which has no page"),
            other => other.to_string(),
        };
        LeftOutFile::new(file, why)
    })?;
    if loaded.record.engines.is_empty() || loaded.record.summaries.is_empty() {
        return Err(LeftOutFile::new(file, "it has no figures of `nucleus compare`"));
    }
    Ok(Some(loaded))
}

/// Returns a unique name for a record's page, of characters without a meaning in URLs.
fn name_of(name: &str, names: &mut HashSet<String>) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = name.chars().map(plain).take(NAME).collect();
    let (mut free, mut number) = (name.clone(), 1);
    while !names.insert(free.clone()) {
        number += 1;
        free = format!("{name}-{number}");
    }
    free
}
