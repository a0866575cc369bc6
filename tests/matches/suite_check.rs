//! Faults of a record of test suites.

use nucleus_matches::suite::{PositionRecord, SuiteLimit, SuiteRecord, SuiteResult, SuiteSettings};

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
        version: 1,
        settings: SuiteSettings {
            network: None,
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
