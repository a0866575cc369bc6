//! What the interactive view knows, and what its commands do.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::cells::Size;
use super::theme::Theme;
use crate::board::{Board, RulesBoard};
use crate::inspect::bits::Group;
use crate::inspect::look::{Heat, Layer, Look};
use crate::inspect::terms::{self, Evaluation};
use crate::inspect::timeline::{GameFile, Timeline};
use crate::inspect::trace::{KernelTrace, TracedKernel};
use crate::kernels::Routines;
use crate::matrix::Nucleus;
use crate::matrix::cell::Cell;
use crate::types::Square;

/// What the keys do at the moment.
#[derive(Clone, Debug)]
pub enum AppMode {
    /// Walk, step, switch.
    Browse,
    /// A move is being typed.
    Prompt(String),
    /// The keys are explained.
    Help,
    /// A kernel's work is stepped through.
    Trace {
        /// All of it.
        trace: KernelTrace,
        /// The moment shown.
        at: usize,
    },
}

/// A command of the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AppCommand {
    /// Select the square so many files right and ranks up, as seen.
    Walk(i8, i8),
    /// Select a square.
    Select(Square),
    /// Mark the selected square as a move's start, or play from the marked one to it.
    Enter,
    /// Play from one square to another.
    PlayBetween(Square, Square),
    /// Look at the next position.
    Next,
    /// Look at the one before.
    Back,
    /// Look at the start.
    First,
    /// Look at the last.
    Last,
    /// Another game of the file, so many further.
    Game(i8),
    /// Start to type a move.
    Type,
    /// Take the last move back.
    TakeBack,
    /// Another kernel.
    Level,
    /// Compare with the next kernel, or no more.
    Compare,
    /// Count and show these men only.
    Layer(Layer),
    /// Heat map on or off.
    Heat,
    /// A group of bits on or off.
    Toggle(Group),
    /// Marks of changes on or off.
    Changes,
    /// The other side at the bottom.
    Flip,
    /// The next panel, or the one before.
    Panel(i8),
    /// Trace a kernel, the next one, or no more.
    Trace,
    /// Explain the keys.
    Help,
    /// End what is going on, at last the view itself.
    Escape,
    /// End the view.
    Quit,
}

/// The panels, in the order in which they are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// The selected square through both kernels.
    Beside,
    /// The selected square.
    Square,
    /// How many men reach each square.
    Heat,
    /// Where two kernels differ.
    Differences,
    /// The line of moves.
    Moves,
    /// The evaluation.
    Evaluation,
    /// The scanner's list.
    Scanner,
    /// What the groups' colours and letters mean.
    Legend,
}

impl Section {
    /// What it is called where only its name has room.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beside => "both cells",
            Self::Square => "square",
            Self::Heat => "heat",
            Self::Differences => "differences",
            Self::Moves => "moves",
            Self::Evaluation => "evaluation",
            Self::Scanner => "scanner",
            Self::Legend => "bits",
        }
    }
}

/// The state of the view.
#[derive(Clone, Debug)]
pub struct App {
    /// The positions.
    pub timeline: Timeline,
    /// The file that the positions come from, if they do.
    pub games: Option<GameFile>,
    /// The kernels to choose from.
    pub kernels: Vec<Routines>,
    /// The one looked through.
    pub kernel: usize,
    /// The one compared with.
    pub other: Option<usize>,
    /// The square looked at.
    pub selected: Square,
    /// Where a move is to start.
    pub source: Option<Square>,
    /// Where the mouse was pressed.
    pub dragged: Option<Square>,
    /// The men that count.
    pub layer: Layer,
    /// Colours the ground.
    pub heat: bool,
    /// The bits that are drawn.
    pub shown: Cell,
    /// Marks what the last move changed.
    pub changes: bool,
    /// Black at the bottom.
    pub flipped: bool,
    /// How many panels the first one shown is down the list.
    pub panel: usize,
    /// What the keys do.
    pub mode: AppMode,
    /// The last thing to say.
    pub message: String,
    /// How colours reach the terminal.
    pub theme: Theme,
    /// What takes the evaluation apart.
    pub evaluate: fn(&RulesBoard) -> Evaluation,
    /// What is looked at.
    pub look: Look,
    /// Where boards were drawn last.
    pub boards: Vec<(Rect, Size)>,
    /// Where keys were drawn last, for the mouse to press.
    pub buttons: Vec<(Rect, KeyCode)>,
    /// Set when the view is to end.
    pub ended: bool,
}

