//! A hostile text in an engine's `id name`, records, tags and comments of a PGN, an EPD's id, names
//! and options; and its form in the outputs.

use std::path::{Path, PathBuf};

use crate::fake::command;
use crate::program::{Ended, Folder, nucleus, run};
use nucleus_base::text::prints;
use nucleus_records::record::Record;

/// The fake engine's name with `hostile-name`, and the text in the files of these tests.
const HOSTILE: &str = "=1+1|<script>alert(1)</script>[x](javascript:1)`c`@everyone #1\u{1b}]0;owned\u{7}\u{1b}[31m\u{202e}\u{200b}\u{ffff}";

/// Checks that no character moves a cursor, reverses text or is invisible.
fn assert_prints(what: &str, text: &str) {
    let is_text = |c: char| c == '\n' || c == '\t' || prints(c) && c != '\u{fffd}';
    let hidden = text.chars().find(|&c| !is_text(c));
    assert_eq!(hidden, None, "{what} has {hidden:?}: {text}");
}

/// Checks [`assert_prints`], that only our own Markdown and HTML is active, and that the text pasted into a
/// pull request mentions no user and links no issue.
fn assert_markdown(what: &str, text: &str) {
    assert_prints(what, text);
    assert!(text.contains("script"), "{what} does not show the text at all: {text}");
    for call in ["@everyone", "\\@everyone", "#1", "\\#1"] {
        assert!(!text.contains(call), "{what} has {call}: {text}");
    }
    for mark_up in ["<script", "[x](javascript", "`c`"] {
        for (at, _) in text.match_indices(mark_up) {
            let before = &text[..at];
            assert!(before.ends_with('\\'), "{what} has {mark_up}: {text}");
        }
    }
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(folder).expect("a folder").flatten().map(|f| f.path());
    let all = folders.flat_map(|f| std::fs::read_dir(f).expect("a folder").flatten());
    let all = all.map(|f| f.path()).filter(|f| f.extension().is_some_and(|e| e == extension));
    all.collect()
}

/// Compares an engine with a good one.
fn compare(out: &str, rounds: u32, engine: &str) -> Ended {
    let good = command(&[]);
    run(&format!(
        "compare|--without-ours|--time|0.02|--rounds|{rounds}|--out|{out}|--engine|good={good}|\
         --engine|bad={engine}|--workload|x=startpos@depth 5"
    ))
}

#[test]
fn an_engine_s_name_reaches_every_output_of_a_comparison() {
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().to_str().expect("UTF-8");
    let output = compare(folder, 3, &command(&["hostile-name"])).done();
    assert_prints("standard error", &output.stderr);
    let page = output.stdout;
    assert_markdown("the page on the terminal", &page);
    let count = page.lines().filter(|l| l.contains("bad: its 'id name' lost")).count();
    assert_eq!(count, 1, "what was removed is reported once: {page}");
    assert_markdown("report.md", &std::fs::read_to_string(&files(out.path(), "md")[0]).unwrap());

    let record = std::fs::read_to_string(&files(out.path(), "json")[0]).expect("the record");
    assert_prints("the record", &record);
    let read = Record::from_json(&record).expect("a record");
    let name = read.engine("bad").and_then(|e| e.id_name.clone()).expect("a name");
    assert!(name.starts_with("=1+1|<script>") && name.chars().count() <= 80, "{name}");
    for svg in files(out.path(), "svg") {
        let svg = std::fs::read_to_string(svg).expect("a chart");
        let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
        assert!(document.descendants().all(|node| !node.has_tag_name("script")));
    }
    every_form_of_a_report(folder, &["workloads"]);
    println!("row: an engine's hostile name in every output | 1 comparison, 5 forms");
}

