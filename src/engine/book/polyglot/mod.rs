//! Polyglot's books: 16 bytes per move, sorted by the key of the position.
//!
//! All numbers are big-endian: key (8 bytes), move (2), weight (2), learn (4).

mod entry;
mod key;
mod random;

pub use entry::{ENTRY_BYTES, PolyglotEntry, encode_move};
pub use key::{openx_key, polyglot_key};

use super::error::BookFault;
use nucleus_core::board::RulesBoard;
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::Move;

/// A valid Polyglot book: its entries are complete and sorted by key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolyglotBook {
    /// The bytes of the file; a book of a million entries takes 16 MB.
    bytes: Vec<u8>,
}

impl PolyglotBook {
    /// Parses the bytes of a file.
    ///
    /// # Errors
    /// If there are none, if their number is not a multiple of an entry, or if the keys are not in
    /// order.
    pub fn parse(bytes: Vec<u8>) -> Result<Self, BookFault> {
        if bytes.is_empty() {
            return Err(BookFault::Empty);
        }
        if !bytes.len().is_multiple_of(ENTRY_BYTES) {
            return Err(BookFault::Length(bytes.len()));
        }
        let book = Self { bytes };
        let mut last = 0;
        for (index, entry) in book.entries().enumerate() {
            if entry.key < last {
                return Err(BookFault::Unsorted(index + 1));
            }
            last = entry.key;
        }
        Ok(book)
    }

    /// Returns a book of these entries, sorted by key, then by descending weight.
    pub fn new(mut entries: Vec<PolyglotEntry>) -> Self {
        entries.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight, entry.chess_move));
        Self { bytes: entries.into_iter().flat_map(PolyglotEntry::to_bytes).collect() }
    }

    /// Serializes the book.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.bytes.len() / ENTRY_BYTES
    }

    /// Returns true if the book has no entries.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns all entries, in the order of the file.
    pub fn entries(&self) -> impl Iterator<Item = PolyglotEntry> {
        self.entries_from(0)
    }

    fn entries_from(&self, first: usize) -> impl Iterator<Item = PolyglotEntry> {
        let (entries, _) = self.bytes.as_chunks();
        entries.iter().skip(first).map(|&bytes| PolyglotEntry::from_bytes(bytes))
    }

    /// Returns the entries of a key, in the order of the file, by binary search.
    pub fn probe(&self, key: u64) -> impl Iterator<Item = PolyglotEntry> {
        let (entries, _) = self.bytes.as_chunks();
        let first = entries.partition_point(|&bytes| PolyglotEntry::from_bytes(bytes).key < key);
        self.entries_from(first).take_while(move |entry| entry.key == key)
    }

    /// Returns the book's legal moves for a position, in the order of the file. Entries with an
    /// illegal move, from damage or from another position with the same key, are skipped.
    pub fn moves(&self, board: &RulesBoard) -> Vec<(Move, PolyglotEntry)> {
        let legal = legal_moves(board);
        self.probe(polyglot_key(board))
            .filter_map(|entry| {
                let found = legal.iter().find(|&&chess_move| entry.is_of(board, chess_move));
                found.map(|&chess_move| (chess_move, entry))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::board::{Board, Setup};
    use nucleus_core::kernels::portable;
    use nucleus_core::types::Random;

    fn entry(key: u64, chess_move: u16, weight: u16) -> PolyglotEntry {
        PolyglotEntry { key, chess_move, weight, learn: 0 }
    }

    #[test]
    fn every_key_is_found_and_no_other() {
        let keys = [1, 1, 1, 4, 7, 7, u64::MAX];
        let entries = keys.iter().zip(1..).map(|(&key, weight)| entry(key, 0x031c, weight));
        let book = PolyglotBook::parse(PolyglotBook::new(entries.collect()).to_bytes()).unwrap();
        for key in [0, 1, 2, 3, 4, 5, 6, 7, 8, u64::MAX - 1, u64::MAX] {
            let found = book.probe(key).count();
            assert_eq!(found, keys.iter().filter(|&&k| k == key).count(), "{key}");
        }
        let weights: Vec<u16> = book.entries().map(|entry| entry.weight).collect();
        assert_eq!(weights, [3, 2, 1, 4, 6, 5, 7], "by key, then the greatest weight first");
    }

    #[test]
    fn broken_files_are_refused() {
        let bytes = PolyglotBook::new((0..9).map(|key| entry(key, 0, 1)).collect()).to_bytes();
        assert_eq!(PolyglotBook::parse(Vec::new()), Err(BookFault::Empty));
        for length in 1..bytes.len() {
            let cut = PolyglotBook::parse(bytes[..length].to_vec());
            let entries = length / ENTRY_BYTES;
            match length % ENTRY_BYTES {
                0 => assert_eq!(cut.unwrap().len(), entries),
                _ => assert_eq!(cut, Err(BookFault::Length(length))),
            }
        }
        let mut swapped = bytes;
        swapped.swap(16 * 4 + 7, 16 * 5 + 7);
        assert_eq!(PolyglotBook::parse(swapped), Err(BookFault::Unsorted(6)));
    }

    #[test]
    fn any_bytes_are_refused_or_probed() {
        let board = RulesBoard::new(&Setup::start(), portable::Token);
        let key = polyglot_key(&board);
        let mut random = Random::new(20_260_101);
        for _ in 0..2_000 {
            let mut bytes: Vec<u8> = (0..random.below(100)).map(|_| random.bits() as u8).collect();
            if let Ok(book) = PolyglotBook::parse(bytes.clone()) {
                book.moves(&board);
            }
            // The same bytes with the key of the position in each entry, so that the moves are read.
            bytes.truncate(bytes.len() / 16 * 16);
            bytes.chunks_mut(16).for_each(|entry| entry[..8].copy_from_slice(&key.to_be_bytes()));
            let Ok(book) = PolyglotBook::parse(bytes) else { continue };
            let legal = legal_moves(&board);
            assert_eq!(book.probe(key).count(), book.len());
            assert!(book.moves(&board).iter().all(|(found, _)| legal.iter().any(|m| m == found)));
        }
    }
}
