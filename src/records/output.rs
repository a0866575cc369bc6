//! Record files, which are checked before a run and replaced atomically. A journal has the items that are not
//! yet in the record, and a lock protects an output while a run writes it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use nucleus_base::files;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use super::identity::CpuIdentity;
use super::json::to_json;
use super::record::{PERFT, Record, THREADS};

/// The number of free bytes required before a run begins. Most records are a tenth of that, few are larger.
const ROOM: usize = 2 << 20;

/// The maximum number of records of one CPU, day and commit.
const MOST_NAMES: u32 = 100_000;

/// A record file and its journal. The journal has a line for each item that is not yet in the record, so
/// that a long run need not rewrite the record after each item.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    /// The folders that this run created, innermost first.
    made: Vec<PathBuf>,
    journal: Option<File>,
    /// The number of items that are in the journal but not in the record.
    behind: usize,
}

/// The first line of a journal, which identifies its record.
#[derive(Serialize, Deserialize)]
struct JournalHead {
    /// The start time of the run, as in its record. Older journals name the field `match_started`.
    #[serde(alias = "match_started")]
    started: String,
}

fn journal_path(record: &Path) -> PathBuf {
    let mut name = record.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

fn message(what: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {what} {}: {error}", path.display())
}

/// The maximum number of characters of an engine's name in a file name.
const NAME: usize = 30;

/// Returns the subject of a comparison for its file name: our commit, or the engines' names if ours is
/// not among them.
fn name(record: &Record) -> String {
    let mode = &record.settings.mode;
    let apart =
        if [PERFT, THREADS].contains(&&**mode) { format!("-{mode}") } else { String::new() };
    let names: Vec<String> = record.engines.iter().map(|e| plain(&e.name)).collect();
    if record.engines.iter().all(|e| !e.ours)
        && let [first, .., last] = &names[..]
    {
        let more = if names.len() > 2 { format!("-of-{}", names.len()) } else { String::new() };
        return format!("{last}-over-{first}{more}{apart}");
    }
    let commit = record.source.commit.as_deref().unwrap_or("nocommit");
    let dirty = if record.source.dirty == Some(true) { "-dirty" } else { "" };
    format!("{commit}{dirty}{apart}")
}

/// Returns a name in the characters of a file name.
fn plain(name: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() || "._".contains(c) { c } else { '-' };
    let text: String = name.chars().take(NAME).map(keep).collect();
    text.trim_matches(['-', '.']).to_owned()
}

impl RecordFile {
    /// Refers to the file with this path, without writing it.
    pub fn at(path: PathBuf) -> Self {
        Self { path, made: Vec::new(), journal: None, behind: 0 }
    }

    /// Creates the file `DIR/<cpu>/<date>-<commit>.json`, or `<date>-<engines>.json` if our engine
    /// is not compared; a number is added if that file exists. The folder is created, the free
    /// space is tested, and the record so far is written.
    ///
    /// # Errors
    /// A sentence with the file and the reason.
    pub fn create(directory: &Path, record: &Record) -> Result<Self, String> {
        let folder = directory.join(CpuIdentity::from_machine(&record.machine).folder());
        let made = [folder.as_path(), directory].into_iter().filter(|path| !path.exists());
        let made: Vec<PathBuf> = made.map(Path::to_owned).collect();
        fs::create_dir_all(&folder).map_err(|e| message("make the folder", &folder, &e))?;
        let date = record.started.get(..10).unwrap_or("undated");
        let name = name(record);
        let room = temporary(&folder).and_then(|mut probe| probe.write_all(&vec![b' '; ROOM]));
        room.map_err(|e| message("write to", &folder, &e))?;
        let failed = |e: io::Error| message("write a record to", &folder, &e);
        let mut file = filled(&folder, record.to_json().as_bytes()).map_err(failed)?;
        // Other runs may choose the same name concurrently; creating the file claims it.
        for number in 1..=MOST_NAMES {
            let number = if number == 1 { String::new() } else { format!("-{number}") };
            let path = folder.join(format!("{date}-{name}{number}.json"));
            match file.persist_noclobber(&path) {
                Ok(_) => return Ok(Self { made, ..Self::at(path) }),
                Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => file = taken.file,
                Err(other) => return Err(failed(other.error)),
            }
        }
        Err(format!("no free name in {}", folder.display()))
    }

    /// Returns the path of the record.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the file that [`RecordFile::create`] made, if there is nothing to keep.
    pub fn discard(self) {
        let _ = fs::remove_file(&self.path);
        for folder in &self.made {
            // A folder with other contents remains.
            let _ = fs::remove_dir(folder);
        }
    }

    /// Replaces the file atomically, so that a readable record exists at every moment, and removes the
    /// journal.
    ///
    /// # Errors
    /// A sentence with the file and the reason; the previous file is kept.
    pub fn write<T: Serialize + DeserializeOwned>(&mut self, record: &T) -> Result<(), String> {
        replace_record(&self.path, record).map_err(|e| message("write", &self.path, &e))?;
        (self.journal, self.behind) = (None, 0);
        let journal = journal_path(&self.path);
        match fs::remove_file(&journal) {
            Err(e) if e.kind() != ErrorKind::NotFound => Err(message("remove", &journal, &e)),
            _ => Ok(()),
        }
    }

    /// Replaces the file if its journal has items that the record lacks.
    ///
    /// # Errors
    /// As [`RecordFile::write`].
    pub fn settle<T: Serialize + DeserializeOwned>(&mut self, record: &T) -> Result<(), String> {
        if journal_path(&self.path).exists() { self.write(record) } else { Ok(()) }
    }

    /// Stores an item; the record has `of` items with it. The item goes to the journal. Once a fifth of the items
    /// are only in the journal, the record is rewritten. The amount written is thus linear in the number of items.
    ///
    /// # Errors
    /// A sentence with the file and the reason.
    pub fn append<T: Serialize + DeserializeOwned>(
        &mut self,
        record: &T,
        started: &str,
        item: &impl Serialize,
        of: usize,
    ) -> Result<(), String> {
        self.behind += 1;
        if 5 * self.behind >= of {
            return self.write(record);
        }
        let path = journal_path(&self.path);
        self.journal(&path, started, item).map_err(|e| message("write", &path, &e))
    }

    fn journal(&mut self, path: &Path, started: &str, item: &impl Serialize) -> io::Result<()> {
        let mut lines = String::new();
        let file = match &mut self.journal {
            Some(file) => file,
            None => {
                let head = JournalHead { started: started.to_owned() };
                lines = serde_json::to_string(&head)? + "\n";
                self.journal.insert(files::check(path).and_then(|()| File::create(path))?)
            }
        };
        lines += &(serde_json::to_string(item)? + "\n");
        file.write_all(lines.as_bytes())?;
        file.sync_data()
    }
}

/// Returns the items in the journal of the record with this start time. An incomplete last line is
/// ignored.
///
/// # Errors
/// A sentence, if the journal cannot be read or belongs to another record.
pub fn journaled<T: DeserializeOwned>(record: &Path, started: &str) -> Result<Vec<T>, String> {
    let path = journal_path(record);
    let failed = |what: String| format!("{}: {what}", path.display());
    let text = match files::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error.to_string())),
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
    };
    let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let Some(head) = lines.next() else { return Ok(Vec::new()) };
    let head: JournalHead =
        serde_json::from_str(head).map_err(|_| failed("no journal of a record".to_owned()))?;
    if head.started != started {
        let other = head.started;
        return Err(failed(format!(
            "the journal of a run that began at {other}, not of this record"
        )));
    }
    let item = |(index, line)| {
        let invalid = |error| failed(format!("line {}: {error}", index + 2));
        serde_json::from_str(line).map_err(invalid)
    };
    lines.enumerate().map(item).collect()
}

