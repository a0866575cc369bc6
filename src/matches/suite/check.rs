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

#[cfg(test)]
mod tests {
    use super::super::record::{SuiteLimit, SuiteSettings, VERSION};
    use super::*;

    fn record() -> SuiteRecord {
        let position = PositionRecord {
            number: 1,
            id: "x".into(),
            fen: String::new(),
            chosen: "a1a2".into(),
            score: 0,
            solved: true,
            found: Some(0.5),
            points: (1, 1),
            seconds: 1.0,
            nodes: 100,
            quiescence_nodes: 50,
            cutoffs: 10,
            first_move_cutoffs: 9,
            iterations: Vec::new(),
        };
        SuiteRecord {
            version: VERSION,
            settings: SuiteSettings {
                engine: "1".into(),
                profile: "full".into(),
                level: "portable".into(),
                board: "matrix".into(),
                weights: None,
                bound: 0,
                hash: 1,
                threads: 1,
                limit: SuiteLimit::Nodes { nodes: 100 },
            },
            suites: vec![SuiteResult {
                name: "suite".into(),
                sha256: String::new(),
                total: 2,
                positions: vec![position],
            }],
        }
    }

    #[test]
    fn what_cannot_be_is_named() {
        assert_eq!(record().faults(), [] as [String; 0]);
        type Change = fn(&mut SuiteRecord);
        let cases: [(&str, Change); 8] = [
            ("two suites", |r| r.suites.push(r.suites[0].clone())),
            ("the suite has 2", |r| r.suites[0].positions[0].number = 3),
            ("stands behind", |r| {
                let again = r.suites[0].positions[0].clone();
                r.suites[0].positions.push(again);
            }),
            ("it took -1", |r| r.suites[0].positions[0].seconds = -1.0),
            ("is not solved", |r| r.suites[0].positions[0].solved = false),
            ("solved after", |r| r.suites[0].positions[0].found = Some(3.0)),
            ("nodes of quiescence", |r| r.suites[0].positions[0].quiescence_nodes = 101),
            ("points of the best", |r| r.suites[0].positions[0].points = (2, 1)),
        ];
        for (said, change) in cases {
            let mut changed = record();
            change(&mut changed);
            let faults = changed.faults();
            assert!(faults.iter().any(|fault| fault.contains(said)), "{said}: {faults:?}");
        }
    }
}
