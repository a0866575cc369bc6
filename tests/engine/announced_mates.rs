//! Mates that a search announces exist, and their variations are complete, with one thread and several.

use nucleus_core::board::{Board, RulesBoard, Setup, fen};
use nucleus_core::kernels::portable;
use nucleus_core::notation::uci_move;
use nucleus_core::types::score::{mate_moves, mate_plies};
use nucleus_search::{
    EngineOptions, Limits, ParallelSearch, ProfileName, SearchEngine, SearchInfo, SearchLine,
    Signals,
};

use crate::support::{self, Random, is_mate, legal};

/// A position whose first iteration takes more nodes than most searches of these tests allow.
const LONG_FIRST_ITERATION: &str = "N7/PPPPPPPP/K1k3rB/b1pnnb1p/8/1r6/pp3p2/7q w - - 0 1";

/// Limit of the nodes for one proof among many; a mate with a longer proof is left undecided.
const PROOF_NODES: u64 = 3_000;

/// Returns true if the side to move mates within this number of plies (odd) or is mated within it
/// (even), by trying every move; `None` if that takes more than `nodes` nodes.
fn is_forced(board: &RulesBoard, plies: u32, nodes: &mut u64) -> Option<bool> {
    *nodes = nodes.checked_sub(1)?;
    let moves = legal(board);
    let attacks = plies % 2 == 1;
    if moves.is_empty() {
        return Some(!attacks && board.in_check());
    }
    if plies == 0 {
        return Some(false);
    }
    for &chess_move in moves.iter() {
        let child = board.after(chess_move);
        // The last move of a mate gives check.
        if plies == 1 && !child.in_check() {
            continue;
        }
        if is_forced(&child, plies - 1, nodes)? == attacks {
            return Some(attacks);
        }
    }
    Some(!attacks)
}

/// Counts of the announced mates by their outcome.
#[derive(Debug)]
struct Claims {
    /// Nodes that a proof may take.
    proof_nodes: u64,
    all: usize,
    bounds: usize,
    proved: usize,
    errors: Vec<String>,
}

impl Claims {
    fn new(proof_nodes: u64) -> Self {
        Self { proof_nodes, all: 0, bounds: 0, proved: 0, errors: Vec::new() }
    }

    /// Checks a variation that a search reported.
    fn add(&mut self, board: &RulesBoard, line: &SearchLine, what: &str) {
        let Some(plies) = mate_plies(line.score) else { return };
        self.all += 1;
        let mut error = |text: &str| {
            let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
            self.errors.push(format!("{text}: {plies} plies, {}; {what}", moves.join(" ")));
        };
        // "Mated, or better" claims nothing; "mates, or better" does.
        let claims = line.is_exact() || (plies > 0) == line.at_least;
        if line.is_exact() {
            let end = line.moves.iter().try_fold(*board, |board, chess_move| {
                legal(&board).contains(chess_move).then(|| board.after(*chess_move))
            });
            match end {
                None => error("illegal"),
                Some(_) if line.moves.len() < plies.unsigned_abs() as usize => error("short"),
                Some(end)
                    if line.moves.len() != plies.unsigned_abs() as usize || !is_mate(&end) =>
                {
                    error("no mate at the end");
                }
                Some(_) => {}
            }
        } else {
            self.bounds += 1;
        }
        if claims {
            match is_forced(board, plies.unsigned_abs(), &mut { self.proof_nodes }) {
                Some(false) => error("false"),
                Some(true) => self.proved += 1,
                None => {}
            }
        }
    }
}

/// Returns a position some plies before the mate that ends a random game.
fn before_a_mate(random: &mut Random) -> Setup {
    let start = RulesBoard::new(&Setup::start(), portable::Token);
    loop {
        let mut game = vec![start];
        while let Some(board) = game.last() {
            let moves = legal(board);
            if moves.is_empty() || board.state().halfmove >= 60 {
                break;
            }
            let next = board.after(moves[random.below(moves.len() as u64) as usize]);
            game.push(next);
        }
        if game.last().is_some_and(is_mate) {
            let back = 1 + random.below(8) as usize;
            return support::setup_of(&game[game.len().saturating_sub(1 + back)]);
        }
    }
}

