//! Small records for tests: normal ones, one cut short, one of an older schema, boards, commands.

use std::path::PathBuf;

use nucleus_records::record::{
    CompareSettings, CyclesFrom, EngineRecord, FailureRecord, Pairing, Protocol, Ratio, Record,
    Sample, Spread, Summary, Workload,
};
use nucleus_report::load::Loaded;

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
pub const MATE7: &str = "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1";

/// Returns a distribution around a median: two per cent between the quartiles, one per cent to each
/// end of the interval.
pub fn spread(median: f64) -> Spread {
    Spread {
        min: median * 0.97,
        q1: median * 0.99,
        median,
        q3: median * 1.01,
        max: median * 1.03,
        spread: 0.02,
        low: Some(median * 0.99),
        high: Some(median * 1.01),
    }
}

pub fn ours(name: &str, level: &str) -> EngineRecord {
    EngineRecord {
        name: name.into(),
        ours: true,
        level: Some(level.into()),
        variant: Some("intrinsics".into()),
        profile: Some("axon".into()),
        board: Some("matrix".into()),
        ..EngineRecord::default()
    }
}

fn reference(name: &str, id_name: &str, generic: bool) -> EngineRecord {
    EngineRecord {
        name: name.into(),
        reference: true,
        id_name: Some(id_name.into()),
        build_flags: Some(if generic { "64bit SSE2" } else { "64bit AVX2" }.into()),
        generic: Some(generic),
        ..EngineRecord::default()
    }
}

fn workload(position: &str, fen: &str, limit: &str, protocol: Protocol) -> Workload {
    Workload {
        name: format!("{position}/{protocol}"),
        position: position.into(),
        fen: fen.into(),
        limit: limit.into(),
        protocol,
        ..Workload::default()
    }
}

pub fn row(engine: &str, workload: &str, nps: f64, cycles: f64) -> Summary {
    Summary {
        engine: engine.into(),
        workload: workload.into(),
        samples: 20,
        nps: Some(spread(nps)),
        nodes: Some(412_345),
        nodes_median: Some(412_345.0),
        right: Some(true),
        cycles_per_node: Some(cycles),
        cycles_from: Some(CyclesFrom::Clock),
        ..Summary::default()
    }
}

pub fn against(mut row: Summary, reference: &str, ratio: f64, generic: bool) -> Summary {
    row.ratios.push(Ratio {
        reference: reference.into(),
        ratio,
        low: Some(ratio * 0.985),
        high: Some(ratio * 1.015),
        faster: None,
        blocks: 10,
        generic,
    });
    row
}

/// Returns a sample of one second.
pub fn sample(engine: &str, workload: &str, block: u32, nodes: u64) -> Sample {
    let (engine, workload) = (engine.into(), workload.into());
    Sample { engine, workload, block, nodes: Some(nodes), seconds: 1.0, ..Sample::default() }
}

/// Renames an engine in all references to it.
pub fn rename(record: &mut Record, from: &str, to: &str) {
    let mut names: Vec<&mut String> = Vec::new();
    names.extend(record.engines.iter_mut().map(|engine| &mut engine.name));
    names.extend(record.samples.iter_mut().map(|sample| &mut sample.engine));
    for row in &mut record.summaries {
        names.push(&mut row.engine);
        names.extend(row.ratios.iter_mut().map(|ratio| &mut ratio.reference));
    }
    names.into_iter().filter(|name| *name == from).for_each(|name| *name = to.to_owned());
}

fn loaded(name: &str, record: Record) -> Loaded {
    Loaded { path: PathBuf::from(format!("reports/{name}.json")), record }
}

