//! One session: the state that commands change, and the effect of each command.

use std::io::{self, BufReader, Read, Write};

use super::command::{Go, PositionCommand, UciCommand};
use super::help::HELP;
use super::input::Input;
use super::option_table::{self, Effect};
use super::options::UciOptions;
use super::output::Out;
use super::position::UciPosition;
use super::wdl::Chances;
use super::work::{ExtraOutput, Job, Running, SideThread};
use super::{show, signature};
use nucleus_base::build_info::BuildInfo;
use nucleus_base::lines::read_line;
use nucleus_base::text;
use nucleus_core::board::{Board, MatrixBoard};
use nucleus_core::eval::EvaluatedBoard;
use nucleus_core::movegen::legal_moves;
use nucleus_core::notation::uci_move;
use nucleus_core::types::Color;
use nucleus_core::with_token;
use nucleus_search::{Clock, EngineOptions, Limits, SearchEngine};
use std::time::Duration;

/// The longest line that is accepted, in bytes: a game of 100,000 moves. Longer lines are refused.
const LONGEST_LINE: usize = 1 << 20;
/// Number of errors in a `go` command that are reported one by one; the others are only counted.
const FAULTS_SAID: usize = 8;

struct Session {
    build: BuildInfo,
    out: Out,
    options: UciOptions,
    /// The position to search; `None` if the last `position` command was refused.
    position: Option<UciPosition>,
    engine: Option<SearchEngine>,
    running: Option<Running>,
    /// True if the engine's tables must be cleared before the next job.
    clears: bool,
    side: SideThread,
}

/// Runs UCI on standard input and output until `quit`, the end of input, or the exit of the
/// output's reader.
///
/// # Errors
/// If no table could be allocated or standard input cannot be read.
pub fn run(options: EngineOptions, build: &BuildInfo) -> Result<(), String> {
    converse(options, build, Input, io::stdout())
}

/// Runs UCI on any input and output, like [`run`] on the standard ones. Sessions share nothing, so
/// one process may have several.
///
/// # Errors
/// If no table could be allocated or the input cannot be read.
pub fn converse(
    options: EngineOptions,
    build: &BuildInfo,
    input: impl Read,
    output: impl Write + Send + 'static,
) -> Result<(), String> {
    let options = UciOptions::new(options);
    let engine =
        SearchEngine::new(options.hash, options.engine.clone()).map_err(|e| e.to_string())?;
    let position = Some(UciPosition::start(options.chess960));
    let out = Out::new(output);
    let engine = Some(engine);
    let side = SideThread::default();
    let build = *build;
    let (running, clears) = (None, false);
    let mut session = Session { build, out, options, position, engine, running, clears, side };
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut line = Vec::new();
    loop {
        let length = match read_line(&mut input, &mut line, LONGEST_LINE) {
            Ok(None) => break,
            Ok(Some(length)) => length,
            // The output has no reader any more.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                session.stop();
                return Ok(());
            }
            Err(error) => return Err(format!("standard input: {error}")),
        };
        let command = UciCommand::parse(&String::from_utf8_lossy(&line));
        if length > LONGEST_LINE {
            session.refuse_line(&command, length);
        } else if !session.obey(command) {
            break;
        }
        if session.out.is_closed() {
            break;
        }
    }
    if let Some(running) = session.running.take() {
        // The job has already reported its errors.
        let _ = running.finish(&session.out);
    }
    Ok(())
}

impl Session {
    /// Executes a command; returns false if the session is over.
    fn obey(&mut self, command: UciCommand) -> bool {
        match command {
            UciCommand::Uci => self.out.say(&format!(
                "id name {}\nid author the Nucleus developers\n{}\nuciok",
                self.options.name(),
                option_table::describe(&self.options)
            )),
            UciCommand::IsReady => self.out.say("readyok"),
            UciCommand::NewGame => {
                self.options.player.begin_game();
                self.with_engine(|engine, _, _| engine.clear());
                self.position.get_or_insert_with(|| UciPosition::start(self.options.chess960));
            }
            UciCommand::Position(position) => self.set_position(&position),
            UciCommand::Go(go) => self.go(&go),
            UciCommand::Stop => self.stop(),
            UciCommand::PonderHit => {
                if let Some(running) = &self.running {
                    running.ponder_hit();
                }
            }
            UciCommand::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            UciCommand::Display => {
                if let Some(position) = self.known_position() {
                    with_token!(self.options.engine.choice, token => {
                        let board = position.played(MatrixBoard::new(&position.setup, token));
                        self.out.say(&show::show_board(&board));
                    });
                }
            }
            UciCommand::Eval => self.show_evaluation(),
            UciCommand::Bench(depth) => self.bench(depth),
            UciCommand::Compiler => self.out.say(&show::compiler(&self.build)),
            UciCommand::Help => self.out.say(HELP),
            UciCommand::Quit => return false,
            UciCommand::Unknown(text) => {
                if let Some(text) = text {
                    let shown: String = text.chars().take(60).collect();
                    self.out.say(&format!("info string unknown command '{shown}' ignored"));
                }
            }
        }
        true
    }

