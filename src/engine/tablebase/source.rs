//! The bytes of a table. They are read on demand; each read is checked against the file's length.

use nucleus_base::files;
use std::fs::File;
use std::path::Path;

use super::error::TableFault;

/// Files up to this size, in bytes, are held in memory.
const HELD: u64 = 1 << 20;

/// Bytes of a table, in memory or in a file.
///
/// Files are read, not memory-mapped: a mapped file that shrinks while in use would end the process,
/// and a map requires `unsafe`. The system caches frequent reads.
#[derive(Debug)]
pub struct TableBytes {
    length: u64,
    store: ByteStore,
}

#[derive(Debug)]
enum ByteStore {
    Held(Vec<u8>),
    #[cfg(unix)]
    File(File),
    #[cfg(not(unix))]
    File(std::sync::Mutex<File>),
}

impl From<Vec<u8>> for TableBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self { length: bytes.len() as u64, store: ByteStore::Held(bytes) }
    }
}

impl TableBytes {
    /// Opens the file of a table.
    ///
    /// # Errors
    /// If it is not a regular file or cannot be read.
    pub fn open(path: &Path) -> Result<Self, TableFault> {
        let read = |error: std::io::Error| TableFault::Read(error.to_string());
        let file = files::open(path).map_err(read)?;
        let length = file.metadata().map_err(read)?.len();
        if length <= HELD {
            return files::read(path).map(Self::from).map_err(read);
        }
        #[cfg(not(unix))]
        let file = std::sync::Mutex::new(file);
        Ok(Self { length, store: ByteStore::File(file) })
    }

    /// Returns the length in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Fills `into` with bytes from `offset` on.
    ///
    /// # Errors
    /// If the file has fewer bytes or cannot be read.
    pub fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), TableFault> {
        let expected = into.len() as u64;
        let cut = TableFault::Cut { offset, expected, length: self.length };
        let Some(end) = offset.checked_add(expected).filter(|&end| end <= self.length) else {
            return Err(cut);
        };
        match &self.store {
            ByteStore::Held(bytes) => {
                let held = bytes.get(offset as usize..end as usize).ok_or(cut)?;
                into.copy_from_slice(held);
                Ok(())
            }
            #[cfg(unix)]
            ByteStore::File(file) => {
                use std::os::unix::fs::FileExt;
                file.read_exact_at(into, offset)
                    .map_err(|error| TableFault::Read(error.to_string()))
            }
            #[cfg(not(unix))]
            ByteStore::File(file) => {
                use std::io::{Read, Seek, SeekFrom};
                let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                file.seek(SeekFrom::Start(offset))
                    .and_then(|_| file.read_exact(into))
                    .map_err(|error| TableFault::Read(error.to_string()))
            }
        }
    }

    /// Returns `count` bytes from `offset` on.
    ///
    /// # Errors
    /// As for [`TableBytes::read`]; nothing is allocated for bytes after the end.
    pub fn bytes(&self, offset: u64, count: u64) -> Result<Vec<u8>, TableFault> {
        if offset.checked_add(count).is_none_or(|end| end > self.length) {
            return Err(TableFault::Cut { offset, expected: count, length: self.length });
        }
        let mut bytes = vec![0; count as usize];
        self.read(offset, &mut bytes)?;
        Ok(bytes)
    }

    /// Returns an array of bytes from `offset` on.
    ///
    /// # Errors
    /// As for [`TableBytes::read`].
    pub fn array<const N: usize>(&self, offset: u64) -> Result<[u8; N], TableFault> {
        let mut bytes = [0; N];
        self.read(offset, &mut bytes)?;
        Ok(bytes)
    }
}
