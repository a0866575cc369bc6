//! The jobs of a session: searches, book moves, perft and the bench. A separate thread runs them,
//! so that the session answers every command meanwhile.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvError, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::book::BookAnswer;
use super::output::{Out, info_line, progress_line, scored};
use super::position::UciPosition;
use super::signature;
use super::wdl::Chances;
use nucleus_base::text;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::movegen::{Perft, PerftMode, legal_moves, perft};
use nucleus_core::notation::uci_move;
use nucleus_core::types::{Move, score};
use nucleus_core::with_board;
use nucleus_search::{
    EngineOptions, JobThread, Limits, PoolJob, SearchEngine, SearchEvent, SearchLog,
    SearchObserver, SearchOutcome, Signals,
};

/// Interval of progress lines, the same as in other engines.
const EVERY: Duration = Duration::from_secs(1);
/// Search time after which bounds and root moves are printed.
const QUIET: Duration = Duration::from_secs(3);

/// Work for the job thread.
pub enum Job {
    /// Searches and answers with the best move.
    Search {
        /// Position to search.
        position: UciPosition,
        /// Limits of the search.
        limits: Limits,
        /// Output in addition to UCI's.
        shown: ExtraOutput,
    },
    /// Answers with a move of the opening book.
    Book {
        /// Position of the move.
        board: RulesBoard,
        /// Move to play, with the book's reply.
        answer: BookAnswer,
    },
    /// Counts move paths.
    Perft {
        /// Root of the tree.
        position: UciPosition,
        /// Depth in plies.
        depth: u32,
    },
    /// Searches the built-in positions.
    Bench {
        /// Depth in plies.
        depth: u32,
        /// Table size in MiB.
        hash: usize,
    },
    /// Answers that there is no move to search: the position or the requested moves were refused.
    NoMove {
        /// True if the protocol forbids an answer before `stop`.
        infinite: bool,
    },
}

