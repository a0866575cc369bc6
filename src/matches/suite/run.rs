use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hmac_sha256::Hash;

use super::goal::Goal;
use super::options::SuiteOptions;
use super::record::{
    Iteration, PositionRecord, SuiteLimit, SuiteRecord, SuiteResult, SuiteSettings, VERSION,
};
use nucleus_base::files;
use nucleus_base::text::{left_out, name};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::eval::Values;
use nucleus_core::kernels::portable;
use nucleus_core::notation::epd::{self, Epd};
use nucleus_core::notation::pgn::decode;
use nucleus_core::notation::{ReadFaults, uci_move};
use nucleus_core::types::Move;
use nucleus_engine::weights_file;
use nucleus_harness::progress::{RunError, RunProgress};
use nucleus_records::envelope::{difference, read_file};
use nucleus_records::output::{RecordFile, lock};
use nucleus_records::time::now;
use nucleus_search::{SearchEngine, SearchInfo, SearchOutcome, Signals};

struct Suite {
    name: String,
    sha256: String,
    positions: Vec<(Epd, Goal)>,
}

fn load(path: &Path) -> Result<Suite, RunError> {
    let failed = |what: &dyn Display| RunError::Failed(format!("{}: {what}", path.display()));
    let text = files::read(path).map_err(|error| failed(&error))?;
    let sha256 = sha256(&text);
    let text = decode(text);
    let mut positions = Vec::new();
    let (mut lost, mut left) = (0, ReadFaults::default());
    for epd in epd::read(&text) {
        let read = epd.map_err(|e| e.to_string()).and_then(|epd| Ok((Goal::from_epd(&epd)?, epd)));
        let Some((goal, epd)) = left.keep(&path.display().to_string(), read) else { continue };
        lost += epd.lost;
        positions.push((epd, goal));
    }
    left.warn();
    if positions.is_empty() {
        return Err(failed(&"no position in it"));
    }
    if lost > 0 {
        nucleus_base::tell!("warning: {}: {}", path.display(), left_out(lost));
    }
    let name = name(&path.file_stem().unwrap_or_default().to_string_lossy());
    Ok(Suite { name, sha256, positions })
}

fn sha256(bytes: &[u8]) -> String {
    nucleus_base::text::hex(&Hash::hash(bytes))
}

/// Returns the weights' label in records and tables: their name and the start of the SHA-256 of the
/// file that `nucleus weights` writes for them.
fn named(given: &str, values: &Values) -> String {
    let digest = sha256(weights_file::write(values).as_bytes());
    format!("{} ({})", name(given), &digest[..12])
}

/// Searches every position of every file, or continues after the last one in the record.
///
/// All files are read before the first search. If `interrupt` ends the run, the record has the
/// positions that were searched, without the unfinished one.
///
/// # Errors
/// If a file or the record cannot be read or is invalid, or memory is insufficient.
pub fn run(
    options: &SuiteOptions,
    interrupt: &Arc<AtomicBool>,
    progress: &mut dyn RunProgress,
) -> Result<SuiteRecord, RunError> {
    if options.position.is_some() && options.files.len() != 1 {
        let files = options.files.len();
        return Err(RunError::Usage(format!("--position requires one file, not {files}")));
    }
    let _lock = options.json.as_deref().map(lock).transpose()?;
    let suites = options.files.iter().map(|path| load(path)).collect::<Result<Vec<_>, _>>()?;
    if let Some(number) = options.position
        && number as usize > suites[0].positions.len()
    {
        let (path, count) = (options.files[0].display(), suites[0].positions.len());
        let what = format!("--position {number}: {path} has {count} positions");
        return Err(RunError::Usage(what));
    }
    let engine_options = &options.engine;
    let settings = SuiteSettings {
        engine: env!("CARGO_PKG_VERSION").into(),
        profile: engine_options.profile.name().into(),
        level: engine_options.choice.to_string(),
        board: engine_options.board_type().name().into(),
        weights: engine_options.weights.as_ref().map(|values| named(&options.weights_name, values)),
        network: engine_options.network.as_ref().map(|network| format!("{:016x}", network.hash())),
        bound: engine_options.evaluation().bound,
        hash: options.hash,
        threads: engine_options.threads as u32,
        limit: options.limit,
    };
    let fresh = |suite: &Suite| SuiteResult {
        name: suite.name.clone(),
        sha256: suite.sha256.clone(),
        total: suite.positions.len(),
        positions: Vec::new(),
    };
    let suites_of = suites.iter().map(fresh).collect();
    let empty = SuiteRecord { version: VERSION, started: now(), settings, suites: suites_of };
    let mut record = resume(options.json.as_deref(), empty)?;
    let mut file = options.json.clone().map(RecordFile::at);
    settle(&mut file, &record)?;
    let mut engine = SearchEngine::new(options.hash as usize, engine_options.clone())
        .map_err(|error| RunError::Failed(error.to_string()))?;
    'all: for (index, suite) in suites.iter().enumerate() {
        for (at, (epd, goal)) in suite.positions.iter().enumerate() {
            let number = at + 1;
            let result = &mut record.suites[index];
            let selected = options.position.is_none_or(|only| only as usize == number)
                && options.last.is_none_or(|last| number <= last as usize);
            if !selected || result.positions.iter().any(|p| p.number == number) {
                continue;
            }
            let limit = record.settings.limit;
            let position = search(&mut engine, epd, goal, number, limit, interrupt);
            if interrupt.load(Ordering::Relaxed) {
                break 'all;
            }
            result.add(position.clone());
            let solved = result.positions.iter().filter(|p| p.solved).count();
            progress.reached(result.positions.len(), result.total);
            progress.state(&format!("{}: {solved} solved", result.name));
            if let Some(file) = &mut file {
                let searched = record.suites.iter().map(|suite| suite.positions.len()).sum();
                file.append(&record, &record.started, &(index, position), searched)?;
            }
        }
    }
    settle(&mut file, &record)?;
    Ok(record)
}

