//! `nucleus compare` from the command line to the record, with fake engines.

use std::path::Path;
use std::process::Command;

use crate::fake::{command, record, records};
use crate::program::{Ended, nucleus, run};

fn compare(out: &Path, args: &[&str]) -> Ended {
    let line = ["compare", "--without-ours", "--time", "0.03", "--out", out.to_str().unwrap()];
    nucleus(&[&line[..], args].concat())
}

const START: &str = "x=startpos@depth 5";

#[test]
fn two_engines_and_their_ratio() {
    let out = tempfile::tempdir().unwrap();
    let (one, two) = (command(&[]), command(&["twice-as-fast"]));
    let line = format!(
        "--engine|one={one}|--engine|two={two}|--option|two:style=WILD|--workload|{START}|\
         --workload|t=startpos@movetime 20|--workload|p=startpos@perft 3|--rounds|5|--seed|7|--hash|032"
    );
    let stdout = compare(out.path(), &line.split('|').collect::<Vec<_>>()).done().stdout;
    assert!(stdout.contains("x/sustained") && stdout.contains("two"), "{stdout}");

    let record = record(out.path());
    assert!(record.complete && record.failures.is_empty());
    assert_eq!(record.schema, nucleus_records::record::SCHEMA);
    let names: Vec<&str> = record.workloads.iter().map(|w| w.name.as_str()).collect();
    assert_eq!(names, ["x/paper", "x/sustained", "t/timed", "p/perft"]);
    let two = record.engine("two").unwrap();
    assert_eq!(two.id_name.as_deref(), Some("Fake 1.0"));
    assert_eq!(two.file_sha256.as_deref().map(str::len), Some(64));
    assert!(two.command.starts_with("fake_engine"), "{}", two.command);
    let option = |k: &str, v: &str| two.options.contains(&(k.to_owned(), v.to_owned()));
    assert!(option("Style", "wild") && option("Hash", "32") && option("Threads", "1"));
    assert!(two.pipe_seconds.unwrap() > 0.0);

    // A warm-up of one run each, then five palindromes with a rotated start.
    let run: Vec<(&str, u32, bool)> = record
        .samples
        .iter()
        .filter(|s| s.workload == "x/paper")
        .map(|s| (s.engine.as_str(), s.block, s.warmup))
        .collect();
    assert_eq!(run.len(), 2 + 5 * 4);
    assert!(run.iter().all(|r| r.2 == (r.1 == 0)));
    for block in 1..=5 {
        let order: Vec<&str> = run.iter().filter(|r| r.1 == block).map(|r| r.0).collect();
        assert_eq!((order[0], order[1]), (order[3], order[2]));
        assert_ne!(order[0], order[1]);
        let other = run.iter().find(|r| r.1 == block - 1).unwrap().0;
        assert_ne!(order[0], other, "the start rotates");
    }
    let row = record.summary("two", "x/paper").unwrap();
    assert_eq!((row.samples, row.nodes), (10, Some(20_000)));
    let ratio = &row.ratios[0];
    assert_eq!((ratio.reference.as_str(), ratio.blocks), ("one", 5));
    let ratio = (ratio.low.unwrap(), ratio.ratio, ratio.high.unwrap());
    assert!(ratio.0 <= ratio.1 && ratio.1 <= ratio.2);
    assert_eq!(record.summary("one", "p/perft").unwrap().nodes, Some(8902));
}

/// The real engine through the real harness: its counts reach the record, the page and the tables,
/// and have the documented values.
#[test]
fn our_rebuilds_and_evaluations_reach_the_record_and_the_tables() {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().to_str().unwrap();
    let engine = format!("other={}", command(&["player", "no-perft"]));
    let line = format!(
        "compare|--quick|--rounds|1|--warmup|0|--time|0.03|--out|{path}|--engine|{engine}|\
         --workload|start=startpos@depth 6|--workload|perft=startpos@perft 3|\
         --workload|mate7=1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1@depth 7"
    );
    let page = run(&line).done().stdout;
    let record = record(out.path());
    let ours = &record.engines[0];
    assert!(ours.ours && ours.profile.as_deref() == Some("axon"), "{ours:?}");
    let of_ours = |s: &&nucleus_records::record::Sample| s.engine == ours.name;
    for sample in record.samples.iter().filter(of_ours) {
        let counted = (sample.rebuilds.is_some(), sample.evals.is_some());
        let perft = sample.workload == "perft/perft";
        assert_eq!(counted, (!perft, !perft), "{sample:?}");
    }
    for (workload, least) in [("start", 0.9), ("mate7", 0.75)] {
        for protocol in ["paper", "sustained"] {
            let row = record.summary(&ours.name, &format!("{workload}/{protocol}")).unwrap();
            let rebuilds = row.rebuilds_per_node.unwrap();
            assert!((least..3.0).contains(&rebuilds), "{workload}: {rebuilds} rebuilds a node");
            assert!((0.1..3.0).contains(&row.evals_per_node.unwrap()), "{row:?}");
            assert!(!row.warnings.iter().any(|w| w.contains("rebuilds")), "{row:?}");
        }
    }
    assert!(page.contains("rebuilds/node") && page.contains("evals/node"), "{page}");
    let tables = &nucleus(&["report", "--json", path]).json()["tables"];
    for (table, columns) in [
        ("workloads", &["rebuilds_per_node", "evaluations_per_node"][..]),
        ("levels", &["start_rebuilds_per_node", "mate7_evaluations_per_node"]),
        ("table-1", &["start_rebuilds_per_node", "mate7_evaluations_per_node"]),
    ] {
        let row = &tables[table]["rows"][0];
        for column in columns {
            let figure = row[column].as_f64().unwrap_or_else(|| panic!("{table} {column}: {row}"));
            assert!((0.1..3.0).contains(&figure), "{table}, {column}: {figure}");
        }
    }
}

