//! Values, draws and symmetry of profile axon's evaluation.

use nucleus_core::board::{Board, MatrixBoard, RulesBoard, Setup, fen};
use nucleus_core::eval::{Options, Values, evaluate, fixed, matrices};
use nucleus_core::kernels::portable;
use nucleus_core::notation::pgn;
use nucleus_core::types::score::MATE_BOUND;
use nucleus_core::types::{Color, PieceType, Random};
use nucleus_search::draw_score;

use super::fault::Fault;
use super::unit::StepResult;
use super::workshop::StepContext;

/// Positions of games whose symmetry is looked at.
const POSITIONS: usize = 20_000;
/// Positions of each row of table II.
const DRAWN: usize = 500;

/// Table III as it is printed, the eighth rank first.
const TABLE_III: [i32; 64] = [
    -16, -8, -4, 0, 0, -4, -8, -16, 8, 16, 32, 32, 32, 32, 16, 8, 24, 40, 56, 62, 62, 56, 40, 24,
    32, 48, 60, 64, 64, 60, 48, 32, 16, 32, 56, 60, 60, 56, 32, 16, -8, 8, 24, 20, 20, 24, 8, -8,
    -20, -16, -8, 16, 16, -8, -16, -20, -48, -32, -24, -16, -16, -24, -32, -48,
];

/// Table II: White's and Black's pieces beside the kings.
const TABLE_II: [(&str, &str); 13] = [
    ("", ""),
    ("N", ""),
    ("N", "n"),
    ("N", "b"),
    ("N", "nn"),
    ("B", ""),
    ("B", "n"),
    ("B", "b"),
    ("B", "nn"),
    ("NN", ""),
    ("NN", "n"),
    ("NN", "b"),
    ("NN", "nn"),
];

/// The value of a position for White.
fn value(fen: &str) -> Result<i16, String> {
    let setup = Setup::from_fen(fen).map_err(|fault| format!("{fen}: {fault}"))?;
    let board = MatrixBoard::new(&setup, portable::Token);
    let value = evaluate(Values::compiled(), &board, &Options::default());
    Ok(if board.side() == Color::White { value } else { -value })
}

/// Values that the paper prints.
pub fn values(_: &StepContext<'_>) -> Result<StepResult, Fault> {
    let mut result = StepResult::of("nucleus weights --profile axon");
    let weights = Values::compiled();
    let material = |kind| f64::from(weights.material(kind));
    let kinds = [
        (PieceType::Pawn, "pawn", 8.0),
        (PieceType::Knight, "knight", 2.0),
        (PieceType::Bishop, "bishop", 2.0),
        (PieceType::Rook, "rook", 2.0),
        (PieceType::Queen, "queen", 1.0),
    ];
    for (kind, name, _) in kinds {
        result.value(format!("material {name}"), material(kind));
    }
    let start = kinds.iter().map(|&(kind, _, count)| count * material(kind)).sum();
    result.value("material at the start", start);
    result.value("queen over pawn", material(PieceType::Queen) / material(PieceType::Pawn));
    result.value("largest score", f64::from(i16::MAX));
    result.value("least mate score", f64::from(MATE_BOUND));
    result.value("contempt of 100", f64::from(draw_score(100, 0).abs()) / 100.0);
    result.value("bound", f64::from(Options::BOUND) / 100.0);
    result.value("endgame limit", f64::from(fixed::CENTRALIZATION_LIMIT));
    let equal = TABLE_III.iter().zip(&matrices::KNIGHT).filter(|(a, b)| a == b).count();
    result.count("squares of table III", equal as f64, 64.0);
    // The fifth rank is the fourth of the table, the first its last.
    result.value("knight on d5", f64::from(matrices::KNIGHT[3 * 8 + 3]));
    result.value("knight on a1", f64::from(matrices::KNIGHT[7 * 8]));
    let board = RulesBoard::new(&Setup::start(), portable::Token);
    let of = |color: Color| -> f64 {
        let count = |kind| f64::from(board.planes().of(color, kind).count_ones());
        kinds.iter().map(|&(kind, ..)| count(kind) * material(kind)).sum()
    };
    result.value("start position", of(Color::White) - of(Color::Black));
    Ok(result)
}

