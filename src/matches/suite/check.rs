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

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut names = HashSet::new();
        for suite in &self.suites {
            demand(&mut faults, names.insert((&suite.name, &suite.sha256)), || {
                format!("two suites are called {}", suite.name)
            });
            suite_faults(suite, &mut faults);
        }
        faults
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

fn suite_faults(suite: &SuiteResult, faults: &mut Vec<String>) {
    let mut last = 0;
    for position in &suite.positions {
        let number = position.number;
        let mut said = position_faults(position);
        let is_there = number <= suite.total;
        demand(&mut said, is_there, || format!("the suite has {}", suite.total));
        demand(&mut said, number > last, || format!("it follows position {last}"));
        last = last.max(number);
        let place = |said| format!("{}, position {number}: {said}", suite.name);
        faults.extend(said.into_iter().map(place));
    }
}

fn position_faults(position: &PositionRecord) -> Vec<String> {
    let PositionRecord { seconds, found, solved, nodes, .. } = position;
    let mut faults = Vec::new();
    let is_time = (0.0..1e9).contains(seconds);
    demand(&mut faults, is_time, || format!("it took {seconds} seconds"));
    if let Some(found) = found {
        demand(&mut faults, *solved, || {
            "it has the time of a solution, and is not solved".to_owned()
        });
        demand(&mut faults, (0.0..=seconds + 0.1).contains(found), || {
            format!("solved after {found} of {seconds} seconds")
        });
    }
    for (part, whole, what) in [
        (position.quiescence_nodes, *nodes, "nodes of quiescence of all"),
        (position.first_move_cutoffs, position.cutoffs, "cutoffs by the first move of all"),
        (position.points.0.into(), position.points.1.into(), "points of the best"),
    ] {
        demand(&mut faults, part <= whole, || format!("{part} {what} {whole}"));
    }
    let deeper = position.iterations.windows(2).all(|pair| pair[0].depth <= pair[1].depth);
    demand(&mut faults, deeper, || "its iterations are out of order".to_owned());
    let most = position.iterations.iter().map(|i| i.nodes).max().unwrap_or(0);
    demand(&mut faults, most <= *nodes, || {
        format!("an iteration ends after {most} of {nodes} nodes")
    });
    faults
}
