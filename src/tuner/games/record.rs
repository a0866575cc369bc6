//! The format of a game.
//!
//! | offset | bytes | contents |
//! |---:|---:|---|
//! | 0 | 4 | number of the game |
//! | 4 | 4 | nodes of its searches |
//! | 8 | 2 | number of moves with a score |
//! | 10 | 1 | number of opening moves |
//! | 11 | 1 | bits 0 and 1: Black won (0), draw (1), White won (2); bits 2 to 7: reason of the end |
//! | 12 | 1 | 0: the usual start position; 1: a Chess960 position, whose number comes next, 2 bytes |
//! | | | opening moves, 2 bytes each; moves with scores, 2 and 2 bytes each |
//! | | 4 | FNV-1a of all bytes before |
//!
//! Numbers are little-endian. A move has 6 bits each for its origin and target squares and 4 for its kind, as
//! [`Move`] has them; a score is in centipawns for the side to move.

use nucleus_core::board::Setup;
use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::{Color, Move, Score, fnv1a};
use nucleus_matches::Ending;
use thiserror::Error;

use super::opening::chess960;
use super::play::{ScoredGame, ScoredPly, SelfPlayEnd};

/// Size of the fields before the moves, in bytes.
const HEAD: usize = 13;
/// Size of the checksum, in bytes.
const CHECKSUM: usize = 4;

/// An error in the bytes of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RecordFault {
    /// The bytes end before the game does.
    #[error("the file ends within the game")]
    Truncated,
    /// The checksum does not match.
    #[error("the game's checksum is wrong")]
    Checksum,
    /// A field has an invalid value: the value, and the field's name.
    #[error("{0} is no {1}")]
    Field(u8, &'static str),
}

/// A game, read in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredGame<'a> {
    /// Number of the game in the run, from 1.
    pub number: u32,
    /// Number of nodes of the game's searches.
    pub nodes: u32,
    /// Result of the game.
    pub outcome: Outcome,
    /// Reason of the result.
    pub end: SelfPlayEnd,
    chess960: Option<u16>,
    opening: &'a [[u8; 2]],
    plies: &'a [[u8; 4]],
}

impl<'a> StoredGame<'a> {
    /// Decodes the game at the beginning of `bytes`; also returns its length in bytes.
    ///
    /// # Errors
    /// If the bytes end before the game does, or the game is damaged.
    pub fn decode(bytes: &'a [u8]) -> Result<(Self, usize), RecordFault> {
        let head = bytes.get(..HEAD).ok_or(RecordFault::Truncated)?;
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| head[at + i]));
        let plies = usize::from(u16::from_le_bytes([head[8], head[9]]));
        let start = HEAD + 2 * usize::from(head[12] == 1);
        let scored = start + 2 * usize::from(head[10]);
        let end = scored + 4 * plies;
        let length = end + CHECKSUM;
        let data = bytes.get(..length).ok_or(RecordFault::Truncated)?;
        if data[end..] != checksum(&data[..end]).to_le_bytes() {
            return Err(RecordFault::Checksum);
        }
        let chess960 = data[HEAD..start].as_chunks().0.first().map(|&two| u16::from_le_bytes(two));
        if head[12] > 1 || chess960.is_some_and(|number| number >= 960) {
            return Err(RecordFault::Field(head[12], "start position"));
        }
        let code = head[11] >> 2;
        let end_of_game = ENDS.get(usize::from(code)).copied();
        let record = Self {
            number: word(0),
            nodes: word(4),
            outcome: outcome(head[11] & 3)?,
            end: end_of_game.ok_or(RecordFault::Field(code, "end of a game"))?,
            chess960,
            opening: data[start..scored].as_chunks().0,
            plies: data[scored..end].as_chunks().0,
        };
        Ok((record, length))
    }

    /// Returns the start position.
    pub fn start(&self) -> Setup {
        self.chess960.map_or_else(Setup::start, chess960)
    }

    /// Returns the opening moves, unchecked.
    pub fn opening(&self) -> impl ExactSizeIterator<Item = Move> + use<'a> {
        self.opening.iter().map(|&bytes| Move(u16::from_le_bytes(bytes)))
    }

    /// Returns the searched moves with their scores, unchecked.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = ScoredPly> + use<'a> {
        self.plies.iter().map(|&[a, b, c, d]| ScoredPly {
            chess_move: Move(u16::from_le_bytes([a, b])),
            score: Score::from_le_bytes([c, d]),
        })
    }

    /// Returns the number of moves played, opening included. The last move of an adjudicated game is not
    /// played.
    pub fn length(&self) -> usize {
        let agreed = !matches!(self.end, SelfPlayEnd::Rules(_));
        (self.opening.len() + self.plies.len()).saturating_sub(usize::from(agreed))
    }

    /// Returns all moves, including the one that an adjudicated game did not play.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<'a> {
        self.opening().chain(self.plies().map(|ply| ply.chess_move))
    }

    /// Returns a hash of the moves, to find equal games.
    pub fn moves_hash(&self) -> u64 {
        fnv1a(self.moves().flat_map(|chess_move| chess_move.0.to_le_bytes()))
    }

    /// Returns the index of the result among White's wins, draws and Black's wins.
    pub fn place(&self) -> usize {
        2 - usize::from(result_of(self.outcome))
    }
}

