//! Gaviota tables: the distance to mate of every position of up to five pieces (Umko, 2.5).
//!
//! | module | what |
//! |---|---|
//! | `army` | the pieces of a position as tables name and count them |
//! | `index` | the number of a position in its table |
//! | `file` | a file: header, index, blocks |
//! | `decode` | a block: LZMA, one byte a position |
//! | `cache` | decoded blocks |
//!
//! The format is that of the published probing code, compression scheme 4 (`*.gtb.cp4`).

mod army;
mod cache;
mod decode;
mod file;
mod index;

use std::collections::HashMap;
use std::path::Path;

use super::distance::MateDistance;
use super::error::{TableFault, TableFileError};
use super::source::TableBytes;
use army::{Army, MaterialKey, parse_name};
use cache::BlockCache;
use file::GaviotaFile;
use nucleus_core::board::State;
use nucleus_core::matrix::Planes;
use nucleus_core::types::Color;

/// The ending of the files that are read.
const ENDING: &str = ".gtb.cp4";

/// One table of bytes: the distances of every position of some pieces.
#[derive(Debug)]
pub struct GaviotaTable {
    key: MaterialKey,
    men: u32,
    file: GaviotaFile,
}

impl GaviotaTable {
    /// The table of these bytes; its name, as `kqkr`, says of which pieces.
    ///
    /// # Errors
    /// When no table has that name, or the bytes are not such a table.
    pub fn new(name: &str, bytes: TableBytes) -> Result<Self, TableFault> {
        let unknown = || TableFault::Header(format!("'{name}' is no name of a table"));
        let [first, second] = parse_name(name).ok_or_else(unknown)?;
        let size = index::size(&first, &second).ok_or_else(unknown)?;
        let men = 2 + (first.len() + second.len()) as u32;
        let key = MaterialKey::of(&first, &second);
        Ok(Self { key, men, file: GaviotaFile::new(bytes, size)? })
    }
}

/// Gaviota tables, from folders.
#[derive(Debug)]
pub struct Gaviota {
    tables: Vec<GaviotaTable>,
    by_key: HashMap<MaterialKey, usize>,
    cache: BlockCache,
    men: u32,
}

impl Gaviota {
    /// These tables, with a cache of this many MiB.
    pub fn new(tables: Vec<GaviotaTable>, cache_megabytes: usize) -> Self {
        let by_key = tables.iter().enumerate().map(|(number, table)| (table.key, number)).collect();
        let men = tables.iter().map(|table| table.men).max().unwrap_or(0);
        Self { tables, by_key, cache: BlockCache::new(cache_megabytes), men }
    }

    /// Opens the tables of some folders; returns also the faults of files that have the name of a
    /// table and are none. Of two files of one name the first is taken.
    pub fn open<P: AsRef<Path>>(
        folders: &[P],
        cache_megabytes: usize,
    ) -> (Self, Vec<TableFileError>) {
        let (mut tables, mut faults): (Vec<GaviotaTable>, _) = (Vec::new(), Vec::new());
        for folder in folders {
            for (path, name) in super::folder::files(folder.as_ref(), ENDING, &mut faults) {
                match TableBytes::open(&path).and_then(|bytes| GaviotaTable::new(&name, bytes)) {
                    Ok(table) if tables.iter().any(|other| other.key == table.key) => {}
                    Ok(table) => tables.push(table),
                    Err(fault) => faults.push(TableFileError { path, fault }),
                }
            }
        }
        (Self::new(tables, cache_megabytes), faults)
    }

    /// Returns the number of tables.
    pub fn count(&self) -> usize {
        self.tables.len()
    }

    /// The most pieces of a table, 0 without tables.
    pub const fn men(&self) -> u32 {
        self.men
    }

    /// The distance to mate of a position, its en passant capture left out; `None` when no table
    /// has it. The state gives the side to move; castling rights are none of a table's.
    ///
    /// # Errors
    /// When the table is damaged there, or cannot be read.
    pub fn probe(
        &self,
        planes: &Planes,
        state: &State,
    ) -> Result<Option<MateDistance>, TableFault> {
        if state.castling.0 != 0 || planes.occupied().count_ones() > self.men.max(2) {
            return Ok(None);
        }
        let army = |color| Army::of(planes, color);
        let (Some(white), Some(black)) = (army(Color::White), army(Color::Black)) else {
            return Ok(None);
        };
        if white.kinds().is_empty() && black.kinds().is_empty() {
            return Ok(Some(MateDistance::Draw));
        }
        let straight = self.by_key.get(&MaterialKey::of(white.kinds(), black.kinds()));
        let turned = || self.by_key.get(&MaterialKey::of(black.kinds(), white.kinds()));
        let (&number, first, second, first_moves) = if let Some(number) = straight {
            (number, white, black, state.side == Color::White)
        } else if let Some(number) = turned() {
            let turn = |square| square ^ 56;
            (number, black.moved(turn), white.moved(turn), state.side == Color::Black)
        } else {
            return Ok(None);
        };
        let Some(table) = self.tables.get(number) else { return Ok(None) };
        let place = index::index(&first, &second);
        let Some((block, at)) = place.and_then(|index| table.file.place(index, !first_moves))
        else {
            return Ok(None);
        };
        let values = self.cache.get((number as u32, block), || table.file.block(block))?;
        let value = values.get(at).copied().unwrap_or(3);
        // No position that a game reaches is marked as impossible.
        let impossible = TableFault::Value(place.unwrap_or(0) as u64);
        decode::unpack(value, !first_moves).map(Some).ok_or(impossible)
    }
}
