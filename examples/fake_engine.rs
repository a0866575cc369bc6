//! A UCI engine that misbehaves on purpose, for tests of programs that drive engines.
//!
//! `fake_engine [MODE …]`: without a mode it completes the handshake and answers every search at
//! once with a legal move of the start position and a constant node count. With `player` it plays
//! complete games: the first legal move in the order of their names. `on-move=N` keeps its modes
//! for its N-th search, from 1. With `log=FILE` it appends a line to the file when it starts and,
//! with its processor time, when it receives `quit`.

use nucleus_core::board::{Board, MatrixBoard, Setup, fen};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::{ALL, generate};
use nucleus_core::notation::uci_move;
use nucleus_core::types::MoveList;
use std::cell::Cell;
use std::io::{BufRead, Write};
use std::process::Command;
use std::time::{Duration, Instant};

/// Modes that the engine may have.
const MODES: &[&str] = &[
    "no-uciok",       // reads `uci`, answers nothing
    "no-readyok",     // the same with `isready`, after its `uciok`
    "exit-at-start",  // ends with exit code 7 before it reads anything
    "crash-on-go",    // prints on both outputs and aborts
    "exit-on-go",     // ends with exit code 3
    "silent",         // never answers `go`, ignores `stop`
    "slow",           // answers `go` only after `stop`
    "illegal-move",   // plays e2e5
    "no-move",        // `bestmove` and no move
    "garbage",        // writes noise and invalid UTF-8 between its lines
    "no-nodes",       // info lines without a node count
    "absurd-nodes",   // as many nodes as fit into 64 bits
    "absurd-counts",  // counts of rebuilds whose sum overflows
    "negative-nodes", // a node count below zero
    "falling-nodes",  // a node count that falls
    "hostile-name",   // its name has mark-up, a formula, escape sequences and excessive length
    "long-lines",     // a line of 1 MB within a search, one of 1 MB without a space
    "flood",          // writes lines without end after `go`
    "flood-long",     // the same, lines of 64 KiB
    "flood-options",  // offers options without end
    "stderr-only",    // writes everything to standard error
    "ignore-quit",    // never ends by itself, not even at the end of input
    "busy",           // keeps a thread computing until it exits, and prints its process id
    "leave-child",    // starts a process that outlives it, and prints its id
    "leave-session",  // the same, and the process creates a session of its own
    "leave-daemon",   // the same, from a process that ends at once, with an empty environment
    "varying-nodes",  // a different node count in every search
    "heavy-start",    // computes for half a second before the handshake
    "threads",        // searches in a second thread
    "work",           // computes for a tenth of a second in every search
    "no-perft",       // treats `go perft` as a search
    "computes",       // computes for some milliseconds in every search, where others sleep
    "twice-as-fast",  // reports twice the nodes
    "half-as-fast",   // with `computes`: computes twice as long
    "ignores-perft",  // does not answer `go perft`, not even after `stop`
    "display",        // prints the FEN of its position after `d`
    "deaf",           // ignores `position`: stays on the start position
    "no-threads",     // has no option Threads
    "no-hash",        // has no option Hash
    "player",         // plays legal moves in any position
    "lost",           // evaluates every position as lost by nine pawns
    "late",           // thinks for 0.4 s, whatever the limit
    "slow-to-depth",  // thinks for 5 s, or for its movetime, to a depth of two digits
    "die-after-move", // ends with exit code 4 once it has moved
    "guesses-right",  // expects the reply that `player` makes, and ponders it if allowed
    "guesses-wrong",  // the same with another reply
    "tunable",        // a player that errs more often the further its option Aim is from 30
    "uci-alone",      // dies by a signal at a command that is not UCI
    "clock-alone",    // supports `go wtime` only: ignores all input after another `go`
    "hasty",          // answers `go movetime` at once, and thinks for a twentieth of its clock
    "endless-depth",  // treats `go depth` as `go infinite`
    "endless-nodes",  // treats `go nodes` as `go infinite`
    "few-nodes",      // answers `go nodes` after twenty nodes
    "cut-short",      // computes for 0.3 s after its last node count
    "no-move-soon",   // has no legal move in a search of less than 100 ms
    "drops-lines",    // drops input that arrives in the first millisecond after `bestmove`
    "book",           // answers from a book until its option OwnBook is off
    "affinity",       // writes the processors that it may use to its log
];

/// A name that contains a formula, HTML, a link and code, and characters that move a cursor or
/// reverse text.
const HOSTILE: &str = "=1+1|<script>alert(1)</script>[x](javascript:1)`c`@everyone #1\u{1b}]0;owned\u{7}\
    \u{1b}[31m\u{202e}\u{200b}\u{ffff}";