/// Random positions of each row of table II, colours exchanged in every second one, since the table holds "when the
/// colors of the pieces change"; neither side in check.
pub fn draws(_: &StepContext<'_>) -> Result<StepResult, Fault> {
    let mut random = Random::new(1);
    let mut rows = 0;
    for (white, black) in TABLE_II {
        let (mut tried, mut all_draws) = (0, true);
        while tried < DRAWN {
            let pieces = format!("Kk{white}{black}");
            let text = position(&pieces, &mut random);
            let text = if tried % 2 == 0 { text } else { exchanged(&text) };
            let Ok(setup) = Setup::from_fen(&text) else { continue };
            if RulesBoard::new(&setup, portable::Token).in_check() {
                continue;
            }
            tried += 1;
            all_draws &= value(&text)? == 0;
        }
        rows += usize::from(all_draws);
    }
    let mut result =
        StepResult::of(format!("nucleus eval, {DRAWN} random positions a row, seed 1"));
    result.count("rows of table II at 0", rows as f64, TABLE_II.len() as f64);
    Ok(result)
}

/// A position with these pieces on random squares.
fn position(pieces: &str, random: &mut Random) -> String {
    let mut squares = ['1'; 64];
    for piece in pieces.chars() {
        let free: Vec<usize> = (0..64).filter(|&square| squares[square] == '1').collect();
        squares[free[random.below(free.len())]] = piece;
    }
    let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
    // Empty squares beside each other are one number.
    let ranks =
        (2..=8).rev().fold(ranks.join("/"), |text, n| text.replace(&"1".repeat(n), &n.to_string()));
    let side = if random.below(2) == 0 { 'w' } else { 'b' };
    format!("{ranks} {side} - - 0 1")
}

/// Positions of games with colours exchanged and with files exchanged.
pub fn symmetry(step: &StepContext<'_>) -> Result<StepResult, Fault> {
    let path = step.data("pgn/gm2600_wch.pgn")?;
    let bytes =
        nucleus_base::files::read(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
    let text = pgn::decode(bytes);
    let (mut colours, mut files) = ([0_usize; 2], [0_usize; 2]);
    'games: for game in pgn::read(&text).flatten() {
        let mut board = RulesBoard::new(&game.setup, portable::Token);
        for chess_move in game.moves() {
            if colours[1] >= POSITIONS {
                break 'games;
            }
            let fen = fen::format(board.planes(), board.state());
            let own = value(&fen)?;
            colours[0] += usize::from(value(&exchanged(&fen))? == -own);
            colours[1] += 1;
            if let Some(mirrored) = mirrored(&fen) {
                files[0] += usize::from(value(&mirrored)? == own);
                files[1] += 1;
            }
            board = board.after(chess_move);
        }
    }
    let mut result = StepResult::of("nucleus eval on positions of gm2600_wch.pgn");
    for (name, [equal, all]) in [("colours exchanged", colours), ("files exchanged", files)] {
        result.value(name, 100.0 * equal as f64 / all.max(1) as f64);
    }
    Ok(result)
}

/// A position with the colours exchanged: ranks turned about, capitals for small letters.
fn exchanged(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |c: char| match c.is_ascii_uppercase() {
        true => c.to_ascii_lowercase(),
        false => c.to_ascii_uppercase(),
    };
    let ranks: Vec<String> =
        fields[0].split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let castling: String = "KQkq-".chars().filter(|&c| fields[2].contains(swap(c))).collect();
    let target: String = fields[3]
        .chars()
        .map(|c| match c {
            '3' => '6',
            '6' => '3',
            c => c,
        })
        .collect();
    format!("{} {side} {castling} {target} {}", ranks.join("/"), fields[4..].join(" "))
}

/// A position with the files exchanged; none where it has rights to castle or an en passant target.
fn mirrored(fen: &str) -> Option<String> {
    let fields: Vec<&str> = fen.split(' ').collect();
    if fields[2] != "-" || fields[3] != "-" {
        return None;
    }
    let ranks: Vec<String> =
        fields[0].split('/').map(|rank| rank.chars().rev().collect()).collect();
    Some(format!("{} {}", ranks.join("/"), fields[1..].join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_exchanged_and_mirrored() {
        let fen = "r3k2r/8/8/8/4P3/8/8/R3K3 b Qkq e3 0 1";
        assert_eq!(exchanged(fen), "r3k3/8/8/4p3/8/8/8/R3K2R w KQq e6 0 1");
        assert_eq!(mirrored(fen), None);
        assert_eq!(
            mirrored("4k3/8/8/8/8/8/PP6/K7 w - - 0 1").as_deref(),
            Some("3k4/8/8/8/8/8/6PP/7K w - - 0 1")
        );
    }
}