/// Searches that run until there are enough claims.
struct Campaign {
    /// Number of claims required.
    count: usize,
    profiles: &'static [ProfileName],
    ways: &'static [ParallelSearch],
    threads: &'static [usize],
    /// Nodes of a search: this number, doubled at random up to `doublings` times.
    nodes: u64,
    doublings: u64,
}

impl Campaign {
    /// Searches positions before a mate, and some slow ones; checks every claim.
    fn run(&self, seed: u64) -> Claims {
        let mut random = Random(seed);
        let mut claims = Claims::new(PROOF_NODES);
        let mut engine = SearchEngine::new(1, EngineOptions::default()).unwrap();
        while claims.all < self.count {
            let setup = match random.below(8) {
                0 => Setup::from_fen(LONG_FIRST_ITERATION).unwrap(),
                _ => before_a_mate(&mut random),
            };
            let board = RulesBoard::new(&setup, portable::Token);
            for (&profile, &way) in
                self.profiles.iter().flat_map(|p| self.ways.iter().map(move |way| (p, way)))
            {
                let threads = self.threads[random.below(self.threads.len() as u64) as usize];
                engine.options = EngineOptions {
                    profile,
                    threads,
                    parallel: Some(way),
                    ..EngineOptions::default()
                };
                if random.below(2) == 0 {
                    engine.clear();
                }
                let nodes = self.nodes << random.below(self.doublings + 1);
                let what = format!(
                    "{profile}, {way}, {threads} threads, {nodes} nodes: {}",
                    fen::format(&setup.planes, &setup.state)
                );
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let mut last = None;
                let report = &mut |info: &SearchInfo| {
                    if last.as_ref() != Some(&info.line) {
                        claims.add(&board, &info.line, &what);
                        last = Some(info.line.clone());
                    }
                };
                let outcome = engine.search(&setup, &[], &limits, &Signals::default(), report);
                for line in outcome.lines.iter().filter(|line| last.as_ref() != Some(*line)) {
                    claims.add(&board, line, &format!("at the end, {what}"));
                }
            }
        }
        claims
    }
}

/// Returns this number of claims, forty times as many in the long mode.
fn count(share: usize) -> usize {
    if support::long() { 40 * share } else { share }
}

fn judge(what: &str, seed: u64, claims: Claims, least_proved: usize) {
    let Claims { all, bounds, proved, errors, .. } = claims;
    println!("seed {seed}: {all} claims, {bounds} of them bounds, {proved} proved");
    assert!(
        errors.is_empty(),
        "{} of {all}:\n{}",
        errors.len(),
        errors[..errors.len().min(12)].join("\n")
    );
    assert!(proved >= least_proved, "{proved} of {all} are proved");
    support::row(what, &format!("{all}, {proved} of them proved by trying all moves"));
}

#[test]
fn no_mate_is_false_or_short() {
    let seed = support::seed();
    let campaign = Campaign {
        count: count(500),
        profiles: &ProfileName::ALL,
        ways: &ParallelSearch::ALL,
        threads: &[1, 2, 3, 8],
        nodes: 200,
        doublings: 5,
    };
    let claims = campaign.run(seed);
    let least = claims.all / 4;
    judge("mates announced by 1 to 8 threads, none false or short", seed, claims, least);
}

/// An unfinished first iteration reports no mate score. In this position White mates in eight.
#[test]
fn an_unfinished_first_iteration_announces_nothing() {
    let setup = Setup::from_fen(LONG_FIRST_ITERATION).unwrap();
    let board = RulesBoard::new(&setup, portable::Token);
    let mut claims = Claims::new(1_000_000);
    for way in ParallelSearch::ALL.repeat(3) {
        let options = EngineOptions { threads: 2, parallel: Some(way), ..EngineOptions::default() };
        let mut engine = SearchEngine::new(16, options).unwrap();
        let limits = Limits { nodes: Some(150_000), ..Limits::default() };
        let report = &mut |info: &SearchInfo| {
            claims.add(&board, &info.line, &format!("{way}, depth {}", info.depth));
        };
        engine.search(&setup, &[], &limits, &Signals::default(), report);
    }
    assert!(claims.errors.is_empty(), "{:?}", claims.errors);
}

