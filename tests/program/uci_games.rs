//! Games of the engine against itself at 10 ms + 10 ms over a pipe have no illegal move and no time loss.
//!
//! These tests measure time, and a late move loses: run them alone (`cargo xtask check games`). Delays of a
//! busy machine are measured separately: the time that the threads of the engine and of this process wait for
//! a processor, and the excess sleep of a thread that only sleeps. A move that would have been in time
//! without these delays counts against the machine, not the engine.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::support::{self, Random, board, is_mate, legal, play};
use crate::uci::{Engine, check_answer, scheduled};
use nucleus_core::board::{Board, START_FEN, is_dead};
use nucleus_core::types::Color;

const START: Duration = Duration::from_millis(10);
const INCREMENT: Duration = Duration::from_millis(10);
/// Delay of a sleep on an idle machine.
const USUAL: Duration = Duration::from_micros(300);

/// Counts of games by their end, and of moves; the slowest move.
#[derive(Default, Debug)]
struct Tally {
    games: usize,
    moves: usize,
    mates: usize,
    draws: usize,
    time_losses: usize,
    stalls: usize,
    slowest: Duration,
}

/// Starts a thread that measures sleeps; returns the sum of their delays, in microseconds.
fn watch() -> Arc<AtomicU64> {
    let late = Arc::new(AtomicU64::new(0));
    let shared = Arc::downgrade(&late);
    std::thread::spawn(move || {
        while let Some(late) = shared.upgrade() {
            let asleep = Instant::now();
            std::thread::sleep(Duration::from_millis(1));
            let excess = asleep.elapsed().saturating_sub(Duration::from_millis(1));
            if excess > USUAL {
                late.fetch_add(excess.as_micros() as u64, Ordering::Relaxed);
            }
        }
    });
    late
}

/// Returns the time that this process and an engine have waited for a processor.
fn in_line(engine: &Engine) -> Duration {
    engine.stood() + scheduled(std::process::id()).unwrap_or_default().1
}

fn game(engines: &mut [Engine; 2], opening: &str, stall: &AtomicU64, tally: &mut Tally) {
    let mut at = play(&board(START_FEN), opening);
    let mut moves = opening.to_owned();
    for engine in engines.iter_mut() {
        engine.transcript.clear();
        engine.ask("ucinewgame");
    }
    let mut left = [START; 2];
    let mut seen: HashMap<u64, usize> = HashMap::new();
    tally.games += 1;
    for _ in 0..600 {
        let times = seen.entry(at.state().key).or_default();
        *times += 1;
        if legal(&at).is_empty()
            || *times == 3
            || at.state().halfmove >= 100
            || is_dead(at.planes())
        {
            tally.mates += usize::from(is_mate(&at));
            tally.draws += usize::from(!is_mate(&at));
            return;
        }
        let side = at.side();
        let engine = &mut engines[side.index()];
        engine.send(&format!("position startpos moves{moves}"));
        // The position is set up before the clock runs, as in a game.
        engine.ready();
        stall.store(0, Ordering::Relaxed);
        let before = in_line(engine);
        let sent = Instant::now();
        let lines = engine.until(
            &format!(
                "go wtime {} btime {} winc {} binc {}",
                left[Color::White.index()].as_millis(),
                left[Color::Black.index()].as_millis(),
                INCREMENT.as_millis(),
                INCREMENT.as_millis()
            ),
            "bestmove",
        );
        let used = sent.elapsed();
        tally.slowest = tally.slowest.max(used);
        tally.moves += 1;
        let best = check_answer(engine, &at, &lines);
        match left[side.index()].checked_sub(used) {
            Some(rest) => left[side.index()] = rest + INCREMENT,
            None => {
                let late = Duration::from_micros(stall.load(Ordering::Relaxed));
                let line = in_line(engine).saturating_sub(before);
                if used.saturating_sub(late.max(line)) <= left[side.index()] {
                    tally.stalls += 1;
                } else {
                    println!(
                        "time loss: {used:?} used, {:?} left (sleeps were late by {late:?}, \
                         {line:?} in line for a processor)",
                        left[side.index()]
                    );
                    tally.time_losses += 1;
                }
                left[side.index()] = INCREMENT;
            }
        }
        at = play(&at, &best);
        moves = format!("{moves} {best}");
    }
    tally.draws += 1;
}

/// 20 games, in the long mode 200, each from a random opening of six plies.
#[test]
#[ignore = "measures time and wants to run alone: cargo xtask check games"]
fn games_at_10_ms_plus_10_ms() {
    let seed = support::seed();
    let mut random = Random(seed);
    let stall = watch();
    let mut engines = [Engine::start(), Engine::start()];
    for engine in &mut engines {
        engine.until("uci", "uciok");
    }
    let mut tally = Tally::default();
    for _ in 0..if support::long() { 200 } else { 20 } {
        let opening = support::random_moves(&mut random, board(START_FEN), 6);
        game(&mut engines, &opening, &stall, &mut tally);
    }
    for engine in &mut engines {
        engine.quit();
    }
    println!("{tally:?}");
    assert_eq!(tally.time_losses, 0, "{tally:?}");
    if tally.stalls * 20 > tally.moves {
        println!("skipped: the machine was too busy to tell: {tally:?}");
        return;
    }
    support::row(
        "games at 10 ms + 10 ms",
        &format!(
            "{} games, {} moves, {} lost on time, {} kept by the machine",
            tally.games, tally.moves, tally.time_losses, tally.stalls
        ),
    );
}
