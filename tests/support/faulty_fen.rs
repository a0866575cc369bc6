//! The rules that generate a corpus of faulty FENs, each with the expected result.

use nucleus_core::board::FenField::{Board, Castling, EnPassant, Fullmove, Halfmove, Line, Side};
use nucleus_core::board::{FenField, Setup, attacks, fen};
use nucleus_core::matrix::Planes;
use nucleus_core::types::Color::{Black, White};
use nucleus_core::types::PieceType::{King, Knight, Pawn, Rook};
use nucleus_core::types::bitboard::{RANK_1, RANK_8};
use nucleus_core::types::{Color, Piece, PieceType, Square};

use crate::support::Random;

/// The expected result for a FEN.
pub enum Fate {
    /// Refused in this field, with a message that contains this text.
    Refused(FenField, &'static str),
    /// Accepted, with a message about a correction that contains this text.
    Corrected(&'static str),
}
pub use Fate::{Corrected, Refused};

/// A rule: its name, the function that makes a FEN of a valid position (`None` if the rule does not apply),
/// and the expected result.
pub type Rule = (&'static str, fn(&Setup, &mut Random) -> Option<String>, Fate);

fn fields(setup: &Setup) -> Vec<String> {
    fen::format(&setup.planes, &setup.state).split(' ').map(str::to_owned).collect()
}

/// Returns the FEN with one field replaced.
fn with(setup: &Setup, field: usize, text: impl Into<String>) -> Option<String> {
    let mut fields = fields(setup);
    fields[field] = text.into();
    Some(fields.join(" "))
}

/// Returns the FEN with other pieces, without castling rights and en passant square.
fn with_pieces(setup: &Setup, change: impl FnOnce(&mut Planes) -> Option<()>) -> Option<String> {
    let mut planes = setup.planes;
    change(&mut planes)?;
    let mut state = setup.state;
    state.castling.0 = 0;
    state.en_passant_named = None;
    Some(fen::format(&planes, &state))
}

fn any_of(random: &mut Random, set: u64) -> Option<Square> {
    let all: Vec<Square> = Square::all().filter(|square| set & square.bit() != 0).collect();
    (!all.is_empty()).then(|| all[random.below(all.len() as u64) as usize])
}

fn put(planes: &mut Planes, square: Square, color: Color, kind: PieceType) {
    planes.clear(square);
    planes.put(square, Piece::new(color, kind));
}

fn lose_king(setup: &Setup, color: Color) -> Option<String> {
    with_pieces(setup, |planes| {
        planes.clear(Square::lowest(planes.pieces(color, King)));
        Some(())
    })
}

fn add_kings(setup: &Setup, random: &mut Random, color: Color, count: usize) -> Option<String> {
    with_pieces(setup, |planes| {
        for _ in 0..count {
            let square = any_of(random, !planes.occupied())?;
            put(planes, square, color, King);
        }
        Some(())
    })
}

/// Adds pieces of a type until a colour has this number of pieces.
fn add_pieces(setup: &Setup, random: &mut Random, kind: PieceType, pieces: u32) -> Option<String> {
    let color = Color::from_index(random.below(2) as usize);
    with_pieces(setup, |planes| {
        while planes.color(color).count_ones() < pieces {
            let square = any_of(random, !planes.occupied())?;
            put(planes, square, color, kind);
        }
        Some(())
    })
}

fn pawn_on(setup: &Setup, random: &mut Random, rank: u64) -> Option<String> {
    with_pieces(setup, |planes| {
        // Replaces a pawn, so that no side has too many pieces.
        let (from, color) = [White, Black]
            .into_iter()
            .find_map(|c| any_of(random, planes.pieces(c, Pawn)).map(|from| (from, c)))?;
        let to = any_of(random, rank & !planes.occupied())?;
        planes.clear(from);
        put(planes, to, color, Pawn);
        Some(())
    })
}

/// Returns the index of a random rank of the board field, and all ranks.
fn ranks(setup: &Setup, random: &mut Random) -> (usize, Vec<String>) {
    let board = fields(setup).swap_remove(0);
    (random.below(8) as usize, board.split('/').map(str::to_owned).collect())
}

fn with_rank(
    setup: &Setup,
    random: &mut Random,
    change: impl FnOnce(&str, &mut Random) -> Option<String>,
) -> Option<String> {
    let (at, mut ranks) = ranks(setup, random);
    ranks[at] = change(&ranks[at].clone(), random)?;
    with(setup, 0, ranks.join("/"))
}

fn insert(setup: &Setup, random: &mut Random, texts: &[&str]) -> Option<String> {
    let mut line = fields(setup).join(" ");
    let at = random.below(line.len() as u64 + 1) as usize;
    line.insert_str(at, pick(random, texts));
    Some(line)
}

fn pick<'a>(random: &mut Random, texts: &[&'a str]) -> &'a str {
    texts[random.below(texts.len() as u64) as usize]
}

