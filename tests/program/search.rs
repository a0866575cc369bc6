//! The search from outside: mates, draws, limits, variations, and the same tree at every level.

use std::time::Duration;

use nucleus_core::board::{Board, Setup};
use nucleus_core::eval::{MaterialSet, Options};
use nucleus_core::kernels::{Level, available};
use nucleus_core::notation::uci_move;
use nucleus_core::types::Move;
use nucleus_core::types::score::{mate_moves, mate_plies};
use nucleus_search::{
    Clock, EngineOptions, Limits, ParallelSearch, ProfileName, SearchEngine, SearchInfo,
    SearchLine, SearchOutcome, Signals,
};

use crate::program::nucleus;
use crate::support::{self, board, is_mate, legal, play_line};

fn options(profile: ProfileName) -> EngineOptions {
    EngineOptions { profile, ..EngineOptions::default() }
}

fn search_with(
    fen: &str,
    limits: &Limits,
    options: EngineOptions,
) -> (SearchOutcome, Vec<SearchInfo>) {
    let mut engine = SearchEngine::new(1, options).unwrap();
    let never = Signals::default();
    let mut infos = Vec::new();
    let setup = Setup::from_fen(fen).unwrap();
    // Every reported variation is legal.
    let outcome = engine.search(&setup, &[], limits, &never, &mut |info: &SearchInfo| {
        assert!(!info.line.moves.is_empty());
        play_line(&board(fen), &info.line.moves);
        infos.push(info.clone());
    });
    for line in &outcome.lines {
        play_line(&board(fen), &line.moves);
    }
    (outcome, infos)
}

fn search(fen: &str, limits: &Limits, profile: ProfileName) -> (SearchOutcome, Vec<SearchInfo>) {
    search_with(fen, limits, options(profile))
}

/// Positions, their mates in moves (negative: the side to move is mated), and a depth at which the
/// profiles find them; the test has greater depths for `full` and `umko`.
const MATES: [(&str, i32, u32); 7] = [
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, 3),
    ("k7/8/1K6/8/8/8/8/7R w - - 99 100", 1, 2),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 6),
    ("kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", -1, 5),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, 8),
    ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", 0, 1),
    ("1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1", 7, 12),
];

/// Depth at which `full` finds the mate in two by zugzwang. Another move scores so well that the
/// mating line stays reduced for long, and below that score no checks are tried. (Stockfish 15.1
/// has not found it at depth 30, 960,000 nodes; `full` finds it at depth 14, 16,000 nodes.)
const FULL_ZUGZWANG: u32 = 14;

#[test]
fn mates_have_their_exact_distance_and_a_complete_variation() {
    for profile in ProfileName::ALL {
        for (fen, moves, depth) in MATES {
            if moves == 7 && profile == ProfileName::Axon {
                // The paper's searcher takes longer; `nucleus compare` shows its mate.
                continue;
            }
            let depth = match (moves, profile) {
                (2, ProfileName::Full) => FULL_ZUGZWANG,
                // Umko's own weights delay the mate; with Axon's weights it was found at depth 9.
                (7, ProfileName::Umko) => 14,
                _ => depth,
            };
            let (outcome, _) = search(fen, &Limits::depth(depth), profile);
            let Some(line) = outcome.lines.first() else {
                assert!(moves == 0 && legal(&board(fen)).is_empty(), "{profile} {fen}");
                continue;
            };
            assert_eq!(mate_moves(line.score), Some(moves), "{profile} {fen}");
            let plies = mate_plies(line.score).unwrap().unsigned_abs() as usize;
            assert_eq!(line.moves.len(), plies, "{profile} {fen}: {:?}", line.moves);
            let end = play_line(&board(fen), &line.moves);
            assert!(is_mate(&end), "{profile} {fen}");
        }
    }
}

