//! The JSON schemas in docs/schemas: they are those of the types, and every record in this
//! repository and every one that is written now is as they say.
//!
//! `NUCLEUS_SCHEMAS=1 cargo test --test schemas` writes them anew.

mod fake;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use boon::{Compiler, Schemas};
use fake::command;
use nucleus::harness::machine_record::Machine;
use nucleus::harness::record::Record;
use nucleus::harness::scaling::ScalingRecord;
use nucleus::matches::MatchRecord;
use nucleus::rating::RatingReport;
use nucleus::suite::SuiteRecord;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The schema of what is read as this type: what older records lack may be missing.
fn read_as<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value()
}

/// The schema of what is written as this type and never read again.
fn written_as<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Each with what is written by which command.
fn all() -> [(&'static str, Value); 6] {
    [
        ("compare", read_as::<Record>()),
        ("threads", read_as::<ScalingRecord>()),
        ("match", read_as::<MatchRecord>()),
        ("suite", read_as::<SuiteRecord>()),
        ("rate", written_as::<RatingReport>()),
        ("machine", read_as::<Machine>()),
    ]
}

/// What the schema of this name says against a value; nothing when it is as it says.
fn faults(name: &str, value: &Value) -> Option<String> {
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

#[test]
fn every_record_of_the_repository_is_as_its_schema_says() {
    let mut files = Vec::new();
    json_files(&root().join("reports"), &mut files);
    let mut counts = [0, 0];
    for file in &files {
        let value = read(file);
        let (at, name) = match (value.get("scaling"), value.get("summaries")) {
            (Some(_), _) => (0, "threads"),
            (_, Some(_)) => (1, "compare"),
            _ => panic!("{}: of no kind that has a schema", file.display()),
        };
        assert_eq!(faults(name, &value), None, "{}", file.display());
        counts[at] += 1;
    }
    println!("records of the repository: {} of threads, {} of compare", counts[0], counts[1]);
    assert!(counts[0] > 0 && counts[1] > 4);
}

#[test]
fn what_is_of_another_shape_is_refused() {
    let good = json!({"schema": 1, "engines": [{"name": "x", "options": [["Hash", "16"]]}]});
    assert_eq!(faults("compare", &good), None);
    for bad in [
        json!([]),
        json!({"schema": "1"}),
        json!({"schema": -1}),
        json!({"engines": {}}),
        json!({"engines": [{"name": 7}]}),
        json!({"engines": [{"options": [["Hash"]]}]}),
        json!({"samples": [{"seconds": "long"}]}),
        json!({"workloads": [{"protocol": "other"}]}),
    ] {
        assert!(faults("compare", &bad).is_some(), "{bad}");
    }
    assert!(faults("match", &json!({"schema": 1})).is_some());
}

/// Runs the program; whatever its exit code, what it wrote is looked at.
fn nucleus(arguments: &[&str]) -> Vec<u8> {
    let output =
        Command::new(env!("CARGO_BIN_EXE_nucleus")).args(arguments).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    output.stdout
}

#[test]
fn what_is_written_now_is_as_its_schema_says() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let engine = command(&[]);

    let out = path("reports");
    nucleus(&[
        "compare",
        "--without-ours",
        "--quick",
        "--rounds",
        "2",
        "--time",
        "0.02",
        "--workload",
        "x=startpos@depth 5",
        "--engine",
        &format!("a={engine}"),
        "--engine",
        &format!("b={engine}"),
        "--out",
        &out,
    ]);
    let mut records = Vec::new();
    json_files(Path::new(&out), &mut records);
    assert_eq!(records.len(), 1);
    assert_eq!(faults("compare", &read(&records[0])), None);
    // And its figures follow from its samples: a build for debugging is all that may be found.
    let checked = Command::new(env!("CARGO_BIN_EXE_nucleus"))
        .args(["report", "--check", &records[0].to_string_lossy()])
        .output()
        .expect("it runs");
    let said = [checked.stdout, checked.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let faults_said: Vec<&str> = said.lines().filter(|line| line.starts_with("fault: ")).collect();
    let debugging = read(&records[0])["source"]["profile"] == "debug";
    assert_eq!(checked.status.code(), Some(i32::from(debugging)), "{said}");
    assert_eq!(faults_said.len(), usize::from(debugging), "{said}");
    assert!(faults_said.iter().all(|line| line.ends_with("a build for debugging")), "{said}");

    let (record, games) = (path("match.json"), path("match.pgn"));
    nucleus(&[
        "match",
        &format!("a={engine}"),
        &format!("b={engine}"),
        "--games",
        "2",
        "--depth",
        "1",
        "--max-plies",
        "20",
        "--json",
        &record,
        "--pgn",
        &games,
    ]);
    assert_eq!(faults("match", &read(Path::new(&record))), None);

    let (positions, suite) = (path("x.epd"), path("suite.json"));
    fs::write(&positions, "8/8/8/8/8/1K6/7R/k7 w - - bm Rh1; id \"x\";\n").expect("a file");
    nucleus(&["suite", &positions, "--depth", "2", "--json", &suite]);
    assert_eq!(faults("suite", &read(Path::new(&suite))), None);

    let ratings: Value =
        serde_json::from_slice(&nucleus(&["rate", &games, "--json"])).expect("JSON");
    assert_eq!(faults("rate", &ratings), None);
    let cpu: Value = serde_json::from_slice(&nucleus(&["cpu", "--json"])).expect("JSON");
    assert_eq!(faults("machine", &cpu["machine"]), None);
}
