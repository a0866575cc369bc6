//! `nucleus tune spsa`: an option of a small engine finds its best value; a tuning that is cut short goes
//! on; what is wrong is named.

use crate::fake;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

/// A folder with a file of options.
struct Folder(TempDir);

/// The outcome of a run: exit code, output, messages.
type Ended = (Option<i32>, String, String);

impl Folder {
    fn new(options: &str) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        fs::write(folder.path("options.txt"), options).expect("written");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `nucleus tune spsa` with an engine that plays ten plies at most.
    fn run(&self, faults: &[&str], more: &[&str]) -> Ended {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nucleus"));
        command.args(["tune", "spsa", &fake::command(faults), "options.txt"]);
        command.args(["--out", "values.csv", "--nodes", "1000", "--max-plies", "10"]).args(more);
        let output = command.current_dir(self.0.path()).output().expect("the program runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    fn values(&self) -> String {
        fs::read_to_string(self.path("values.csv")).expect("the values")
    }
}

/// The last value of the one option.
fn last(values: &str) -> f64 {
    let last = values.lines().last().and_then(|line| line.rsplit(',').next());
    last.and_then(|value| value.parse().ok()).expect("a value")
}

const TUNABLE: [&str; 2] = ["player", "tunable"];

#[test]
fn an_option_finds_its_best_value_with_a_break_between() {
    let folder = Folder::new("# NAME, START, MIN, MAX, STEP\nAim, 90, 0, 100, 20\n");
    let usual = ["--steps", "24", "--games", "6", "--rate", "0.1"];
    let (code, said, errors) = folder.run(&TUNABLE, &[&usual[..], &["--chart", "a.svg"]].concat());
    assert_eq!(code, Some(0), "{errors}");
    let whole = folder.values();
    assert!(whole.starts_with("step,won,drawn,lost,Aim\n0,0,0,0,90\n1,"), "{whole}");
    assert_eq!(whole.lines().count(), 26, "{whole}");
    let value = last(&whole);
    assert!((10.0..55.0).contains(&value), "from 90 towards 30: {value}");
    assert!(said.starts_with("24 of 24 steps, 144 games."), "{said}");
    assert!(said.contains(&format!("setoption name Aim value {value:.0}")), "{said}");
    assert!(fs::read_to_string(folder.path("a.svg")).expect("a chart").starts_with("<svg"));
    // The steps behind a break are those of a run without one.
    let (code, _, errors) = folder.run(&TUNABLE, &usual);
    assert!(code == Some(2) && errors.contains("is there already"), "{errors}");
    let kept: Vec<_> = whole.lines().take(12).collect();
    fs::write(folder.path("values.csv"), kept.join("\n") + "\n11,3,").expect("written");
    let (code, _, errors) = folder.run(&TUNABLE, &[&usual[..], &["--resume"]].concat());
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(folder.values(), whole);
}

#[test]
fn what_is_wrong_is_named() {
    let folder = Folder::new("Ain, 90, 0, 100, 20\n");
    let (code, _, errors) = folder.run(&TUNABLE, &[]);
    assert!(code == Some(2) && errors.contains("Ain"), "{errors}");
    assert_eq!(folder.values().lines().count(), 2, "no step was taken");
    let folder = Folder::new("Aim, 90, 0, 100, 20\n");
    let (code, _, errors) = folder.run(&["exit-at-start"], &[]);
    assert!(code == Some(1) && errors.contains("no licence found"), "{errors}");
}
