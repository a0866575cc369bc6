//! Checks of records of every kind: valid as written, invalid after certain changes.

use std::fs;
use std::path::Path;

use nucleus_matches::rating::{GameResults, RatingOptions, RatingReport, rate};
use nucleus_matches::suite::SuiteRecord;
use nucleus_matches::{MatchRecord, estimate};
use nucleus_records::check::{CheckReport, PrintedMachine, check};
use nucleus_records::envelope::Payload;
use nucleus_records::papers::PaperRecord;
use nucleus_records::record::Record;
use serde_json::{Value, json};

/// A change of a record, and a part of the error that it causes.
type Change = (&'static str, fn(&mut Value));

/// Returns the text of a record in `reports`.
fn committed(name: &str) -> String {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    fs::read_to_string(reports.join(name)).expect("a record")
}

fn comparison() -> Value {
    let name = "intel-xeon-raptor-cove-6-207-2/2026-11-22-b9063a69dd32-2.json";
    serde_json::from_str(&committed(name)).expect("JSON")
}

fn checked<P: Payload>(record: &Value) -> Result<CheckReport, String> {
    check::<P>(Path::new("/nowhere/x.json"), &record.to_string())
}

/// Checks that a valid record has an error, or is refused, after each of these changes.
fn holds_until<P: Payload>(good: &Value, changes: &[Change]) {
    let found = checked::<P>(good).expect("a record");
    assert_eq!(found.errors, [] as [String; 0], "{}", P::KIND);
    let schema = P::KIND.schema();
    let held = format!("{}, as docs/schemas/{schema}.json has it: ", P::KIND);
    assert!(found.held.starts_with(&held), "{}", found.held);
    for (expected, change) in changes {
        let mut record = good.clone();
        change(&mut record);
        let errors = checked::<P>(&record).map_or_else(|error| error, |r| r.errors.join("\n"));
        assert!(errors.contains(expected), "{}, {expected}: {errors}", P::KIND);
    }
}

fn list(value: &mut Value) -> &mut Vec<Value> {
    value.as_array_mut().expect("a list")
}

#[test]
fn a_comparison() {
    holds_until::<Record>(
        &comparison(),
        &[
            ("nps: median: it has", |r| r["summaries"][0]["nps"]["median"] = json!(1e6)),
            ("its samples give", |r| r["samples"][2]["seconds"] = json!(0.5)),
            ("ratios 0: low", |r| r["summaries"][0]["ratios"][0]["low"] = json!(11.07)),
            ("and no sample of it", |r| {
                let first = r["summaries"][0]["engine"].clone();
                list(&mut r["samples"]).retain(|sample| sample["engine"] != first);
            }),
            ("and no row", |r| drop(list(&mut r["summaries"]).remove(0))),
            ("no samples", |r| list(&mut r["samples"]).clear()),
            ("two engines are called", |r| r["engines"][0] = r["engines"][1].clone()),
            ("names the engine nobody", |r| r["samples"][0]["engine"] = json!("nobody")),
            ("names the workload nothing", |r| r["samples"][0]["workload"] = json!("nothing")),
            ("more than there can be", |r| r["samples"][0]["nodes"] = json!(u64::MAX)),
            ("by the engine's clock", |r| r["samples"][0]["engine_seconds"] = json!(1e6)),
            ("core clock of 40 GHz", |r| r["samples"][0]["clock_ghz_after"] = json!(40.0)),
            ("ran at level", |r| r["machine"]["levels"] = json!(["portable"])),
            ("build for debugging", |r| r["source"]["profile"] = json!("debug")),
            ("before", |r| r["written"] = json!("2001-01-01T00:00:00Z")),
            ("still to come", |r| r["written"] = json!("2101-01-01T00:00:00Z")),
            ("no time: started", |r| r["started"] = json!("")),
            ("which is private", |r| r["engines"][0]["command"] = json!("/home/me/stockfish")),
            ("is newer than 2", |r| r["schema"] = json!(99)),
        ],
    );
    let old = committed("amd-epyc-zen3-25-1-1/threads/2026-11-23-full.json");
    let new = Record::from_json(&old).expect("a record");
    for threads in [serde_json::from_str(&old), serde_json::to_value(&new)] {
        let found = checked::<Record>(&threads.expect("JSON")).expect("a record");
        assert!(found.remarks.is_empty(), "{:?}", found.remarks);
        assert!(found.errors.iter().all(|error| error.starts_with("no time: written")));
    }
    let mut new = serde_json::to_value(&new).expect("JSON");
    new["written"] = json!("2026-11-23T18:00:00Z");
    holds_until::<Record>(
        &new,
        &[
            ("names the engine", |r| r["samples"][0]["engine"] = json!("nucleus-ybw, 7 threads")),
            ("where the others have", |r| r["samples"][0]["depth"] = json!(99)),
        ],
    );
}

#[test]
fn published_figures_and_a_machine() {
    let figures = serde_json::from_str(&committed("papers/umko-bk.json")).expect("JSON");
    holds_until::<PaperRecord>(
        &figures,
        &[
            ("two series are called", |r| r["series"][0] = r["series"][1].clone()),
            ("a series without samples", |r| r["series"][0]["samples"] = json!([])),
            ("cannot be", |r| r["series"][0]["samples"][0]["trials"] = json!(1e-9)),
            ("but has no sample", |r| r["series"] = json!([])),
            ("it names no CPU", |r| r["machine"] = json!({})),
            ("still to come", |r| r["written"] = json!("2101-01-01T00:00:00Z")),
            ("is newer than 1", |r| r["reproduce"] = json!(2)),
            ("a match, and no record of published", |r| *r = json!({ "games_wanted": 2 })),
        ],
    );
    let machine = json!({ "machine": comparison()["machine"] });
    holds_until::<PrintedMachine>(
        &machine,
        &[
            ("it names no CPU", |r| r["machine"] = json!({})),
            ("no record of a machine", |r| r["machine"]["cpu"] = json!(7)),
        ],
    );
}

#[test]
fn a_match_and_its_ratings() {
    let game = |number: u32| {
        let side = json!({ "moves": 1, "seconds": 0.1, "longest": 0.1, "late": 0, "depths": 1,
            "depth_sum": 1, "nodes": 20, "nodes_seconds": 0.1 });
        json!({ "number": number, "opening": "none", "pair": [0, 1], "white": (number + 1) % 2,
            "half_points": 1, "reason": "agreement", "detail": "", "started": "", "sides": [side, side],
            "moves": ["e2e4 +0.20/1 0.1s"] })
    };
    let settings = json!({ "limit": { "kind": "depth", "plies": 1 }, "margin_milliseconds": 50,
        "stall_seconds": 10, "adjudication": {}, "hash_mib": 16, "threads": 1, "concurrency": 1,
        "openings": 1, "plies": 0, "seed": 1 });
    let time = "2026-11-21T00:00:00Z";
    let record = json!({ "schema": 1, "tool": "", "started": time, "written": time, "complete": true,
        "games_wanted": 4, "settings": settings, "engines": [{ "name": "a" }, { "name": "b" }],
        "games": [game(1), game(2), game(3), game(4)],
        "result": estimate(&[(1, 1), (2, 1), (3, 1), (4, 1)]) });
    holds_until::<MatchRecord>(
        &record,
        &[
            ("its score is not that of its games", |r| r["games"][0]["half_points"] = json!(2)),
            ("it is marked as complete", |r| drop(list(&mut r["games"]).pop())),
            ("game 2147483648 of the record: there are 4", |r| {
                r["games"][3]["number"] = json!(1_u32 << 31);
            }),
            ("game 2 of the record: it follows game 3", |r| {
                r["games"][3]["number"] = json!(2);
            }),
            ("no match has 2147483648 games", |r| r["games_wanted"] = json!(1_u32 << 31)),
            ("engine 7 cannot have had White", |r| r["games"][0]["white"] = json!(7)),
            ("do not play it", |r| r["games"][0]["pair"] = json!([0, 2])),
            ("9 half points", |r| r["games"][0]["half_points"] = json!(9)),
            ("not a number of seconds", |r| r["games"][0]["sides"][0]["longest"] = json!(1e18)),
            ("`e2e5` is not a legal move", |r| r["games"][0]["moves"][0] = json!("e2e5")),
            ("no match has 1 engines", |r| drop(list(&mut r["engines"]).pop())),
            ("was written", |r| r["written"] = json!("2001-01-01T00:00:00Z")),
            ("is newer than 1", |r| r["schema"] = json!(99)),
        ],
    );
    let mut results = GameResults::default();
    for (white, black, result) in [("a", "b", "1-0"), ("b", "a", "1-0"), ("a", "b", "1/2-1/2")] {
        let tags = format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n");
        results.add_pgn("x", &format!("{tags}\n{result}\n"), &mut |_| {});
    }
    let ratings = rate(&results, &RatingOptions::default()).expect("ratings");
    holds_until::<RatingReport>(
        &serde_json::to_value(ratings).expect("JSON"),
        &[
            ("and the end of 3", |r| r["players"][0]["games"] = json!(9)),
            ("points per game", |r| r["players"][0]["score"] = json!(0.9)),
            ("players that played 6", |r| r["games"] = json!(4)),
            ("in the order", |r| list(&mut r["players"]).reverse()),
            ("one for each two", |r| r["superiority"] = json!([[0.5]])),
        ],
    );
}

#[test]
fn a_run_over_suites() {
    let position = json!({ "number": 1, "id": "x", "fen": "", "chosen": "a1a2", "score": 0,
        "solved": true, "found": 0.5, "points": [1, 1], "seconds": 1.0, "nodes": 100,
        "quiescence_nodes": 50, "cutoffs": 10, "first_move_cutoffs": 9, "iterations": [] });
    let settings = json!({ "engine": "1", "profile": "full", "level": "portable", "hash": 1,
        "threads": 1, "limit": { "kind": "nodes", "nodes": 100 } });
    let suite = json!({ "name": "s", "sha256": "", "total": 2, "positions": [position] });
    let record = json!({ "version": 1, "settings": settings, "suites": [suite] });
    holds_until::<SuiteRecord>(
        &record,
        &[
            ("two suites", |r| {
                let again = r["suites"][0].clone();
                list(&mut r["suites"]).push(again);
            }),
            ("the suite has 2", |r| r["suites"][0]["positions"][0]["number"] = json!(3)),
            ("it follows", |r| {
                let again = r["suites"][0]["positions"][0].clone();
                list(&mut r["suites"][0]["positions"]).push(again);
            }),
            ("it took -1", |r| r["suites"][0]["positions"][0]["seconds"] = json!(-1.0)),
            ("is not solved", |r| r["suites"][0]["positions"][0]["solved"] = json!(false)),
            ("solved after", |r| r["suites"][0]["positions"][0]["found"] = json!(3.0)),
            ("nodes of quiescence", |r| {
                r["suites"][0]["positions"][0]["quiescence_nodes"] = json!(101);
            }),
            ("points of the best", |r| r["suites"][0]["positions"][0]["points"] = json!([2, 1])),
            ("is newer than 1", |r| r["version"] = json!(2)),
        ],
    );
}

#[test]
fn remarks_are_no_errors() {
    let mut record = comparison();
    (record["mine"], record["complete"]) = (json!({ "a": 1 }), json!(false));
    let found = checked::<Record>(&record).expect("a record");
    assert!(found.errors.is_empty(), "{:?}", found.errors);
    for remark in ["the schema has no field .mine", "it was cut short"] {
        assert!(found.remarks.contains(&remark.to_owned()), "{:?}", found.remarks);
    }
    let lines = found.lines("x");
    assert!(
        lines[0].starts_with("remark: x: ") && lines[lines.len() - 1].starts_with("holds: x: ")
    );
}
