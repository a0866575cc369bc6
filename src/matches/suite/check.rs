//! Checks of a suite record on reading.

use std::collections::HashSet;
use std::path::Path;

use super::record::{PositionRecord, SuiteRecord, SuiteResult};
use nucleus_records::envelope::{Payload, RecordKind, demand};
use nucleus_records::output::journaled;

impl Payload for SuiteRecord {
    const KIND: RecordKind = RecordKind::Suite;

    fn warn(&mut self, loss: String) {
        nucleus_base::tell!("warning: the record: {loss}");
    }

    fn settle(&mut self, file: &Path) -> Result<(), String> {
        for (suite, position) in journaled::<(usize, PositionRecord)>(file, &self.started)? {
            let suite = self.suites.get_mut(suite).ok_or("the journal has a suite too many")?;
            suite.add(position);
        }
        Ok(())
    }

    fn errors(&self) -> Vec<String> {
        let mut errors = Vec::new();
        let mut names = HashSet::new();
        for suite in &self.suites {
            demand(&mut errors, names.insert((&suite.name, &suite.sha256)), || {
                format!("two suites are called {}", suite.name)
            });
            suite_errors(suite, &mut errors);
        }
        errors
    }

    fn content(&self) -> String {
        let positions: usize = self.suites.iter().map(|s| s.positions.len()).sum();
        format!("{positions} positions of {} suites", self.suites.len())
    }
}

impl SuiteResult {
    /// Inserts the result of a position in order of the positions' numbers.
    pub fn add(&mut self, position: PositionRecord) {
        let at = self.positions.partition_point(|other| other.number < position.number);
        if self.positions.get(at).is_none_or(|other| other.number != position.number) {
            self.positions.insert(at, position);
        }
    }
}

fn suite_errors(suite: &SuiteResult, errors: &mut Vec<String>) {
    let mut last = 0;
    for position in &suite.positions {
        let number = position.number;
        let mut problems = position_errors(position);
        let is_there = number <= suite.total;
        demand(&mut problems, is_there, || format!("the suite has {}", suite.total));
        demand(&mut problems, number > last, || format!("it follows position {last}"));
        last = last.max(number);
        let place = |problem| format!("{}, position {number}: {problem}", suite.name);
        errors.extend(problems.into_iter().map(place));
    }
}

fn position_errors(position: &PositionRecord) -> Vec<String> {
    let PositionRecord { seconds, found, solved, nodes, .. } = position;
    let mut errors = Vec::new();
    let is_time = (0.0..1e9).contains(seconds);
    demand(&mut errors, is_time, || format!("it took {seconds} seconds"));
    if let Some(found) = found {
        demand(&mut errors, *solved, || {
            "it has the time of a solution, and is not solved".to_owned()
        });
        demand(&mut errors, (0.0..=seconds + 0.1).contains(found), || {
            format!("solved after {found} of {seconds} seconds")
        });
    }
    for (part, total, what) in [
        (position.quiescence_nodes, *nodes, "nodes of quiescence of all"),
        (position.first_move_cutoffs, position.cutoffs, "cutoffs by the first move of all"),
        (position.points.0.into(), position.points.1.into(), "points of the best"),
    ] {
        demand(&mut errors, part <= total, || format!("{part} {what} {total}"));
    }
    let deeper = position.iterations.windows(2).all(|pair| pair[0].depth <= pair[1].depth);
    demand(&mut errors, deeper, || "its iterations are out of order".to_owned());
    let most = position.iterations.iter().map(|i| i.nodes).max().unwrap_or(0);
    demand(&mut errors, most <= *nodes, || {
        format!("an iteration ends after {most} of {nodes} nodes")
    });
    errors
}