/// Creates a temporary file with an unpredictable name, which is removed when dropped. Its permissions
/// are those of other new files.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".partial");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Creates a temporary file with these contents, and synchronises it to disk.
fn filled(folder: &Path, contents: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = temporary(folder)?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Replaces a record atomically, after checking that it can be read back: JSON has no NaN or infinity, so
/// a record with one would be lost.
///
/// # Errors
/// If the record cannot be read back or written; the previous file is kept.
pub fn replace_record<T: Serialize + DeserializeOwned>(path: &Path, record: &T) -> io::Result<()> {
    let text = to_json(record);
    let lost = |error| format!("it could not be read back: {error}");
    // The file lacks null members, such as infinite numbers, so the text with them is read too.
    for text in [&serde_json::to_string(record)?, &text] {
        serde_json::from_str::<T>(text)
            .map_err(|error| io::Error::new(ErrorKind::InvalidData, lost(error)))?;
    }
    replace(path, &text)
}

/// Replaces a file atomically: a reader sees the old or the new contents, and the old file remains if
/// the new one cannot be written.
///
/// # Errors
/// If the file cannot be written.
pub fn replace(path: &Path, contents: &(impl AsRef<[u8]> + ?Sized)) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    files::check(path)?;
    // A link in `/dev` to a file, such as `/dev/stdout`, belongs to the system.
    if folder == Some(Path::new("/dev")) {
        return Err(Error::new(ErrorKind::InvalidInput, "it is a device, not a file"));
    }
    filled(folder.unwrap_or(Path::new(".")), contents.as_ref())?.persist(path)?;
    Ok(())
}