/// Computes for a while, so that processor counters are not zero.
fn compute(seconds: f64) {
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let mut x = 1_u64;
    while Instant::now() < end {
        for _ in 0..1000 {
            x = std::hint::black_box(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        }
    }
}

/// Returns a command that starts this program again as the process that is left behind.
fn own_program(role: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap_or_default());
    command.arg(role).stdin(std::process::Stdio::null());
    command
}

/// Runs as the process that is left behind.
fn be_left_behind(role: &str) {
    if role == "daemon" {
        let _ = own_program("in-a-session").spawn();
        return;
    }
    #[cfg(unix)]
    let _ = rustix::process::setsid();
    println!("info string child {}", std::process::id());
    std::thread::sleep(Duration::from_secs(1000));
}

/// Returns the processor time of this process in the system's ticks, of which there are a hundred
/// in a second.
fn processor_ticks(stat: &str) -> u64 {
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
}

struct Fake {
    /// True if the engine thinks in the opponent's time.
    pondering: bool,
    modes: Vec<String>,
    searches: u64,
    /// Number of the search that the modes apply to, from 1; every search if `None`.
    chosen: Option<u64>,
    log: Option<String>,
    position: String,
    /// The value of its option Aim.
    aim: u64,
    /// True while it searches until `stop`.
    endless: bool,
    /// True after its option OwnBook is off.
    book_off: bool,
    /// Time of its last `bestmove`, taken before that is written.
    answered: Cell<Option<Instant>>,
}

/// Returns the board after a `position` command; `None` if it is invalid.
fn board(position: &str) -> Option<MatrixBoard<portable::Token>> {
    let (start, moves) = position.split_once(" moves ").unwrap_or((position, ""));
    let setup = match start.trim().strip_prefix("fen ") {
        Some(fen) => Setup::from_fen(fen).ok()?,
        None => Setup::start(),
    };
    let mut board = MatrixBoard::new(&setup, portable::Token);
    for text in moves.split_whitespace() {
        board = board.after(uci_move::parse(&board, text).ok()?);
    }
    Some(board)
}

/// Returns the names of the legal moves after a `position` command.
fn legal_moves(position: &str) -> Vec<String> {
    let Some(board) = board(position) else { return Vec::new() };
    let mut list = MoveList::new();
    generate::<_, ALL>(&board, &mut list);
    list.iter().map(|&chess_move| uci_move::format(&board, chess_move)).collect()
}

impl Fake {
    fn is(&self, mode: &str) -> bool {
        let now = ["player", "tunable"].contains(&mode)
            || self.chosen.is_none_or(|number| number == self.searches);
        now && self.modes.iter().any(|m| m == mode)
    }

    fn say(&self, line: &str) {
        if self.is("garbage") {
            let mut out = std::io::stdout().lock();
            let _ = out.write_all(b"\xff\xfe\x00 info nodes bestmove \x80\n\n\t\n");
        }
        if line.starts_with("bestmove") {
            self.answered.set(Some(Instant::now()));
        }
        if self.is("stderr-only") {
            eprintln!("{line}");
        } else {
            println!("{line}");
        }
        let _ = std::io::stdout().flush();
    }

    /// Appends a line to the log, if there is one.
    fn note(&self, line: &str) {
        if let Some(path) = &self.log {
            let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
            if let Ok(mut file) = file {
                let _ = file.write_all(format!("{line}\n").as_bytes());
            }
        }
    }

