//! Compares move generation with tables of counts.

use crate::support::{self, long};
use nucleus_core::board::{BoardType, Setup};
use nucleus_core::kernels::{Choice, Level, Variant};
use nucleus_core::movegen::{Perft, PerftMode, perft};
use nucleus_core::with_board;

/// The usual six positions, with their counts up to the tested depth.
const SIX: [(&str, &[u64]); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624, 11_030_083]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
];

const MODES: [PerftMode; 2] = [PerftMode::Bulk, PerftMode::Leaves];

fn counts_are<B: Perft>(board: &B, name: &str, expected: &[(usize, u64)], mode: PerftMode) {
    for &(depth, count) in expected {
        assert_eq!(perft(board, depth, mode), count, "{name} depth {depth} {mode:?}");
    }
}

fn check(
    fen: &str,
    expected: &[(usize, u64)],
    level: Level,
    board_type: BoardType,
    mode: PerftMode,
) {
    let setup = Setup::from_fen(fen).expect("a valid FEN");
    with_board!(Choice { level, variant: Variant::Intrinsics }, board_type, &setup, board => {
        counts_are(&board, fen, expected, mode);
    });
}

/// Returns true on an emulated CPU (`cargo xtask check levels`), which takes thirty times as long.
fn emulated() -> bool {
    std::env::var_os("NUCLEUS_EMULATED").is_some()
}

fn levels_and_boards() -> impl Iterator<Item = (Level, BoardType)> {
    Level::usable().flat_map(|level| BoardType::ALL.map(|board_type| (level, board_type)))
}

#[test]
fn six_positions_at_every_level() {
    let (mut counts, mut paths) = (0, 0);
    for (level, board_type) in levels_and_boards() {
        for mode in MODES {
            for (fen, expected) in SIX {
                // Only bulk counts at the best level have the full depth (axon32: in long mode).
                let full = level == Level::detected()
                    && mode != PerftMode::Leaves
                    && (long() || board_type != BoardType::Axon32);
                let depth = if emulated() {
                    3
                } else if full {
                    expected.len()
                } else {
                    4
                };
                let numbered: Vec<_> = (1..).zip(expected[..depth].iter().copied()).collect();
                check(fen, &numbered, level, board_type, mode);
                counts += numbered.len();
                paths += numbered.iter().map(|&(_, count)| count).sum::<u64>();
            }
        }
    }
    support::row(
        "perft, six positions at every level on every board",
        &format!("{counts} counts, {paths} paths"),
    );
}

/// Parses `FEN ;D1 20 ;D2 400 …`: the FEN, and pairs of depth and count.
fn read_line(line: &str) -> (String, Vec<(usize, u64)>) {
    // Some of the files end their lines with a NUL.
    let mut parts = line.split(';').map(|part| part.trim_matches([' ', '\0', '\r']));
    let fen = parts.next().expect("a FEN").to_owned();
    let counts = parts
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (depth, count) = part[1..].split_once(' ').expect("a depth and a count");
            (depth.parse().expect("a depth"), count.trim().parse().expect("a count"))
        })
        .collect();
    (fen, counts)
}

fn check_file(file: &str, take: usize, depth: usize) {
    let Some(path) = support::data(file) else { return };
    let (take, depth) = if emulated() { (50, 2) } else { (take, depth) };
    let text = std::fs::read_to_string(path).expect("a readable file");
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()).take(take) {
        let (fen, mut counts) = read_line(line);
        counts.retain(|&(at, _)| at <= depth);
        for board_type in BoardType::ALL {
            // The axon32 board takes several times as long.
            let is_short = board_type == BoardType::Axon32 && !long();
            let depth = if is_short { depth - 1 } else { depth };
            let reached = counts.iter().copied().filter(|&(at, _)| at <= depth);
            let reached: Vec<_> = reached.collect();
            check(&fen, &reached, Level::detected(), board_type, PerftMode::Bulk);
        }
        checked += 1;
    }
    support::row(
        &format!("perft, {file}"),
        &format!(
            "{checked} positions to depth {depth}, axon32 to {}",
            if long() { depth } else { depth - 1 }
        ),
    );
    assert!(checked > 0);
}

#[test]
fn standard_positions() {
    check_file("perft/standard.epd", usize::MAX, if long() { 6 } else { 5 });
}

#[test]
fn marcel_positions() {
    check_file("perft/perft-marcel.epd", 500, 4);
}

#[test]
fn chess960_positions() {
    check_file("perft/fischer.epd", usize::MAX, if long() { 4 } else { 3 });
}
