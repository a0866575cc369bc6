//! Commands of the interactive view, and their effects.

use super::app::{App, AppMode};
use crate::bits::Group;
use crate::look::Layer;
use crate::trace::TracedKernel;
use nucleus_core::types::Square;

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
    /// Count and show these pieces only.
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
    /// Ends the current mode, at last the view itself.
    Escape,
    /// End the view.
    Quit,
}

impl App {
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

    /// Scrolls the explanation of the keys; false for any other command, which ends it and is
    /// carried out. How far there is to scroll is known where it is drawn.
    fn run_help(&mut self, command: AppCommand) -> bool {
        const PAGE: usize = 5;
        let AppMode::Help { first } = &mut self.mode else { return false };
        *first = match command {
            AppCommand::Walk(_, -1) => first.saturating_add(1),
            AppCommand::Walk(_, 1) => first.saturating_sub(1),
            AppCommand::Next => first.saturating_add(PAGE),
            AppCommand::Back => first.saturating_sub(PAGE),
            AppCommand::First => 0,
            AppCommand::Last => usize::MAX,
            AppCommand::Help | AppCommand::Escape => return false,
            _ => {
                self.mode = AppMode::Browse;
                return false;
            }
        };
        true
    }

    /// Carries out a command.
    pub fn run(&mut self, command: AppCommand) {
        self.message.clear();
        if self.run_trace(command) || self.run_help(command) {
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
                    AppMode::Help { .. } => AppMode::Browse,
                    _ => AppMode::Help { first: 0 },
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
}
