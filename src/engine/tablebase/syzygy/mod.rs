//! Syzygy tables: won, drawn or lost, and the distance to the next capture or pawn move.
//!
//! | module | what |
//! |---|---|
//! | `probe` | the value of a position, with captures; distances |
//! | `table` | the file of a table: its parts, the index of a position |
//! | `groups` | the numbering of positions |
//! | `numbers` | the fixed numberings: kings, pawns |
//! | `material` | the pieces of a table |
//! | `pairs` | the compression |
//!
//! The format is R. de Man's (2013), as described by his published probing code and its descendants
//! under the MIT licence.

mod groups;
mod material;
mod numbers;
mod pairs;
mod probe;
mod table;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::error::{TableFault, TableFileError};
use super::source::TableBytes;
use material::{MenKey, Shape};
use nucleus_core::matrix::Planes;
use nucleus_core::types::Color;
pub use table::{SyzygyKind, SyzygyTable};

/// A file that is read at its first use.
#[derive(Debug)]
struct LazyTable {
    path: PathBuf,
    table: OnceLock<Result<SyzygyTable, TableFault>>,
}

impl LazyTable {
    fn get(&self, kind: SyzygyKind, shape: &Shape) -> Result<&SyzygyTable, TableFault> {
        let open = || SyzygyTable::new(TableBytes::open(&self.path)?, kind, shape.clone());
        self.table.get_or_init(open).as_ref().map_err(Clone::clone)
    }
}

/// The files of one combination of pieces.
#[derive(Debug)]
struct SyzygyEntry {
    shape: Shape,
    /// The files by kind.
    files: [Option<LazyTable>; 2],
}

/// The Syzygy tables of some folders.
#[derive(Debug, Default)]
pub struct Syzygy {
    entries: Vec<SyzygyEntry>,
    by_key: HashMap<MenKey, usize>,
    men: u32,
}

impl Syzygy {
    /// Opens the tables of some folders; also returns errors of files that have the name of a table
    /// but are invalid. Of two files with one name the first is used. Only lengths and first bytes
    /// are checked; the rest is read at a table's first use.
    pub fn open<P: AsRef<Path>>(folders: &[P]) -> (Self, Vec<TableFileError>) {
        let (mut set, mut errors) = (Self::default(), Vec::new());
        for folder in folders {
            for kind in [SyzygyKind::Wdl, SyzygyKind::Dtz] {
                for (path, name) in
                    super::folder::files(folder.as_ref(), kind.ending(), &mut errors)
                {
                    match look(&path, &name, kind) {
                        Ok(shape) => set.add(shape, kind, path),
                        Err(error) => errors.push(TableFileError { path, error }),
                    }
                }
            }
        }
        (set, errors)
    }

    fn add(&mut self, shape: Shape, kind: SyzygyKind, path: PathBuf) {
        let known = self.by_key.get(&shape.key()).copied();
        let number = known.unwrap_or(self.entries.len());
        if known.is_none() {
            self.by_key.insert(shape.key(), number);
            self.by_key.insert(shape.turned_key(), number);
            self.entries.push(SyzygyEntry { shape: shape.clone(), files: [None, None] });
        }
        let Some(entry) = self.entries.get_mut(number) else { return };
        // A name with the sides exchanged means another order of pieces, not another table.
        if entry.shape != shape {
            return;
        }
        let place = &mut entry.files[kind as usize];
        if place.is_none() {
            *place = Some(LazyTable { path, table: OnceLock::new() });
        }
        if kind == SyzygyKind::Wdl {
            self.men = self.men.max(shape.men() as u32);
        }
    }

    /// Returns the number of tables of a kind.
    pub fn count(&self, kind: SyzygyKind) -> usize {
        self.entries.iter().filter(|entry| entry.files[kind as usize].is_some()).count()
    }

    /// Returns the most pieces in a WDL table, 0 without tables.
    pub const fn men(&self) -> u32 {
        self.men
    }

    /// Returns the table for a position's pieces; `None` if there is no such table.
    fn table(&self, planes: &Planes, kind: SyzygyKind) -> Result<Option<&SyzygyTable>, TableFault> {
        let number = self.by_key.get(&MenKey::from_planes(planes, Color::White));
        let Some(entry) = number.and_then(|&number| self.entries.get(number)) else {
            return Ok(None);
        };
        let file = entry.files[kind as usize].as_ref();
        file.map(|file| file.get(kind, &entry.shape)).transpose()
    }
}

/// Checks a file's length and first bytes; returns the pieces of its name.
fn look(path: &Path, name: &str, kind: SyzygyKind) -> Result<Shape, TableFault> {
    let unknown = || TableFault::Header(format!("'{name}' is not the name of a table"));
    let shape = Shape::parse(name).ok_or_else(unknown)?;
    let read = |error: std::io::Error| TableFault::Read(error.to_string());
    let mut first = [0; 4];
    let mut file = nucleus_base::files::open(path).map_err(read)?;
    let length = file.metadata().map_err(read)?.len();
    let cut = |_| TableFault::Cut { offset: 0, expected: 4, length };
    std::io::Read::read_exact(&mut file, &mut first).map_err(cut)?;
    kind.check(length, first)?;
    Ok(shape)
}
