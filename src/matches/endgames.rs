//! Adjudication of games by endgame tables.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::types::Color;
use nucleus_engine::tablebase::syzygy::{Syzygy, SyzygyKind};
use nucleus_engine::tablebase::{TableVerdict, TablebaseSet};

/// The endgame tables that adjudicate games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SyzygySettings {
    /// The largest number of pieces in a table, kings included.
    pub men: u32,
    /// The number of tables with wins, draws and losses (WDL).
    pub wdl: usize,
    /// The number of tables with the distance to the next capture or pawn move (DTZ).
    pub dtz: usize,
}

/// Opens the tables in `folders`; `say` receives a warning for each invalid file, and a note if DTZ
/// tables are missing.
///
/// # Errors
/// A sentence, if there is no WDL table.
pub fn open(
    folders: &[PathBuf],
    say: &mut dyn FnMut(&str),
) -> Result<(TablebaseSet, SyzygySettings), String> {
    let (syzygy, errors) = Syzygy::open(folders);
    let [wdl, dtz] = [SyzygyKind::Wdl, SyzygyKind::Dtz].map(|kind| syzygy.count(kind));
    let settings = SyzygySettings { men: syzygy.men(), wdl, dtz };
    if wdl == 0 {
        let named: Vec<String> = folders.iter().map(|path| path.display().to_string()).collect();
        let what = match (errors.first(), &named[..]) {
            (Some(error), _) => error.to_string(),
            (None, []) => "no folder is named".to_owned(),
            (None, _) => format!("{}: no file *.rtbw", named.join(", ")),
        };
        return Err(format!("--syzygy: there is no WDL table: {what}"));
    }
    for error in &errors {
        say(&format!("warning: {error}; it decides no game"));
    }
    if dtz < wdl {
        say(&format!(
            "note: {wdl} WDL and {dtz} DTZ tables: where the latter are missing, a win is only \
             known right after a capture or a pawn move"
        ));
    }
    Ok((TablebaseSet::new(Some(syzygy), None, 1, true), settings))
}

/// Returns the winner by the tables (`None` for a draw) and the result in words; `None` if the tables
/// do not cover the position.
pub fn decide(tables: &TablebaseSet, board: &RulesBoard) -> Option<(Option<Color>, String)> {
    let winner = match tables.verdict(board)? {
        TableVerdict::Won => board.side(),
        TableVerdict::Lost => !board.side(),
        TableVerdict::Drawn => return Some((None, "drawn by the endgame tables".to_owned())),
        TableVerdict::DrawnByFiftyMoves => {
            let words = "drawn by the endgame tables: the win comes too late for fifty moves";
            return Some((None, words.to_owned()));
        }
    };
    let name = if winner == Color::White { "White" } else { "Black" };
    Some((Some(winner), format!("{name} wins by the endgame tables")))
}
