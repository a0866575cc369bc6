//! The file of an OPENX book, version 1: a header of 24 bytes, then 52 bytes per position, sorted
//! by key. Numbers are big-endian. `docs/PLAYING.md` has the table.

use super::OpenxBook;
use super::position::{OpenxPosition, PackedPosition, Verdict};
use crate::book::error::BookFault;
use nucleus_core::types::fnv1a;
use nucleus_core::types::score::INFINITE;

/// The first bytes of every file. The line ends reveal a transfer that changes them.
const MAGIC: [u8; 8] = *b"OPENX\r\n\x1a";
const VERSION: u16 = 1;
const HEADER: usize = 24;
const RECORD: usize = 52;
/// The stored score of a position without a score.
const NO_SCORE: i16 = i16::MIN;

fn checksum(header: &[u8], records: &[u8]) -> u64 {
    fnv1a(header.iter().chain(records).copied())
}

/// Reads numbers in sequence.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        if let Some((first, rest)) = self.0.split_at_checked(N) {
            bytes.copy_from_slice(first);
            self.0 = rest;
        }
        bytes
    }
}

fn read_position(record: &[u8]) -> Result<OpenxPosition, String> {
    let mut fields = Fields(record);
    let key = u64::from_be_bytes(fields.take());
    let occupied = u64::from_be_bytes(fields.take());
    let pieces = fields.take();
    let [flags, en_passant, depth, spare] = fields.take();
    let games = u32::from_be_bytes(fields.take());
    let half_points = u32::from_be_bytes(fields.take());
    let chess_move = u16::from_be_bytes(fields.take());
    let score = i16::from_be_bytes(fields.take());
    let value = i16::from_be_bytes(fields.take());
    if spare != 0 || fields.take() != [0, 0] || flags & !31 != 0 {
        return Err("bits that version 1 does not use".to_owned());
    }
    if u64::from(half_points) > 2 * u64::from(games) {
        return Err(format!("{half_points} half points in {games} games"));
    }
    let possible = |score: i16| score > -INFINITE && score < INFINITE;
    if !possible(value) || score != NO_SCORE && !possible(score) {
        return Err("a score beyond any mate".to_owned());
    }
    let score = (score != NO_SCORE).then_some(score);
    let verdict = match (depth, score) {
        (0, None) if chess_move == 0 => None,
        (1..=254, Some(_)) | (255, _) => Some(Verdict { chess_move, score, depth }),
        _ => return Err(format!("a search of depth {depth} that does not fit its move and score")),
    };
    let packed = PackedPosition { occupied, pieces, flags, en_passant };
    Ok(OpenxPosition { key, packed, games, half_points, verdict, value })
}

fn write_position(bytes: &mut Vec<u8>, position: &OpenxPosition) {
    let OpenxPosition { key, packed, games, half_points, verdict, value } = position;
    let (chess_move, score, depth) = match verdict {
        Some(verdict) => (verdict.chess_move, verdict.score.unwrap_or(NO_SCORE), verdict.depth),
        None => (0, NO_SCORE, 0),
    };
    bytes.extend(key.to_be_bytes());
    bytes.extend(packed.occupied.to_be_bytes());
    bytes.extend(packed.pieces);
    bytes.extend([packed.flags, packed.en_passant, depth, 0]);
    bytes.extend(games.to_be_bytes());
    bytes.extend(half_points.to_be_bytes());
    bytes.extend(chess_move.to_be_bytes());
    bytes.extend(score.to_be_bytes());
    bytes.extend(value.to_be_bytes());
    bytes.extend([0, 0]);
}

impl OpenxBook {
    /// Returns true if the bytes begin like an OPENX file.
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Parses the bytes of a file. The legality of a position is checked when it is first used.
    ///
    /// # Errors
    /// If the version, the length or the checksum is wrong, a position is impossible, or the
    /// positions are not sorted.
    pub fn parse(bytes: &[u8]) -> Result<Self, BookFault> {
        let found = bytes.len() as u64;
        let Some((header, records)) = bytes.split_at_checked(HEADER) else {
            return Err(BookFault::Cut { expected: HEADER as u64, found });
        };
        let mut fields = Fields(&header[MAGIC.len()..]);
        let version = u16::from_be_bytes(fields.take());
        let record = u16::from_be_bytes(fields.take());
        let count = u32::from_be_bytes(fields.take());
        let sum = u64::from_be_bytes(fields.take());
        if version != VERSION || usize::from(record) != RECORD || !Self::is_one(bytes) {
            return Err(BookFault::Version { version, record, known: VERSION });
        }
        let expected = HEADER as u64 + RECORD as u64 * u64::from(count);
        if expected != found {
            return Err(BookFault::Cut { expected, found });
        }
        if checksum(&header[..16], records) != sum {
            return Err(BookFault::Checksum);
        }
        let mut positions: Vec<OpenxPosition> = Vec::with_capacity(records.len() / RECORD);
        for (index, record) in records.chunks_exact(RECORD).enumerate() {
            let failed = |reason| BookFault::Position { number: index + 1, reason };
            let position = read_position(record).map_err(failed)?;
            if positions.last().is_some_and(|last| last.key >= position.key) {
                return Err(failed("its key is not greater than the one before it".to_owned()));
            }
            positions.push(position);
        }
        Ok(Self { positions })
    }

    /// Serializes the book.
    pub fn to_bytes(&self) -> Vec<u8> {
        let positions = self.positions();
        let mut bytes = Vec::with_capacity(HEADER + RECORD * positions.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_be_bytes());
        bytes.extend((RECORD as u16).to_be_bytes());
        bytes.extend((positions.len() as u32).to_be_bytes());
        let mut records = Vec::with_capacity(RECORD * positions.len());
        positions.iter().for_each(|position| write_position(&mut records, position));
        bytes.extend(checksum(&bytes, &records).to_be_bytes());
        bytes.extend(records);
        bytes
    }
}
