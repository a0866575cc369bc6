//! Ratios, costs and warnings of constructed records.

use nucleus_records::record::{
    CompareSettings, CyclesFrom, EngineRecord, Protocol, Record, Sample, SampleCounters, Workload,
};
use nucleus_records::summary::{
    between_tasks, log_speeds, node_costs, overall, peak_memory, summarize,
};
use nucleus_records::workloads::{MATE_IN_7, START};

/// Returns a record of our engine, three times as fast as a reference, in six blocks.
fn record() -> Record {
    let engine = |name: &str, ours: bool| EngineRecord {
        name: name.into(),
        ours,
        reference: !ours,
        generic: Some(true),
        ..EngineRecord::default()
    };
    let mut record = Record {
        settings: CompareSettings { seed: 1, threads: 1, ..CompareSettings::default() },
        engines: vec![engine("ours", true), engine("ref", false)],
        workloads: vec![Workload {
            name: "w".into(),
            limit: "depth 10".into(),
            protocol: Protocol::Sustained,
            ..Workload::default()
        }],
        ..Record::default()
    };
    for block in 0..7_u32 {
        for (engine, factor) in [("ours", 3.0), ("ref", 1.0), ("ref", 1.0), ("ours", 3.0)] {
            // The machine slows down from block to block; the ratio stays the same.
            let seconds = (1.0 + f64::from(block) * 0.1) / factor;
            record.samples.push(Sample {
                engine: engine.into(),
                workload: "w".into(),
                block,
                warmup: block == 0,
                repeats: 10,
                nodes: Some(1_000_000),
                seconds: if block == 0 { 100.0 } else { seconds },
                clock_ghz_before: Some(4.0),
                clock_ghz_after: Some(4.0),
                rebuilds: (engine == "ours").then_some(950_000),
                ..Sample::default()
            });
        }
    }
    record
}

#[test]
fn rows_of_a_drifting_machine() {
    let mut record = record();
    summarize(&mut record);
    let ours = record.summary("ours", "w").unwrap();
    assert_eq!((ours.samples, ours.nodes), (12, Some(100_000)));
    let ratio = &ours.ratios[0];
    assert!((ratio.ratio - 3.0).abs() < 1e-9 && ratio.generic && ratio.blocks == 6);
    assert!(ratio.low.unwrap() <= 3.0 && 3.0 <= ratio.high.unwrap() + 1e-9);
    assert_eq!(ours.cycles_from, Some(CyclesFrom::Clock));
    // 4 GHz, between 1.1 and 1.6 s, a million nodes, three times as fast.
    assert!((ours.cycles_per_node.unwrap() - 4e9 * 1.35 / 1e6 / 3.0).abs() < 1.0);
    assert_eq!(ours.rebuilds_per_node, Some(0.95));
    assert!(ours.warnings.iter().any(|w| w.contains("spread")));
    assert_eq!(record.summary("ref", "w").unwrap().ratios, []);
}

#[test]
fn ours_with_stale_cells_warns() {
    let warned = |fen: &str, protocol: Protocol, rebuilds: Option<u64>, level: Option<&str>| {
        let mut record = record();
        record.workloads[0].fen = fen.into();
        record.workloads[0].protocol = protocol;
        for engine in &mut record.engines {
            engine.level = level.map(str::to_owned);
        }
        for sample in &mut record.samples {
            (sample.rebuilds, sample.evals) = (rebuilds, rebuilds.map(|_| 7));
        }
        summarize(&mut record);
        assert_eq!(record.summary("ref", "w").unwrap().warnings.iter().find(says), None);
        record.summary("ours", "w").unwrap().warnings.iter().find(says).cloned()
    };
    fn says(warning: &&String) -> bool {
        warning.contains("rebuilds")
    }
    // A million nodes in every sample.
    let (search, avx2) = (Protocol::Sustained, Some("avx2"));
    let start = warned(START, search, Some(899_000), avx2);
    assert_eq!(start.as_deref(), Some("0.899 rebuilds per node, below 0.9: stale cells"));
    assert_eq!(warned(START, search, Some(900_000), avx2), None);
    assert!(warned(MATE_IN_7, search, Some(740_000), avx2).unwrap().contains("below 0.75"));
    assert_eq!(warned(MATE_IN_7, search, Some(750_000), avx2), None);
    assert_eq!(warned("8/8/8/8/8/8/8/8 w - -", search, Some(1), avx2), None);
    assert!(warned(START, search, None, avx2).unwrap().contains("did not report"));
    assert_eq!(warned(START, Protocol::Perft, None, avx2), None);
    assert_eq!(warned(START, search, None, None), None, "another engine in our place");
}

#[test]
fn an_engine_has_as_many_processors_as_threads() {
    let mut record = record();
    record.settings.threads = 2;
    record.engines[0].threads = Some(1);
    for sample in &mut record.samples {
        let task_nanoseconds = Some((sample.seconds * 1e9) as u64);
        let counters =
            SampleCounters { task_nanoseconds, running: 1.0, ..SampleCounters::default() };
        sample.counters = Some(counters);
    }
    summarize(&mut record);
    let share = |engine: &str| {
        let row = record.summary(engine, "w").unwrap();
        row.warnings.iter().find(|warning| warning.contains("took the core")).cloned()
    };
    assert_eq!(share("ours"), None);
    assert!(share("ref").unwrap().ends_with("the engine had 50 % of it"));
}

