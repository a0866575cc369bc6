//! Where a record is written: checked before a run, replaced whole after each workload.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::identity::CpuIdentity;
use super::record::Record;

/// Bytes that must be free before a run begins; records are a tenth of that.
const ROOM: usize = 2 << 20;

/// The file of a record.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
}

fn said(what: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {what} {}: {error}", path.display())
}

impl Output {
    /// Chooses `DIR/<cpu>/<date>-<commit>.json`, a number added when that is there already, and
    /// makes sure that it can be written: the folder made, room on the disk, the record as it is
    /// so far in the file.
    ///
    /// # Errors
    /// A sentence that says what cannot be written and why.
    pub fn create(directory: &Path, record: &Record) -> Result<Self, String> {
        let folder = directory.join(CpuIdentity::of(&record.machine).folder());
        fs::create_dir_all(&folder).map_err(|e| said("make the folder", &folder, &e))?;
        let date = record.started.get(..10).unwrap_or("undated");
        let commit = record.source.commit.as_deref().unwrap_or("nocommit");
        let dirty = if record.source.dirty == Some(true) { "-dirty" } else { "" };
        let path = (1..)
            .map(|n| {
                let number = if n == 1 { String::new() } else { format!("-{n}") };
                folder.join(format!("{date}-{commit}{dirty}{number}.json"))
            })
            .find(|path| !path.exists())
            .ok_or_else(|| format!("no free name in {}", folder.display()))?;
        let output = Self { path };
        let probe = partial(&output.path);
        let room = fs::write(&probe, vec![b' '; ROOM]);
        let _ = fs::remove_file(&probe);
        room.map_err(|e| said("write to", &folder, &e))?;
        output.write(record)?;
        Ok(output)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the file as a whole, so that there is a readable one at every moment.
    ///
    /// # Errors
    /// A sentence that says what cannot be written and why; the file before is kept.
    pub fn write(&self, record: &Record) -> Result<(), String> {
        replace(&self.path, &record.to_json()).map_err(|e| said("write", &self.path, &e))
    }
}

/// The file beside one that its new content is written to first.
fn partial(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".partial");
    path.with_file_name(name)
}

/// Replaces a file as a whole: whoever reads it meanwhile sees the old or the new one, never a
/// part, and what it was stays when it cannot be written.
///
/// # Errors
/// When it cannot be written.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let partial = partial(path);
    let write = || {
        let mut file = fs::File::create(&partial)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&partial, path)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&partial);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_never_overwrites_another() {
        let directory = tempfile::tempdir().unwrap();
        let record = Record { started: "2026-11-21T00:00:00Z".into(), ..Record::default() };
        let first = Output::create(directory.path(), &record).unwrap();
        let second = Output::create(directory.path(), &record).unwrap();
        assert!(first.path().ends_with("unknown/2026-11-21-nocommit.json"));
        assert!(second.path().ends_with("unknown/2026-11-21-nocommit-2.json"));
        let files = fs::read_dir(first.path().parent().unwrap()).unwrap().count();
        assert_eq!(files, 2, "nothing partial is left");
    }

    #[test]
    fn a_file_in_the_place_of_the_folder_is_told() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("reports");
        fs::write(&file, "").unwrap();
        let message = Output::create(&file, &Record::default()).unwrap_err();
        assert!(message.contains("cannot make the folder"), "{message}");
    }
}