#[test]
fn without_any_reference_it_says_how_to_get_one() {
    let out = tempfile::tempdir().unwrap();
    if Path::new("/usr/games/stockfish").exists() {
        eprintln!("skipped: there is a stockfish here");
        return;
    }
    let stderr = compare(out.path(), &["--rounds", "1"]).stderr;
    assert!(stderr.contains("apt-get install stockfish"), "{stderr}");
}

/// `--reference` adds a reference to the one found; `--engine` replaces it.
#[test]
fn a_reference_is_added_and_an_engine_takes_the_place() {
    for (given, names) in [
        (&["--reference", "more"][..], ["stockfish", "more"]),
        (&["--reference", "more", "--engine", "other"], ["other", "more"]),
    ] {
        let out = tempfile::tempdir().unwrap();
        let given = given.iter().map(|word| match word.strip_prefix("--") {
            Some(_) => (*word).to_owned(),
            None => format!("{word}={}", command(&[])),
        });
        let mut run = Command::new(env!("CARGO_BIN_EXE_nucleus"));
        run.args(["compare", "--without-ours", "--time", "0.03", "--rounds", "1", "--out"]);
        run.arg(out.path()).args(["--workload", START]).args(given);
        Ended::from(run.env("STOCKFISH", command(&[])).output().unwrap()).done();
        let engines = record(out.path()).engines;
        let references = engines.iter().filter(|engine| engine.reference);
        assert_eq!(references.map(|engine| engine.name.as_str()).collect::<Vec<_>>(), names);
    }
}

#[test]
fn the_self_check_runs_one_engine_under_two_names() {
    let out = tempfile::tempdir().unwrap();
    let work = format!("w={}", command(&["work"]));
    let args =
        ["--self-check", "--engine", &work, "--workload", "x=startpos@depth 3", "--rounds", "3"];
    compare(out.path(), &args).done();
    let record = record(out.path());
    let row = record.summary("w-a", "x/paper").unwrap();
    assert_eq!(row.ratios[0].reference, "w-b");
    assert!(record.settings.self_check);
}

/// Returns the number of starts of an engine, and the setting `processes` of the record.
fn starts(more: &[&str]) -> (usize, String) {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let one = command(&[&format!("log={}", log.display())]);
    let line = format!(
        "--engine|one={one}|--engine|two={}|--workload|a=startpos@movetime 20|\
         --workload|b=startpos@perft 2|--rounds|3",
        command(&[])
    );
    let out = directory.path().join("out");
    let args: Vec<&str> = line.split('|').chain(more.iter().copied()).collect();
    compare(&out, &args).done();
    let count = std::fs::read_to_string(&log).unwrap().matches("start").count();
    (count, record(&out).settings.processes)
}

#[test]
fn an_engine_is_started_anew_for_every_block() {
    let (once, name) = starts(&["--processes", "persistent"]);
    assert_eq!(name, "persistent");
    let (anew, name) = starts(&[]);
    assert_eq!(name, "per-block");
    // A warm-up and three blocks of two workloads, in addition to the processes of the first run.
    assert_eq!(anew, once + 8);
}

/// The full disk is a small file system, if one can be mounted.
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn a_full_disk_is_an_error_before_the_run() {
    let directory = tempfile::tempdir().unwrap();
    let disk = directory.path().join("disk");
    std::fs::create_dir(&disk).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
        .arg(&disk)
        .output()
        .is_ok_and(|o| o.status.success());
    if !mounted {
        eprintln!("skipped: a small file system cannot be mounted here");
        return;
    }
    let silent = format!("s={}", command(&["no-uciok"]));
    let output = compare(&disk, &["--engine", &silent]);
    let _ = Command::new("umount").arg(&disk).status();
    output.with(1, "cannot write to");
    println!("row: comparison onto a full disk | 1 run, refused before it began");
}

