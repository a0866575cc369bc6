//! The evaluation `paper29` (29 weights): its table, and each count in a constructed position.

use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::eval::paper29::{PAPER_ROWS, PAPER_TUNED, Paper29, PaperPreset, paper_counts};
use nucleus_core::kernels::portable;
use nucleus_core::types::{Color, Piece, PieceType, Square};

use crate::support::{board, flipped};

/// Returns White's count of a factor minus Black's.
fn counted(fen: &str, name: &str) -> i16 {
    let row = PAPER_ROWS.iter().position(|row| row.name == name).expect("a row");
    paper_counts(&board(fen)).0[row]
}

#[test]
fn the_rows_are_the_papers() {
    assert_eq!(PAPER_ROWS.iter().filter(|row| row.name.starts_with("material.")).count(), 5);
    for (term, rows) in [("king", 4), ("rook", 7), ("bishop", 1), ("knight", 7), ("pawn", 5)] {
        let prefix = format!("{term}.");
        let found = PAPER_ROWS.iter().filter(|row| row.name.starts_with(&prefix)).count();
        assert_eq!(found, rows, "{term}");
    }
    for row in PAPER_ROWS {
        let [low, high] = row.range;
        for value in [row.evolved, row.refined] {
            assert!((low..=high).contains(&value), "{} is outside its bounds", row.name);
        }
        assert!(row.units > 0.0);
    }
    // Sums of the columns of tables I and II, added up from the printed paper.
    let sum = |preset: PaperPreset| preset.weights()[..PAPER_TUNED].iter().sum::<i32>();
    assert_eq!([sum(PaperPreset::Low), sum(PaperPreset::High)], [-2950, 8150]);
    assert_eq!([sum(PaperPreset::Evolved), sum(PaperPreset::Refined)], [3028, 3139]);
}

/// Table II's last column differs from the previous one in 28 weights, all that may change;
/// docs/notebook/TUNING.md draws the conclusions.
#[test]
fn hooke_jeeves_changed_every_weight_of_the_paper_that_has_room() {
    let tuned = &PAPER_ROWS[..PAPER_TUNED];
    let with_room = tuned.iter().filter(|row| row.range[0] < row.range[1]).count();
    let changed = tuned.iter().filter(|row| row.evolved != row.refined).count();
    let raised = tuned.iter().filter(|row| row.evolved < row.refined).count();
    assert_eq!((with_room, changed, raised), (28, 28, 22));
}