/// Plays out an announced mate: as many plies as announced, all legal, no draw before, and mate at
/// the end. `None` if the score is no mate.
fn play_mate(fen: &str, line: &SearchLine) -> Option<()> {
    let plies = mate_plies(line.score)?.unsigned_abs() as usize;
    assert_eq!(line.moves.len(), plies, "{fen}: {:?}", line.moves);
    let (last, before) = line.moves.split_last()?;
    let board = play_line(&board(fen), before);
    assert!(board.state().halfmove < 100, "{fen}: a draw before the end of {:?}", line.moves);
    assert!(is_mate(&play_line(&board, &[*last])), "{fen}: {:?}", line.moves);
    Some(())
}

/// Returns the number of mates that a search announces, each played out.
fn count_mates(fen: &str, infos: &[SearchInfo]) -> usize {
    let exact = infos.iter().filter(|info| info.line.is_exact());
    exact.filter_map(|info| play_mate(fen, &info.line)).count()
}

#[test]
fn a_mate_that_the_quiescence_search_finds_is_reported_to_its_end() {
    // In profile axon the quiescence search adds the last ply: a capture, then a promotion.
    let endings = [
        "8/7p/1p5p/5K1k/1P6/7p/1P4PP/8 w - - 0 1",
        "3k4/1p1P1p2/1PpK1P2/2Pp1Rp1/3P2P1/6p1/3b2P1/8 w - - 0 1",
    ];
    for profile in ProfileName::ALL {
        // Profile umko finds no mate in the second position within millions of nodes.
        let count = if profile == ProfileName::Umko { 1 } else { 2 };
        for fen in endings.into_iter().take(count) {
            // Enough nodes with a table of 1 MiB; `full` takes 440,000 for the second with 16 MiB.
            let limits = Limits { nodes: Some(2_000_000), mate: Some(8), ..Limits::default() };
            let (_, infos) = search(fen, &limits, profile);
            assert!(count_mates(fen, &infos) > 0, "{profile} {fen}");
        }
    }
}

/// A mate that the fifty-move rule prevents is never announced, whatever an earlier search of the
/// same pieces left in the table.
#[test]
fn no_mate_is_announced_beyond_the_fifty_move_rule() {
    let endings = [
        "5k2/8/6Q1/8/6K1/8/8/8 w - -",
        "7k/8/4K3/8/8/8/6Q1/8 w - -",
        "8/8/8/3k4/8/8/1R6/K7 w - -",
        "3k4/8/8/8/8/2RK4/8/8 b - -",
        "8/8/4k3/8/8/8/P6R/1K4Q1 w - -",
        "7k/8/5K2/8/8/8/r6P/7R w - -",
    ];
    let never = Signals::default();
    for profile in ProfileName::ALL {
        let mut announced = 0;
        for ending in endings {
            let mut engine = SearchEngine::new(16, options(profile)).unwrap();
            let mut run = |fen: &str, nodes: u64| {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let mut infos = Vec::new();
                let setup = Setup::from_fen(fen).unwrap();
                engine.search(&setup, &[], &limits, &never, &mut |info: &SearchInfo| {
                    infos.push(info.clone());
                });
                count_mates(fen, &infos)
            };
            run(&format!("{ending} 0 60"), if support::long() { 600_000 } else { 200_000 });
            for halfmove in (84..100).rev() {
                announced += run(&format!("{ending} {halfmove} 120"), 20_000);
            }
        }
        assert!(announced > 0, "{profile}: mates in time are announced");
        support::row(
            &format!("mates near the fifty-move rule, {profile}"),
            &format!("{} searches, {announced} announced in time", 16 * endings.len()),
        );
    }
}

/// White loses except by perpetual check.
const PERPETUAL: &str = "6k1/6p1/8/7Q/8/2q4P/rr4P1/7K w - - 0 1";

#[test]
fn draws_by_repetition_and_by_fifty_moves() {
    let fifty = "8/8/8/4k3/8/4K3/4R3/8 w - - 99 120";
    for profile in ProfileName::ALL {
        let (outcome, _) = search(PERPETUAL, &Limits::depth(8), profile);
        assert_eq!(outcome.lines[0].score, 0, "{profile}: {:?}", outcome.lines[0].moves);
        let (outcome, _) = search(fifty, &Limits::depth(4), profile);
        assert_eq!(outcome.lines[0].score, 0, "{profile}");
        let contempt = EngineOptions { contempt: 40, ..options(profile) };
        let (outcome, _) = search_with(fifty, &Limits::depth(4), contempt);
        assert_eq!(outcome.lines[0].score, -40, "{profile}");
    }
}

