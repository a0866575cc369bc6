//! Reads the counts of gungraun: its summary of each bench, with Callgrind's output.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::InstructionCounts;
use crate::callgrind::{CostLine, cost_lines};
use crate::run::{Fault, read_text};

/// Supported version of gungraun's summaries.
const SUMMARY_VERSION: &str = "7";
/// Group of the benches that single steps count as well.
const SHARED: &str = "small::";
/// Substring of the names of gungraun's functions around a bench, which single steps do not run.
const AROUND: &str = "::counted::";

/// Adds the counts of every `summary.json` under a directory.
pub fn gather(dir: &Path, into: &mut InstructionCounts) -> Result<(), Fault> {
    let (mut found, mut output) = (None, None);
    for entry in fs::read_dir(dir).map_err(|error| format!("{}: {error}", dir.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            gather(&path, into)?;
        } else if name == "summary.json" {
            let wrong = |message: String| format!("{}: {message}", path.display());
            let (id, instructions) = parse(&read_text(&path)?).map_err(wrong)?;
            if into.instructions.insert(id.clone(), instructions).is_some() {
                return Err(wrong(format!("a second bench with the id {id}")).into());
            }
            found = Some(id);
        } else if name.starts_with("callgrind.") && name.ends_with(".out") {
            output = Some(path);
        }
    }
    let shared = found.as_deref().and_then(|id| id.strip_prefix(SHARED));
    if let Some((id, output)) = shared.zip(output) {
        let own = own_instructions(&read_text(&output)?);
        let own = own.map_err(|message| format!("{}: {message}", output.display()))?;
        into.callgrind_own.insert(id.to_owned(), own);
    }
    Ok(())
}

/// Returns the instructions of the program's own file in Callgrind's output, without those of the functions
/// around the bench.
fn own_instructions(text: &str) -> Result<u64, String> {
    let command = text.lines().find_map(|line| line.strip_prefix("cmd:"));
    let program = command.and_then(|c| c.split_whitespace().next()).ok_or("no program's name")?;
    let is_own = |line: &&CostLine| line.object == program && !line.function.contains(AROUND);
    match cost_lines(text)?.iter().filter(is_own).map(|line| line.count).sum() {
        0 => Err(format!("no instruction of {program}")),
        total => Ok(total),
    }
}

/// Returns the id and the instructions of one of gungraun's summaries.
fn parse(text: &str) -> Result<(String, u64), String> {
    let value: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let version = value["version"].as_str().unwrap_or("none");
    if version != SUMMARY_VERSION {
        return Err(format!("summary version {version}, not {SUMMARY_VERSION}"));
    }
    let module = value["module_path"].as_str().ok_or("no module_path")?;
    // The last two parts are group and function; those before are the bench's files.
    let parts: Vec<&str> = module.split("::").collect();
    let name = parts[parts.len().saturating_sub(2)..].join("::");
    let id = value["id"].as_str().map_or(name.clone(), |id| format!("{name}.{id}"));
    let mut profiles = value["profiles"].as_array().into_iter().flatten();
    let callgrind = profiles.find(|profile| profile["tool"] == "Callgrind");
    // The field `new` is the value of this run. The folder is new, so no earlier run has a value.
    let count = "/data/total/metrics/Ir/values/new";
    let instructions = callgrind.and_then(|profile| profile.pointer(count)?.as_u64());
    Ok((id.clone(), instructions.ok_or_else(|| format!("{id} has no instruction count"))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(values: &str) -> String {
        format!(
            r#"{{"version":"7","module_path":"instructions::counted::scan::list","id":"avx2","profiles":
            [{{"tool":"Callgrind","data":{{"parts":[],"total":{{"metrics":{{"Ir":{{"values":{values}}}}}}}}}}}]}}"#
        )
    }

    #[test]
    fn summaries_are_gathered_by_id() {
        let dir = tempfile::tempdir().expect("a directory");
        let deep = dir.path().join("nucleus/instructions/scan");
        fs::create_dir_all(&deep).expect("directories");
        fs::write(deep.join("summary.json"), summary(r#"{"new":1234}"#)).expect("a file");
        let mut counts = InstructionCounts::default();
        gather(dir.path(), &mut counts).expect("a summary");
        assert_eq!(counts.instructions, [("scan::list.avx2".to_owned(), 1234)].into());
        let none = "scan::list.avx2 has no instruction count";
        assert_eq!(parse(&summary("{}")), Err(none.to_owned()));
        assert_eq!(parse("{\"version\":\"8\"}"), Err("summary version 8, not 7".to_owned()));
    }

    /// Callgrind's output of a bench, shortened.
    const OUTPUT: &str = "\
cmd:  /built/instructions-75e2 --gungraun-run small 3 2\n\
events: Ir Dr\n\
ob=/built/instructions-75e2\n\
fn=instructions::counted::rebuild::avx2\ncalls=1 80\n1237 1600 3\n80 7 0\n\
fn=instructions::bodies::Prepared::run\n302 20 1\ncalls=2 57\n303 1000 2\n\
fn=rebuild\nfi=other.rs\n5 900 1\n6 100 0\n\
ob=/usr/lib/libc.so.6\nfn=memset\n0 555 5\n";

    #[test]
    fn our_own_instructions_are_those_of_the_programs_file_without_what_stands_around() {
        assert_eq!(own_instructions(OUTPUT), Ok(20 + 900 + 100));
        for (from, to, wrong) in [
            ("events: Ir", "events: Dr", "first event"),
            ("5 900 1", "+5 900 1", "compressed"),
            ("5 900 1", "5 x 1", "no instructions"),
            ("cmd:  /built", "cmd:  /other", "no instruction of"),
            ("cmd:", "dmc:", "no program"),
        ] {
            let error = own_instructions(&OUTPUT.replace(from, to)).expect_err(to);
            assert!(error.contains(wrong), "{error}");
        }
    }
}