/// Checks a report as JSON, and its tables as CSV.
fn every_form_of_a_report(folder: &str, tables: &[&str]) {
    let json = nucleus(&["report", folder, "--json"]).done();
    let json = json.stdout;
    assert_prints("JSON", &json);
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
    for table in tables {
        let csv = nucleus(&["report", folder, "--csv", "--table", table]).stdout;
        assert_prints("CSV", &csv);
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let cells: Vec<String> = reader
            .records()
            .flat_map(|row| row.expect("CSV").iter().map(str::to_owned).collect::<Vec<_>>())
            .collect();
        assert!(cells.iter().any(|cell| cell.contains("<script>")), "{csv}");
        let formula =
            |cell: &&String| cell.starts_with(['=', '+', '-', '@']) && cell.parse::<f64>().is_err();
        assert_eq!(cells.iter().find(formula), None, "{csv}");
    }
}

#[test]
fn a_record_s_strings_are_cleaned_wherever_they_stand() {
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().join("reports");
    std::fs::create_dir_all(folder.join("cpu")).expect("a folder");
    compare(out.path().join("made").to_str().unwrap(), 1, &command(&[])).done();
    let record = std::fs::read_to_string(&files(&out.path().join("made"), "json")[0]).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&record).expect("JSON");
    let hostile = serde_json::Value::from(HOSTILE);
    for pointer in [
        "/tool",
        "/machine/cpu",
        "/machine/os",
        "/source/commit",
        "/engines/0/id_name",
        "/workloads/0/limit",
        "/settings/mode",
    ] {
        *value.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = hostile.clone();
    }
    value["warnings"] = serde_json::json!([HOSTILE]);
    value["engines"][0]["build_flags"] = hostile;
    value["engines"][0]["options"] = serde_json::json!([[HOSTILE, HOSTILE]]);
    value["failures"] = serde_json::json!([{ "engine": HOSTILE, "kind": HOSTILE,
        "message": HOSTILE, "last_lines": [HOSTILE], "last_errors": [HOSTILE] }]);
    std::fs::write(folder.join("cpu/x.json"), value.to_string()).expect("a file");
    let folder = folder.to_str().expect("UTF-8");
    let page = nucleus(&["report", folder, "--all-warnings", "--out", folder]).done().stdout;
    assert_prints("the page", &page);
    // An engine's last lines are code spans, in which mark-up and escaped backquotes are inactive.
    let outside: String = page.replace("\\`", "").split('`').step_by(2).collect();
    assert!(!outside.contains("<script") && !outside.contains("[x](java"), "{page}");
    assert!(page.contains("strings had characters that do not print"), "{page}");
    every_form_of_a_report(folder, &["workloads", "records", "failures"]);
    println!("row: a record whose strings are hostile | 14 fields, 4 forms");
}

#[test]
fn a_game_s_tags_and_comments() {
    let pgn =
        format!("[White \"{HOSTILE}\"]\n[Black \"b\"]\n\n{{{HOSTILE}}} 1. e4 {{{HOSTILE}}} e5 *\n");
    let folder = Folder::new();
    let path = folder.written("x.pgn", pgn);
    let args = ["inspect", "--pgn", &path, "--ply", "1"];
    let output = nucleus(&args).done();
    assert_prints("the view", &output.stdout);
    let text = output.stderr;
    assert_prints("the warning", &text);
    assert!(text.contains("characters of its names and comments omitted: not printable"), "{text}");
    for form in [["--svg", "-"], ["--json", "--print"]] {
        let output = nucleus(&[&args[..], &form].concat());
        assert_prints(form[0], &output.stdout);
    }
    println!("row: hostile tags and comments of a PGN | 4 outputs");
}

#[test]
fn a_position_s_id() {
    let folder = Folder::new();
    let epd = format!("7k/8/5KQ1/8/8/8/8/8 w - - bm Kf7; id \"{HOSTILE}\";\n");
    let (path, json) = (folder.written("x.epd", epd), folder.at("x.json"));
    let output = nucleus(&["suite", &path, "--depth", "1", "--json", &json]).done();
    assert!(output.stderr.contains("omitted: not printable"), "{}", output.stderr);
    assert_markdown("the tables", &output.stdout);
    assert_prints("the record", &folder.text("x.json"));
    let one = nucleus(&["suite", &path, "--depth", "1", "--position", "1"]);
    assert_markdown("one position", &one.stdout);
    println!("row: a hostile id of an EPD | 3 outputs");
}