pub const RULES: &[Rule] = &[
    ("no white king", |s, _| lose_king(s, White), Refused(Board, "White has no king")),
    ("no black king", |s, _| lose_king(s, Black), Refused(Board, "Black has no king")),
    ("two white kings", |s, r| add_kings(s, r, White, 1), Refused(Board, "White has 2 kings")),
    ("three black kings", |s, r| add_kings(s, r, Black, 2), Refused(Board, "Black has 3 kings")),
    ("in check, not to move", not_to_move_in_check, Refused(Side, "in check but not to move")),
    ("pawn on the first rank", |s, r| pawn_on(s, r, RANK_1), Refused(Board, PAWN_ON_THE_EDGE)),
    ("pawn on the last rank", |s, r| pawn_on(s, r, RANK_8), Refused(Board, PAWN_ON_THE_EDGE)),
    ("17 pieces", |s, r| add_pieces(s, r, Knight, 17), Refused(Board, "has 17 pieces")),
    ("19 pieces", |s, r| add_pieces(s, r, Rook, 19), Refused(Board, "has 19 pieces")),
    ("nine pawns", nine_pawns, Refused(Board, "9 pawns, more than 8")),
    ("too many promoted", too_many_promoted, Refused(Board, "promoted pieces but only")),
    (
        "halfmove clock too large",
        |s, r| with(s, 4, ((1 << 31) + r.below(1000)).to_string()),
        Refused(Halfmove, "is not a number from 0 to 2147483647"),
    ),
    (
        "halfmove clock no number",
        |s, r| with(s, 4, pick(r, &["x", "-", "1.5", "0x1", "+1", "1e2", "one", "-3"])),
        Refused(Halfmove, "is not a number"),
    ),
    (
        "move number too large",
        |s, r| with(s, 5, ((1 << 31) + r.below(100_000)).to_string()),
        Refused(Fullmove, "is not a number from 0 to 2147483647"),
    ),
    (
        "move number immense",
        |s, r| with(s, 5, "9".repeat(10 + r.below(100) as usize)),
        Refused(Fullmove, "is not a number"),
    ),
    (
        "move number no number",
        |s, r| with(s, 5, pick(r, &["x", "-", "-1", "2.0", "+3", "1;"])),
        Refused(Fullmove, "is not a number"),
    ),
    (
        "100 KB line",
        |s, r| Some(fields(s).join(" ") + &pick(r, &[" ", "x", "/", "8"]).repeat(100_000)),
        Refused(Line, "longer than 1024 bytes"),
    ),
    ("control character", |s, r| insert(s, r, CONTROLS), Refused(Line, STRANGE)),
    ("not ASCII", |s, r| insert(s, r, NOT_ASCII), Refused(Line, STRANGE)),
    (
        "too few fields",
        |s, r| Some(fields(s)[..r.below(4) as usize].join(" ")),
        Refused(Line, "fields instead of 6"),
    ),
    (
        "too many fields",
        |s, r| Some(fields(s).join(" ") + &" 1".repeat(1 + r.below(9) as usize)),
        Refused(Line, "fields instead of 6"),
    ),
    (
        "side to move wrong",
        |s, r| with(s, 1, pick(r, &["W", "B", "white", "-", "x", "wb", "0"])),
        Refused(Side, "is neither 'w' nor 'b'"),
    ),
    ("short rank", short_rank, Refused(Board, "squares instead of 8")),
    ("long rank", long_rank, Refused(Board, "has more than 8 squares")),
    (
        "too few ranks",
        |s, r| {
            let (at, mut ranks) = ranks(s, r);
            ranks.remove(at);
            with(s, 0, ranks.join("/"))
        },
        Refused(Board, "7 ranks instead of 8"),
    ),
    (
        "too many ranks",
        |s, r| {
            let more = pick(r, &["8", "", "pppppppp"]);
            with(s, 0, format!("{}/{more}", fields(s)[0]))
        },
        Refused(Board, "more than 8 ranks"),
    ),
    (
        "no piece letter",
        |s, r| with_rank(s, r, |rank, r| replace_letter(rank, pick(r, &["x", "Z", "?", "*", "'"]))),
        Refused(Board, "is not a piece"),
    ),
    (
        "digit 0 or 9",
        |s, r| with_rank(s, r, |rank, r| replace_letter(rank, pick(r, &["0", "9"]))),
        Refused(Board, "is not a number of empty squares"),
    ),
    (
        "two digits in a row",
        |s, r| with_rank(s, r, |rank, _| rank.contains('5').then(|| rank.replacen('5', "23", 1))),
        Refused(Board, "two digits in a row"),
    ),
    (
        "castling letter unknown",
        |s, r| with(s, 2, pick(r, &["KX", "x", "KQkz", "W", "1", "?", "KQkq-"])),
        Refused(Castling, "is not a castling right"),
    ),
    ("castling right twice", castling_twice, Refused(Castling, "names a right twice")),
    (
        "en passant no square",
        |s, r| with(s, 3, pick(r, &["e", "e9", "i3", "e33", "3e", "--", "E3", "KQkq"])),
        Refused(EnPassant, "is neither a square nor '-'"),
    ),
    (
        "en passant on a wrong rank",
        |s, r| {
            let ranks = if s.state.side == White { "1234578" } else { "1245678" };
            let rank = &ranks[r.below(7) as usize..][..1];
            with(s, 3, format!("{}{rank}", (b'a' + r.below(8) as u8) as char))
        },
        Refused(EnPassant, "is not on rank"),
    ),
    (
        "board and side swapped",
        |s, _| {
            let mut f = fields(s);
            f.swap(0, 1);
            Some(f.join(" "))
        },
        Refused(Board, ""),
    ),
    ("right without rook", right_without_rook, Corrected("no")),
    ("right without king", right_without_king, Corrected("castling right")),
    ("en passant without pawn", en_passant_without_pawn, Corrected("no pawn has just passed it")),
    ("counters missing", |s, _| Some(fields(s)[..4].join(" ")), Corrected("no counters given")),
    ("no move number", |s, _| Some(fields(s)[..5].join(" ")), Corrected("no move number given")),
    ("move number 0", |s, _| with(s, 5, "0"), Corrected("move number 0 taken as 1")),
];