    fn go(&mut self, limit: &str) {
        if limit.starts_with("ponder") {
            self.pondering = true;
            return self.note("ponder");
        }
        self.searches += 1;
        let kind = limit.split(' ').next().unwrap_or_default();
        if self.is("uci-alone") && kind == "perft" {
            std::process::abort();
        }
        if self.is("clock-alone") && kind != "wtime" {
            loop {
                std::thread::sleep(Duration::from_secs(1));
            }
        }
        if self.is(&format!("endless-{kind}")) {
            self.endless = true;
            return;
        }
        if self.is("book") && !self.book_off {
            return self.answer();
        }
        if let ("wtime", true) = (kind, self.is("clock-alone") || self.is("hasty")) {
            let left = limit.split(' ').nth(1).and_then(|ms| ms.parse().ok()).unwrap_or(0);
            std::thread::sleep(Duration::from_millis(left) / 20);
        }
        if self.is("flood") {
            self.note("flood");
        }
        if self.is("crash-on-go") {
            println!("info string about to crash");
            eprintln!("assertion failed: everything is fine");
            std::process::abort();
        }
        if self.is("exit-on-go") {
            std::process::exit(3);
        }
        if self.is("silent") || self.is("slow") {
            return;
        }
        if self.is("flood-long") {
            let line = format!("info string {}", "x".repeat(64 * 1024 - 12));
            loop {
                println!("{line}");
            }
        }
        if self.is("flood") {
            loop {
                println!("info string and so on and so forth");
            }
        }
        let work = || compute(0.1);
        if self.is("threads") {
            let _ = std::thread::spawn(work).join();
        } else if self.is("work") {
            work();
        }
        if let Some(depth) = limit.strip_prefix("perft ")
            && !self.is("no-perft")
        {
            if self.is("ignores-perft") {
                return;
            }
            let nodes = match depth {
                "1" if self.is("player") => legal_moves(&self.position).len(),
                "1" => 20,
                "2" => 400,
                "3" => 8902,
                "4" => 197_281,
                _ => 4_865_609,
            };
            return self.say(&format!("\nNodes searched: {nodes}\n"));
        }
        // Long enough for the node count below to be a plausible speed.
        if self.is("computes") {
            let steps = if self.is("half-as-fast") { 800_000_u64 } else { 400_000 };
            for step in 0..steps {
                std::hint::black_box(step * step);
            }
        } else {
            std::thread::sleep(Duration::from_millis(3));
        }
        let mut nodes = if self.is("twice-as-fast") { 20_000 } else { 10_000 };
        if self.is("few-nodes") && kind == "nodes" {
            nodes = 20;
        }
        if self.is("varying-nodes") {
            nodes += self.searches;
        }
        let nodes = match () {
            () if self.is("no-nodes") => String::new(),
            () if self.is("absurd-nodes") => format!(" nodes {}", u64::MAX),
            () if self.is("negative-nodes") => " nodes -5".to_owned(),
            () => format!(" nodes {nodes}"),
        };
        if self.is("long-lines") {
            let long = "e2e4 ".repeat(200_000);
            self.say(&format!("info depth 1 score cp 1{nodes} pv {long}"));
            self.say(&"x".repeat(1_000_000));
        }
        if self.is("late") {
            std::thread::sleep(Duration::from_millis(400));
        }
        if self.is("slow-to-depth") && limit.starts_with("depth 1") && limit.len() > "depth 1".len()
        {
            let most = limit.split_once(" movetime ").and_then(|(_, ms)| ms.parse().ok());
            std::thread::sleep(Duration::from_millis(most.unwrap_or(5_000)));
        }
        let score = if self.is("lost") { -900 } else { 13 };
        self.say(&format!("info depth 1 score cp {score}{nodes} time 3 pv e2e4"));
        if self.is("absurd-counts") {
            self.say(&format!("info string rebuilds {} evals 9 qnodes 5", u64::MAX));
        }
        if self.is("falling-nodes") {
            self.say("info depth 2 score cp 13 nodes 7 pv e2e4");
        }
        let time = limit.strip_prefix("movetime ").and_then(|ms| ms.parse().ok());
        if self.is("no-move-soon") && time.is_some_and(|ms: u64| ms < 100) {
            return self.say("bestmove a1a1");
        }
        if self.is("cut-short") {
            compute(0.3);
        }
        self.answer();
        if self.is("die-after-move") {
            std::process::exit(4);
        }
    }

    /// Returns true if the engine ponders and expects the move that comes, false if it ponders
    /// another; `None` if it does not ponder.
    fn guesses(&self) -> Option<bool> {
        let right = self.is("guesses-right");
        (right || self.is("guesses-wrong")).then_some(right)
    }

    /// Returns the expected reply, in the form that `bestmove` prints.
    fn guess(&self, chosen: &str) -> String {
        let Some(right) = self.guesses() else { return String::new() };
        let link = if self.position.contains(" moves ") { "" } else { " moves" };
        let replies = legal_moves(&format!("{}{link} {chosen}", self.position));
        let reply = if right { replies.iter().min() } else { replies.iter().max() };
        reply.map_or_else(String::new, |reply| format!(" ponder {reply}"))
    }