#[test]
fn options_and_names_of_the_command_line() {
    let good = format!("good={}", command(&[]));
    for arguments in [
        &["compare", "--engine", &good, "--option", "good:Style=a\nquit"][..],
        &["compare", "--engine", &good, "--option", "good:Style=\u{1b}[31m"],
        &["compare", "--engine", "a\u{202e}b=x"],
        &["compare", "--engine", &good, "--workload", "x\u{7}=startpos@depth 1"],
        &["match", "nucleus", "a\u{1b}[2J=nucleus"],
    ] {
        assert_prints("the message", &nucleus(arguments).with(2, "").stderr);
    }
    println!("row: options and names that do not print | 5 command lines, refused");
}

#[test]
fn a_match_names_its_engines_and_openings_safely() {
    let folder = Folder::new();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let openings = folder.written("x.epd", format!("{start} id \"{HOSTILE}\";\n"));
    let [pgn, json] = ["x.pgn", "x.json"].map(|name| folder.at(name));
    let bad = format!("bad={}", command(&["hostile-name", "player"]));
    let other = format!("other={}", command(&["player"]));
    let output = run(&format!(
        "match|{bad}|{other}|--games|2|--nodes|1|--openings|{openings}|--pgn|{pgn}|--json|{json}|\
         --max-plies|20"
    ))
    .done();
    assert!(output.stderr.contains("lost"), "what was removed is reported");
    assert_prints("standard error", &output.stderr);
    assert_markdown("the table", &output.stdout);
    for file in ["x.pgn", "x.json"] {
        assert_prints(file, &folder.text(file));
    }
    println!("row: a hostile name and opening in a match | 4 outputs");
}

#[test]
fn a_word_of_five_megabytes_makes_a_short_message() {
    let folder = Folder::new();
    let word = "y".repeat(5_000_000);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let mut runs: Vec<Vec<String>> = Vec::new();
    for (name, content) in [
        ("move.pgn", format!("1. {word} *\n")),
        ("tag.pgn", format!("[White {word}]\n\n1. e4 *\n")),
        ("fen.pgn", format!("[FEN \"{word}\"]\n\n1. e4 *\n")),
        ("glyph.pgn", format!("1. e4 ${word} *\n")),
        ("move.epd", format!("{start} bm {word};\n")),
        ("code.epd", format!("{start} ={word};\n")),
        ("dm.epd", format!("{start} dm {word};\n")),
        ("fen.epd", format!("{word} w - - bm e4;\n")),
        ("record.json", format!("{{\"schema\": 1, \"samples\": \"{word}\"}}")),
    ] {
        let path = folder.written(name, content);
        let lines = match name.split_once('.').expect("a name").1 {
            "pgn" => &["inspect|--pgn|", "match|a=nucleus|b=nucleus|--nodes|1|--openings|"][..],
            "epd" => &["suite|--depth|1|"],
            _ => &["report|"],
        };
        let line = |line: &&str| format!("{line}{path}");
        runs.extend(lines.iter().map(line).map(|l| l.split('|').map(str::to_owned).collect()));
    }
    // A command-line argument is limited to fewer characters.
    runs.push(["inspect", "--moves", &word[..100_000]].map(str::to_owned).to_vec());
    for arguments in runs {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = nucleus(&arguments);
        let shown: Vec<&str> = arguments.iter().map(|a| &a[..a.len().min(40)]).collect();
        let length = output.stderr.len() + output.stdout.len();
        assert_ne!(output.code, Some(0), "{shown:?}");
        assert!(length < 2_000, "{shown:?}: a message of {length} bytes");
    }
    println!(
        "row: a word of 5 MB in PGN, EPD and records | 14 files and arguments, short messages"
    );
}

