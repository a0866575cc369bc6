//! Checks of a run's record for contradictions.

use std::collections::HashSet;

use super::record::{PositionRecord, SuiteRecord, SuiteResult};

impl SuiteRecord {
    /// Returns the contradictions in the record.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut names = HashSet::new();
        for suite in &self.suites {
            if !names.insert((&suite.name, &suite.sha256)) {
                faults.push(format!("two suites are called {}", suite.name));
            }
            suite_faults(suite, &mut faults);
        }
        faults
    }
}

fn suite_faults(suite: &SuiteResult, faults: &mut Vec<String>) {
    let mut last = 0;
    for position in &suite.positions {
        let number = position.number;
        let mut demand = |holds: bool, said: String| {
            if !holds {
                faults.push(format!("{}, position {number}: {said}", suite.name));
            }
        };
        demand(number <= suite.total, format!("the suite has {}", suite.total));
        demand(number > last, format!("it stands behind position {last}"));
        last = last.max(number);
        position_faults(position).into_iter().for_each(|said| demand(false, said));
    }
}

fn position_faults(position: &PositionRecord) -> Vec<String> {
    let PositionRecord { seconds, found, solved, nodes, .. } = position;
    let mut faults = Vec::new();
    let mut demand = |holds: bool, said: String| {
        if !holds {
            faults.push(said);
        }
    };
    demand((0.0..1e9).contains(seconds), format!("it took {seconds} seconds"));
    if let Some(found) = found {
        demand(*solved, "it has the time of a solution, and is not solved".into());
        demand(
            (0.0..=seconds + 0.1).contains(found),
            format!("solved after {found} of {seconds} seconds"),
        );
    }
    for (part, whole, what) in [
        (position.quiescence_nodes, *nodes, "nodes of quiescence of all"),
        (position.first_move_cutoffs, position.cutoffs, "cutoffs by the first move of all"),
        (position.points.0.into(), position.points.1.into(), "points of the best"),
    ] {
        demand(part <= whole, format!("{part} {what} {whole}"));
    }
    let deeper = position.iterations.windows(2).all(|pair| pair[0].depth <= pair[1].depth);
    demand(deeper, "its iterations are out of order".into());
    let most = position.iterations.iter().map(|i| i.nodes).max().unwrap_or(0);
    demand(most <= *nodes, format!("an iteration ends after {most} of {nodes} nodes"));
    faults
}
