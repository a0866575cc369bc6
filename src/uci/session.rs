use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::command::{Command, Go, PositionCommand};
use super::options::{Effect, Options};
use super::output::{info_line, is_closed, say};
use super::{show, signature};
use crate::board::{Board, MatrixBoard, Setup};
use crate::eval::{Accumulator, evaluate_with};
use crate::kernels::{Choice, portable};
use crate::lines::read_line;
use crate::movegen::{ALL, Perft, PerftMode, generate, perft};
use crate::notation::uci_move;
use crate::search::{Clock, Engine, Limits, SearchLog};
use crate::types::{Color, Move, MoveList};
use crate::with_token;

/// The board that texts are read and written with; its level does not matter.
type PlainBoard = MatrixBoard<portable::Token>;

/// The longest line that is kept, in bytes; longer ones are refused whole.
const LONGEST_LINE: usize = 1 << 16;

/// A search or count that runs beside the session.
struct Running {
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
    worker: JoinHandle<Engine>,
}

struct Session {
    options: Options,
    setup: Setup,
    moves: Vec<Move>,
    board: PlainBoard,
    engine: Option<Engine>,
    running: Option<Running>,
}

/// Speaks UCI on standard input and output until `quit` or the end of input.
///
/// # Errors
/// When no table could be allocated or standard input cannot be read.
pub fn run(choice: Choice) -> Result<(), String> {
    let options = Options::new(choice);
    let engine = Engine::new(options.hash, options.engine).map_err(|e| e.to_string())?;
    let setup = Setup::start();
    let board = MatrixBoard::new(&setup, portable::Token);
    let mut session =
        Session { options, setup, moves: Vec::new(), board, engine: Some(engine), running: None };
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        let length = match read_line(&mut input, &mut line, LONGEST_LINE) {
            Ok(None) => break,
            Ok(Some(length)) => length,
            Err(error) => return Err(format!("standard input: {error}")),
        };
        if length > LONGEST_LINE {
            say(&format!(
                "info string a line of {length} bytes ignored; the longest is {LONGEST_LINE}"
            ));
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        if !session.obey(Command::parse(&text)) || is_closed() {
            break;
        }
    }
    session.finish();
    Ok(())
}