const PAWN_ON_THE_EDGE: &str = "a pawn on the first or last rank";
const STRANGE: &str = "a character that FEN does not use";
const CONTROLS: &[&str] = &["\0", "\t", "\n", "\r", "\x1b[2J", "\x7f"];
const NOT_ASCII: &[&str] = &["é", "♔", "\u{a0}", "\u{feff}", "８", "\u{fffd}"];

fn replace_letter(rank: &str, text: &str) -> Option<String> {
    let at = rank.find(|c: char| c.is_ascii_alphabetic())?;
    Some(format!("{}{text}{}", &rank[..at], &rank[at + 1..]))
}

fn long_rank(setup: &Setup, random: &mut Random) -> Option<String> {
    with_rank(setup, random, |rank, random| {
        let more = pick(random, &["p", "N", "1", "8"]);
        let digit = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
        (!(digit(more) && digit(rank))).then(|| format!("{rank}{more}"))
    })
}

fn short_rank(setup: &Setup, random: &mut Random) -> Option<String> {
    with_rank(setup, random, |rank, _| {
        let at = rank.rfind(|c: char| c.is_ascii_alphabetic())?;
        // Avoids two adjacent digits.
        let digit = |text: Option<char>| text.is_some_and(|c| c.is_ascii_digit());
        (!(digit(rank[..at].chars().last()) && digit(rank[at + 1..].chars().next())))
            .then(|| format!("{}{}", &rank[..at], &rank[at + 1..]))
    })
}

