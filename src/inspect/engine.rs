//! The engine of the page: searches in slices, so that a page with one thread hears its user in between.

use std::cell::RefCell;
use std::sync::Arc;

use serde::Serialize;

use crate::answers::Place;
use crate::json::MoveReport;
use crate::look::nucleus;
use crate::timeline::Timeline;
use nucleus_base::text::{excerpt, named};
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::eval::network::Network;
use nucleus_core::kernels::REFERENCE;
use nucleus_core::matrix::cell;
use nucleus_core::types::{Color, Move, Score, score};
use nucleus_search::{
    EngineOptions, Handicap, Limits, ProfileName, SearchEngine, SearchLine, Signals, Slices,
    StrengthStep,
};

/// Size of the transposition table in MiB.
const TABLE: usize = 16;

/// The engine's settings, and the limits of a slice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Settings {
    profile: ProfileName,
    /// Strength; full if `None`.
    elo: Option<u32>,
    /// Seed of a weak player's errors.
    seed: u64,
    /// Number of variations.
    lines: usize,
    depth: Option<u32>,
    /// Nodes of a slice.
    nodes: Option<u64>,
    /// True to forget what earlier searches learnt.
    new: bool,
}

impl Settings {
    /// Parses words such as `profile=full elo=1500 nodes=50000`.
    fn parse(text: &str) -> Result<Self, String> {
        let mut settings = Self { lines: 1, ..Self::default() };
        for word in text.split_whitespace() {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let invalid = || format!("'{}' is no setting of a search", excerpt(word));
            let number = || value.parse::<u64>().map_err(|_| invalid());
            let half = || number().and_then(|n| u32::try_from(n).map_err(|_| invalid()));
            match name {
                "profile" => settings.profile = named("profile", &ProfileName::ALL, value)?,
                "elo" => settings.elo = Some(half()?),
                "seed" => settings.seed = number()?,
                "lines" => settings.lines = number()?.clamp(1, 218) as usize,
                "depth" => settings.depth = Some(half()?),
                "nodes" => settings.nodes = Some(number()?.max(1)),
                "new" => settings.new = true,
                _ => return Err(invalid()),
            }
        }
        Ok(settings)
    }
}

/// The engine with the search that it continues.
struct PageEngine {
    engine: SearchEngine,
    network: Option<Arc<Network>>,
    slices: Slices,
    /// Place and settings of the current search.
    searched: Option<(Place, Settings)>,
    /// The variations that the current search reported last, best first.
    lines: Vec<SearchLine>,
    /// The part of the table in use that it reported last, in thousandths.
    hashfull: usize,
}

thread_local! {
    static ENGINE: RefCell<Option<PageEngine>> = const { RefCell::new(None) };
}

/// Calls `work` with the engine, which is created at the first call.
fn with_engine<T>(work: impl FnOnce(&mut PageEngine) -> Result<T, String>) -> Result<T, String> {
    ENGINE.with_borrow_mut(|engine| {
        if engine.is_none() {
            let new = SearchEngine::new(TABLE, EngineOptions::default());
            let new = new.map_err(|error| error.to_string())?;
            let slices = Slices::default();
            *engine = Some(PageEngine {
                engine: new,
                network: None,
                slices,
                searched: None,
                lines: Vec::new(),
                hashfull: 0,
            });
        }
        engine.as_mut().map_or_else(|| unreachable!("the engine was created"), work)
    })
}

/// Gives profile `full` a network; without one it evaluates by its weights.
///
/// # Errors
/// If the bytes are not a network: a message.
pub fn load_network(bytes: &[u8]) -> Result<(), String> {
    let network = Network::from_bytes(bytes).map_err(|error| error.to_string())?;
    with_engine(|engine| {
        engine.network = Some(Arc::new(network));
        Ok(())
    })
}

#[derive(Serialize)]
struct SearchReport {
    /// Depth of the last completed iteration.
    depth: u32,
    selective_depth: u64,
    /// Nodes of all slices.
    nodes: u64,
    /// Part of the table in use, in thousandths.
    hashfull: usize,
    /// True if the search has ended, by its depth or as a weak player's.
    done: bool,
    lines: Vec<LineReport>,
    visited: VisitedReport,
}

/// A variation; its score is from White's view.
#[derive(Serialize)]
struct LineReport {
    centipawns: Score,
    /// Moves to mate, negative if Black mates.
    mate: Option<i32>,
    /// `≥` or `≤` if the score is a bound.
    bound: &'static str,
    moves: Vec<MoveReport>,
}