/// Returns a complete run with two levels, a generic reference and estimated cycles.
pub fn normal() -> Loaded {
    let mut best =
        against(row("nucleus avx512", "start/paper", 4e6, 1100.0), "stockfish", 4.0, true);
    best.rebuilds_per_node = Some(0.97);
    best.evals_per_node = Some(0.61);
    let mut mate =
        against(row("nucleus avx512", "mate7/paper", 8e6, 550.0), "stockfish", 3.5, true);
    mate.rebuilds_per_node = Some(0.76);
    mate.evals_per_node = Some(0.21);
    mate.nps_to_mate = Some(7.9e6);
    mate.nodes_after_mate = Some(103_086.25);
    mate.warnings.push("spread of 6.1 % is above 5 %".into());
    let mut record = Record {
        schema: 1,
        tool: "nucleus 0.1.0".into(),
        started: "2026-11-21T10:00:00Z".into(),
        complete: true,
        settings: CompareSettings {
            mode: "full".into(),
            rounds: 10,
            seconds: 2.0,
            ..CompareSettings::default()
        },
        engines: vec![
            ours("nucleus portable", "portable"),
            ours("nucleus avx512", "avx512"),
            reference("stockfish", "Stockfish 15.1", true),
        ],
        workloads: vec![
            workload("start", START, "depth 10", Protocol::Paper),
            workload("mate7", MATE7, "depth 13", Protocol::Paper),
        ],
        summaries: vec![
            against(row("nucleus portable", "start/paper", 1e6, 4400.0), "stockfish", 1.0, true),
            row("nucleus portable", "mate7/paper", 2e6, 2200.0),
            best,
            mate,
            row("stockfish", "start/paper", 1e6, 4400.0),
            row("stockfish", "mate7/paper", 2.3e6, 1900.0),
        ],
        warnings: vec!["load of 1.8 before the run".into()],
        ..Record::default()
    };
    record.engines[1].headline = true;
    record.machine.cpu = Some("AMD Ryzen 9  9950X 16-Core Processor".into());
    record.machine.levels = vec!["portable".into(), "avx512".into()];
    record.source.commit = Some("0123456789abcdef".into());
    record.source.dirty = Some(true);
    loaded("2026-11-21-0123456", record)
}

/// Returns a record of the same CPU a day later, a little faster.
pub fn later() -> Loaded {
    let mut later = normal();
    later.record.started = "2026-11-22T10:00:00Z".into();
    later.record.source.commit = Some("fedcba9876543210".into());
    later.record.source.dirty = Some(false);
    for row in later.record.summaries.iter_mut().filter(|s| s.engine == "nucleus avx512") {
        row.nps = row.nps.map(|n| spread(n.median * 1.1));
        for r in &mut row.ratios {
            r.ratio *= 1.1;
            r.low = r.low.map(|v| v * 1.1);
            r.high = r.high.map(|v| v * 1.1);
        }
    }
    later.path = PathBuf::from("reports/2026-11-22-fedcba9.json");
    later
}

/// Returns a run cut short after its first workload, with a failed engine and a native reference.
pub fn cut_short() -> Loaded {
    let mut record = Record {
        schema: 1,
        started: "2026-11-20T10:00:00Z".into(),
        settings: CompareSettings { mode: "default".into(), ..CompareSettings::default() },
        engines: vec![
            ours("nucleus avx2", "avx2"),
            reference("stockfish", "Stockfish 18", false),
            reference("other", "Other 1", false),
        ],
        workloads: vec![
            workload("start", START, "depth 10", Protocol::Sustained),
            workload("mate7", MATE7, "depth 13", Protocol::Sustained),
        ],
        summaries: vec![
            against(row("nucleus avx2", "start/sustained", 2e6, 1500.0), "stockfish", 2.5, false),
            row("stockfish", "start/sustained", 8e5, 3750.0),
        ],
        failures: vec![FailureRecord {
            engine: "other".into(),
            kind: "no-uciok".into(),
            message: "said nothing for 10 s after `uci`".into(),
            ..FailureRecord::default()
        }],
        ..Record::default()
    };
    record.machine.cpu = Some("Intel(R) Core(TM) i7-8700".into());
    loaded("2026-11-20-aaaaaaa", record)
}

/// Returns a record of the schema before the first: it lacks later fields, among them the CPU and
/// the best level's mark, and has an unknown one.
pub fn older_schema() -> Loaded {
    let text = r#"{
        "schema": 0, "tool": "nucleus 0.0.1", "started": "2026-10-01T08:00:00Z", "complete": true,
        "settings": { "mode": "quick" }, "long_gone": 7,
        "engines": [ { "name": "nucleus portable", "ours": true } ],
        "workloads": [ { "name": "start/paper", "protocol": "paper", "limit": "depth 10",
            "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" } ],
        "summaries": [ { "engine": "nucleus portable", "workload": "start/paper", "samples": 1,
            "nps": { "median": 900000.0 } } ]
    }"#;
    loaded("2026-10-01-older", Record::from_json(text).expect("older records stay readable"))
}

