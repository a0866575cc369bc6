//! Moves in standard algebraic notation: `Nbd7`, `exd6`, `e8=Q+`, `O-O-O`.

use super::{MoveError, uci_move};
use crate::board::Board;
use crate::movegen::{GenerateMoves, legal_moves};
use crate::types::{Move, MoveKind, PieceType, Square};
use nucleus_base::text::excerpt;

/// Returns the move in the form of PGN's export format, with marks for check and mate.
pub fn format<B: GenerateMoves>(board: &B, chess_move: Move) -> String {
    let mut text = if chess_move.is_castle() {
        let king_side = chess_move.kind_bits() == MoveKind::CastleKing as u16;
        if king_side { "O-O".to_owned() } else { "O-O-O".to_owned() }
    } else {
        plain(board, chess_move)
    };
    let child = board.after(chess_move);
    if child.in_check() {
        text.push(if legal_moves(&child).is_empty() { '#' } else { '+' });
    }
    text
}

/// Returns any move but castling, without the mark for check.
fn plain<B: GenerateMoves>(board: &B, chess_move: Move) -> String {
    let (from, to) = (chess_move.from(), chess_move.to());
    let kind = board.kind_on(from);
    let mut text = String::new();
    if kind != PieceType::Pawn {
        text.push(kind.letter().to_ascii_uppercase());
        text += &origin(board, chess_move, kind);
    } else if chess_move.is_capture() {
        text.push((b'a' + from.file()) as char);
    }
    if chess_move.is_capture() {
        text.push('x');
    }
    text += &to.to_string();
    if let Some(kind) = chess_move.promotion() {
        text.push('=');
        text.push(kind.letter().to_ascii_uppercase());
    }
    text
}

/// Returns the part of the origin that distinguishes the move from others of the same piece type:
/// nothing, its file, its rank, or both.
fn origin<B: GenerateMoves>(board: &B, chess_move: Move, kind: PieceType) -> String {
    let from = chess_move.from();
    let moves = legal_moves(board);
    let rivals: Vec<Square> = moves
        .iter()
        .filter(|m| m.to() == chess_move.to() && m.from() != from && !m.is_castle())
        .map(|m| m.from())
        .filter(|&square| board.kind_on(square) == kind)
        .collect();
    let name = from.to_string();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|square| square.file() != from.file()) {
        name[..1].to_owned()
    } else if rivals.iter().all(|square| square.rank() != from.rank()) {
        name[1..].to_owned()
    } else {
        name
    }
}

/// The parts of a move's text.
#[derive(Default)]
struct Pattern {
    kind: Option<PieceType>,
    file: Option<u8>,
    rank: Option<u8>,
    to: Option<Square>,
    promotion: Option<PieceType>,
    castle: Option<MoveKind>,
}

impl Pattern {
    fn fits<B: Board>(&self, board: &B, chess_move: Move) -> bool {
        if let Some(castle) = self.castle {
            return chess_move.kind_bits() == castle as u16;
        }
        let from = chess_move.from();
        !chess_move.is_castle()
            && self.to == Some(chess_move.to())
            && self.kind == Some(board.kind_on(from))
            && self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
            && (self.promotion.is_none() || self.promotion == chess_move.promotion())
    }
}

/// Parses a legal move of a board after [`Board::rebuild`].
///
/// More of the origin than necessary is accepted (`Ng1f3`, `e2-e4`), as are `0-0`, `e8Q`, `e8(Q)`,
/// `e.p.` and marks such as `!?`. The marks of capture, check and mate are optional and not
/// verified: they do not change which move is meant.
///
/// # Errors
/// If the text is not a move, or if no such move or several are legal.
pub fn parse<B: GenerateMoves>(board: &B, text: &str) -> Result<Move, MoveError> {
    let pattern = read(text)?;
    let moves = legal_moves(board);
    let fitting: Vec<Move> = moves.iter().copied().filter(|&m| pattern.fits(board, m)).collect();
    match fitting[..] {
        [] => Err(MoveError::illegal(board, text)),
        [one] => Ok(one),
        _ => Err(MoveError::Ambiguous {
            text: excerpt(text),
            candidates: fitting
                .iter()
                .map(|&m| uci_move::format(board, m))
                .collect::<Vec<_>>()
                .join(", "),
            fen: crate::board::fen::format(board.planes(), board.state()),
        }),
    }
}

fn read(text: &str) -> Result<Pattern, MoveError> {
    let fail = |reason: &str| Err(MoveError::malformed(text, reason));
    let mut rest = text.trim_end_matches(['+', '#', '!', '?']);
    rest = rest.strip_suffix("e.p.").or(rest.strip_suffix("ep")).unwrap_or(rest);
    rest = rest.trim_end_matches(['+', '#', ' ']);
    match rest {
        "O-O" | "0-0" | "o-o" => {
            return Ok(Pattern { castle: Some(MoveKind::CastleKing), ..Pattern::default() });
        }
        "O-O-O" | "0-0-0" | "o-o-o" => {
            return Ok(Pattern { castle: Some(MoveKind::CastleQueen), ..Pattern::default() });
        }
        _ => {}
    }
    if !rest.is_ascii() || rest.is_empty() {
        return fail("expected a form such as e4, Nf3, exd5 or O-O");
    }
    let mut pattern = Pattern { kind: Some(PieceType::Pawn), ..Pattern::default() };
    if let Some(kind) = rest.chars().next().filter(char::is_ascii_uppercase) {
        pattern.kind = PieceType::from_letter(kind);
        if pattern.kind.is_none() {
            return fail("it starts with no piece's letter");
        }
        rest = &rest[1..];
    }
    if pattern.kind == Some(PieceType::Pawn) {
        (rest, pattern.promotion) = split_promotion(rest);
    }
    if rest.len() < 2 {
        return fail("it names no target square");
    }
    let (origin, target) = rest.split_at(rest.len() - 2);
    pattern.to = Square::parse(target);
    if pattern.to.is_none() {
        return fail("it does not end in a target square");
    }
    let origin = origin.strip_suffix(['x', '-', ':']).unwrap_or(origin);
    for letter in origin.bytes() {
        match letter {
            b'a'..=b'h' if pattern.file.is_none() && pattern.rank.is_none() => {
                pattern.file = Some(letter - b'a');
            }
            b'1'..=b'8' if pattern.rank.is_none() => pattern.rank = Some(letter - b'1'),
            _ => return fail("the text before the target square is not a file, rank or square"),
        }
    }
    Ok(pattern)
}

/// Splits `=Q`, `Q`, `(Q)` or `/Q` off a pawn move; a lower-case letter only after `=`.
fn split_promotion(text: &str) -> (&str, Option<PieceType>) {
    let bare = text.strip_suffix(')').unwrap_or(text);
    let Some(letter) = bare.chars().next_back() else { return (text, None) };
    let body = &bare[..bare.len() - 1];
    let marked = body.ends_with('=');
    let promotion = PieceType::from_letter(letter)
        .filter(|kind| !matches!(kind, PieceType::Pawn | PieceType::King))
        .filter(|_| letter.is_ascii_uppercase() || marked);
    match promotion {
        Some(_) => (body.strip_suffix(['=', '(', '/']).unwrap_or(body), promotion),
        None => (text, None),
    }
}