#[test]
fn a_record_with_thousands_of_references_is_bounded() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let names: Vec<String> = (0..5_000).map(|n| format!("reference {n}")).collect();
    let nps = serde_json::json!({ "median": 1e6, "low": 0.9e6, "high": 1.1e6 });
    let row = |name: &String| serde_json::json!({ "engine": name, "workload": "w", "samples": 2, "nps": nps });
    let engine = |name: &String| {
        let called = "n".repeat(8_000);
        serde_json::json!({ "name": name, "id_name": called, "reference": true })
    };
    let mut rows: Vec<_> = names.iter().map(row).collect();
    let ratio = |name: &String| serde_json::json!({ "reference": name, "ratio": 1.5 });
    rows[0]["ratios"] = names.iter().skip(1).map(ratio).collect();
    let mut engines: Vec<_> = names.iter().map(engine).collect();
    engines[0] = serde_json::json!({ "name": names[0], "ours": true, "headline": true });
    let record = serde_json::json!({ "schema": 1, "complete": true, "engines": engines,
        "summaries": rows,
        "workloads": [{ "name": "w", "fen": start, "limit": "depth 1", "protocol": "paper" }] });
    let folder = Folder::new();
    let path = folder.written("x.json", record.to_string());
    let begin = std::time::Instant::now();
    let output = nucleus(&["report", &path, "--out", &folder.at("out")]).done();
    assert!(output.stdout.contains("of 5000 engines"), "what is left out is reported");
    assert!(begin.elapsed().as_secs() < 120, "{:?}", begin.elapsed());
    println!("row: a record with 5,000 references, names of 8,000 characters | 1 report, bounded");
}

/// The exit codes of `report`, see `docs/COMPARE.md`.
#[test]
fn a_table_without_rows_is_no_silence_and_the_gate_has_its_codes() {
    let row = |workload: &str, ratio: f64, interval: Option<(f64, f64)>| {
        let (low, high) = interval.unzip();
        serde_json::json!({ "engine": "a", "workload": workload, "samples": 2, "ratios": [
            { "reference": "b", "ratio": ratio, "low": low, "high": high, "blocks": 10 }] })
    };
    let record = serde_json::json!({ "schema": 1, "complete": true,
        "engines": [{ "name": "a" }, { "name": "b", "reference": true }],
        "workloads": [{ "name": "far" }, { "name": "near" }, { "name": "single" }],
        "summaries": [row("far", 3.0, Some((2.9, 3.1))), row("near", 2.0, Some((1.8, 2.2))),
            row("single", 9.0, None)] });
    let folder = Folder::new();
    let path = folder.written("x.json", record.to_string());
    for (arguments, code, expected) in [
        (
            &["--table", "levels"][..],
            1,
            "table `levels` has no row: no record has an engine of ours",
        ),
        (&["--table", "levels", "--csv"], 1, "table `levels` has no row"),
        (&["--table", "failures", "--json"], 1, "no engine failed"),
        (&["--fail-below", "1.7", "--workload", "near"], 0, "passed: a over b on near"),
        (&["--fail-below", "1.9", "--workload", "near"], 4, "undecided: a over b on near"),
        (&["--fail-below", "2.1", "--workload", "near"], 4, "undecided: a over b on near"),
        (&["--fail-below", "2.3", "--workload", "near"], 3, "below: a over b on near"),
        (&["--fail-below", "2.3", "--each"], 3, "below: a over b on near"),
        (&["--fail-below", "1.1", "--each"], 4, "undecided: a over b on single"),
        (&["--fail-below", "2.3"], 4, "undecided: a over b on 3 workloads, geometric mean"),
        (&["--fail-below", "1.1", "--contender", "c"], 2, "no engine `c`; the record has a, b"),
        (&["--fail-below", "1.1", "--contender", "b"], 1, "no ratio to compare with 1.1"),
        (&["--contender", "a"], 2, "--fail-below"),
    ] {
        nucleus(&[&["report", &path][..], arguments].concat()).with(code, expected);
    }
}
