//! Perft against cozy-chess, alternating on one processor. The work is identical, so this is the
//! fairest comparison of boards. The peer is a separate process, built once for this CPU and once
//! for any; the first is the fair one, since our levels are chosen at run time.
//!
//! The figures are printed and written to a record like those of `nucleus compare`:
//! `reports/<cpu>/<date>-<commit>-perft.json`.

#[path = "../src/program/build_info.rs"]
mod build_info;
#[path = "support/peer.rs"]
mod peer;
mod support;

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use build_info::BUILD;
use nucleus_core::board::{BoardType, START_FEN, Setup};
use nucleus_core::kernels::{Choice, Level, Variant};
use nucleus_core::movegen::{PerftMode, perft};
use nucleus_core::with_board;
use nucleus_harness::campaign::palindrome;
use nucleus_harness::{affinity, machine};
use nucleus_records::output::RecordFile;
use nucleus_records::record::{
    CompareSettings, EngineRecord, PERFT, Protocol, Record, SCHEMA, Sample, Workload,
};
use nucleus_records::{stats, summary, time};
use peer::{Build, Peer, Program};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A position to count: its name, FEN, depth, and expected number of leaves.
type Case = (&'static str, &'static str, usize, u64);

type Row = (BoardType, Level, PerftMode);

fn ours(fen: &str, depth: usize, (board_type, level, mode): Row) -> (u64, f64) {
    let setup = Setup::from_fen(fen).expect("a valid FEN");
    let choice = Choice { level, variant: Variant::Intrinsics };
    with_board!(choice, board_type, &setup, board => {
        let start = Instant::now();
        let count = black_box(perft(&board, depth, mode));
        (count, start.elapsed().as_secs_f64())
    })
}

/// Returns the seconds of each run: one list of ours, one of each peer. A block is a palindrome
/// (`A B B A`) and adds two entries to each list. An error of a peer ends the measurement.
fn measure(
    (_, fen, depth, count): Case,
    row: Row,
    programs: &[Program],
    blocks: u32,
) -> Result<Vec<Vec<f64>>, String> {
    let mut peers = programs.iter().map(Peer::start).collect::<Result<Vec<_>, _>>()?;
    let mut seconds = vec![Vec::new(); 1 + peers.len()];
    for block in 0..blocks {
        for turn in palindrome(seconds.len(), block, 0) {
            let (found, took) = match turn.checked_sub(1) {
                None => ours(fen, depth, row),
                Some(peer) => peers[peer].perft(fen, depth, row.2 != PerftMode::Leaves)?,
            };
            assert_eq!(found, count, "{fen}, depth {depth}, program {turn}");
            seconds[turn].push(took);
        }
    }
    Ok(seconds)
}

/// Returns a record without samples.
fn record(cores: &[u32], blocks: u32) -> Record {
    let core = cores.first().copied();
    Record {
        schema: SCHEMA,
        tool: format!("nucleus {}", BUILD.version),
        started: time::now(),
        settings: CompareSettings {
            mode: PERFT.to_owned(),
            rounds: blocks,
            processes: "persistent".to_owned(),
            threads: 1,
            core,
            cores: cores.to_vec(),
            seed: 1,
            clock: summary::WALL.to_owned(),
            ..CompareSettings::default()
        },
        machine: machine::machine(core),
        source: machine::source(&BUILD),
        ..Record::default()
    }
}

/// Adds a row's times to the record: our engine on that board and level, the peers, the workload.
fn add(record: &mut Record, case: Case, row: Row, programs: &[Program], seconds: &[Vec<f64>]) {
    let ((position, fen, depth, count), (board, level, mode)) = (case, row);
    let position =
        if mode == PerftMode::Leaves { format!("{position}-leaves") } else { position.to_owned() };
    let workload = Workload {
        name: format!("{position}/{}", Protocol::Perft),
        position,
        fen: fen.to_owned(),
        limit: format!("perft {depth}"),
        protocol: Protocol::Perft,
        expected_nodes: Some(count),
        ..Workload::default()
    };
    let suffix = if board == BoardType::Matrix { String::new() } else { format!("-{board}") };
    let ours = EngineRecord {
        name: format!("nucleus-{level}{suffix}"),
        ours: true,
        headline: board == BoardType::Matrix && level == Level::detected(),
        level: Some(level.to_string()),
        variant: Some(Variant::Intrinsics.to_string()),
        board: Some(board.to_string()),
        command: "nucleus perft".to_owned(),
        ..EngineRecord::default()
    };
    let peers = programs.iter().map(|program| EngineRecord {
        name: if program.build == Build::Native { "cozy-chess" } else { "cozy-generic" }.to_owned(),
        reference: true,
        id_name: Some("cozy-chess 0.3.4".to_owned()),
        build: Some(program.name.clone()),
        generic: Some(program.build == Build::Generic),
        command: "nucleus-peer-cozy".to_owned(),
        ..EngineRecord::default()
    });
    let engines: Vec<EngineRecord> = std::iter::once(ours).chain(peers).collect();
    // Each row gets new blocks, because the peers run again for every row.
    let first = record.samples.iter().map(|sample| sample.block + 1).max().unwrap_or(0);
    for (engine, times) in engines.iter().zip(seconds) {
        record.samples.extend(times.iter().enumerate().map(|(run, &seconds)| Sample {
            engine: engine.name.clone(),
            workload: workload.name.clone(),
            block: first + run as u32 / 2,
            position: run as u32 % 2,
            repeats: 1,
            nodes: Some(count),
            seconds,
            right: Some(true),
            ..Sample::default()
        }));
    }
    if record.workload(&workload.name).is_none() {
        record.workloads.push(workload);
    }
    for engine in engines {
        if record.engine(&engine.name).is_none() {
            record.engines.push(engine);
        }
    }
}

