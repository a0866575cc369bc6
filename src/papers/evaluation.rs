use nucleus_core::board::{Board, MatrixBoard, RulesBoard, Setup, fen};
use nucleus_core::eval::{Options, Values, evaluate, fixed, matrices};
use nucleus_core::kernels::portable;
use nucleus_core::notation::pgn;
use nucleus_core::types::score::MATE_BOUND;
use nucleus_core::types::{Color, PieceType, Random};
use nucleus_report::papers::PaperName;
use nucleus_search::draw_score;

use super::fault::Fault;
use super::unit::{Step, StepResult, Unit};
use super::workshop::Workshop;

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

/// Values and symmetry of the evaluation.
pub fn unit() -> Unit {
    Unit {
        name: "axon-evaluation".to_owned(),
        paper: PaperName::AxonEvaluation,
        what: "values, draws, bounds and symmetry of the evaluation".to_owned(),
        conditions: vec!["Profile axon's weights, which the paper does not print.".to_owned()],
        timed: false,
        steps: vec![
            Step::new("values", 1.0, |_| Ok(values())),
            Step::new("table II", 2.0, |_| draws()),
            Step::new("symmetry", 10.0, symmetry),
        ],
    }
}

fn value(fen: &str) -> Result<i16, String> {
    let setup = Setup::from_fen(fen).map_err(|fault| format!("{fen}: {fault}"))?;
    let board = MatrixBoard::new(&setup, portable::Token);
    let value = evaluate(Values::compiled(), &board, &Options::default());
    Ok(if board.side() == Color::White { value } else { -value })
}

fn values() -> StepResult {
    let mut result = StepResult {
        command: "nucleus weights --profile axon".to_owned(),
        ..StepResult::default()
    };
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
    result
}

/// Random positions of each row of table II; neither side in check.
fn draws() -> Result<StepResult, Fault> {
    let mut random = Random::new(1);
    let mut rows = 0;
    for (white, black) in TABLE_II {
        let pieces: Vec<char> = format!("Kk{white}{black}").chars().collect();
        // Both ways: the table holds "when the colors of the pieces change".
        let (mut tried, mut all_draws) = (0, true);
        for attempt in 0.. {
            if tried == DRAWN {
                break;
            }
            if attempt > 100 * DRAWN {
                return Err(Fault::Failed(format!("K{white} against k{black}: no position")));
            }
            let mut squares = ['1'; 64];
            for &piece in &pieces {
                let square = loop {
                    let square = random.below(64);
                    if squares[square] == '1' {
                        break square;
                    }
                };
                squares[square] = piece;
            }
            let ranks: Vec<String> = squares.chunks(8).map(rank_text).collect();
            let side = if random.below(2) == 0 { 'w' } else { 'b' };
            let text = format!("{} {side} - - 0 1", ranks.join("/"));
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
    let mut result = StepResult {
        command: format!("nucleus eval, {DRAWN} random positions a row, seed 1"),
        ..StepResult::default()
    };
    result.count("rows of table II at 0", rows as f64, TABLE_II.len() as f64);
    Ok(result)
}

/// A rank as FEN has it, where an empty square is a 1.
fn rank_text(rank: &[char]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for &piece in rank.iter().chain(&[' ']) {
        if piece == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(piece);
    }
    text.trim_end().to_owned()
}

/// Positions of games with colours exchanged and with files exchanged.
fn symmetry(workshop: &Workshop) -> Result<StepResult, Fault> {
    let path = workshop.data_file("pgn/gm2600_wch.pgn")?;
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
    let mut result = StepResult {
        command: "nucleus eval on positions of gm2600_wch.pgn".to_owned(),
        ..StepResult::default()
    };
    result.value("colours exchanged", 100.0 * colours[0] as f64 / colours[1].max(1) as f64);
    result.value("files exchanged", 100.0 * files[0] as f64 / files[1].max(1) as f64);
    Ok(result)
}

/// A position with the colours exchanged: ranks turned about, capitals for small letters.
fn exchanged(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let swapped = text.chars().map(|c| match c.is_ascii_uppercase() {
            true => c.to_ascii_lowercase(),
            false => c.to_ascii_uppercase(),
        });
        swapped.collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let target = match fields[3] {
        "-" => "-".to_owned(),
        square => square.replace('3', "x").replace('6', "3").replace('x', "6"),
    };
    let castling = if fields[2] == "-" { "-".to_owned() } else { ordered(&swap(fields[2])) };
    format!("{} {side} {castling} {target} {}", ranks.join("/"), fields[4..].join(" "))
}

/// Castling rights in FEN's order.
fn ordered(rights: &str) -> String {
    "KQkq".chars().filter(|right| rights.contains(*right)).collect()
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

    #[test]
    fn rows_of_table_ii_have_positions() {
        let rank: Vec<char> = "1K11n111".chars().collect();
        assert_eq!(rank_text(&rank), "1K2n3");
        let result = draws().expect("positions");
        assert_eq!(result.samples[0].1.trials, 13.0);
    }

    #[test]
    fn table_ii_has_rows_of_minor_pieces_alone() {
        for (white, black) in TABLE_II {
            assert!(
                white.chars().all(|c| "NB".contains(c)) && black.chars().all(|c| "nb".contains(c))
            );
        }
    }
}