struct Game {
    setup: Setup,
    moves: Vec<Move>,
    next: Move,
}

/// Reads a game; the last move is the next one to play.
fn game(fen: &str, moves: &[&str]) -> Game {
    let (mut board, mut played) = (board(fen), Vec::new());
    for text in moves {
        played.push(uci_move::parse(&board, text).unwrap());
        board = board.after(played[played.len() - 1]);
    }
    let next = played.pop().unwrap();
    Game { setup: Setup::from_fen(fen).unwrap(), moves: played, next }
}

/// Searches the game's position, only the next move if `alone` is set.
fn search_game(game: &Game, alone: bool, options: EngineOptions) -> SearchLine {
    let mut engine = SearchEngine::new(1, options).unwrap();
    let search_moves = alone.then_some(game.next).into_iter().collect();
    let limits = Limits { search_moves, ..Limits::depth(9) };
    let never = Signals::default();
    engine.search(&game.setup, &game.moves, &limits, &never, &mut |_| {}).lines[0].clone()
}

/// Returns every profile, with one thread and with several in both kinds of parallel search.
fn every_search() -> impl Iterator<Item = EngineOptions> {
    let threads = [(1, None)].into_iter().chain(ParallelSearch::ALL.map(|way| (3, Some(way))));
    threads.flat_map(|(threads, parallel)| {
        ProfileName::ALL.map(|profile| EngineOptions { threads, parallel, ..options(profile) })
    })
}

/// A position is a draw the third time, not the second.
#[test]
fn positions_of_the_game_count_as_repeated() {
    let back_and_forth = ["h1g1", "h8g8", "g1h1", "g8h8"];
    for (times, drawn) in [(1, false), (2, true)] {
        let moves = [&back_and_forth.repeat(times)[..], &["h1g1", "h8g8", "g1h1"]].concat();
        let game = game("7k/8/8/8/8/8/r7/7K w - - 10 60", &moves);
        for options in every_search() {
            let name = format!("{options:?}");
            let score = search_game(&game, true, options).score;
            assert_eq!(score == 0, drawn, "{times} times before: {score}, {name}");
            assert!(score <= 0, "{times} times before: {score}, {name}");
        }
    }
}

/// A position seen once before is no draw yet, so a king that returns to it is mated.
#[test]
fn a_position_seen_once_before_is_no_draw() {
    let fen = "7k/5K2/8/8/8/8/8/R7 w - - 0 1";
    let once = game(fen, &["a1a2", "h8h7", "a2a1", "h7h8"]);
    let twice = game(fen, &["a1a2", "h8h7", "a2a1", "h7h8", "a1a2", "h8h7", "a2a1", "h7h8"]);
    for options in every_search() {
        let name = format!("{options:?}");
        let line = search_game(&once, false, options.clone());
        assert_eq!(mate_moves(line.score), Some(-2), "{name}");
        assert_ne!(line.moves[0], once.next, "{name}");
        let line = search_game(&twice, false, options);
        assert_eq!((line.score, line.moves[0]), (0, twice.next), "{name}");
    }
}

#[test]
fn several_variations_come_in_order() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    for profile in ProfileName::ALL {
        let several = EngineOptions { multipv: 4, ..options(profile) };
        let (outcome, infos) = search_with(fen, &Limits::depth(6), several);
        assert_eq!(outcome.lines.len(), 4);
        for pair in outcome.lines.windows(2) {
            assert!(pair[0].score >= pair[1].score, "{profile}");
            assert_ne!(pair[0].moves[0], pair[1].moves[0]);
        }
        let places: Vec<usize> = infos.iter().map(|info| info.multipv).collect();
        assert!(places.chunks(4).all(|chunk| chunk == [1, 2, 3, 4]), "{profile}: {places:?}");
        let more = EngineOptions { multipv: 218, ..options(profile) };
        let (outcome, _) = search_with(fen, &Limits::depth(2), more);
        assert_eq!(outcome.lines.len(), legal(&board(fen)).len());
    }
}