#[test]
fn hardware_cycles_are_preferred_and_nodes_that_vary_are_reported() {
    let mut record = record();
    for sample in &mut record.samples {
        sample.counters = Some(SampleCounters {
            cycles: Some(7_000_000),
            instructions: Some(14_000_000),
            running: 0.5,
            ..SampleCounters::default()
        });
    }
    record.samples[8].nodes = Some(1_000_010);
    record.samples[9].clock_ghz_after = Some(4.2);
    record.samples[9].right = Some(false);
    summarize(&mut record);
    let ours = record.summary("ours", "w").unwrap();
    assert_eq!(ours.cycles_from, Some(CyclesFrom::Counter));
    assert_eq!((ours.ipc, ours.instructions_per_node), (Some(2.0), Some(14.0)));
    assert_eq!(ours.nodes, None);
    for word in ["node count changes", "multiplexed"] {
        assert!(ours.warnings.iter().any(|w| w.contains(word)), "{word}");
    }
    let reference = record.summary("ref", "w").unwrap();
    assert_eq!(reference.right, Some(false));
    assert!(reference.warnings.iter().any(|w| w.contains("clock moved")));
}

/// An engine of a pair is compared with the pair's other engine, by wall time and processor time.
#[test]
fn a_pair_is_compared_with_its_other_half_alone() {
    let mut record = record();
    for engine in &mut record.engines {
        (engine.ours, engine.reference) = (true, false);
    }
    record.engines[0].paired_with = Some("ref".into());
    summarize(&mut record);
    let row = record.summary("ours", "w").unwrap();
    assert_eq!(row.ratios.len(), 1);
    assert_eq!((row.ratios[0].reference.as_str(), row.ratios[0].blocks), ("ref", 6));
    assert!((row.ratios[0].ratio - 3.0).abs() < 1e-9);
    assert!(record.summary("ref", "w").unwrap().ratios.is_empty());

    assert_eq!(between_tasks(&record, "w", ["ours", "ref"]), None, "no processor time is known");
    // Another process had the core for half of our time.
    for sample in &mut record.samples {
        let share = if sample.engine == "ours" { 0.5 } else { 1.0 };
        let nanoseconds = (sample.seconds * share * 1e9) as u64;
        let counters = SampleCounters {
            task_nanoseconds: Some(nanoseconds),
            running: 1.0,
            ..SampleCounters::default()
        };
        sample.counters = Some(counters);
    }
    let tasks = between_tasks(&record, "w", ["ours", "ref"]).unwrap();
    assert!((tasks.ratio - 6.0).abs() < 1e-6, "{tasks:?}");
    let last = record.samples.iter().rposition(|s| s.engine == "ref").unwrap();
    record.samples[last].counters = None;
    assert_eq!(between_tasks(&record, "w", ["ours", "ref"]), None, "one sample has none");
}

/// Ours takes half the instructions per node, and twice the memory.
#[test]
fn costs_are_those_of_a_node_over_the_reference() {
    let mut record = record();
    for sample in &mut record.samples {
        let ours = sample.engine == "ours";
        sample.counters = Some(SampleCounters {
            instructions: Some(if ours { 1_000_000_000 } else { 2_000_000_000 }),
            branch_misses: ours.then_some(5_000_000),
            running: 1.0,
            ..SampleCounters::default()
        });
        sample.peak_memory_bytes = Some(if ours { 4_000 } else { 2_000 } + u64::from(sample.block));
    }
    let costs = node_costs(&record, "w", "ours", "ref");
    let names: Vec<&str> = costs.iter().map(|cost| cost.name).collect();
    assert_eq!(names, ["instructions", "branch misses"]);
    assert_eq!(costs[0].value, 1_000.0);
    let ratio = costs[0].ratio.as_ref().unwrap();
    assert!((ratio.ratio - 0.5).abs() < 1e-9 && ratio.blocks == 6 && ratio.low.is_some());
    assert_eq!(costs[1].ratio, None, "the reference has no such counter");
    assert_eq!(node_costs(&record, "w", "ref", "ref")[0].ratio, None);
    assert_eq!(peak_memory(&record, "w", "ours"), Some(4_006));
    assert_eq!(peak_memory(&record, "w", "nobody"), None);
}

#[test]
fn speeds_of_several_engines_by_block() {
    let record = record();
    let speeds = log_speeds(&record, &["ref", "ours"]);
    assert_eq!(speeds.len(), 6);
    assert!(speeds.iter().all(|row| (row[1] - row[0] - 3.0_f64.ln()).abs() < 1e-9));
    assert!(log_speeds(&record, &["ref", "nobody"]).is_empty());
    let overall = overall(&record, "ours", "ref").unwrap();
    assert_eq!((overall.workloads, overall.ratio.blocks), (1, 6));
    assert!((overall.ratio.ratio - 3.0).abs() < 1e-9);
}
