//! The positions and limits that are measured.

use super::record::{Protocol, Workload};
use nucleus_core::board::{Setup, fen};
use nucleus_core::positions::BENCH_POSITIONS;

/// The start position.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// The mate in 7 of the Axon II paper; both g5f6 and g5e7 mate in seven.
pub const MATE_IN_7: &str = "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1";
/// Three positions for speed: an open middle game, a quieter one, an ending.
pub const SPEED: [(&str, &str); 3] = [
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("middle", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
];

/// The lengths of the workloads' samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lengths {
    /// The duration in seconds of a `timed` sample, and the minimum duration of a `sustained` one.
    pub seconds: f64,
    /// The duration in seconds of a `timed` sample of the speed workloads.
    pub speed_seconds: f64,
    /// The perft depth from the start position, in plies.
    pub perft_depth: u32,
}

fn workload(position: &str, fen: &str, protocol: Protocol, limit: String) -> Workload {
    Workload {
        name: format!("{position}/{protocol}"),
        position: position.to_owned(),
        fen: fen.to_owned(),
        limit,
        protocol,
        ..Workload::default()
    }
}

fn movetime(seconds: f64) -> String {
    format!("movetime {}", (seconds * 1e3).round().max(1.0) as u64)
}

/// Returns the perft count of the start position, if it is known.
fn perft_total(depth: u32) -> Option<u64> {
    [1, 20, 400, 8_902, 197_281, 4_865_609, 119_060_324, 3_195_901_860].get(depth as usize).copied()
}

/// Returns the perft count of kiwipete, if it is known.
fn kiwipete_total(depth: u32) -> Option<u64> {
    [1, 48, 2_039, 97_862, 4_085_603, 193_690_690, 8_031_647_685].get(depth as usize).copied()
}

/// The node limit of a search that compares the boards on the same tree.
const TREE: u64 = 500_000;
/// The minimum search time of each position of a set, in seconds.
const SHORTEST: f64 = 0.05;
/// The node limit of each position of a set.
const SET_TREE: u64 = 50_000;

/// The positions of `bench` with smaller trees, which would measure the pipe more than the board: a move
/// before a draw by the fifty-move rule, a mate in one, and a mate.
const SMALL_TREES: [&str; 3] = [
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
];

/// Returns the workloads for comparing the boards: searches of the start, the mate in 7, kiwipete
/// and the `bench` positions, and perft of the start and, a ply less, of kiwipete. Node limits make
/// the tree of a search the same on every board and at every level.
pub fn of_boards(lengths: Lengths) -> Vec<Workload> {
    let (kiwipete, depth) = (SPEED[0].1, lengths.perft_depth);
    let tree =
        |position, fen| workload(position, fen, Protocol::Sustained, format!("nodes {TREE}"));
    let perft = |position, fen, depth: u32, total: fn(u32) -> Option<u64>| Workload {
        expected_nodes: total(depth),
        ..workload(position, fen, Protocol::Perft, format!("perft {depth}"))
    };
    vec![
        tree("start", START),
        tree("mate7", MATE_IN_7),
        tree("kiwipete", kiwipete),
        bench_positions(format!("nodes {SET_TREE}")),
        perft("start", START, depth, perft_total),
        perft("kiwipete", kiwipete, depth - 1, kiwipete_total),
    ]
}

/// Returns the `bench` positions that have a tree to search, as a set.
fn bench_positions(limit: String) -> Workload {
    let positions = BENCH_POSITIONS.iter().filter(|fen| !SMALL_TREES.contains(fen));
    Workload {
        fens: positions.map(|&fen| fen.to_owned()).collect(),
        ..workload("positions", BENCH_POSITIONS[0], Protocol::Set, limit)
    }
}

/// Returns the workload for comparing engines without ours: the start position and the speed positions,
/// each searched for an equal part of the sample's duration.
pub fn four_positions(lengths: Lengths) -> Workload {
    let positions = std::iter::once(START).chain(SPEED.iter().map(|&(_, fen)| fen));
    let fens: Vec<String> = positions.map(str::to_owned).collect();
    let each = lengths.seconds / fens.len() as f64;
    Workload { fens, ..workload("four", START, Protocol::Set, movetime(each)) }
}

/// Returns the workload that searches a position to the depth that one thread reaches in this time.
pub fn to_depth(position: &str, fen: &str, seconds: f64) -> Workload {
    workload(position, fen, Protocol::Depth, movetime(seconds))
}

/// Returns the names and positions of the searches to a depth: the start, the speed positions, and the
/// other openings and middle games of `bench`.
pub fn positions_to_depth() -> impl Iterator<Item = (String, &'static str)> {
    let numbered = (1..).zip(BENCH_POSITIONS).skip(5).take(9);
    let named = std::iter::once(("start", START)).chain(SPEED);
    let bench = numbered.map(|(number, fen)| (format!("bench{number}"), fen));
    named.map(|(name, fen)| (name.to_owned(), fen)).chain(bench)
}