    /// Returns true where a tunable player errs; only the position and the value of Aim decide it.
    fn errs(&self) -> bool {
        let hash = self.position.bytes().fold(self.aim, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        self.is("tunable") && hash % 600 < self.aim.abs_diff(30)
    }

    fn answer(&self) {
        self.say(match () {
            () if self.is("illegal-move") || self.errs() => "bestmove e2e5",
            () if self.is("no-move") => "bestmove",
            () if self.is("player") => {
                let first = legal_moves(&self.position).into_iter().min();
                let chosen = first.unwrap_or_else(|| "(none)".to_owned());
                return self.say(&format!("bestmove {chosen}{}", self.guess(&chosen)));
            }
            () => "bestmove e2e4 ponder e7e5",
        });
    }
}

fn main() {
    if let Some(role @ ("daemon" | "in-a-session" | "rest")) = std::env::args().nth(1).as_deref() {
        return be_left_behind(role);
    }
    let (settings, modes): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .partition(|word| word.starts_with("on-move=") || word.starts_with("log="));
    let setting = |name| settings.iter().find_map(|word| word.strip_prefix(name));
    let chosen = setting("on-move=").and_then(|number| number.parse().ok());
    let log = setting("log=").map(str::to_owned);
    if let Some(unknown) = modes.iter().find(|m| !MODES.contains(&m.as_str())) {
        eprintln!("unknown mode `{unknown}`; there are {}", MODES.join(", "));
        std::process::exit(2);
    }
    let mut fake = Fake {
        pondering: false,
        modes,
        searches: 0,
        chosen,
        log,
        position: String::new(),
        aim: 0,
        endless: false,
        book_off: false,
        answered: Cell::new(None),
    };
    fake.note("start");
    if fake.is("affinity") {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
        fake.note(&format!("processors {}", list.unwrap_or("").trim()));
    }
    if fake.is("exit-at-start") {
        eprintln!("no licence found");
        std::process::exit(7);
    }
    if fake.is("heavy-start") {
        compute(0.5);
    }
    if fake.is("busy") {
        println!("info string process {}", std::process::id());
        std::thread::spawn(|| compute(1e6));
    }
    if fake.is("leave-session") {
        let _ = own_program("in-a-session").spawn();
    }
    if fake.is("leave-daemon") {
        let _ = own_program("daemon").env_clear().status();
    }
    if fake.is("leave-child") {
        // The process inherits nothing of ours, so only its group identifies it.
        let mut rest = if cfg!(unix) { Command::new("sleep") } else { own_program("rest") };
        let child = rest
            .arg("1000")
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn();
        if let Ok(child) = child {
            println!("info string child {}", child.id());
        }
    }
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let just = fake.answered.get().is_some_and(|at| at.elapsed() < Duration::from_millis(1));
        if fake.is("drops-lines") && just && line != "isready" {
            continue;
        }
        match line.split_once(' ').unwrap_or((&line, "")) {
            ("uci", _) => {
                if fake.is("hostile-name") {
                    let much = "y".repeat(30_000);
                    fake.say(&format!("id name {HOSTILE}{much}"));
                    fake.say(&format!("id author {HOSTILE}"));
                } else {
                    // The harness sends `d` to engines of this name.
                    let name = if fake.is("display") { "Stockfish, a fake" } else { "Fake 1.0" };
                    fake.say(&format!("id name {name}"));
                    fake.say("id author nobody");
                }
                if !fake.is("no-hash") {
                    fake.say("option name Hash type spin default 16 min 1 max 1024");
                }
                if !fake.is("no-threads") {
                    fake.say("option name Threads type spin default 1 min 1 max 64");
                }
                fake.say("option name Learning type check default false");
                if fake.is("tunable") {
                    fake.say("option name Aim type spin default 0 min 0 max 100");
                }
                if fake.guesses().is_some() {
                    fake.say("option name Ponder type check default false");
                }
                if fake.is("book") {
                    fake.say("option name OwnBook type check default true");
                }
                fake.say("option name Clear Hash type button");
                fake.say("option name Style type combo default calm var calm var wild");
                for number in (0_u64..).take_while(|_| fake.is("flood-options")) {
                    println!("option name Option {number} type string default none");
                }
                if !fake.is("no-uciok") {
                    fake.say("uciok");
                }
            }
            ("setoption", option) if fake.is("tunable") => {
                let aim = option.strip_prefix("name Aim value ");
                fake.aim = aim.and_then(|value| value.parse().ok()).unwrap_or(fake.aim);
            }
            ("setoption", "name OwnBook value false") => fake.book_off = true,
            ("isready", _) if !fake.is("no-readyok") => fake.say("readyok"),
            ("d", _) if fake.is("display") => {
                if let Some(board) = board(&fake.position) {
                    fake.say(&format!("Fen: {}", fen::format(board.planes(), board.state())));
                }
            }
            ("position", position) if !fake.is("deaf") => position.clone_into(&mut fake.position),
            ("go", limit) => fake.go(limit),
            ("stop", _) if fake.is("slow") || std::mem::take(&mut fake.endless) => fake.answer(),
            ("ponderhit" | "stop", _) if std::mem::take(&mut fake.pondering) => {
                fake.note(&line);
                if line == "stop" { fake.answer() } else { fake.go("") }
            }
            ("quit", _) if !fake.is("ignore-quit") => {
                let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
                let ticks = processor_ticks(&stat);
                return fake.note(&format!("end {ticks}"));
            }
            ("ucinewgame" | "position" | "setoption" | "stop" | "debug", _) => {}
            _ if fake.is("uci-alone") => std::process::abort(),
            _ => {}
        }
    }
    while fake.is("ignore-quit") {
        std::thread::sleep(Duration::from_secs(1));
    }
}