impl Session {
    /// Carries out a command; false when the session is over.
    fn obey(&mut self, command: Command) -> bool {
        match command {
            Command::Uci => say(&format!(
                "id name Nucleus {} {}\nid author the Nucleus developers\n{}\nuciok",
                env!("CARGO_PKG_VERSION"),
                self.options.engine.choice,
                self.options.describe()
            )),
            Command::IsReady => say("readyok"),
            Command::NewGame => self.with_engine(|engine, _| engine.clear()),
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.pondering.store(false, Ordering::Relaxed);
                }
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Display => with_token!(self.options.engine.choice, token => {
                say(&show::show_board(&self.board_at(token)));
            }),
            Command::Eval => self.show_evaluation(),
            Command::Bench(depth) => self.bench(depth.unwrap_or(signature::BENCH_DEPTH)),
            Command::Compiler => say(&show::compiler()),
            Command::Quit => return false,
            Command::Unknown(text) => {
                if let Some(text) = text {
                    let shown: String = text.chars().take(60).collect();
                    say(&format!("info string unknown command '{shown}' ignored"));
                }
            }
        }
        true
    }

    /// The current position at a level.
    fn board_at<K: crate::kernels::Kernel>(&self, token: K) -> MatrixBoard<K> {
        let mut board = MatrixBoard::new(&self.setup, token);
        for &chess_move in &self.moves {
            let mut child = board;
            board.make(chess_move, &mut child);
            child.rebuild();
            board = child;
        }
        board
    }

    /// Ends what runs, then hands out the engine.
    fn with_engine(&mut self, action: impl FnOnce(&mut Engine, &mut Options)) {
        self.stop();
        if let Some(engine) = &mut self.engine {
            action(engine, &mut self.options);
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Err(fault) => say(&format!("info string {fault}")),
            Ok(Effect::None) => {}
            Ok(Effect::Notice(text)) => say(&format!("info string {text}")),
            Ok(Effect::Clear) => self.with_engine(|engine, _| engine.clear()),
            Ok(Effect::Resize) => self.with_engine(|engine, options| {
                if let Err(error) = engine.resize(options.hash) {
                    say(&format!("info string {error}; the old table stays"));
                    options.hash = engine.hash_megabytes();
                }
            }),
        }
    }

    /// Sets up a position; one that is refused leaves the old one in place.
    fn set_position(&mut self, position: &PositionCommand) {
        let setup = match &position.fen {
            None => Ok(Setup::start()),
            Some(fen) => Setup::from_fen(fen),
        };
        let mut setup = match setup {
            Ok(setup) => setup,
            Err(fault) => return say(&format!("info string {fault}; position unchanged")),
        };
        setup.state.chess960 |= self.options.chess960;
        for correction in &setup.corrections {
            say(&format!("info string {correction}"));
        }
        let mut board = MatrixBoard::new(&setup, portable::Token);
        let mut moves = Vec::with_capacity(position.moves.len());
        for text in &position.moves {
            match uci_move::parse(&board, text) {
                Ok(chess_move) => {
                    let mut child = board;
                    board.make(chess_move, &mut child);
                    child.rebuild();
                    board = child;
                    moves.push(chess_move);
                }
                Err(fault) => return say(&format!("info string {fault}; position unchanged")),
            }
        }
        (self.setup, self.moves, self.board) = (setup, moves, board);
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        for fault in &go.faults {
            say(&format!("info string go: {fault}"));
        }
        let Some(mut engine) = self.engine.take() else {
            say("info string there is no memory to search with");
            return say("bestmove (none)");
        };
        let stop = Arc::new(AtomicBool::new(false));
        let pondering = Arc::new(AtomicBool::new(go.ponder));
        engine.options = self.options.engine;
        let worker = if let Some(depth) = go.perft {
            self.spawn_perft(engine, depth, Arc::clone(&stop))
        } else {
            let limits = self.limits(go);
            self.spawn_search(engine, limits, Arc::clone(&stop), Arc::clone(&pondering))
        };
        self.running = Some(Running { stop, pondering, worker });
    }

    fn limits(&self, go: &Go) -> Limits {
        let side = self.board.side();
        let mut search_moves = Vec::new();
        for text in &go.search_moves {
            match uci_move::parse(&self.board, text) {
                Ok(chess_move) => search_moves.push(chess_move),
                Err(fault) => say(&format!("info string searchmoves: {fault}")),
            }
        }
        let clock = go.time[side.index()].map(|left| Clock {
            left,
            increment: go.increment[side.index()],
            moves_to_go: go.moves_to_go,
        });
        let bounded = go.depth.is_some()
            || go.nodes.is_some()
            || go.movetime.is_some()
            || clock.is_some()
            || go.mate.is_some();
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            movetime: go.movetime,
            clock,
            mate: go.mate,
            infinite: go.infinite || !bounded,
            search_moves,
            overhead: Duration::from_millis(self.options.overhead),
        }
    }

    fn spawn_search(
        &self,
        mut engine: Engine,
        limits: Limits,
        stop: Arc<AtomicBool>,
        pondering: Arc<AtomicBool>,
    ) -> JoinHandle<Engine> {
        let (setup, moves, board) = (self.setup.clone(), self.moves.clone(), self.board);
        let log_wanted = self.options.log;
        std::thread::spawn(move || {
            let mut log = SearchLog::default();
            let outcome = engine.search(&setup, &moves, &limits, &stop, &pondering, &mut |info| {
                say(&info_line(info, &variation(&board, &info.line.moves)));
                log.add(info);
            });
            // The protocol forbids an answer before it is asked for.
            while (limits.infinite || pondering.load(Ordering::Relaxed))
                && !stop.load(Ordering::Relaxed)
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            let statistics = outcome.statistics;
            // The last iteration may have been cut off: its nodes count all the same.
            let micros = outcome.time.as_micros().max(1);
            say(&format!(
                "info nodes {} nps {} time {}",
                statistics.nodes,
                u128::from(statistics.nodes) * 1_000_000 / micros,
                outcome.time.as_millis()
            ));
            if log_wanted {
                log.finish(outcome.time, statistics.nodes);
                for line in log.to_string().lines() {
                    say(&format!("info string {line}"));
                }
            }
            say(&format!(
                "info string rebuilds {} evals {} qnodes {} cutoffs {} first {} time_us {} nodes {}",
                statistics.rebuilds,
                statistics.evaluations,
                statistics.quiescence_nodes,
                statistics.cutoffs,
                statistics.first_move_cutoffs,
                outcome.time.as_micros(),
                statistics.nodes
            ));
            let line = outcome.lines.first().map(|line| variation(&board, &line.moves));
            match line.as_deref() {
                Some([best, reply, ..]) => say(&format!("bestmove {best} ponder {reply}")),
                Some([best]) => say(&format!("bestmove {best}")),
                _ => say("bestmove (none)"),
            }
            engine
        })
    }

    fn spawn_perft(&self, engine: Engine, depth: u32, stop: Arc<AtomicBool>) -> JoinHandle<Engine> {
        let choice = self.options.engine.choice;
        with_token!(choice, token => {
            let board = self.board_at(token);
            std::thread::spawn(move || {
                show_perft(&board, depth as usize, &stop);
                engine
            })
        })
    }

    /// Ends what runs and takes the engine back.
    fn stop(&mut self) {
        let Some(running) = self.running.take() else { return };
        running.stop.store(true, Ordering::Relaxed);
        match running.worker.join() {
            Ok(engine) => self.engine = Some(engine),
            Err(_) => {
                say("info string the search failed; a new engine takes over");
                say("bestmove (none)");
                self.engine = Engine::new(self.options.hash, self.options.engine).ok();
            }
        }
    }

    fn show_evaluation(&self) {
        let accumulator = Accumulator::of(self.board.planes());
        let options = &self.options.engine.evaluation;
        let value = evaluate_with(&self.board, &accumulator, options);
        let white = if self.board.side() == Color::White { value } else { -value };
        say(&format!("Evaluation: {:+.2} (White's view)", f64::from(white) / 100.0));
    }

    fn bench(&mut self, depth: u32) {
        self.stop();
        let options = self.options.engine;
        match signature::bench(depth, self.options.hash, options, &mut |_, _, _| {}) {
            Err(error) => say(&format!("info string bench: {error}")),
            Ok(result) => {
                let nodes = result.statistics.nodes;
                let nps = nodes as f64 / result.time.as_secs_f64().max(1e-9);
                say(&format!("Nodes searched: {nodes}\nNodes/second: {nps:.0}"));
            }
        }
    }

    fn finish(&mut self) {
        self.stop();
    }
}

