//! The units of `ci/figures.csv`: each measures a figure of the pages.

use serde::Deserialize;

use super::job::Job;
use super::sheet::{Sheet, from_csv};
use super::{breakdown, games, gate, speeds, suites};
use crate::checks::targets::arm_counts;
use crate::gate_rates;
use crate::run::Fault;

/// A unit of measurement, a row of the file.
#[derive(Debug, Clone, Deserialize)]
pub struct Unit {
    /// Name of the unit and of its table.
    pub name: String,
    /// `speed` if the unit needs an idle machine; `games` if load slows it without changing its figures.
    pub group: String,
    /// True for a unit of the set that is measured together, one after the other.
    pub set: bool,
    /// Duration in minutes on a Zen 5 with two processors, if it was timed.
    pub minutes: Option<u32>,
    pub words: String,
    /// Command lines separated by `;`; empty if a function measures. `{out}` is the unit's folder, `{data}`
    /// the data folder.
    pub command: String,
    /// Paths that the figure depends on, separated by spaces.
    pub measures: String,
}

/// Source paths that the engine's figures depend on.
const ENGINE: &str = "src/core/types src/core/matrix src/core/kernels src/core/board \
                          src/core/movegen src/core/eval src/search asm";

/// Returns all units, in the order in which the set is measured.
pub fn units() -> Result<Vec<Unit>, String> {
    let mut units: Vec<Unit> = from_csv(include_str!("../../figures.csv"))?;
    units.iter_mut().for_each(|unit| unit.measures = unit.measures.replace("{engine}", ENGINE));
    Ok(units)
}

/// The function of a unit without commands.
pub enum Method {
    Run(fn(&Job) -> Result<(), Fault>),
    /// A function whose rows are stored in `reports/tables/UNIT.csv`.
    Table(fn(&Job) -> Result<Sheet, Fault>),
}

impl Unit {
    /// Returns the unit's function; `None` if it has commands.
    pub fn method(&self) -> Option<Method> {
        Some(match self.name.as_str() {
            "headline" => Method::Run(speeds::headline),
            "cycles" => Method::Table(breakdown::cycles),
            "parts" => Method::Table(breakdown::parts),
            "assembly" => Method::Table(breakdown::assembly),
            "evaluations" => Method::Table(speeds::evaluations),
            "cluster" => Method::Table(speeds::cluster),
            "gate-commands" => Method::Table(gate::commands),
            "gate-builds" => Method::Table(gate::builds),
            "gate-coverage" => Method::Table(gate::coverage),
            "gate-found" => Method::Table(gate::found),
            "gate-sharing" => Method::Table(gate::sharing),
            "gate-methods" => Method::Table(gate::methods),
            "gate-itself" => Method::Table(gate::itself),
            "gate-rates" => Method::Table(|_| Ok(gate_rates::sheet(2_000))),
            "suites" => Method::Table(suites::suites),
            "suites-more" => Method::Table(suites::more),
            "suites-evaluations" => Method::Table(suites::evaluations),
            "matches" => Method::Table(games::matches),
            "techniques" => Method::Table(games::techniques),
            "strengths" => Method::Table(games::strengths),
            "arm-instructions" => Method::Table(|_| arm_counts()),
            _ => return None,
        })
    }

    /// Returns true if the unit runs the release build of the program.
    pub fn needs_program(&self) -> bool {
        let others = ["gate-rates", "arm-instructions", "assembly", "cluster", "cycles", "parts"];
        let is_command = !self.command.is_empty() && !self.command.starts_with("nucleus ");
        !is_command && !others.contains(&self.name.as_str())
    }
}
