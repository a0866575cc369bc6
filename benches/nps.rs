//! Runs `nucleus compare` as a bench: `cargo bench --bench nps`, or as part of `cargo bench`.
//!
//! The run takes two minutes, or at least four with `NUCLEUS_BENCH=full`. Errors are printed and written to the
//! record but do not stop later benches; `nucleus compare` itself reports them by its exit code.
//! `NUCLEUS_REFERENCE=NAME=COMMAND` adds an engine to the comparison.

use std::process::Command;

use nucleus_records::record::Record;

const NUCLEUS: &str = env!("CARGO_BIN_EXE_nucleus");

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let filtered_out = arguments.iter().any(|a| !a.starts_with('-') && !"nps".contains(a.as_str()));
    if filtered_out || arguments.iter().any(|a| a == "--list") {
        return;
    }
    // Cargo passes `--bench` when it measures; without it, or with `--test`, this is a test.
    if arguments.iter().any(|a| a == "--bench") && !arguments.iter().any(|a| a == "--test") {
        measure();
    } else {
        check();
    }
}

fn measure() {
    let mut command = Command::new(NUCLEUS);
    command.arg("compare");
    match std::env::var("NUCLEUS_BENCH").as_deref() {
        Ok("full") => {}
        Ok("quick") => {
            command.arg("--quick");
        }
        Ok("") | Err(_) => {
            command.args(["--time-limit", "2m"]);
        }
        Ok(other) => {
            eprintln!("nps: NUCLEUS_BENCH is `{other}`; expected `full` or `quick`");
            return;
        }
    }
    if let Some(reference) = std::env::var_os("NUCLEUS_REFERENCE").filter(|text| !text.is_empty()) {
        command.arg("--reference").arg(reference);
    }
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => eprintln!("nps: nucleus compare ended with {status}; see above"),
        Err(error) => eprintln!("nps: nucleus compare did not start: {error}"),
    }
}

/// Measures one short block of our engine (and of Stockfish if installed) and checks our row.
fn check() {
    let out = tempfile::tempdir().expect("a folder for the record");
    let status = Command::new(NUCLEUS)
        .args(["compare", "--quick", "--rounds", "1", "--warmup", "0", "--time", "0.05"])
        .args(["--workload", "start=startpos@depth 4", "--out"])
        .arg(out.path())
        .stdout(std::process::Stdio::null())
        .status()
        .expect("nucleus compare starts");
    assert!(status.success(), "nucleus compare ended with {status}");
    let folder = std::fs::read_dir(out.path()).expect("the folder is there").flatten().next();
    let files = std::fs::read_dir(folder.expect("a CPU's folder").path()).expect("it is read");
    let json =
        files.flatten().map(|f| f.path()).find(|p| p.extension().is_some_and(|e| e == "json"));
    let text = std::fs::read_to_string(json.expect("a record")).expect("it is read");
    let record = Record::from_json(&text).expect("a record");
    assert!(record.complete, "the run was cut short");
    let ours = record.engines.iter().find(|e| e.headline).expect("our engine took part");
    let row = record.summary(&ours.name, "start/paper").expect("it was measured");
    assert!(row.nodes.is_some_and(|n| n > 0), "it counted its nodes");
    println!("nps: ok");
}
