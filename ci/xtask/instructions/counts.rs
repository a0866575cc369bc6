//! Instruction counts and the tools that counted them, stored as JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{callgrind, stepped};
use crate::run::{Fault, read_text};

/// The tools that counts depend on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tools {
    /// Output of `rustc --version`.
    pub rustc: String,
    /// Output of `valgrind --version`; empty if it counted nothing.
    pub valgrind: String,
    /// Target triple of the counted programs.
    pub target: String,
}

impl Tools {
    /// Returns true if counts of the two are comparable.
    pub fn count_alike(&self, other: &Self) -> bool {
        let valgrind = self.valgrind == other.valgrind
            || self.valgrind.is_empty()
            || other.valgrind.is_empty();
        valgrind && self.rustc == other.rustc && self.target == other.target
    }
}

/// Instructions of each bench, and the tools that counted them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstructionCounts {
    pub tools: Tools,
    /// Instructions by bench id, `group::function.id`, as Callgrind counts them.
    pub instructions: BTreeMap<String, u64>,
    /// Instructions of our own routines by case, `body.board.level+variant`, by single steps.
    #[serde(default)]
    pub steps: BTreeMap<String, u64>,
    /// Number of rebuilds, scans, moves or nodes in a run, by body; it is the same for all cases of a body.
    #[serde(default)]
    pub units: BTreeMap<String, u64>,
    /// Cases that single steps could not count here, with the reasons.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub not_run: BTreeMap<String, String>,
    /// Cases that were not selected.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub left_out: BTreeSet<String>,
    /// Instructions of our own routines by bench, as Callgrind counts them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub callgrind_own: BTreeMap<String, u64>,
    /// Instructions by case and routine, by single steps.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub routines: BTreeMap<String, BTreeMap<String, u64>>,
}

impl InstructionCounts {
    /// Collects gungraun's output in a directory, if given, and the lines printed by single steps.
    pub fn collect(folder: Option<&Path>, steps: &str, tools: Tools) -> Result<Self, Fault> {
        let mut counts = Self { tools, ..Self::default() };
        if let Some(folder) = folder {
            callgrind::gather(folder, &mut counts)?;
            if counts.instructions.is_empty() {
                return Err(
                    format!("no bench left a summary.json below {}", folder.display()).into()
                );
            }
        }
        stepped::read(steps, &mut counts)?;
        Ok(counts)
    }

    /// Reads counts written by [`InstructionCounts::to_json`].
    pub fn read(path: &Path) -> Result<Self, String> {
        let counts = serde_json::from_str(&read_text(path)?);
        counts.map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Returns the counts as JSON with an id on each line, so that a commit's diff is readable.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("counts are plain data") + "\n"
    }

    /// Returns these counts as the next baseline. Cases that could not run here keep their count in
    /// the previous baseline; the second result lists them.
    pub fn as_baseline(&self, before: Option<&Self>) -> (Self, Vec<String>) {
        let mut next = Self {
            tools: self.tools.clone(),
            instructions: self.instructions.clone(),
            steps: self.steps.clone(),
            units: self.units.clone(),
            ..Self::default()
        };
        let mut kept = Vec::new();
        for id in self.not_run.keys() {
            if let Some(count) = before.and_then(|before| before.steps.get(id)) {
                next.steps.insert(id.clone(), *count);
                kept.push(id.clone());
            }
        }
        (next, kept)
    }
}