impl App {
    /// A view of a timeline; `kernels` must not be empty, `kernel` and `other` are places in it.
    pub fn new(
        timeline: Timeline,
        kernels: Vec<Routines>,
        kernel: usize,
        other: Option<usize>,
        theme: Theme,
    ) -> Self {
        let look = Look::new(&timeline, &kernels[kernel], other.map(|other| &kernels[other]));
        let moved = timeline.current().chess_move;
        let king = timeline.current().board.king(timeline.current().board.side());
        Self {
            selected: if moved.is_none() { king } else { moved.to() },
            timeline,
            games: None,
            kernels,
            kernel,
            other,
            source: None,
            dragged: None,
            layer: Layer::All,
            heat: false,
            shown: Cell::MAX,
            changes: true,
            flipped: false,
            panel: 0,
            mode: AppMode::Browse,
            message: String::new(),
            theme,
            evaluate: terms::evaluation,
            look,
            boards: Vec::new(),
            buttons: Vec::new(),
            ended: false,
        }
    }

    /// The kernel looked through.
    pub fn routines(&self) -> &Routines {
        &self.kernels[self.kernel]
    }

    /// The counts for the heat map, when it is on.
    pub fn heat_map(&self) -> Option<Heat> {
        self.heat.then(|| Heat::of(self.timeline.current().board.planes(), self.layer))
    }

    /// The panels, the one chosen first.
    pub fn sections(&self) -> Vec<Section> {
        if matches!(self.mode, AppMode::Trace { .. }) {
            return vec![Section::Square, Section::Legend];
        }
        let mut sections = Vec::new();
        if self.other.is_some() {
            sections.extend([Section::Differences, Section::Beside]);
        }
        sections.push(Section::Square);
        if self.heat {
            sections.push(Section::Heat);
        }
        sections.extend([Section::Moves, Section::Evaluation, Section::Scanner, Section::Legend]);
        let count = sections.len();
        sections.rotate_left(self.panel % count);
        sections
    }

    /// Starts the trace of a kernel.
    pub fn start_trace(&mut self, kernel: TracedKernel) {
        self.refresh();
        let board = &self.timeline.current().board;
        let fen = self.timeline.fen();
        let trace = KernelTrace::new(kernel, fen, board.planes(), board.side(), &self.look.nucleus);
        self.mode = AppMode::Trace { trace, at: 0 };
        self.show_moment();
    }

    /// Puts the cells of the trace's moment in the place of the position's.
    fn show_moment(&mut self) {
        let AppMode::Trace { trace, at } = &self.mode else { return };
        self.look = Look {
            nucleus: Nucleus { cells: trace.moments[*at].cells, ..Nucleus::default() },
            level: "portable",
            before: at.checked_sub(1).map(|before| trace.moments[before].cells),
            other: None,
            side: self.look.side,
        };
    }

    /// Carries out a command of the trace; false when it is not one.
    fn run_trace(&mut self, command: AppCommand) -> bool {
        let AppMode::Trace { trace, at } = &mut self.mode else { return false };
        let last = trace.moments.len() - 1;
        match command {
            AppCommand::Next => *at = (*at + 1).min(last),
            AppCommand::Back => *at = at.saturating_sub(1),
            AppCommand::First => *at = 0,
            AppCommand::Last => *at = last,
            AppCommand::Trace if trace.kernel == TracedKernel::Rebuild => {
                self.start_trace(TracedKernel::Scan)
            }
            AppCommand::Trace | AppCommand::Escape => {
                self.mode = AppMode::Browse;
                self.refresh();
            }
            AppCommand::Walk(..) | AppCommand::Select(_) | AppCommand::Flip | AppCommand::Quit => {
                return false;
            }
            _ => self.message = "Esc ends the trace".to_owned(),
        }
        self.show_moment();
        true
    }

