//! The JSON schemas in docs/schemas equal those of the types. Every record in this repository
//! follows them, and so do new records of each command but `reproduce`.
//!
//! `NUCLEUS_SCHEMAS=1 cargo test --test program schemas::` rewrites the schemas.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fake::command;
use crate::program::{Ended, nucleus, run};
use crate::support::root;
use boon::{Compiler, Schemas};
use nucleus_matches::MatchRecord;
use nucleus_matches::rating::RatingReport;
use nucleus_matches::suite::SuiteRecord;
use nucleus_records::envelope::RecordKind;
use nucleus_records::identity::CpuIdentity;
use nucleus_records::machine_record::Machine;
use nucleus_records::papers::PaperRecord;
use nucleus_records::record::Record;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// Returns the schema of a type that is read: fields that older records lack are optional.
fn read_as<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value()
}

/// Returns the schema of a type that is written only.
fn written_as<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Returns all schemas by name.
fn all() -> [(&'static str, Value); 6] {
    [
        ("compare", read_as::<Record>()),
        ("reproduce", read_as::<PaperRecord>()),
        ("match", read_as::<MatchRecord>()),
        ("suite", read_as::<SuiteRecord>()),
        ("rate", written_as::<RatingReport>()),
        ("machine", read_as::<Machine>()),
    ]
}

/// Returns the errors of a value by the schema of this name; `None` if it is valid.
fn errors(name: &str, value: &Value) -> Option<String> {
    let path = root().join(format!("docs/schemas/{name}.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let schema = serde_json::from_str(&text).expect("JSON");
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("schema.json", schema).expect("a schema");
    let index = compiler.compile("schema.json", &mut schemas).expect("a schema");
    schemas.validate(value, index).err().map(|error| error.to_string())
}

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn json_files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            json_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "json") {
            found.push(path);
        }
    }
}

#[test]
fn the_files_are_those_of_the_types() {
    for (name, schema) in all() {
        let path = root().join(format!("docs/schemas/{name}.json"));
        let text = format!("{schema:#}\n");
        if std::env::var_os("NUCLEUS_SCHEMAS").is_some() {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(&path, &text).expect("the schema can be written");
        }
        let file = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(file, text, "docs/schemas/{name}.json; NUCLEUS_SCHEMAS=1 writes it anew");
    }
}

/// Every record follows the schema of its kind, and `nucleus report --check` finds no error in it.
#[test]
fn every_record_of_the_repository_is_as_its_schema_says_and_holds() {
    let mut files = Vec::new();
    json_files(&root().join("reports"), &mut files);
    let (code, shown) = check(&root().join("reports"));
    assert_eq!(code, Some(0), "{shown}");
    for file in &files {
        let text = fs::read_to_string(file).expect("a file");
        let kind = RecordKind::from_text(&text).unwrap_or_else(|| panic!("{file:?}: no kind"));
        let mut value = read(file);
        if kind == RecordKind::Compare {
            let record = Record::from_json(&text).expect("a record");
            let folder = CpuIdentity::from_machine(&record.machine).folder();
            let is_there = file.components().any(|part| part.as_os_str() == &*folder);
            assert!(is_there, "{}: not in the folder of its CPU, {folder}", file.display());
            if value.get("scaling").is_some() {
                value = serde_json::to_value(record).expect("JSON");
            }
        }
        assert_eq!(errors(kind.schema(), &value), None, "{}", file.display());
        let schema = kind.schema();
        let line =
            format!("holds: {}: {kind}, as docs/schemas/{schema}.json has it", file.display());
        assert!(shown.lines().any(|l| l.starts_with(&line)), "no {line} in {shown}");
    }
    assert_eq!(shown.lines().filter(|l| l.starts_with("holds: ")).count(), files.len(), "{shown}");
}

/// Returns the output of `nucleus report --check` on a path, and its exit code.
fn check(path: &Path) -> (Option<i32>, String) {
    let Ended { code, stdout, stderr } = nucleus(&["report", "--check", path.to_str().unwrap()]);
    (code, stdout + &stderr)
}

/// Checks that a record is valid, with this text in the report.
fn holds(path: &Path, words: &str) {
    let (code, output) = check(path);
    assert!(code == Some(0) && output.contains(words), "{output}");
}

#[test]
fn what_is_written_now_is_as_its_schema_says() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let engine = command(&[]);

    let out = path("reports");
    let line = format!(
        "compare|--without-ours|--quick|--rounds|2|--time|0.02|--workload|x=startpos@depth 5|\
         --engine|a={engine}|--engine|b={engine}|--out|{out}"
    );
    run(&line).done();
    let mut records = Vec::new();
    json_files(Path::new(&out), &mut records);
    assert_eq!(records.len(), 1);
    assert_eq!(errors("compare", &read(&records[0])), None);
    // The record's figures follow from its samples; the only error is a debug build.
    let (code, output) = check(&records[0]);
    // A machine busy with other tests measures its clock too low.
    let counts = |line: &&str| line.starts_with("fault: ") && !line.contains(": a core clock of ");
    let reported: Vec<&str> = output.lines().filter(counts).collect();
    let debugging = read(&records[0])["source"]["profile"] == "debug";
    assert_eq!(code, Some(i32::from(debugging)), "{output}");
    assert_eq!(reported.len(), usize::from(debugging), "{output}");
    assert!(reported.iter().all(|line| line.ends_with("a build for debugging")), "{output}");

    let (record, games) = (path("match.json"), path("match.pgn"));
    let line = format!(
        "match|a={engine}|b={engine}|--games|2|--depth|1|--max-plies|20|--json|{record}|--pgn|{games}"
    );
    run(&line).done();
    assert_eq!(errors("match", &read(Path::new(&record))), None);
    let match_words = "a match, as docs/schemas/match.json has it: 2 games of 2 engines";
    holds(Path::new(&record), match_words);

    let (positions, suite) = (path("x.epd"), path("suite.json"));
    fs::write(&positions, "8/8/8/8/8/1K6/7R/k7 w - - bm Rh1; id \"x\";\n").expect("a file");
    nucleus(&["suite", &positions, "--depth", "2", "--json", &suite]).done();
    assert_eq!(errors("suite", &read(Path::new(&suite))), None);
    let suite_words = "a run over test suites, as docs/schemas/suite.json has it: 1 positions";
    holds(Path::new(&suite), suite_words);

    let ratings = path("ratings.json");
    fs::write(&ratings, nucleus(&["rate", &games, "--json"]).done().stdout).expect("a file");
    assert_eq!(errors("rate", &read(Path::new(&ratings))), None);
    let rating_words = "ratings, as docs/schemas/rate.json has it: 2 players, 2 games";
    holds(Path::new(&ratings), rating_words);
    let cpu = path("cpu.json");
    fs::write(&cpu, nucleus(&["cpu", "--json"]).done().stdout).expect("a file");
    assert_eq!(errors("machine", &read(Path::new(&cpu))["machine"]), None);
    let machine_words = "a machine, as docs/schemas/machine.json has it: portable";
    holds(Path::new(&cpu), machine_words);

    // A folder with records of all kinds is reported by those of `nucleus compare`.
    fs::copy(&records[0], path("compare.json")).expect("a file");
    let warned = nucleus(&["report", &path("")]).done().stderr;
    assert!(!warned.contains("warning"), "{warned}");
    nucleus(&["report", &record]).with(1, "a match, and no record of a comparison");
}