/// Writes the record and prints its path.
fn write(mut record: Record) -> Result<(), String> {
    record.written = time::now();
    record.complete = true;
    summary::summarize(&mut record);
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    let file = RecordFile::create(&reports, &record)?;
    println!("wrote {}", file.path().display());
    Ok(())
}

/// Prints a row for each peer, or one row of ours if there is no peer.
fn print_rows(
    (name, _, _, count): Case,
    (board, level, mode): Row,
    programs: &[Program],
    seconds: &[Vec<f64>],
) {
    let speed = |times: &[f64]| count as f64 / stats::median(times).unwrap_or(f64::NAN) / 1e6;
    let mode = format!("{mode:?}");
    let start = format!("{name:<10} {board:<7} {level:<9} {mode:<12} {:>9.1}", speed(&seconds[0]));
    if programs.is_empty() {
        println!("{start}");
    }
    for (program, theirs) in programs.iter().zip(&seconds[1..]) {
        let blocks = theirs.chunks(2).zip(seconds[0].chunks(2));
        let ratios = blocks.map(|(t, o)| (t.iter().sum::<f64>() / o.iter().sum::<f64>()).ln());
        let ratio = match stats::ratio(&ratios.collect::<Vec<_>>(), 1) {
            Some((ratio, Some((low, high)))) => format!("{ratio:.2} [{low:.2}, {high:.2}]"),
            Some((ratio, None)) => format!("{ratio:.2}"),
            None => "-".to_owned(),
        };
        println!("{start}  {:<12} {:>9.1} {ratio:>18}", program.name, speed(theirs));
    }
}

/// Returns the rows: all in a test. Otherwise leaves are made at the best level only, and a quick run omits
/// level portable unless it is the best.
fn rows(test: bool, quick: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for board in BoardType::ALL {
        for level in Level::usable() {
            for mode in [PerftMode::Bulk, PerftMode::Leaves] {
                let best = level == Level::detected();
                // The board without planes has no separate code for popcnt and needs minutes to
                // make every leaf.
                let axon32 = board == BoardType::Axon32;
                let left_out = axon32 && (level == Level::Popcnt || mode == PerftMode::Leaves);
                let kept = match mode {
                    PerftMode::Bulk => !quick || best || level > Level::Portable,
                    PerftMode::Leaves => best,
                };
                if kept && !left_out || test {
                    rows.push((board, level, mode));
                }
            }
        }
    }
    rows
}

fn main() {
    let test = support::is_test();
    let quick = support::is_quick() && !test;
    let blocks = if test { 1 } else { 7 };
    let cases: [Case; 2] = if test {
        [("start", START_FEN, 3, 8_902), ("kiwipete", KIWIPETE, 2, 2_039)]
    } else if quick {
        [("start", START_FEN, 5, 4_865_609), ("kiwipete", KIWIPETE, 4, 4_085_603)]
    } else {
        [("start", START_FEN, 6, 119_060_324), ("kiwipete", KIWIPETE, 5, 193_690_690)]
    };
    let mut programs = Vec::new();
    for build in [Build::Native, Build::Generic] {
        match peer::cozy(build) {
            Ok(program) => programs.push(program),
            Err(reason) => println!("cozy-chess, {build:?} build: skipped, {reason}"),
        }
    }
    // Peers are started by this thread and inherit its processor.
    let cores = affinity::select(&[], 1).map_or(Vec::new(), |choice| choice.cores);
    if !cores.is_empty()
        && let Err(error) = nucleus_base::processors::pin_current_thread(&cores)
    {
        println!("not pinned to a processor: {error}");
    }
    println!(
        "{:<10} {:<7} {:<9} {:<12} {:>9}  {:<12} {:>9} {:>18}",
        "position", "board", "level", "mode", "ours M/s", "cozy build", "cozy M/s", "ratio [95 %]"
    );
    let mut record = record(&cores, blocks);
    for case in cases {
        for row in rows(test, quick) {
            let (board, level, mode) = row;
            let best = level == Level::detected();
            let long = mode != PerftMode::Leaves && (best || level > Level::Portable);
            let blocks = if long { blocks } else { blocks.min(3) };
            match measure(case, row, &programs, blocks) {
                Ok(seconds) => {
                    print_rows(case, row, &programs, &seconds);
                    add(&mut record, case, row, &programs, &seconds);
                }
                Err(reason) => println!(
                    "{:<10} {board:<7} {level:<9} {mode:?}: cozy-chess failed, {reason}",
                    case.0
                ),
            }
        }
    }
    println!(
        "Bulk: every position that is made has live cells. The magic board keeps no cells.\nLeaves: \
         every leaf is made and its cells are written. At avx2 and avx512 children that are only \
         counted, and leaves, are cells alone, without key and castling rights.\nRatio: ours over \
         cozy-chess in the same mode of counting.\nNative: cozy-chess built for this CPU, the fair \
         peer. Generic: built for any CPU of the architecture."
    );
    if !test && let Err(reason) = write(record) {
        println!("no record: {reason}");
    }
}