fn not_to_move_in_check(setup: &Setup, random: &mut Random) -> Option<String> {
    let side = setup.state.side;
    let king = Square::lowest(setup.planes.pieces(!side, King));
    let around = attacks::knight(king) & !setup.planes.occupied();
    with_pieces(setup, |planes| {
        // A knight of the side to move goes to a square from which it gives check.
        let from = any_of(random, planes.pieces(side, Knight))?;
        let to = any_of(random, around)?;
        planes.clear(from);
        put(planes, to, side, Knight);
        Some(())
    })
}

fn nine_pawns(setup: &Setup, random: &mut Random) -> Option<String> {
    let color = Color::from_index(random.below(2) as usize);
    with_pieces(setup, |planes| {
        // Removes the colour's other pieces except the king to make room.
        for square in Square::all() {
            let others = planes.color(color) & !planes.kind(King);
            if others & !planes.kind(Pawn) & square.bit() != 0 {
                planes.clear(square);
            }
        }
        while planes.pieces(color, Pawn).count_ones() < 9 {
            let square = any_of(random, !planes.occupied() & !(RANK_1 | RANK_8))?;
            put(planes, square, color, Pawn);
        }
        Some(())
    })
}

fn too_many_promoted(setup: &Setup, random: &mut Random) -> Option<String> {
    let color = Color::from_index(random.below(2) as usize);
    let kind = PieceType::from_index(1 + random.below(4) as usize);
    with_pieces(setup, |planes| {
        let pawns = planes.pieces(color, Pawn).count_ones();
        let allowed = if kind == PieceType::Queen { 1 } else { 2 } + 8 - pawns;
        while planes.pieces(color, kind).count_ones() <= allowed {
            let square = any_of(random, !planes.occupied())?;
            put(planes, square, color, kind);
        }
        (planes.color(color).count_ones() <= 16).then_some(())
    })
}

fn castling_twice(setup: &Setup, _: &mut Random) -> Option<String> {
    let castling = fields(setup).swap_remove(2);
    let letter = castling.chars().find(|&c| c != '-')?;
    with(setup, 2, format!("{castling}{letter}"))
}

/// Returns a FEN with the king at home and no rook in the corner.
fn right_without_rook(setup: &Setup, _: &mut Random) -> Option<String> {
    let home = setup.planes.pieces(White, King) == Square::at(4, 0).bit();
    let corner = setup.planes.pieces(White, PieceType::Rook) & Square::at(7, 0).bit();
    (home && corner == 0).then(|| with(setup, 2, "K")).flatten()
}

fn right_without_king(setup: &Setup, random: &mut Random) -> Option<String> {
    let king = Square::lowest(setup.planes.pieces(Black, King));
    (king.rank() != 7).then(|| with(setup, 2, pick(random, &["k", "q", "kq", "a", "h"]))).flatten()
}

fn en_passant_without_pawn(setup: &Setup, random: &mut Random) -> Option<String> {
    let (rank, pawn_rank) = if setup.state.side == White { (5, 4) } else { (2, 3) };
    let file = random.below(8) as u8;
    let pawns = setup.planes.pieces(!setup.state.side, Pawn);
    (pawns & Square::at(file, pawn_rank).bit() == 0)
        .then(|| with(setup, 3, Square::at(file, rank).to_string()))
        .flatten()
}