/// Waits until the protocol allows an answer: for `stop` or, unless `infinite`, for `ponderhit`.
fn wait(signals: &Signals, infinite: bool) {
    while (infinite || signals.is_pondering()) && !signals.is_stopped() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The job thread of a session: it lives as long as the session and is parked while idle.
#[derive(Default)]
pub struct SideThread(Option<JobThread<()>>);

impl SideThread {
    /// Starts a job; `None` if the system cannot create a thread: the engine is then lost.
    pub fn begin(
        &mut self,
        engine: SearchEngine,
        job: Job,
        pondering: bool,
        out: Out,
    ) -> Option<Running> {
        let signals = if pondering { Signals::pondering() } else { Signals::default() };
        let (back, returned) = channel();
        let counts = matches!(job, Job::Perft { .. } | Job::Bench { .. });
        let ended = Arc::new(AtomicBool::new(false));
        let running =
            Running { signals: signals.clone(), returned, counts, ended: Arc::clone(&ended) };
        let mut job: PoolJob<()> = Box::new(move |()| {
            let found = Cell::new(None);
            let run = AssertUnwindSafe(|| work(engine, &job, &signals, &out, &found));
            let engine = catch_unwind(run).map_err(|payload| {
                answer_failed(&job, &words_of(&*payload), found.get(), &signals, &out);
            });
            ended.store(true, Ordering::Release);
            // The session may have ended in the meantime.
            let _ = back.send(engine.ok());
        });
        // A thread that has ended in a panic is replaced once.
        for _ in 0..2 {
            if self.0.is_none() {
                self.0 = Some(JobThread::spawn("session".to_owned()).ok()?);
            }
            match self.0.as_ref()?.run(job) {
                Ok(()) => return Some(running),
                Err(unsent) => job = unsent,
            }
            self.0 = None;
        }
        None
    }
}

/// A running job.
pub struct Running {
    signals: Signals,
    returned: Receiver<Option<SearchEngine>>,
    /// True for a job that counts: a perft or the bench.
    counts: bool,
    ended: Arc<AtomicBool>,
}

impl Running {
    /// Returns true until the job has ended, by itself or by `stop`.
    pub fn goes_on(&self) -> bool {
        !self.ended.load(Ordering::Acquire)
    }

    /// Signals that the expected move was played.
    pub fn ponder_hit(&self) {
        self.signals.ponder_hit();
    }

    /// Waits for a counting job as long as its output has a reader, and returns the engine; ends
    /// any other job. A script sends its commands and `quit` at once and expects the answers.
    ///
    /// # Errors
    /// If the thread ended without returning the engine.
    pub fn finish(self, out: &Out) -> Result<Option<SearchEngine>, RecvError> {
        while self.counts && !out.is_closed() {
            match self.returned.recv_timeout(Duration::from_millis(50)) {
                Ok(engine) => return Ok(engine),
                Err(RecvTimeoutError::Disconnected) => return Err(RecvError),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        self.end()
    }

    /// Ends the job and returns the engine; `None` if the job failed and has reported its error.
    ///
    /// # Errors
    /// If the thread ended without returning the engine.
    pub fn end(self) -> Result<Option<SearchEngine>, RecvError> {
        self.signals.stop();
        self.returned.recv()
    }
}

/// Returns the message of a panic.
fn words_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given").to_owned()
}

/// Answers for a job that panicked: prints the error at once, then the move that the GUI expects.
/// A search answers with the best move `found` so far, else with the first allowed move.
fn answer_failed(job: &Job, error: &str, found: Option<Move>, signals: &Signals, out: &Out) {
    out.say(&format!("info string the engine failed, a new one takes over: {}", text::line(error)));
    match job {
        Job::Search { position, limits, .. } => {
            let legal = legal_moves(&position.board);
            let first = limits.search_moves.first().or_else(|| legal.iter().next()).copied();
            let best: Vec<Move> = found.or(first).into_iter().collect();
            wait(signals, limits.infinite);
            let text = uci_move::line(&position.board, &best).pop();
            out.say(&format!("bestmove {}", text.as_deref().unwrap_or("(none)")));
        }
        Job::Book { board, answer } => {
            wait(signals, false);
            out.say(&format!("bestmove {}", uci_move::line(board, &[answer.best])[0]));
        }
        Job::NoMove { infinite } => {
            wait(signals, *infinite);
            out.say("bestmove 0000");
        }
        Job::Perft { .. } | Job::Bench { .. } => {}
    }
}

/// Runs a job; `found` receives the best move of a search as soon as there is one.
fn work(
    mut engine: SearchEngine,
    job: &Job,
    signals: &Signals,
    out: &Out,
    found: &Cell<Option<Move>>,
) -> SearchEngine {
    match job {
        Job::Search { position, limits, shown } => {
            search(&mut engine, position, limits, *shown, signals, out, found);
        }
        Job::Book { board, answer } => answer_from_book(board, *answer, signals, out),
        Job::Perft { position, depth } => {
            let board_type = engine.options.board_type();
            with_board!(engine.options.choice, board_type, &position.setup, start => {
                show_perft(&position.played(start), *depth as usize, signals, out);
            });
        }
        Job::Bench { depth, hash } => bench(&engine, *depth, *hash, signals, out),
        Job::NoMove { infinite } => {
            wait(signals, *infinite);
            out.say("bestmove 0000");
        }
    }
    engine
}

/// Output of a search in addition to UCI's.
#[derive(Clone, Copy)]
pub struct ExtraOutput {
    /// True to print the paper's log at the end.
    pub log: bool,
    /// The chances to print with scores.
    pub chances: Option<Chances>,
    /// True to print counts for research at the end.
    pub counts: bool,
}

/// The output of a running search, from any of its threads.
#[derive(Clone)]
struct RunningOutput {
    out: Out,
    board: RulesBoard,
    /// The largest node count printed so far: a delayed thread with fewer prints this one again.
    nodes: Arc<Mutex<u64>>,
}

impl RunningOutput {
    /// Prints a line with this number of nodes, or with the largest number printed so far.
    fn say(&self, nodes: u64, line: impl FnOnce(u64) -> String) {
        let mut largest = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        *largest = nodes.max(*largest);
        self.out.say(&line(*largest));
    }

    /// Prints an event within an iteration.
    fn tell(&self, event: &SearchEvent) {
        match event {
            SearchEvent::Progress { statistics, hashfull, time } => {
                self.say(statistics.nodes, |nodes| {
                    let mut statistics = *statistics;
                    statistics.nodes = nodes;
                    progress_line(&statistics, *hashfull, *time)
                });
            }
            SearchEvent::RootMove { depth, chess_move, number } => {
                let chess_move = uci_move::format(&self.board, *chess_move);
                let line =
                    format!("info depth {depth} currmove {chess_move} currmovenumber {number}");
                self.out.say(&line);
            }
            _ => {}
        }
    }
}

fn search(
    engine: &mut SearchEngine,
    UciPosition { setup, moves, board }: &UciPosition,
    limits: &Limits,
    shown: ExtraOutput,
    signals: &Signals,
    out: &Out,
    found: &Cell<Option<Move>>,
) {
    let mut log = SearchLog::default();
    let running = RunningOutput { out: out.clone(), board: *board, nodes: Arc::default() };
    let teller = running.clone();
    let observed = signals.observed_by(SearchObserver::new(EVERY, QUIET, move |event| {
        teller.tell(&event);
    }));
    let outcome = engine.search(setup, moves, limits, &observed, &mut |info| {
        if info.multipv == 1 {
            found.set(info.line.moves.first().copied().or(found.get()));
        }
        let line = uci_move::line(board, &info.line.moves);
        running.say(info.statistics.nodes, |nodes| info_line(info, nodes, &line, shown.chances));
        log.add(info);
    });
    let legal = legal_moves(board);
    if legal.is_empty() {
        let score = if board.in_check() { score::mated_in(0) } else { score::DRAW };
        out.say(&format!("info depth 0 score {}", scored(score, shown.chances)));
    }
    wait(signals, limits.infinite);
    say_counts(&outcome, shown, log, out);
    if let Some(error) = engine.options.tables.as_ref().and_then(|tables| tables.take_fault()) {
        out.say(&format!("info string endgame tables: {}", text::line(&error)));
    }
    let line = outcome.lines.first().map(|line| uci_move::line(board, &line.moves));
    match line.as_deref() {
        Some([best, reply, ..]) => out.say(&format!("bestmove {best} ponder {reply}")),
        Some([best]) => out.say(&format!("bestmove {best}")),
        _ => out.say("bestmove (none)"),
    }
}

/// Prints the book's move, once the GUI has requested an answer.
fn answer_from_book(board: &RulesBoard, answer: BookAnswer, signals: &Signals, out: &Out) {
    let moves: Vec<Move> = std::iter::once(answer.best).chain(answer.reply).collect();
    let line = uci_move::line(board, &moves);
    out.say(&format!("info string book: {}, one of {} moves", line[0], answer.choices));
    wait(signals, false);
    out.say(&format!("bestmove {}", line.join(" ponder ")));
}

/// Prints the counts of a completed search: the last iteration may be partial, but its nodes count.
fn say_counts(outcome: &SearchOutcome, shown: ExtraOutput, mut log: SearchLog, out: &Out) {
    let statistics = outcome.statistics;
    let micros = outcome.time.as_micros().max(1);
    out.say(&format!(
        "info nodes {} nps {} time {}",
        statistics.nodes,
        u128::from(statistics.nodes) * 1_000_000 / micros,
        outcome.time.as_millis()
    ));
    if shown.log {
        log.finish(outcome.time, statistics.nodes);
        for line in log.to_string().lines() {
            out.say(&format!("info string {line}"));
        }
    }
    if !shown.counts {
        return;
    }
    out.say(&format!(
        "info string rebuilds {} evals {} qnodes {} cutoffs {} first {} time_us {} nodes {}",
        statistics.rebuilds,
        statistics.evaluations,
        statistics.quiescence_nodes,
        statistics.cutoffs,
        statistics.first_move_cutoffs,
        outcome.time.as_micros(),
        statistics.nodes
    ));
    if outcome.threads > 1 {
        out.say(&format!(
            "info string threads {} splits {} joins {} lock_waits {} parks {}",
            outcome.threads,
            statistics.splits,
            statistics.joins,
            statistics.lock_waits,
            statistics.parks
        ));
    }
}

fn bench(engine: &SearchEngine, depth: u32, hash: usize, signals: &Signals, out: &Out) {
    // The counts are for the plain search, without the GUI's player options.
    let options = EngineOptions {
        tables: None,
        handicap: None,
        automatic_depth: false,
        ..engine.options.clone()
    };
    let (profile, board, choice) = (options.profile, options.board_type(), options.choice);
    out.say(&format!("info string profile {profile}, {board} board, level {choice}"));
    match signature::bench_until(depth, hash, options, signals, &mut |_, _, _| {}) {
        Err(error) => out.say(&format!("info string bench: {error}")),
        Ok(_) if signals.is_stopped() => out.say("info string bench stopped"),
        Ok(result) => out.say(result.for_scripts().trim_end()),
    }
}

/// Runs a perft in parts small enough to stop between them; returns `None` if it was stopped.
fn stoppable_perft<B: Perft>(board: &B, depth: usize, signals: &Signals) -> Option<u64> {
    if signals.is_stopped() {
        return None;
    }
    if depth <= 4 {
        return Some(perft(board, depth, PerftMode::Bulk));
    }
    let moves = legal_moves(board);
    moves.iter().map(|&m| stoppable_perft(&board.after(m), depth - 1, signals)).sum()
}

fn show_perft<B: Perft>(board: &B, depth: usize, signals: &Signals, out: &Out) {
    let start = Instant::now();
    let mut total = 0;
    if depth == 0 {
        return out.say("\nNodes searched: 1");
    }
    let list = legal_moves(board);
    for &chess_move in list.iter() {
        let Some(count) = stoppable_perft(&board.after(chess_move), depth - 1, signals) else {
            return out.say("info string perft stopped");
        };
        total += count;
        out.say(&format!("{}: {count}", uci_move::format(board, chess_move)));
    }
    let micros = start.elapsed().as_micros();
    out.say(&format!("\nNodes searched: {total}"));
    out.say(&format!("info string perft {depth} {total} time_us {micros}"));
}
