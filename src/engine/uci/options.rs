use super::book::BookOptions;
use super::evaluation::EvaluationOptions;
use super::option_table::{Effect, unless_auto};
use super::player::PlayerOptions;
use super::tables::TableOptions;
use nucleus_base::text;
use nucleus_core::board::BoardType;
use nucleus_core::kernels::{Choice, Level, Variant};
use nucleus_search::EngineOptions;

/// Options that a GUI can set.
#[derive(Clone, Debug)]
pub struct UciOptions {
    /// Table size in MiB.
    pub hash: usize,
    /// Options that the engine receives before a search.
    pub engine: EngineOptions,
    /// True if castling is written as the king taking its rook.
    pub chess960: bool,
    /// Milliseconds kept in reserve for each move, from the option `Move Overhead`.
    pub overhead: u64,
    /// True to print the paper's log at the end of a search.
    pub log: bool,
    /// True to print counts for research after every search.
    pub counts: bool,
    /// Options and state of the opening book.
    pub book: BookOptions,
    /// Options of the endgame tables.
    pub tables: TableOptions,
    /// Options of strength and style.
    pub player: PlayerOptions,
    /// Options of the evaluation and its weights.
    pub evaluation: EvaluationOptions,
}

impl UciOptions {
    /// Returns the default options of a session with these engine options.
    pub fn new(engine: EngineOptions) -> Self {
        Self {
            hash: 16,
            evaluation: EvaluationOptions::new(&engine),
            engine,
            chess960: false,
            overhead: 5,
            log: false,
            counts: false,
            book: BookOptions::new(),
            tables: TableOptions::default(),
            player: PlayerOptions::default(),
        }
    }

    /// Returns the engine's name: its version, its level, and its board unless that is the matrix.
    pub fn name(&self) -> String {
        let board = match self.engine.board_type() {
            BoardType::Matrix => "",
            BoardType::Magic => " magic",
            BoardType::Axon32 => " axon32",
        };
        format!("Nucleus {} {}{board}", env!("CARGO_PKG_VERSION"), self.engine.choice)
    }

    /// Returns a notice if the profile or board runs no assembly; [`Variant`] then has no effect.
    fn unused_variant(&self) -> Option<String> {
        let profile = self.engine.profile;
        let asm = self.engine.choice.variant == Variant::Asm;
        if asm && self.engine.board_type() == BoardType::Magic {
            return Some(
                "the magic board runs no assembly: the variant changes nothing".to_owned(),
            );
        }
        let used = profile.variants().any(|variant| variant == self.engine.choice.variant);
        (!used).then(|| format!("profile {profile} runs no assembly: the variant changes nothing"))
    }

    /// Opens the tables that the options name. Clears the transposition table and the histories, which come
    /// from searches with other tables; clears nothing if no tables were open and the options name none.
    pub(super) fn open_tables(&mut self) -> Effect {
        let (tables, words) = self.tables.open();
        let none = tables.is_none() && self.engine.tables.is_none();
        self.engine.tables = tables;
        let words = text::line(&words);
        if none && words == "no endgame tables" { Effect::None } else { Effect::ClearAnd(words) }
    }

    /// Returns the effect of another strength or style: the transposition table is cleared, since
    /// scores change. A notice names the profile's board if the player cannot use the selected one.
    pub(super) fn another_player(&mut self) -> Effect {
        match self.player.applied(&self.engine).check_board() {
            Ok(()) => Effect::Clear,
            Err(why) => {
                Effect::ClearAnd(format!("{why}: the {} board", self.engine.profile.board()))
            }
        }
    }

    /// Selects a profile. Clears the transposition table, which has another evaluation's values.
    pub(super) fn set_profile(&mut self, given: &str) -> Result<Effect, String> {
        let before = self.engine.board_type();
        let profile = given.parse()?;
        EngineOptions { profile, ..self.engine.clone() }.check_board()?;
        self.engine.profile = profile;
        let board = self.engine.board_type();
        let moved = (board != before).then(|| format!("the {board} board"));
        Ok(self.unused_variant().or(moved).map_or(Effect::Clear, Effect::ClearAnd))
    }

    pub(super) fn set_board(&mut self, given: &str) -> Result<Effect, String> {
        let board = unless_auto(given)?;
        EngineOptions { board, ..self.engine.clone() }.check_board()?;
        self.engine.board = board;
        Ok(self.unused_variant().map_or(Effect::None, Effect::Notice))
    }

    pub(super) fn set_level(&mut self, given: &str) -> Result<Effect, String> {
        let level = unless_auto(given)?.unwrap_or_else(Level::detected);
        self.engine.choice = Choice::clamped(level, self.engine.choice.variant);
        let choice = self.engine.choice;
        let words = choice.clamp_notice(level).unwrap_or_else(|| format!("level {choice}"));
        Ok(Effect::Notice(words))
    }

    pub(super) fn set_variant(&mut self, given: &str) -> Result<Effect, String> {
        let variant = given.parse::<Variant>().map_err(|error| error.to_string())?;
        self.engine.choice = Choice::clamped(self.engine.choice.level, variant);
        let runs = format!("level {}", self.engine.choice);
        Ok(Effect::Notice(self.unused_variant().unwrap_or(runs)))
    }
}