/// Returns both boards at two levels in two profiles, on the positions of bench and in perft: the
/// matrix twice as fast in axon at avx2, slower in full, equal at popcnt.
pub fn boards() -> Loaded {
    let mut record = Record {
        schema: 1,
        started: "2026-11-23T10:00:00Z".into(),
        complete: true,
        settings: CompareSettings { boards: true, ..CompareSettings::default() },
        workloads: vec![
            Workload {
                fens: vec![START.into(), MATE7.into()],
                ..workload("bench", START, "nodes 1000", Protocol::Set)
            },
            workload("start", START, "perft 6", Protocol::Perft),
        ],
        ..Record::default()
    };
    record.machine.cpu = Some("AMD Ryzen 9 9950X 16-Core Processor".into());
    record.machine.levels = vec!["popcnt".into(), "avx2".into()];
    let cases = [("axon", "avx2", 2.0), ("axon", "popcnt", 1.0), ("full", "avx2", 0.5)];
    for (profile, level, ratio) in cases {
        let name = |board: &str| format!("{profile}-{level}-{board}");
        for board in ["matrix", "magic"] {
            let mut engine = ours(&name(board), level);
            (engine.profile, engine.board) = (Some(profile.into()), Some(board.into()));
            engine.paired_with = (board == "matrix").then(|| name("magic"));
            record.engines.push(engine);
            let workloads =
                if profile == "axon" { &["bench/set", "start/perft"][..] } else { &["bench/set"] };
            for workload in workloads {
                let speed = if board == "matrix" { 1e6 * ratio } else { 1e6 };
                let row = row(&name(board), workload, speed, 3000.0);
                record.summaries.push(if board == "matrix" {
                    against(row, &name("magic"), ratio, false)
                } else {
                    row
                });
            }
        }
    }
    loaded("2026-11-23-boards", record)
}

/// Returns a record of two engines, with a workload per factor by which the second is faster.
pub fn pair(factors: &[f64], blocks: u32) -> Record {
    let engine =
        |name: &str| EngineRecord { name: name.into(), reference: true, ..EngineRecord::default() };
    let mut record = Record {
        settings: CompareSettings {
            pairing: Some(Pairing::Alternate),
            ..CompareSettings::default()
        },
        engines: vec![engine("old"), engine("new")],
        ..Record::default()
    };
    for (index, factor) in factors.iter().enumerate() {
        let name = format!("w{index}/timed");
        record.workloads.push(Workload {
            name: name.clone(),
            protocol: Protocol::Timed,
            ..Workload::default()
        });
        for block in 0..blocks {
            for (engine, speed) in [("old", 1.0), ("new", *factor)] {
                // Both engines drift equally; `new` varies a little.
                let waver =
                    1.0 + f64::from(block % 3) * 0.001 * f64::from(u8::from(engine == "new"));
                record.samples.push(Sample {
                    repeats: 1,
                    seconds: 1.0 + f64::from(block) * 0.1,
                    ..sample(engine, &name, block, (1e9 * speed * waver) as u64)
                });
            }
        }
    }
    nucleus_records::summary::summarize(&mut record);
    record
}

/// Returns a record of two commands, the second of which takes half as long. With a pattern, they
/// are compared by a number in milliseconds.
pub fn commands(pattern: Option<&str>) -> Loaded {
    let mut record = pair(&[2.0], 6);
    record.workloads[0] = Workload {
        name: "command".into(),
        limit: pattern.map_or_else(|| "time".into(), |pattern| format!("metric {pattern}")),
        protocol: Protocol::Command,
        ..Workload::default()
    };
    for sample in &mut record.samples {
        let seconds = if sample.engine == "new" { 0.02 } else { 0.04 };
        (sample.workload, sample.nodes, sample.runs) = ("command".into(), None, Some(1));
        (sample.seconds, sample.metric) = (seconds, pattern.map(|_| seconds * 1e3));
        sample.speed = sample.metric.map(|number| 1.0 / number);
    }
    record.project_commit = Some("00112233445566778899-dirty".into());
    record.source.commit = Some("0123456789abcdef".into());
    record.complete = true;
    record.schema = nucleus_records::record::SCHEMA;
    nucleus_records::summary::summarize(&mut record);
    loaded("2026-11-25-new-over-old", record)
}