/// A lock on an output, so that only one run at a time writes it. The lock is the file `.NAME.lock`
/// in the same folder, which contains the process id. The system releases the lock when the process
/// ends. `None` if the lock file cannot be created or the file system has no locks.
#[derive(Debug)]
pub struct OutputLock(Option<(PathBuf, File)>);

impl OutputLock {
    /// Locks an output, which need not exist.
    ///
    /// # Errors
    /// If another run holds the lock, or the output is a FIFO or device.
    pub fn new(output: &Path) -> io::Result<Self> {
        files::check(output)?;
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        let path = output.with_file_name(format!(".{name}.lock"));
        let own = std::process::id().to_string();
        loop {
            let mut options = OpenOptions::new();
            let opened = options.read(true).write(true).create(true).truncate(false).open(&path);
            // The run itself reports a folder that is not writable.
            let Ok(mut file) = opened else { return Ok(Self(None)) };
            let id = || fs::read_to_string(&path);
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    let id = id().ok().filter(|id| !id.is_empty());
                    let holder = id.map_or(String::new(), |id| format!(", process {id}"));
                    let text = format!("another run writes it{holder}");
                    return Err(Error::new(ErrorKind::ResourceBusy, text));
                }
                Err(TryLockError::Error(_)) => return Ok(Self(None)),
                Ok(()) => file.set_len(0).and_then(|()| write!(file, "{own}"))?,
            }
            // A run that just ended may have removed the opened file; a mandatory lock prevents
            // reading it.
            if id().map_or_else(|e| e.kind() != ErrorKind::NotFound, |id| id == own) {
                return Ok(Self(Some((path, file))));
            }
        }
    }
}

impl Drop for OutputLock {
    fn drop(&mut self) {
        // Removing the file before unlocking it is safe, since this run still holds the lock.
        if let Some((path, _file)) = self.0.take() {
            let _ = fs::remove_file(path);
        }
    }
}

/// Locks an output, as [`OutputLock::new`] does.
///
/// # Errors
/// A sentence that names the output.
pub fn lock(output: &Path) -> Result<OutputLock, String> {
    OutputLock::new(output).map_err(|error| format!("{}: {error}", output.display()))
}