/// Returns the workload of an engine's own bench; `words` are the program's arguments: `bench`, or
/// `bench 16 1 12`.
pub fn bench(words: &str) -> Workload {
    let position = "bench";
    Workload {
        name: position.to_owned(),
        ..workload(position, START, Protocol::Bench, words.to_owned())
    }
}

/// Returns the workloads with this name: `start`, `mate7`, `perft`, `speed`, `positions` (`bench` in older
/// records and scripts); a name may have several.
pub fn named(name: &str, lengths: Lengths) -> Option<Vec<Workload>> {
    let three = |position: &str, fen: &str, depth: &str| {
        [Protocol::Paper, Protocol::Sustained, Protocol::Timed].map(|protocol| {
            let limit = match protocol {
                Protocol::Timed => movetime(lengths.seconds),
                _ => depth.to_owned(),
            };
            workload(position, fen, protocol, limit)
        })
    };
    Some(match name {
        "start" => three("start", START, "depth 10").into(),
        "mate7" => three("mate7", MATE_IN_7, "depth 13")
            .map(|w| Workload {
                best: vec!["g5f6".to_owned(), "g5e7".to_owned()],
                mate: Some(7),
                ..w
            })
            .into(),
        "perft" => {
            let limit = format!("perft {}", lengths.perft_depth);
            vec![Workload {
                expected_nodes: perft_total(lengths.perft_depth),
                ..workload("start", START, Protocol::Perft, limit)
            }]
        }
        "speed" => SPEED
            .iter()
            .map(|(n, fen)| workload(n, fen, Protocol::Timed, movetime(lengths.speed_seconds)))
            .collect(),
        "positions" | "bench" => {
            let positions = BENCH_POSITIONS.len() - SMALL_TREES.len();
            let each = (lengths.seconds / positions as f64).max(SHORTEST);
            vec![bench_positions(movetime(each))]
        }
        _ => return None,
    })
}

/// Workloads that the command line selects.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Chosen {
    /// The workloads, one for each position and protocol.
    pub workloads: Vec<Workload>,
    /// Corrections made to the position, in words for the user.
    pub corrections: Vec<String>,
}

/// Parses `NAME=FEN@LIMIT`, or a name that [`named`] knows. A depth or a number of nodes gives one search
/// and a sustained workload, a `movetime` a timed one, a `perft` a count.
///
/// # Errors
/// A sentence with the reason.
pub fn parse(text: &str, lengths: Lengths) -> Result<Chosen, String> {
    let Some((name, rest)) = text.split_once('=') else {
        let workloads = named(text, lengths).ok_or_else(|| {
            format!(
                "no workload `{text}`; use start, mate7, perft, speed, positions, or NAME=FEN@LIMIT"
            )
        })?;
        return Ok(Chosen { workloads, corrections: Vec::new() });
    };
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
        return Err(format!("invalid workload name `{name}`: use letters, digits, `-`, `_`, `.`"));
    }
    let (fen, limit) = rest
        .rsplit_once('@')
        .ok_or_else(|| format!("workload `{name}` has no `@LIMIT`, e.g. `@depth 10`"))?;
    let (fen, corrections) = read_fen(fen).map_err(|e| format!("workload `{name}`: {e}"))?;
    let corrections = corrections.iter().map(|c| format!("workload `{name}`: {c}")).collect();
    let words: Vec<&str> = limit.split_whitespace().collect();
    let (kind, number) = match words[..] {
        [kind, number] => (kind, number.parse::<u64>().ok().filter(|&n| n > 0)),
        _ => ("", None),
    };
    let protocols: &[Protocol] = match kind {
        "depth" | "nodes" => &[Protocol::Paper, Protocol::Sustained],
        "movetime" => &[Protocol::Timed],
        "perft" => &[Protocol::Perft],
        _ => &[],
    };
    if protocols.is_empty() || number.is_none() {
        return Err(format!(
            "workload `{name}`: invalid limit `{limit}`: expected depth N, nodes N, movetime MS \
             or perft N"
        ));
    }
    let limit = words.join(" ");
    let workloads = protocols.iter().map(|&p| workload(name, &fen, p, limit.clone())).collect();
    Ok(Chosen { workloads, corrections })
}

/// Parses a position strictly; returns the FEN to send to engines, and its corrections. `startpos` means
/// the start position.
fn read_fen(text: &str) -> Result<(String, Vec<String>), String> {
    if text.trim() == "startpos" {
        return Ok((START.to_owned(), Vec::new()));
    }
    let setup = Setup::from_fen(text).map_err(|error| error.to_string())?;
    if setup.state.chess960 {
        // Engines need an option for Chess960 castling rights, and interpret them differently without it.
        return Err("a Chess960 position, which not every engine here would understand".to_owned());
    }
    Ok((fen::format(&setup.planes, &setup.state), setup.corrections))
}
