//! The file of a record: checked before a run, replaced whole after each workload.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::identity::CpuIdentity;
use super::record::Record;

/// Bytes that must be free before a run begins; records are a tenth of that.
const ROOM: usize = 2 << 20;

/// Records of one CPU, day and commit, at most.
const MOST_NAMES: u32 = 100_000;

/// The file of a record.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    /// Folders that were not there before, innermost first.
    made: Vec<PathBuf>,
}

fn said(what: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {what} {}: {error}", path.display())
}

/// Characters of an engine's name in a file's name, at most.
const NAME: usize = 30;

/// What was compared, for the name of a file: our commit, or the engines where ours is not among
/// them.
fn name(record: &Record) -> String {
    let names: Vec<String> = record.engines.iter().map(|e| plain(&e.name)).collect();
    if record.engines.iter().all(|e| !e.ours)
        && let [first, .., last] = &names[..]
    {
        let more = if names.len() > 2 { format!("-of-{}", names.len()) } else { String::new() };
        return format!("{last}-over-{first}{more}");
    }
    let commit = record.source.commit.as_deref().unwrap_or("nocommit");
    let dirty = if record.source.dirty == Some(true) { "-dirty" } else { "" };
    format!("{commit}{dirty}")
}

/// A name as part of a file's name.
fn plain(name: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() || "._".contains(c) { c } else { '-' };
    let text: String = name.chars().take(NAME).map(keep).collect();
    text.trim_matches(['-', '.']).to_owned()
}

impl RecordFile {
    /// Chooses `DIR/<cpu>/<date>-<commit>.json`, or `<date>-<engines>.json` where our engine is not among
    /// those that are compared, a number added when that is there already, and
    /// makes sure that it can be written: the folder made, room on the disk, the record as it is
    /// so far in the file.
    ///
    /// # Errors
    /// A sentence that says what cannot be written and why.
    pub fn create(directory: &Path, record: &Record) -> Result<Self, String> {
        let folder = directory.join(CpuIdentity::of(&record.machine).folder());
        let made = [folder.as_path(), directory].into_iter().filter(|path| !path.exists());
        let made: Vec<PathBuf> = made.map(Path::to_owned).collect();
        fs::create_dir_all(&folder).map_err(|e| said("make the folder", &folder, &e))?;
        let date = record.started.get(..10).unwrap_or("undated");
        let name = name(record);
        let room = temporary(&folder).and_then(|mut probe| probe.write_all(&vec![b' '; ROOM]));
        room.map_err(|e| said("write to", &folder, &e))?;
        let failed = |e: io::Error| said("write a record to", &folder, &e);
        let mut file = filled(&folder, record.to_json().as_bytes()).map_err(failed)?;
        // Other runs may take names at the same moment: a name is ours when the file has it.
        for number in 1..=MOST_NAMES {
            let number = if number == 1 { String::new() } else { format!("-{number}") };
            let path = folder.join(format!("{date}-{name}{number}.json"));
            match file.persist_noclobber(&path) {
                Ok(_) => return Ok(Self { path, made }),
                Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => file = taken.file,
                Err(other) => return Err(failed(other.error)),
            }
        }
        Err(format!("no free name in {}", folder.display()))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the file that [`RecordFile::create`] made, where there is nothing to keep.
    pub fn discard(self) {
        let _ = fs::remove_file(&self.path);
        for folder in &self.made {
            // One that something else was put into stays.
            let _ = fs::remove_dir(folder);
        }
    }

    /// Replaces the file as a whole, so that there is a readable one at every moment.
    ///
    /// # Errors
    /// A sentence that says what cannot be written and why; the file before is kept.
    pub fn write(&self, record: &Record) -> Result<(), String> {
        replace(&self.path, &record.to_json()).map_err(|e| said("write", &self.path, &e))
    }
}

/// A file of our own in a folder, under a name that nobody can know beforehand; it is gone when it
/// is dropped. Its permissions are those of other new files.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".partial");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Such a file with these contents, on the disk.
fn filled(folder: &Path, contents: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = temporary(folder)?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Replaces a file as a whole: a reader sees the old or the new one, never a part, and the old one
/// stays when the new one cannot be written.
///
/// # Errors
/// When it cannot be written.
pub fn replace(path: &Path, contents: &(impl AsRef<[u8]> + ?Sized)) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    filled(folder.unwrap_or(Path::new(".")), contents.as_ref())?.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_never_overwrites_another() {
        let directory = tempfile::tempdir().unwrap();
        let record = Record { started: "2026-11-21T00:00:00Z".into(), ..Record::default() };
        let first = RecordFile::create(directory.path(), &record).unwrap();
        let second = RecordFile::create(directory.path(), &record).unwrap();
        assert!(first.path().ends_with("unknown/2026-11-21-nocommit.json"));
        assert!(second.path().ends_with("unknown/2026-11-21-nocommit-2.json"));
        let files = fs::read_dir(first.path().parent().unwrap()).unwrap().count();
        assert_eq!(files, 2, "nothing partial is left");
    }

    #[test]
    fn runs_at_the_same_time_lose_no_record() {
        const RUNS: usize = 16;
        const EACH: usize = 8;
        let directory = tempfile::tempdir().unwrap();
        let gate = std::sync::Barrier::new(RUNS);
        let run = |run: usize| {
            gate.wait();
            let one = |number: usize| {
                let begun = Record { tool: format!("{run} {number}"), ..Record::default() };
                let output = RecordFile::create(directory.path(), &begun).unwrap();
                output.write(&Record { complete: true, ..begun }).unwrap();
                output.path().to_owned()
            };
            (0..EACH).map(one).collect::<Vec<_>>()
        };
        let run = &run;
        let paths: Vec<PathBuf> = std::thread::scope(|scope| {
            let runs: Vec<_> = (0..RUNS).map(|i| scope.spawn(move || run(i))).collect();
            runs.into_iter().flat_map(|run| run.join().unwrap()).collect()
        });
        let read = |path: &PathBuf| Record::from_json(&fs::read_to_string(path).unwrap());
        let mut tools: Vec<String> = paths.iter().map(|path| read(path).unwrap().tool).collect();
        tools.sort();
        tools.dedup();
        assert_eq!(tools.len(), RUNS * EACH, "records were written over");
        assert!(paths.iter().all(|path| read(path).unwrap().complete));
        let folder = paths[0].parent().unwrap();
        assert_eq!(fs::read_dir(folder).unwrap().count(), RUNS * EACH, "nothing partial is left");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_way_is_not_followed() {
        let directory = tempfile::tempdir().unwrap();
        let victim = directory.path().join("victim");
        fs::write(&victim, "untouched").unwrap();
        let path = directory.path().join("record.json");
        for name in ["record.json", "record.json.partial", ".record.json.partial"] {
            std::os::unix::fs::symlink(&victim, directory.path().join(name)).unwrap();
        }
        replace(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&victim).unwrap(), "untouched");
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(!path.is_symlink());
    }

    #[test]
    fn a_file_in_the_place_of_the_folder_is_told() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("reports");
        fs::write(&file, "").unwrap();
        let message = RecordFile::create(&file, &Record::default()).unwrap_err();
        assert!(message.contains("cannot make the folder"), "{message}");
    }
}
