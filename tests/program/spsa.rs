//! `nucleus tune spsa`: an option finds its best value, an interrupted tuning continues, errors are named.

use crate::fake;
use crate::program::{Ended, Folder};

fn folder(options: &str) -> Folder {
    let folder = Folder::new();
    folder.write("options.txt", options);
    folder
}

/// Runs `nucleus tune spsa` with an engine that plays at most ten plies.
fn tune(folder: &Folder, modes: &[&str], more: &[&str]) -> Ended {
    let engine = fake::command(modes);
    let usual = ["tune", "spsa", &engine, "options.txt", "--out", "values.csv", "--nodes", "1000"];
    folder.with_input(&[&usual[..], &["--max-plies", "10"], more].concat(), "")
}

/// Returns the last value of the only option.
fn last(values: &str) -> f64 {
    let last = values.lines().last().and_then(|line| line.rsplit(',').next());
    last.and_then(|value| value.parse().ok()).expect("a value")
}

const TUNABLE: [&str; 2] = ["player", "tunable"];

#[test]
fn an_option_finds_its_best_value_with_a_break_between() {
    let folder = folder("# NAME, START, MIN, MAX, STEP\nAim, 90, 0, 100, 20\n");
    let usual = ["--steps", "24", "--games", "6", "--rate", "0.1"];
    let more = [&usual[..], &["--chart", "a.svg"]].concat();
    let stdout = tune(&folder, &TUNABLE, &more).done().stdout;
    let full = folder.text("values.csv");
    assert!(full.starts_with("step,won,drawn,lost,Aim\n0,0,0,0,90\n1,"), "{full}");
    assert_eq!(full.lines().count(), 26, "{full}");
    let value = last(&full);
    assert!((10.0..55.0).contains(&value), "from 90 towards 30: {value}");
    assert!(stdout.starts_with("24 of 24 steps, 144 games."), "{stdout}");
    assert!(stdout.contains(&format!("setoption name Aim value {value:.0}")), "{stdout}");
    assert!(folder.text("a.svg").starts_with("<svg"));
    // The steps after an interruption are those of an uninterrupted run.
    tune(&folder, &TUNABLE, &usual).with(2, "already exists");
    let kept: Vec<_> = full.lines().take(12).collect();
    folder.write("values.csv", kept.join("\n") + "\n11,3,");
    tune(&folder, &TUNABLE, &[&usual[..], &["--resume"]].concat()).done();
    assert_eq!(folder.text("values.csv"), full);
}

#[test]
fn what_is_wrong_is_named() {
    let misspelt = folder("Ain, 90, 0, 100, 20\n");
    tune(&misspelt, &TUNABLE, &[]).with(2, "Ain");
    assert_eq!(misspelt.text("values.csv").lines().count(), 2, "no step was taken");
    let good = folder("Aim, 90, 0, 100, 20\n");
    tune(&good, &["exit-at-start"], &[]).with(1, "no licence found");
}

/// With `--techniques` the engine offers its margins as options.
#[test]
fn our_own_margins_are_options() {
    let folder = folder("late-base, 3, 1, 8, 1\nwindow, 20, 4, 100, 3\n");
    let nucleus = env!("CARGO_BIN_EXE_nucleus");
    let engine = format!("{nucleus} uci --techniques=late-base=5");
    let usual = ["tune", "spsa", &engine, "options.txt", "--out", "values.csv", "--nodes", "200"];
    let more = ["--max-plies", "10", "--steps", "2", "--games", "2"];
    folder.with_input(&[&usual[..], &more].concat(), "").done();
    let input =
        "uci\nsetoption name Late-Base value 21\nsetoption name late-base value 1\ngo depth 9\n";
    let count = |techniques: &str| {
        let Ended { stdout, .. } = folder.with_input(&["uci", techniques], input).done();
        let option = "option name late-base type spin default 5 min 1 max 20";
        assert_eq!(stdout.contains(option), techniques == "--techniques=late-base=5", "{stdout}");
        let nodes = stdout.rsplit(" nodes ").next().and_then(|rest| rest.split(' ').next());
        (stdout.contains("late-base: '21' is not a number from 1 to 20"), nodes.map(str::to_owned))
    };
    let [offered, with_one] = ["--techniques=late-base=5", "--techniques=late-base=1"].map(count);
    assert_eq!(offered, with_one);
    assert!(offered.0);
    let Ended { stdout, .. } = folder.with_input(&["uci"], input).done();
    assert!(stdout.contains("no option 'late-base'"), "{stdout}");
    assert!(!stdout.contains("option name late-base"), "{stdout}");
}