    /// Reports a line that is too long; if it is a `position` command, the session has no position.
    fn refuse_line(&mut self, command: &UciCommand, length: usize) {
        self.out.say(&format!(
            "info string a line of {length} bytes ignored; the longest is {LONGEST_LINE}"
        ));
        if matches!(command, UciCommand::Position(_)) {
            self.position = None;
        }
    }

    /// Returns the position, if there is one; otherwise prints an error.
    fn known_position(&self) -> Option<&UciPosition> {
        if self.position.is_none() {
            self.out.say("info string there is no position: the last one was refused");
        }
        self.position.as_ref()
    }

    /// Ends the running job, then calls `action` with the engine.
    fn with_engine(&mut self, action: impl FnOnce(&mut SearchEngine, &mut UciOptions, &Out)) {
        self.stop();
        if let Some(engine) = &mut self.engine {
            action(engine, &mut self.options, &self.out);
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match option_table::set(&mut self.options, name, value.unwrap_or("")) {
            Err(error) => self.out.say(&format!("info string {error}")),
            Ok(Effect::None) => {}
            Ok(Effect::Notice(text)) => self.out.say(&format!("info string {text}")),
            Ok(Effect::Threads) => self.start_threads(),
            Ok(Effect::Clear) => self.clear(),
            Ok(Effect::ClearAnd(text)) => {
                self.clear();
                self.out.say(&format!("info string {text}"));
            }
            Ok(Effect::Resize) => self.with_engine(|engine, options, out| {
                if let Err(error) = engine.resize(options.hash) {
                    out.say(&format!("info string {error}; the old table stays"));
                    options.hash = engine.hash_megabytes();
                }
            }),
        }
    }

    /// Clears the transposition table and histories: at once, or before the next job if one is running.
    fn clear(&mut self) {
        if self.running.as_ref().is_some_and(Running::goes_on) {
            self.clears = true;
        } else {
            self.with_engine(|engine, _, _| engine.clear());
        }
    }

    /// Starts or ends search threads; if fewer than requested exist, reports their number.
    fn start_threads(&mut self) {
        self.with_engine(|engine, options, out| {
            engine.options.threads = options.engine.threads;
            if let Err(error) = engine.start_threads() {
                options.engine.threads = engine.threads();
                out.say(&format!("info string only {} threads: {error}", engine.threads()));
            }
        });
    }

    /// Sets up a position. After an invalid one, the session has no position until the next `position`: any
    /// other would differ from the GUI's.
    fn set_position(&mut self, command: &PositionCommand) {
        self.position = match UciPosition::read(command, self.options.chess960) {
            Ok(position) => {
                for correction in &position.setup.corrections {
                    self.out.say(&format!("info string {correction}"));
                }
                Some(position)
            }
            Err(error) => {
                self.out.say(&format!("info string {}; position refused", text::line(&error)));
                None
            }
        };
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        for error in go.errors.iter().take(FAULTS_SAID) {
            self.out.say(&format!("info string go: {}", text::line(error)));
        }
        if let Some(more) = go.errors.len().checked_sub(FAULTS_SAID).filter(|&more| more > 0) {
            self.out.say(&format!("info string go: {more} more words ignored"));
        }
        if let Some(job) = self.book_move(go).or_else(|| self.job(go)) {
            self.begin(job, go.ponder);
        }
    }

    /// Returns the book's answer, if any. Analysis, perft and mate search do not use the book.
    fn book_move(&mut self, go: &Go) -> Option<Job> {
        let position = self.position.as_ref()?;
        let analyses = go.infinite || self.options.player.analyse;
        if analyses || go.perft.is_some() || go.mate.is_some() {
            return None;
        }
        let named = go.search_moves.iter().map(|text| uci_move::parse(&position.board, text));
        let allowed: Vec<_> = named.flatten().collect();
        // None of the given moves is legal; `limits` reports the error.
        if allowed.is_empty() && !go.search_moves.is_empty() {
            return None;
        }
        let answer = self.options.book.ask(position, &allowed)?;
        Some(Job::Book { board: position.board, answer })
    }

    /// Returns the job that `go` describes. Without a position, a search gives [`Job::NoMove`] and
    /// a perft gives `None`, since the GUI expects no best move from a perft.
    fn job(&self, go: &Go) -> Option<Job> {
        let none = Job::NoMove { infinite: go.infinite };
        let Some(position) = self.known_position() else {
            if go.perft.is_some() {
                self.out.say("info string perft stopped");
                return None;
            }
            return Some(none);
        };
        if let Some(depth) = go.perft {
            return Some(Job::Perft { position: position.clone(), depth });
        }
        let search = |limits| {
            let UciOptions { log, counts, player, engine, .. } = &self.options;
            let chances =
                player.show_chances.then(|| Chances::new(&player.applied(engine).evaluator()));
            let shown = ExtraOutput { log: *log, chances, counts: *counts };
            Job::Search { position: position.clone(), limits, shown }
        };
        Some(self.limits(go, position).map_or(none, search))
    }

    fn begin(&mut self, job: Job, pondering: bool) {
        let engine = self.engine.take().or_else(|| self.new_engine());
        let Some(mut engine) = engine else {
            self.out.say("info string there is no memory to search with\nbestmove (none)");
            return;
        };
        if std::mem::take(&mut self.clears) {
            engine.clear();
        }
        engine.options = self.options.player.applied(&self.options.engine);
        let (used, all) = (engine.searching_threads(), engine.threads());
        let way = engine.options.way(all);
        if matches!(job, Job::Search { .. }) && used < all && engine.options.handicap.is_none() {
            let message = format!("{used} of {all} threads search: {way} gains from no more");
            self.out.say(&format!("info string {message}"));
        }
        self.running = self.side.begin(engine, job, pondering, self.out.clone());
        if self.running.is_none() {
            self.out.say("info string the system gives no thread to search with\nbestmove (none)");
        }
    }

    /// Returns the limits that `go` sets; none if no requested move is legal.
    fn limits(&self, go: &Go, position: &UciPosition) -> Option<Limits> {
        let board = &position.board;
        let mut search_moves = Vec::new();
        let mut illegal = Vec::new();
        for text in &go.search_moves {
            match uci_move::parse(board, text) {
                Ok(chess_move) => search_moves.push(chess_move),
                Err(_) => illegal.push(text.as_str()),
            }
        }
        if let Some(first) = illegal.first() {
            let (wrong, all) = (illegal.len(), go.search_moves.len());
            let first = text::excerpt(first);
            self.out.say(&format!(
                "info string searchmoves: {wrong} of {all} not legal here, as '{first}'"
            ));
        }
        // If the position has no legal move, the search reports that itself.
        if !illegal.is_empty() && search_moves.is_empty() && !legal_moves(board).is_empty() {
            return None;
        }
        let side = board.side();
        // If only the other side has a clock, this side has no time.
        let is_timed = go.time.iter().any(Option::is_some);
        let clock = is_timed.then(|| Clock {
            left: go.time[side.index()].unwrap_or_default(),
            increment: go.increment[side.index()],
            moves_to_go: go.moves_to_go,
        });
        let bounded = go.depth.is_some()
            || go.nodes.is_some()
            || go.movetime.is_some()
            || clock.is_some()
            || go.mate.is_some();
        Some(Limits {
            depth: go.depth,
            nodes: go.nodes,
            soft_nodes: None,
            movetime: go.movetime,
            clock,
            mate: go.mate,
            infinite: go.infinite || !bounded,
            search_moves,
            overhead: Duration::from_millis(self.options.overhead),
        })
    }

    /// Ends the running job and returns the engine to the session.
    fn stop(&mut self) {
        let Some(running) = self.running.take() else { return };
        self.engine = match running.end() {
            Ok(engine) => engine.or_else(|| self.new_engine()),
            Err(_) => {
                self.out.say("info string the engine ended without a word, a new one takes over");
                self.out.say("bestmove (none)");
                self.new_engine()
            }
        };
    }

    /// Returns an engine with the options of the session; none if there is no memory.
    fn new_engine(&self) -> Option<SearchEngine> {
        SearchEngine::new(self.options.hash, self.options.engine.clone()).ok()
    }

    fn show_evaluation(&self) {
        let Some(position) = self.known_position() else { return };
        let evaluator = self.options.engine.evaluator();
        let mut accumulators = position.board.accumulate(&evaluator);
        let value = position.board.static_evaluation(&evaluator, &mut accumulators);
        let white = if position.board.side() == Color::White { value } else { -value };
        self.out.say(&format!("Evaluation: {:+.2} (White's view)", f64::from(white) / 100.0));
    }

    fn bench(&mut self, depth: Result<Option<u32>, String>) {
        match depth {
            Ok(depth) => {
                self.stop();
                let depth = depth.unwrap_or(signature::BENCH_DEPTH);
                self.begin(Job::Bench { depth, hash: self.options.hash }, false);
            }
            Err(error) => self.out.say(&format!("info string bench: {}", text::line(&error))),
        }
    }
}