#[test]
fn stops_at_a_signal_and_still_has_a_move() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for profile in ProfileName::ALL {
        let mut engine = SearchEngine::new(1, options(profile)).unwrap();
        let signals = Signals::default();
        let limits = Limits { infinite: true, ..Limits::default() };
        let setup = Setup::from_fen(fen).unwrap();
        let outcome = engine.search(&setup, &[], &limits, &signals, &mut |info| {
            if info.depth >= 4 {
                signals.stop();
            }
        });
        assert!(legal(&board(fen)).contains(&outcome.best_move().unwrap()));
        signals.stop();
        let outcome = engine.search(&setup, &[], &limits, &signals, &mut |_| {});
        assert!(legal(&board(fen)).contains(&outcome.best_move().unwrap()));
    }
}

#[test]
fn no_deadline_is_later_than_the_clock() {
    for left in [1u64, 5, 10, 20, 50, 100, 1_000, 60_000, 3_600_000] {
        for increment in [0u64, 10, 100, 1_000, 30_000] {
            for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                let clock = Clock {
                    left: Duration::from_millis(left),
                    increment: Duration::from_millis(increment),
                    moves_to_go,
                };
                for overhead in [0, 5, 100] {
                    let overhead = Duration::from_millis(overhead);
                    let limits = Limits { clock: Some(clock), overhead, ..Limits::default() };
                    let deadlines = limits.deadlines(std::time::Instant::now());
                    let (soft, hard) = (deadlines.soft.unwrap(), deadlines.hard.unwrap());
                    assert!(soft <= hard && hard < clock.left, "{clock:?}: {deadlines:?}");
                    assert!(hard > Duration::ZERO, "{clock:?}");
                }
            }
        }
    }
}

/// The chosen material set and bound reach every node: with a bound of 0, the scores with two sets
/// differ by the values of an extra bishop alone.
#[test]
fn the_evaluation_is_the_one_that_was_chosen() {
    let closed = "rq2k2r/pppppppp/8/8/8/8/PPPPPPPP/RQB1K2R w - - 0 1";
    for profile in ProfileName::ALL {
        let score_at = |depth, material, bound| {
            let chosen = EngineOptions { material, bound: Some(bound), ..options(profile) };
            search_with(closed, &Limits::depth(depth), chosen).0.lines[0].score
        };
        let score = |material, bound| score_at(2, material, bound);
        let axon = score(MaterialSet::Axon2024, 0);
        assert_eq!(score(MaterialSet::Chess45, 0), axon + 50, "{profile:?}");
        assert_eq!(score(MaterialSet::Modern, 0), axon + 25, "{profile:?}");
        // The positional part may be zero by chance, but not at every depth.
        let usual = |depth| score_at(depth, MaterialSet::Axon2024, Options::BOUND);
        assert!((1..=4).any(|depth| usual(depth) != axon), "{profile:?}");
    }
}

#[test]
fn every_level_and_variant_has_one_signature_a_profile() {
    let table = nucleus(&["bench", "3", "--signatures"]).done().stdout;
    // Only profile axon runs the scanner's assembly, and only it has the axon32 board.
    let (levels, choices) = (Level::usable().count(), available().len());
    for (profile, matrix, axon32) in
        [("axon", choices, choices), ("full", levels, 0), ("umko", levels, 0)]
    {
        let rows: Vec<Vec<&str>> = (table.lines().filter(|line| line.starts_with(profile)))
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(rows.len(), matrix + levels + axon32, "{table}");
        assert_eq!(rows.iter().filter(|row| row[1] == "axon32").count(), axon32, "{table}");
        assert_eq!(rows.iter().filter(|row| row[1] == "magic").count(), levels, "{table}");
        assert!(rows.iter().all(|row| row.len() == 4 && row[3] == rows[0][3]), "{table}");
        assert!(rows[0][3].parse::<u64>().expect("a number") > 1000, "{table}");
    }
}