fn settle(file: &mut Option<RecordFile>, record: &SuiteRecord) -> Result<(), RunError> {
    Ok(file.as_mut().map_or(Ok(()), |file| file.settle(record))?)
}

/// Returns the existing record if it belongs to this run, else the empty one.
fn resume(path: Option<&Path>, empty: SuiteRecord) -> Result<SuiteRecord, RunError> {
    let Some(path) = path.filter(|path| path.exists()) else { return Ok(empty) };
    let record: SuiteRecord = read_file(path)?;
    let suites = |record: &SuiteRecord| {
        record.suites.iter().map(|s| (s.name.clone(), s.sha256.clone())).collect::<Vec<_>>()
    };
    let other = || (suites(&record) != suites(&empty)).then(|| "its suites differ".to_owned());
    match difference(&record.settings, &empty.settings).or_else(other) {
        Some(difference) => Err(RunError::Failed(format!(
            "{} is the record of another run: {difference}; name another file or remove it",
            path.display()
        ))),
        None => Ok(record),
    }
}

/// Searches one position from a cleared state.
fn search(
    engine: &mut SearchEngine,
    epd: &Epd,
    goal: &Goal,
    number: usize,
    limit: SuiteLimit,
    interrupt: &Arc<AtomicBool>,
) -> PositionRecord {
    let board = RulesBoard::new(&epd.setup, portable::Token);
    let mut limits = limit.limits();
    // A mate of the required length ends the search.
    limits.mate = goal.mate;
    let mut iterations = Vec::new();
    let mut found = None;
    engine.clear();
    let signals = Signals::stopped_by(interrupt);
    let outcome = engine.search(&epd.setup, &[], &limits, &signals, &mut |info| {
        let solved = info.line.moves.first().is_some_and(|&m| goal.is_met(m, info.line.score));
        found = match (solved, found) {
            (true, None) => Some(info.time.as_secs_f64()),
            (true, earlier) => earlier,
            (false, _) => None,
        };
        iterations.push(iteration(&board, info));
    });
    let SearchOutcome { statistics, time, ref lines, .. } = outcome;
    let chosen = outcome.best_move().unwrap_or(Move::NONE);
    let score = lines.first().map_or(0, |line| line.score);
    let solved = !chosen.is_none() && goal.is_met(chosen, score);
    let seconds = time.as_secs_f64();
    PositionRecord {
        number,
        id: epd.text("id").map_or_else(|| format!("line {}", epd.line), name),
        fen: epd.fen(),
        chosen: uci_move::format(&board, chosen),
        score,
        solved,
        found: if solved { found.or(Some(seconds)) } else { None },
        points: (goal.worth(chosen), goal.most()),
        seconds,
        nodes: statistics.nodes,
        quiescence_nodes: statistics.quiescence_nodes,
        cutoffs: statistics.cutoffs,
        first_move_cutoffs: statistics.first_move_cutoffs,
        iterations,
    }
}

fn iteration(board: &RulesBoard, info: &SearchInfo) -> Iteration {
    let mut board = *board;
    let mut moves = Vec::with_capacity(info.line.moves.len());
    for &chess_move in &info.line.moves {
        moves.push(uci_move::format(&board, chess_move));
        board = board.after(chess_move);
    }
    Iteration {
        depth: info.depth,
        selective_depth: info.statistics.selective_depth as u32,
        score: info.line.score,
        seconds: info.time.as_secs_f64(),
        nodes: info.statistics.nodes,
        hashfull: info.hashfull,
        moves,
    }
}