/// Encodes a game.
pub fn encode(game: &ScoredGame) -> Vec<u8> {
    let result = result_of(game.outcome);
    let end = ENDS.iter().position(|&end| end == game.end).unwrap_or(ENDS.len()) as u8;
    let mut bytes = Vec::with_capacity(HEAD + 2 * game.opening.len() + 4 * game.plies.len() + 4);
    bytes.extend(game.number.to_le_bytes());
    bytes.extend(u32::try_from(game.nodes).unwrap_or(u32::MAX).to_le_bytes());
    bytes.extend((game.plies.len() as u16).to_le_bytes());
    bytes.extend([game.opening.len() as u8, result | end << 2, game.chess960.is_some() as u8]);
    bytes.extend(game.chess960.iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(game.opening.iter().flat_map(|chess_move| chess_move.0.to_le_bytes()));
    for ScoredPly { chess_move, score } in &game.plies {
        bytes.extend(chess_move.0.to_le_bytes());
        bytes.extend(score.to_le_bytes());
    }
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Returns the 32-bit FNV-1a hash.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Returns the number of a result.
fn result_of(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win(Color::Black) => 0,
        Outcome::Draw | Outcome::Unknown => 1,
        Outcome::Win(Color::White) => 2,
    }
}

fn outcome(bits: u8) -> Result<Outcome, RecordFault> {
    match bits {
        0 => Ok(Outcome::Win(Color::Black)),
        1 => Ok(Outcome::Draw),
        2 => Ok(Outcome::Win(Color::White)),
        other => Err(RecordFault::Field(other, "result")),
    }
}

/// The reasons of the end of a game, by their numbers in a stored game.
const ENDS: [SelfPlayEnd; 9] = [
    SelfPlayEnd::Rules(Ending::Checkmate(Color::White)),
    SelfPlayEnd::Rules(Ending::Checkmate(Color::Black)),
    SelfPlayEnd::Rules(Ending::Stalemate),
    SelfPlayEnd::Rules(Ending::DeadPosition),
    SelfPlayEnd::Rules(Ending::Repetition),
    SelfPlayEnd::Rules(Ending::FiftyMoves),
    SelfPlayEnd::Won,
    SelfPlayEnd::Even,
    SelfPlayEnd::Length,
];

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use nucleus_core::types::{MoveKind, Square};

    /// Returns the scholar's mate, with its first two plies as the opening.
    pub fn scholars_mate() -> ScoredGame {
        let chess_move = |from, to, kind| Move::new(Square::new(from), Square::new(to), kind);
        let ply =
            |from, to, kind, score| ScoredPly { chess_move: chess_move(from, to, kind), score };
        ScoredGame {
            number: 7,
            chess960: None,
            opening: vec![
                chess_move(12, 28, MoveKind::DoublePush),
                chess_move(52, 36, MoveKind::DoublePush),
            ],
            plies: vec![
                ply(3, 39, MoveKind::Quiet, -31),
                ply(57, 42, MoveKind::Quiet, 60),
                ply(5, 26, MoveKind::Quiet, -20),
                ply(62, 45, MoveKind::Quiet, -31_999),
                ply(39, 53, MoveKind::Capture, 31_999),
            ],
            outcome: Outcome::Win(Color::White),
            end: SelfPlayEnd::Rules(Ending::Checkmate(Color::Black)),
            nodes: 6_000,
        }
    }

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let game = scholars_mate();
        let bytes = encode(&game);
        assert_eq!(bytes.len(), 13 + 2 * 2 + 4 * 5 + 4);
        let longer = [&bytes[..], &[1, 2, 3]].concat();
        let (record, length) = StoredGame::decode(&longer).unwrap();
        assert_eq!(length, bytes.len());
        assert_eq!((record.number, record.nodes, record.place()), (7, 6_000, 0));
        assert_eq!((record.outcome, record.end), (game.outcome, game.end));
        assert!(record.opening().eq(game.opening.iter().copied()));
        assert!(record.plies().eq(game.plies.iter().copied()));
        assert_eq!(record.length(), 7);
        let shuffled = encode(&ScoredGame { chess960: Some(300), ..game.clone() });
        let (record, length) = StoredGame::decode(&shuffled).unwrap();
        assert_eq!(length, shuffled.len());
        assert!(record.start() != Setup::start() && record.plies().eq(game.plies.iter().copied()));
        let agreed = encode(&ScoredGame { end: SelfPlayEnd::Even, ..game });
        assert_eq!(StoredGame::decode(&agreed).unwrap().0.length(), 6, "the last is not played");
    }

    #[test]
    fn damage_is_found() {
        let bytes = encode(&scholars_mate());
        for end in 0..bytes.len() {
            assert_eq!(StoredGame::decode(&bytes[..end]), Err(RecordFault::Truncated), "{end}");
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x40;
            assert!(StoredGame::decode(&damaged).is_err(), "{at}");
        }
    }
}