/// Many threads overwrite a small table, so that variations end in a table hit.
#[test]
fn no_mate_of_a_long_search_with_a_small_table_is_short() {
    let seed = support::seed();
    let campaign = Campaign {
        count: count(100),
        profiles: &[ProfileName::Umko, ProfileName::Full],
        ways: &[ParallelSearch::Lazy],
        threads: &[8],
        nodes: 20_000,
        doublings: 3,
    };
    let claims = campaign.run(seed);
    judge("mates of long searches by 8 threads with 1 MiB, none false or short", seed, claims, 1);
}

/// Returns the mates that a search of profile `full` reports, in moves, each with the nodes until then.
fn mates_of(fen: &str, moves: &[&str], nodes: u64) -> Vec<(i32, u64)> {
    let setup = Setup::from_fen(fen).unwrap();
    let mut board = RulesBoard::new(&setup, portable::Token);
    let mut played = Vec::new();
    for text in moves {
        let chess_move = uci_move::parse(&board, text).unwrap();
        board = board.after(chess_move);
        played.push(chess_move);
    }
    let mut engine = SearchEngine::new(1, EngineOptions::default()).unwrap();
    engine.options.profile = ProfileName::Full;
    engine.options.network = Some(nucleus_engine::networks::built_in());
    let mut mates = Vec::new();
    let mut claims = Claims::new(PROOF_NODES);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.search(&setup, &played, &limits, &Signals::default(), &mut |info| {
        claims.add(&board, &info.line, fen);
        if let Some(mate) = mate_moves(info.line.score) {
            mates.push((mate, info.statistics.nodes));
        }
    });
    assert!(claims.errors.is_empty(), "{:?}", claims.errors);
    mates
}

/// Mates of known distance: some with checks only, some with quiet moves, one with castling.
#[test]
fn forced_mates_are_found_by_few_nodes_and_none_is_too_short() {
    for (fen, distance, most_nodes) in [
        ("1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1", 7, 1_500),
        ("8/8/8/2pnp3/2rkq3/N1p1p3/8/R3KR2 w Q - 0 1", 7, 5_000),
        ("2R5/1N3Q2/2b1n1pr/b2k3P/3Bq2R/1Pn2B2/4Np2/5K2 w - - 0 1", 2, 10_000),
    ] {
        let mates = mates_of(fen, &[], 30_000);
        let shortest = mates.iter().map(|&(mate, _)| mate).min();
        assert_eq!(shortest, Some(distance), "{fen}");
        let found = mates.iter().find(|&&(mate, _)| mate == distance).unwrap();
        assert!(found.1 <= most_nodes, "{fen}: {found:?}");
    }
}

/// A mate after the fifty-move rule applies, or through a third repetition, does not count.
#[test]
fn draws_come_before_mates() {
    let in_time = mates_of("kbK5/pp6/1P6/8/8/8/8/R7 w - - 97 1", &[], 30_000);
    assert_eq!(in_time.last().map(|&(mate, _)| mate), Some(2));
    let late = mates_of("kbK5/pp6/1P6/8/8/8/8/R7 w - - 98 1", &[], 30_000);
    assert!(late.iter().all(|&(mate, _)| mate != 2), "{late:?}");
    let start = "kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1";
    let seen = ["b8e5", "a6a1", "e5b8", "a1a6", "b8e5", "a6a1", "e5b8"];
    let second = mates_of(start, &seen[..3], 30_000);
    assert_eq!(second.last().map(|&(mate, _)| mate), Some(2));
    let third = mates_of(start, &seen, 30_000);
    assert!(third.iter().all(|&(mate, _)| mate != 2), "{third:?}");
    // A smothered mate in which the defending king returns to an earlier position.
    let start = "3r2k1/5Npp/8/8/2Q5/8/5PPP/6K1 b - - 0 1";
    let seen = ["d8e8", "c4b3", "e8d8", "b3c4", "d8e8", "f7g5", "g8h8"];
    let second = mates_of(start, &[&seen[..1], &seen[5..]].concat(), 30_000);
    assert_eq!(second.last().map(|&(mate, _)| mate), Some(4));
    let third = mates_of(start, &seen, 30_000);
    assert!(third.iter().all(|&(mate, _)| mate != 4), "{third:?}");
}