/// A reference that takes 5 s to a depth has shorter samples, and three blocks of them.
#[test]
fn a_quick_run_with_a_slow_reference_has_intervals_in_a_minute() {
    let out = tempfile::tempdir().unwrap();
    let engine = format!("slow={}", command(&["player", "slow-to-depth", "no-perft"]));
    let begin = std::time::Instant::now();
    let folder = out.path().to_str().unwrap();
    nucleus(&["compare", "--quick", "--engine", &engine, "--out", folder]).done();
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
    let record = record(out.path());
    for workload in ["start/sustained", "mate7/paper"] {
        // A quick run measures our engine at its best level only.
        let rows = record.summaries.iter().filter(|row| row.workload == workload);
        let ratios = rows.flat_map(|row| &row.ratios).filter(|ratio| ratio.reference == "slow");
        let full: Vec<_> = ratios.filter(|ratio| ratio.low.is_some()).collect();
        assert!(!full.is_empty() && full.iter().all(|r| r.blocks == 3), "{workload}: {full:?}");
    }
}

/// The boards of each profile alternate in blocks of their own and search the same tree.
#[test]
fn both_boards_run_in_pairs_and_search_the_same_tree() {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().to_str().unwrap();
    let line = format!(
        "compare|--boards|--quick|--rounds|3|--time|0.01|--seed|2|--out|{path}|\
         --workload|start=startpos@nodes 400|--workload|start=startpos@perft 3"
    );
    let page = run(&line).done().stdout;
    let record = record(out.path());
    assert!(record.complete && record.failures.is_empty() && record.settings.boards);
    let names: Vec<&str> = record.engines.iter().map(|e| e.name.as_str()).collect();
    let level = record.machine.levels.last().unwrap();
    // Profile `axon` has axon32 as a third board.
    let boards = [("axon", 3), ("full", 2), ("umko", 2)];
    let groups: Vec<Vec<String>> = boards
        .iter()
        .map(|(profile, count)| {
            let boards = ["matrix", "magic", "axon32"].into_iter().take(*count);
            boards.map(|board| format!("{profile}-{level}-{board}")).collect()
        })
        .collect();
    let expected: Vec<String> = groups.concat();
    assert_eq!(names, expected);
    for group in &groups {
        let order: Vec<(&str, u32)> = record
            .samples
            .iter()
            .filter(|s| s.workload == "start/sustained" && group.contains(&s.engine))
            .map(|s| (s.engine.as_str(), s.block))
            .collect();
        let names: Vec<&str> = group.iter().map(String::as_str).collect();
        let blocks = match names[..] {
            [a, b] => vec![vec![a, b, b, a], vec![b, a, a, b], vec![a, b, b, a]],
            [a, b, c] => {
                vec![vec![c, a, b, b, a, c], vec![a, b, c, c, b, a], vec![b, c, a, a, c, b]]
            }
            _ => panic!("{names:?}"),
        };
        let expected: Vec<(&str, u32)> = (0..3)
            .zip(blocks)
            .flat_map(|(block, order)| order.into_iter().map(move |engine| (engine, block)))
            .collect();
        assert_eq!(order, expected);
        let [a, b] = [names[0], names[1]];
        let [matrix, magic] = [a, b].map(|e| record.summary(e, "start/sustained").unwrap());
        assert_eq!(matrix.nodes, Some(400), "the limit holds to the node");
        assert_eq!(magic.nodes, Some(400));
        let ratio = matrix.ratios.iter().find(|ratio| ratio.reference == b).expect("over magic");
        assert_eq!(ratio.blocks, 3);
        assert!(ratio.low.unwrap() <= ratio.ratio && ratio.ratio <= ratio.high.unwrap());
        assert!(magic.ratios.is_empty());
        // No engine of another profile ran in between.
        let place = |s: &nucleus_records::record::Sample| s.workload == "start/sustained";
        let first = record.samples.iter().position(|s| place(s) && group.contains(&s.engine));
        let all = &record.samples[first.unwrap()..][..6 * group.len()];
        assert!(all.iter().all(|s| place(s) && group.contains(&s.engine)));
    }
    // Perft is the same code in every profile.
    let counted: Vec<&str> = record
        .summaries
        .iter()
        .filter(|s| s.workload == "start/perft")
        .map(|s| s.engine.as_str())
        .collect();
    assert_eq!(counted, groups[0]);
    for text in ["Matrix over magic: nodes per second", "matrix/magic", "| perft ", "same tree"] {
        assert!(page.contains(text), "no {text} in\n{page}");
    }
    assert!(!page.contains("Table I") && !page.contains("By level"), "{page}");
    let again = nucleus(&["report", "--all-warnings", path]).done().stdout;
    let tables = |page: &str| page.split("\n## ").skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(tables(&again), tables(&page), "the record has all that the tables need");
    let charts: Vec<String> = std::fs::read_dir(records(out.path())[0].parent().unwrap())
        .unwrap()
        .flatten()
        .map(|file| file.file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".svg"))
        .collect();
    assert_eq!(charts.len(), 2, "{charts:?}");
}
