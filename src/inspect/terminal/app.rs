//! State of the interactive view.

use crossterm::event::KeyCode;
use ratatui_core::layout::Rect;

use super::cells::Size;
use super::theme::Theme;
use crate::look::{Heat, Layer, Look};
use crate::terms::{self, Evaluation};
use crate::timeline::{GameFile, Timeline};
use crate::trace::{KernelTrace, TracedKernel};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::Routines;
use nucleus_core::matrix::Nucleus;
use nucleus_core::matrix::cell::Cell;
use nucleus_core::types::Square;

/// Mode of the keys.
#[derive(Clone, Debug)]
pub enum AppMode {
    /// Walk, step, switch.
    Browse,
    /// A move is being typed.
    Prompt(String),
    /// The keys are explained.
    Help {
        /// Number of lines scrolled past.
        first: usize,
    },
    /// A kernel's work is stepped through.
    Trace {
        /// All of it.
        trace: KernelTrace,
        /// The moment shown.
        at: usize,
    },
}

nucleus_base::named_enum! {
    /// The panels, in the order in which they are shown.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Section {
        /// The selected square through both kernels.
        Beside = "both cells",
        /// The selected square.
        Square = "square",
        /// The number of pieces that influence each square.
        Heat = "heat",
        /// The bits in which two kernels differ.
        Differences = "differences",
        /// The line of moves.
        Moves = "moves",
        /// The evaluation.
        Evaluation = "evaluation",
        /// The scanner's list.
        Scanner = "scanner",
        /// The groups' colours and letters.
        Legend = "bits",
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
    /// Origin square of the move being entered.
    pub source: Option<Square>,
    /// Square where the mouse was pressed.
    pub dragged: Option<Square>,
    /// The pieces that count.
    pub layer: Layer,
    /// Colours the ground.
    pub heat: bool,
    /// The bits that are drawn.
    pub shown: Cell,
    /// Marks what the last move changed.
    pub changes: bool,
    /// Black at the bottom.
    pub flipped: bool,
    /// Index of the first panel shown.
    pub panel: usize,
    /// Mode of the keys.
    pub mode: AppMode,
    /// The last thing to say.
    pub message: String,
    /// Colours of the terminal.
    pub theme: Theme,
    /// Function that lists the evaluation's terms.
    pub evaluate: fn(&RulesBoard) -> Evaluation,
    /// The inspected position.
    pub look: Look,
    /// Places of the boards drawn last.
    pub boards: Vec<(Rect, Size)>,
    /// Places of the keys drawn last, for the mouse to press.
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
    pub(super) fn show_moment(&mut self) {
        let AppMode::Trace { trace, at } = &self.mode else { return };
        self.look = Look {
            nucleus: Nucleus { cells: trace.moments[*at].cells, ..Nucleus::default() },
            level: "portable",
            before: at.checked_sub(1).map(|before| trace.moments[before].cells),
            other: None,
            side: self.look.side,
        };
    }

    /// Runs the kernels again.
    pub(super) fn refresh(&mut self) {
        let other = self.other.map(|other| &self.kernels[other]);
        self.look = Look::new(&self.timeline, &self.kernels[self.kernel], other);
    }
}