#[test]
fn material_and_mobility() {
    let fen = "4k3/8/8/8/8/8/PP6/R3K3 w - - 0 1";
    assert_eq!(counted(fen, "material.pawn"), 2);
    assert_eq!(counted(fen, "material.rook"), 1);
    // b1, c1, d1; its own pawn and king do not count.
    assert_eq!(counted(fen, "rook.mobility"), 3);
    assert_eq!(counted("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "knight.mobility"), 8);
    assert_eq!(counted("4k3/8/8/3b4/8/8/8/4K3 w - - 0 1", "bishop.mobility"), -13);
    // 27 squares, less h1, where White's king is.
    assert_eq!(counted("1k6/8/8/3Q4/8/8/8/7K w - - 0 1", "queen.mobility"), 26);
}

#[test]
fn the_kings_sums_are_in_points_and_each_sides_own() {
    // The rook on e8 attacks e1. The knight on f3 defends e1, but the pawn on d2 does not.
    let fen = "4r1k1/8/8/8/8/5N2/3P4/4K3 w - - 0 1";
    // Black's rook also defends f8, next to its king.
    assert_eq!(counted(fen, "king.defenders"), 300 - 500);
    assert_eq!(counted(fen, "king.attackers"), 500);
    // The pawn on e3, outside the king's zone, attacks d4 and f4, next to the king on e5.
    let fen = "8/8/8/4k3/8/4P3/8/K7 w - - 0 1";
    assert_eq!(counted(fen, "king.attackers"), -100);
    assert_eq!(counted(fen, "king.defenders"), 0);
}

#[test]
fn castled_kings() {
    for (fen, castled) in [
        ("4k3/8/8/8/8/8/8/5RK1 w - - 0 1", 1),
        ("4k3/8/8/8/8/8/8/5R1K w - - 0 1", 1),
        ("4k3/8/8/8/8/8/8/6KR w - - 0 1", 0),
        ("4k3/8/8/8/8/8/8/2KR4 w - - 0 1", 1),
        ("4k3/8/8/8/8/8/8/R1K5 w - - 0 1", 0),
        ("4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", 0),
        ("4k3/8/8/8/8/8/6K1/8 w - - 0 1", 0),
        ("2kr4/8/8/8/8/8/8/4K3 w - - 0 1", -1),
        ("5rk1/8/8/8/8/8/8/5RK1 w - - 0 1", 0),
    ] {
        assert_eq!(counted(fen, "king.castled"), castled, "{fen}");
    }
    assert_eq!(counted("4k3/8/8/8/8/7P/5PP1/6K1 w - - 0 1", "king.pawns"), 2);
}

#[test]
fn rooks_and_their_files() {
    let four = |fen: &str| {
        ["rook.open_file", "rook.half_open_file", "rook.before_pawns", "rook.behind_pawns"]
            .map(|name| counted(fen, name))
    };
    assert_eq!(four("4k3/8/8/8/8/8/8/3RK3 w - - 0 1"), [1, 0, 0, 0]);
    assert_eq!(four("4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1"), [0, 1, 0, 0]);
    assert_eq!(four("4k3/3p4/8/3R4/8/3P4/8/4K3 w - - 0 1"), [0, 0, 1, 0]);
    assert_eq!(four("4k3/3p4/8/8/8/3P4/8/3RK3 w - - 0 1"), [0, 0, 0, 1]);
    assert_eq!(four("4k3/8/8/8/8/3P4/8/3RK3 w - - 0 1"), [0, 0, 0, 0], "only own pawns");
    assert_eq!(four("3rk3/3p4/8/8/8/3P4/8/4K3 b - - 0 1"), [0, 0, 0, -1]);
    assert_eq!(counted("4k3/1R5R/8/8/8/8/8/4K3 w - - 0 1", "rook.seventh"), 2);
    assert_eq!(counted("4k3/1R5R/8/8/8/8/8/4K3 w - - 0 1", "rook.two_on_seventh"), 1);
    assert_eq!(counted("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "rook.seventh"), -1);
    assert_eq!(counted("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "rook.two_on_seventh"), 0);
}

#[test]
fn knights() {
    let rings = |square: &str| {
        let mut setup = Setup::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1").expect("a valid FEN");
        let square = Square::parse(square).expect("a square");
        setup.planes.put(square, Piece::new(Color::White, PieceType::Knight));
        let counts = paper_counts(&RulesBoard::new(&setup, portable::Token)).0;
        let first = PAPER_ROWS.iter().position(|row| row.name == "knight.edge").expect("a row");
        counts[first..first + 4].to_vec()
    };
    assert_eq!(rings("d1"), [1, 0, 0, 0]);
    assert_eq!(rings("b7"), [0, 1, 0, 0]);
    assert_eq!(rings("f4"), [0, 0, 1, 0]);
    assert_eq!(rings("e5"), [0, 0, 0, 1]);
    let fen = "4k3/5p2/8/4N3/3P4/8/8/4K3 w - - 0 1";
    assert_eq!(counted(fen, "knight.defended"), 1);
    assert_eq!(counted(fen, "knight.safe"), 0, "f7-f6 drives it away");
    assert_eq!(counted("4k3/8/8/4Np2/3P4/8/8/4K3 w - - 0 1", "knight.safe"), 1, "it has gone by");
}

#[test]
fn pawns() {
    let five = |fen: &str| {
        ["pawn.doubled", "pawn.isolated", "pawn.backward", "pawn.central", "pawn.passed"]
            .map(|name| counted(fen, name))
    };
    assert_eq!(five("4k3/8/8/8/4P3/4P3/8/4K3 w - - 0 1"), [2, 2, 0, 1, 2]);
    assert_eq!(five("4k3/8/8/3p4/8/3P4/8/4K3 w - - 0 1"), [0, 0, 0, -1, 0]);
    // The pawn on d5 controls e4; the pawn on d4 is too far ahead to defend e4.
    assert_eq!(counted("4k3/8/8/3p4/3P4/4P3/8/4K3 w - - 0 1", "pawn.backward"), 1);
    assert_eq!(counted("4k3/8/8/3p4/8/3PP3/8/4K3 w - - 0 1", "pawn.backward"), 0, "d3 holds e4");
}

#[test]
fn colours_exchanged_negate() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        let other = flipped(&Setup::from_fen(fen).expect("a valid FEN"));
        let (here, there) = (board(fen), RulesBoard::new(&other, portable::Token));
        let negated = paper_counts(&there).0.map(|count| -count);
        assert_eq!(paper_counts(&here).0, negated, "{fen}");
        for preset in PaperPreset::ALL {
            let evaluation = Paper29::new(preset.weights());
            let value = |board: &RulesBoard| evaluation.evaluate(board);
            assert_eq!(value(&here), value(&there), "{fen}");
        }
    }
}

#[test]
fn a_value_is_the_product_rounded() {
    let board = board("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1R1K w - - 0 1");
    let counts = paper_counts(&board);
    let evaluation = Paper29::default();
    let exact: f64 = PAPER_ROWS
        .iter()
        .zip(evaluation.weights())
        .zip(counts.0)
        .map(|((row, &weight), count)| f64::from(weight) * f64::from(count) / f64::from(row.units))
        .sum();
    assert!((f64::from(evaluation.value(&counts)) - exact).abs() <= 0.501, "{exact}");
    assert_ne!(evaluation.value(&counts), 0);
}
