//! Reads the list of all units, `reports/papers/units.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use nucleus_report::papers::{FOLDER, PaperName};
use serde::Deserialize;

use super::unit::{Step, StepFault, StepResult, Unit};
use super::workshop::{SPECIAL, StepContext, Variables};
use super::{evaluation, evolution, knowledge, records, searches};

type Table = BTreeMap<String, toml::Value>;

#[derive(Deserialize)]
struct UnitsFile {
    /// Variables of all units.
    variables: Table,
    #[serde(rename = "unit")]
    groups: Vec<UnitGroup>,
}

/// Units that share commands and variables.
#[derive(Deserialize)]
struct UnitGroup {
    paper: PaperName,
    #[serde(default)]
    timed: bool,
    #[serde(default)]
    conditions: Vec<String>,
    /// Commands of each step.
    #[serde(default)]
    run: Vec<String>,
    #[serde(rename = "row")]
    rows: Vec<UnitRow>,
    #[serde(flatten)]
    variables: Table,
}

#[derive(Deserialize)]
struct UnitRow {
    name: String,
    what: String,
    /// The variables of each kind of step.
    #[serde(default)]
    steps: Vec<Table>,
    #[serde(flatten)]
    variables: Table,
}

/// A function that returns samples from the output of a step's commands, or from its own measurement.
type Read = fn(&StepContext<'_>) -> Result<StepResult, StepFault>;

const READS: [(&str, Read); 17] = [
    ("match", records::games),
    ("suite", records::suite),
    ("analysis", records::analysis),
    ("quiescence", records::quiescence),
    ("levels", records::levels),
    ("evolved", evolution::evolved),
    ("printed", evolution::printed),
    ("ranked", evolution::ranked),
    ("readings", evolution::readings),
    ("objectives", evolution::objectives),
    ("log", searches::log),
    ("log-of-sets", searches::log_of_sets),
    ("depths", searches::depths),
    ("passers", searches::passers),
    ("endings", evaluation::endings),
    ("symmetry", evaluation::symmetry),
    ("knowledge", knowledge::knowledge),
];

/// Returns the units of a folder of reports, in the order of their runs.
///
/// # Errors
/// A sentence, if the list cannot be read or has an invalid unit.
pub fn all(reports: &Path) -> Result<Vec<Unit>, String> {
    let path = reports.join(FOLDER).join("units.toml");
    let text = nucleus_base::files::read_to_string(&path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let file: UnitsFile =
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut units = Vec::new();
    for group in &file.groups {
        for row in &group.rows {
            let unit = unit(&file.variables, group, row);
            units.push(unit.map_err(|error| format!("{}: {}: {error}", path.display(), row.name))?);
        }
    }
    Ok(units)
}

fn unit(shared: &Table, group: &UnitGroup, row: &UnitRow) -> Result<Unit, String> {
    let mut steps = Vec::new();
    let own = if row.steps.is_empty() { &[Table::new()][..] } else { &row.steps };
    for own in own {
        let tables = [shared, &group.variables, &row.variables, own].into_iter().flatten();
        let mut variables =
            Variables(tables.map(|(name, value)| (name.clone(), text(value))).collect());
        variables.0.insert("name".to_owned(), row.name.clone());
        let count = variables.0.get("count").map_or(Ok(1), |count| count.parse());
        for n in 1..=count.map_err(|_| "count is not a number".to_owned())? {
            variables.0.insert("n".to_owned(), u32::to_string(&n));
            steps.push(step(&group.run, variables.clone())?);
        }
    }
    Ok(Unit {
        name: row.name.clone(),
        paper: group.paper,
        what: row.what.clone(),
        conditions: group.conditions.clone(),
        timed: group.timed,
        steps,
    })
}

fn text(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}

fn step(run: &[String], variables: Variables) -> Result<Step, String> {
    let missing = |name: &str| Err(format!("there is no variable {name}"));
    let value = |name: &str| variables.text(&format!("{{{name}}}"), &missing);
    let key = value("read")?;
    let read = READS.into_iter().find(|(name, _)| *name == key);
    let (_, read) = read.ok_or_else(|| format!("unused key `{key}`"))?;
    let seconds = value("seconds")?.parse().map_err(|_| "seconds are no number".to_owned())?;
    let special = |name: &str| match SPECIAL.split(' ').any(|special| special == name) {
        true => Ok(String::new()),
        false => missing(name),
    };
    for command in run {
        variables.words(command, &special)?;
    }
    let (name, run) = (value("step")?, run.to_vec());
    let make = Box::new(move |workshop: &_| {
        let step = StepContext::new(workshop, &variables)?;
        if step.text("first").is_ok_and(|first| first == "players") {
            evolution::players(&step)?;
        }
        let commands = run.iter().map(|command| step.run(command));
        let commands = commands.collect::<Result<Vec<_>, _>>()?;
        let mut result = read(&step)?;
        if !commands.is_empty() {
            result.command = commands.join("; ");
        }
        Ok(result)
    });
    Ok(Step { name, seconds, make })
}

/// Returns the units with these names (without names, all) of a paper or of all, in list order.
///
/// # Errors
/// A sentence with the name, if there is no such unit.
pub fn named(
    units: Vec<Unit>,
    paper: Option<PaperName>,
    names: &[String],
) -> Result<Vec<Unit>, String> {
    if let Some(name) = names.iter().find(|name| units.iter().all(|unit| unit.name != **name)) {
        let known: Vec<&str> = units.iter().map(|unit| unit.name.as_str()).collect();
        return Err(format!("there is no unit `{name}`; there are {}", known.join(", ")));
    }
    let selected = |unit: &Unit| {
        paper.is_none_or(|paper| unit.paper == paper)
            && (names.is_empty() || names.contains(&unit.name))
    };
    Ok(units.into_iter().filter(selected).collect())
}

#[cfg(test)]
mod tests {
    use super::super::workshop::Workshop;
    use super::*;
    use nucleus_core::kernels::Choice;
    use nucleus_records::envelope::read_file;
    use nucleus_records::papers::PaperRecord;
    use std::path::PathBuf;
    use std::sync::Arc;

    #[test]
    fn units_and_steps_have_names_of_their_own_and_no_step_lasts_above_an_hour() {
        let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
        let units = all(&reports).expect("units");
        assert_eq!(units.len(), 54);
        for (at, unit) in units.iter().enumerate() {
            assert!(units[..at].iter().all(|other| other.name != unit.name), "{}", unit.name);
            for (at, step) in unit.steps.iter().enumerate() {
                assert!(unit.steps[..at].iter().all(|other| other.name != step.name));
                assert!(step.seconds <= 3600.0, "{}: {}", unit.name, step.name);
            }
        }
        let error = named(units, None, &["none".to_owned()]).err().expect("no such unit");
        assert!(error.contains("`none`") && error.contains("ep-draws"), "{error}");
    }

    /// Measures the first draw again: positions, evolution, Hooke-Jeeves and the ranking machine are
    /// deterministic for a seed.
    #[test]
    fn the_first_draw_is_that_of_the_records() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = std::env::var_os("NUCLEUS_DATA");
        let data = data.map_or_else(|| root.join("../shared/data"), PathBuf::from);
        if !data.is_dir() {
            println!("skipped: no games");
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let workshop = Workshop {
            program: "nucleus".into(),
            data,
            work: folder.path().to_owned(),
            interrupt: Arc::default(),
            choice: Choice::best(),
        };
        let names = ["ep-printed", "ep-draws", "ep-ranking", "ep-book-gnuchess"].map(str::to_owned);
        let reports = root.join("reports");
        for unit in named(all(&reports).expect("units"), None, &names).expect("units") {
            let path = reports.join(FOLDER).join(format!("{}.json", unit.name));
            let record: PaperRecord = read_file(&path).expect("a record");
            let made = (unit.steps[0].make)(&workshop).expect("a draw");
            assert!(made.samples.len() > 3);
            for (series, sample) in made.samples {
                let kept = record.samples(&series);
                assert!(kept.contains(&sample), "{}, {series}: {sample:?}, {kept:?}", unit.name);
            }
        }
    }
}