/// The position that was searched when the slice ended.
#[derive(Serialize)]
struct VisitedReport {
    moves: Vec<MoveReport>,
    cells: Vec<cell::Cell>,
    /// The FEN letter of each cell's piece, or a dot.
    pieces: String,
}

/// Searches a slice at a place; `settings` is a line of words such as `profile=full nodes=50000`. The same
/// place and settings again continue the search.
///
/// # Errors
/// If the place or a setting is invalid: a message.
pub fn search(place: Place, settings: &str) -> Result<String, String> {
    let settings = Settings::parse(settings)?;
    let setup = Setup::named(&place.fen).map_err(|error| error.to_string())?;
    let mut timeline = Timeline::new(&setup);
    let moves = place.moves.iter().map(String::as_str);
    timeline.play_all(moves, place.ply).map_err(|error| error.to_string())?;
    let report = with_engine(|engine| Ok(engine.search(place, settings, &setup, &timeline)))?;
    Ok(serde_json::to_string(&report).expect("strings and numbers can be written as JSON"))
}

impl PageEngine {
    fn search(
        &mut self,
        place: Place,
        settings: Settings,
        setup: &Setup,
        timeline: &Timeline,
    ) -> SearchReport {
        let Settings { profile, elo, seed, lines: multipv, depth, nodes, new } = settings;
        if new {
            self.engine.clear();
        }
        // A slice may have any number of nodes.
        let searched = Some((place, Settings { nodes: None, new: false, ..settings }));
        // A weak player does not search its nodes twice.
        if new || elo.is_some() || self.searched != searched {
            (self.slices, self.searched) = (Slices::default(), searched);
            self.lines.clear();
        }
        let step = elo.map(StrengthStep::of_elo);
        let handicap = step.map(|step| Handicap { step, seed });
        let network = self.network.clone();
        let before = &self.engine.options;
        if (before.profile, before.handicap) != (profile, handicap) {
            // Its scores are of another evaluation.
            self.engine.clear();
        }
        let options = EngineOptions::default();
        self.engine.options = EngineOptions { profile, handicap, network, multipv, ..options };
        let moves: Vec<Move> = timeline.moves().collect();
        let limits = Limits { depth, nodes, ..Limits::default() };
        let (hashfull, lines) = (&mut self.hashfull, &mut self.lines);
        let outcome = self.engine.search_slice(
            setup,
            &moves,
            &limits,
            &Signals::default(),
            Some(&self.slices),
            &mut |info| {
                *hashfull = info.hashfull;
                let first = info.line.moves.first();
                // Of two variations with one move, the earlier report is out of date.
                lines.retain(|line| line.moves.first() != first);
                lines.insert((info.multipv - 1).min(lines.len()), info.line.clone());
            },
        );
        if self.lines.is_empty() {
            self.lines.extend(outcome.lines.first().cloned());
        }
        self.lines.truncate(multipv);
        let root = &timeline.current().board;
        let sign = if root.side() == Color::White { 1 } else { -1 };
        let (visited, moves) = played(root, &self.slices.visited(root));
        let cells = nucleus(&REFERENCE, &visited).cells.0;
        let letter = |&value| cell::piece(value).map_or('.', |piece| piece.letter());
        SearchReport {
            depth: outcome.depth,
            selective_depth: outcome.statistics.selective_depth,
            nodes: outcome.statistics.nodes,
            hashfull: self.hashfull,
            done: handicap.is_some() || self.slices.is_done(),
            lines: self.lines.iter().map(|line| line_report(root, line, sign)).collect(),
            visited: VisitedReport {
                moves,
                cells: cells.into(),
                pieces: cells.iter().map(letter).collect(),
            },
        }
    }
}

fn line_report(root: &RulesBoard, line: &SearchLine, sign: Score) -> LineReport {
    LineReport {
        centipawns: sign * line.score,
        mate: score::mate_moves(line.score).map(|moves| i32::from(sign) * moves),
        bound: match (line.at_least == (sign > 0), line.is_exact()) {
            (_, true) => "",
            (true, _) => "≥",
            (false, _) => "≤",
        },
        moves: played(root, &line.moves).1,
    }
}

/// Plays moves; returns the position after them, and their texts.
fn played(root: &RulesBoard, moves: &[Move]) -> (RulesBoard, Vec<MoveReport>) {
    let mut board = *root;
    let mut texts = Vec::new();
    for &chess_move in moves {
        texts.push(MoveReport::new(&board, chess_move));
        board = board.after(chess_move);
    }
    (board, texts)
}