    /// Carries out a command.
    pub fn run(&mut self, command: AppCommand) {
        self.message.clear();
        if self.run_trace(command) {
            return;
        }
        match command {
            AppCommand::Walk(files, ranks) => self.walk(files, ranks),
            AppCommand::Select(square) => self.selected = square,
            AppCommand::Enter => self.enter(),
            AppCommand::PlayBetween(from, to) => self.play_between(from, to),
            AppCommand::Next => self.step(self.timeline.ply() + 1),
            AppCommand::Back => match self.timeline.ply().checked_sub(1) {
                Some(ply) => self.step(ply),
                None => self.message = "this is the start".to_owned(),
            },
            AppCommand::First => self.step(0),
            AppCommand::Last => self.step(usize::MAX),
            AppCommand::Game(by) => self.change_game(by),
            AppCommand::Type => self.mode = AppMode::Prompt(String::new()),
            AppCommand::TakeBack => {
                if self.timeline.take_back() {
                    self.moved();
                } else {
                    self.message = "there is no move to take back".to_owned();
                }
            }
            AppCommand::Level => {
                self.kernel = (self.kernel + 1) % self.kernels.len();
                self.refresh();
            }
            AppCommand::Compare => {
                let next = self.other.map_or(0, |other| other + 1);
                self.other = (next < self.kernels.len()).then_some(next);
                // A kernel beside itself tells nothing.
                if self.other == Some(self.kernel) {
                    self.other = (next + 1 < self.kernels.len()).then_some(next + 1);
                }
                self.panel = 0;
                self.refresh();
            }
            AppCommand::Layer(layer) => {
                self.layer = layer;
                self.heat = layer != Layer::All;
            }
            AppCommand::Heat => self.heat = !self.heat,
            AppCommand::Toggle(Group::Figure) => {
                let men = [Group::Figure, Group::WhiteMen, Group::BlackMen];
                self.shown ^= men.iter().fold(0, |mask, group| mask | group.mask());
            }
            AppCommand::Toggle(group) => self.shown ^= group.mask(),
            AppCommand::Changes => self.changes = !self.changes,
            AppCommand::Flip => self.flipped = !self.flipped,
            AppCommand::Panel(by) => {
                let count = self.sections().len();
                self.panel = (self.panel + count).saturating_add_signed(by.into()) % count;
            }
            AppCommand::Trace => self.start_trace(TracedKernel::Rebuild),
            AppCommand::Help => {
                self.mode = match self.mode {
                    AppMode::Help => AppMode::Browse,
                    _ => AppMode::Help,
                }
            }
            AppCommand::Escape => match self.mode {
                AppMode::Browse if self.source.is_some() => self.source = None,
                AppMode::Browse => self.ended = true,
                _ => self.mode = AppMode::Browse,
            },
            AppCommand::Quit => self.ended = true,
        }
    }

    /// Plays the typed move.
    pub fn submit(&mut self, text: &str) {
        self.mode = AppMode::Browse;
        self.message.clear();
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        match self.timeline.play(text) {
            Ok(()) => self.moved(),
            Err(fault) => self.message = fault.to_string(),
        }
    }

    fn walk(&mut self, files: i8, ranks: i8) {
        let sign = if self.flipped { -1 } else { 1 };
        let go = |from: u8, by: i8| (from as i8 + sign * by).clamp(0, 7) as u8;
        self.selected =
            Square::at(go(self.selected.file(), files), go(self.selected.rank(), ranks));
    }

    fn enter(&mut self) {
        match self.source {
            None => {
                self.source = Some(self.selected);
                self.message = format!("{}: choose where to, Enter plays", self.selected);
            }
            Some(from) if from == self.selected => self.source = None,
            Some(from) => self.play_between(from, self.selected),
        }
    }

    fn play_between(&mut self, from: Square, to: Square) {
        self.source = None;
        match self.timeline.moves_between(from, to)[..] {
            [] => self.message = format!("no legal move from {from} to {to}"),
            [chess_move] => {
                self.timeline.play_move(chess_move);
                self.moved();
            }
            _ => {
                self.mode = AppMode::Prompt(format!("{from}{to}"));
                self.message = "which promotion? add n, b, r or q".to_owned();
            }
        }
    }

    fn step(&mut self, ply: usize) {
        let before = self.timeline.ply();
        self.timeline.go_to(ply);
        if before == self.timeline.ply() && ply > before {
            self.message = "this is the last position".to_owned();
        }
        self.moved();
    }

    fn change_game(&mut self, by: i8) {
        let Some(games) = &mut self.games else {
            self.message = "games are those of a file: --pgn".to_owned();
            return;
        };
        match games.step(by) {
            Ok(timeline) => {
                self.timeline = timeline;
                self.message = format!("game {}: {}", games.number(), self.timeline.title);
                self.moved();
            }
            Err(fault) => self.message = fault.to_string(),
        }
    }

    fn moved(&mut self) {
        let chess_move = self.timeline.current().chess_move;
        if !chess_move.is_none() {
            self.selected = chess_move.to();
        }
        self.source = None;
        self.refresh();
    }

    /// Runs the kernels again.
    fn refresh(&mut self) {
        let other = self.other.map(|other| &self.kernels[other]);
        self.look = Look::new(&self.timeline, &self.kernels[self.kernel], other);
    }
}