/// A variation in the position's own notation, as far as it is legal.
fn variation(board: &PlainBoard, moves: &[Move]) -> Vec<String> {
    if !board.state().chess960 {
        return moves.iter().map(Move::to_string).collect();
    }
    let mut board = *board;
    moves
        .iter()
        .map(|&chess_move| {
            let text = uci_move::format(&board, chess_move);
            let mut child = board;
            board.make(chess_move, &mut child);
            child.rebuild();
            board = child;
            text
        })
        .collect()
}

/// Perft in parts small enough to be stopped between them; `None` when it was.
fn stoppable_perft<B: Perft>(board: &B, depth: usize, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= 4 {
        return Some(perft(board, depth, PerftMode::Bulk));
    }
    let mut list = MoveList::new();
    generate::<B, ALL>(board, &mut list);
    let mut total = 0;
    for &chess_move in list.iter() {
        let mut child = board.clone();
        board.make(chess_move, &mut child);
        child.rebuild();
        total += stoppable_perft(&child, depth - 1, stop)?;
    }
    Some(total)
}

fn show_perft<B: Perft>(board: &B, depth: usize, stop: &AtomicBool) {
    let start = Instant::now();
    let mut total = 0;
    if depth == 0 {
        return say("\nNodes searched: 1");
    }
    let mut list = MoveList::new();
    generate::<B, ALL>(board, &mut list);
    for &chess_move in list.iter() {
        let mut child = board.clone();
        board.make(chess_move, &mut child);
        child.rebuild();
        let Some(count) = stoppable_perft(&child, depth - 1, stop) else {
            return say("info string perft stopped");
        };
        total += count;
        say(&format!("{}: {count}", uci_move::format(board, chess_move)));
    }
    let micros = start.elapsed().as_micros();
    say(&format!("\nNodes searched: {total}"));
    say(&format!("info string perft {depth} {total} time_us {micros}"));
}
