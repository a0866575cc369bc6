//! Gaviota tables: the distance to mate of every position of up to five pieces (Umko, 2.5).
//!
//! | module | what |
//! |---|---|
//! | `army` | the pieces of a position, for names and indices of tables |
//! | `index` | the index of a position in its table |
//! | `file` | the file of a table: header, index, blocks |
//! | `decode` | a block: LZMA, one byte per position |
//! | `cache` | a cache of decoded blocks |
//!
//! The format is the published probing code's, compression scheme 4 (`*.gtb.cp4`).

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

/// The extension of the files.
const ENDING: &str = ".gtb.cp4";

/// One table: the distances of every position with certain pieces.
#[derive(Debug)]
pub struct GaviotaTable {
    key: MaterialKey,
    men: u32,
    file: GaviotaFile,
}

impl GaviotaTable {
    /// Returns the table of these bytes; its name, such as `kqkr`, determines the pieces.
    ///
    /// # Errors
    /// If no table has that name, or the bytes are not such a table.
    pub fn new(name: &str, bytes: TableBytes) -> Result<Self, TableFault> {
        let unknown = || TableFault::Header(format!("'{name}' is not the name of a table"));
        let [first, second] = parse_name(name).ok_or_else(unknown)?;
        let size = index::size(&first, &second).ok_or_else(unknown)?;
        let men = 2 + (first.len() + second.len()) as u32;
        let key = MaterialKey::new(&first, &second);
        Ok(Self { key, men, file: GaviotaFile::new(bytes, size)? })
    }
}

/// The Gaviota tables of some folders.
#[derive(Debug)]
pub struct Gaviota {
    tables: Vec<GaviotaTable>,
    by_key: HashMap<MaterialKey, usize>,
    cache: BlockCache,
    men: u32,
}

impl Gaviota {
    /// Returns a set of these tables, with a cache of this many MiB.
    pub fn new(tables: Vec<GaviotaTable>, cache_megabytes: usize) -> Self {
        let by_key = tables.iter().enumerate().map(|(number, table)| (table.key, number)).collect();
        let men = tables.iter().map(|table| table.men).max().unwrap_or(0);
        Self { tables, by_key, cache: BlockCache::new(cache_megabytes), men }
    }

    /// Opens the tables of some folders; also returns errors of files that have the name of a table
    /// but are invalid. Of two files with one name the first is used.
    pub fn open<P: AsRef<Path>>(
        folders: &[P],
        cache_megabytes: usize,
    ) -> (Self, Vec<TableFileError>) {
        let (mut tables, mut errors): (Vec<GaviotaTable>, _) = (Vec::new(), Vec::new());
        for folder in folders {
            for (path, name) in super::folder::files(folder.as_ref(), ENDING, &mut errors) {
                match TableBytes::open(&path).and_then(|bytes| GaviotaTable::new(&name, bytes)) {
                    Ok(table) if tables.iter().any(|other| other.key == table.key) => {}
                    Ok(table) => tables.push(table),
                    Err(error) => errors.push(TableFileError { path, error }),
                }
            }
        }
        (Self::new(tables, cache_megabytes), errors)
    }

    /// Returns the number of tables.
    pub fn count(&self) -> usize {
        self.tables.len()
    }

    /// Returns the most pieces in a table, 0 without tables.
    pub const fn men(&self) -> u32 {
        self.men
    }

    /// Returns the distance to mate of a position without its en passant capture. `None` if no
    /// table has the position, or if a side may castle. `state`'s en passant square is not read.
    ///
    /// # Errors
    /// If the table is damaged at this position, or cannot be read.
    pub fn probe(
        &self,
        planes: &Planes,
        state: &State,
    ) -> Result<Option<MateDistance>, TableFault> {
        if state.castling.0 != 0 || planes.occupied().count_ones() > self.men.max(2) {
            return Ok(None);
        }
        let army = |color| Army::from_planes(planes, color);
        let (Some(white), Some(black)) = (army(Color::White), army(Color::Black)) else {
            return Ok(None);
        };
        if white.kinds().is_empty() && black.kinds().is_empty() {
            return Ok(Some(MateDistance::Draw));
        }
        let straight = self.by_key.get(&MaterialKey::new(white.kinds(), black.kinds()));
        let turned = || self.by_key.get(&MaterialKey::new(black.kinds(), white.kinds()));
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
        // A legal position is never marked as impossible.
        let impossible = TableFault::Value(place.unwrap_or(0) as u64);
        decode::unpack(value, !first_moves).map(Some).ok_or(impossible)
    }
}
