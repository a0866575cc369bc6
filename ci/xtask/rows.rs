//! Rows of the robustness table: attempt, number of trials, outcome, commit.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::git::Repository;
use crate::run::{Ended, LOGS, build_debug, log_text, logged, root};

/// Rows of a part, printed as they come and saved in `target/robustness`.
pub struct Rows {
    part: String,
    commit: String,
    rows: Vec<[String; 4]>,
}

/// Returns the path of a part's rows.
fn file(part: &str) -> PathBuf {
    root().join("target/robustness").join(format!("{part}.csv"))
}

/// Returns the rows of the last run of a part.
pub fn kept(part: &str) -> Vec<[String; 4]> {
    let reader = csv::ReaderBuilder::new().has_headers(false).from_path(file(part));
    let records = reader.into_iter().flat_map(|r| r.into_records()).flatten();
    records.filter_map(|row| row.deserialize(None).ok()).collect()
}

impl Rows {
    /// Begins the rows of a part, which replace those of an earlier run.
    pub fn begin(part: &str) -> Self {
        Self { part: part.to_owned(), commit: Repository::here().commit(), rows: Vec::new() }
    }

    /// Adds a row; an outcome that begins with `FAILED` fails the part.
    pub fn row(&mut self, attempt: &str, trials: &str, outcome: &str) {
        println!("{attempt:<46} {trials:<52} {outcome}");
        self.rows.push([attempt, trials, outcome, &self.commit].map(str::to_owned));
    }

    /// Adds a row of a check that cannot run here.
    pub fn not_run(&mut self, attempt: &str, reason: &str) {
        self.row(attempt, "-", &format!("not run: {reason}"));
    }

    /// Builds the program as for tests. Returns its path, or `None` after adding a row with the failure.
    pub fn build(&mut self, attempt: &str) -> Option<PathBuf> {
        let built = build_debug(&format!("{}-build", self.part));
        built.map_err(|error| self.row(attempt, "-", &format!("FAILED: {error}"))).ok()
    }

    /// Runs tests. Each line `row: ATTEMPT | TRIALS` that they print becomes a row. Without such lines, there
    /// is a row for all tests and one for each that passed. A skipped test has a row with the reason.
    pub fn tests(&mut self, log: &str, attempt: &str, command: &mut Command) {
        let succeeded = logged(log, command);
        let text = log_text(log);
        let (count, outcome) = tests_outcome(log, succeeded, &text);
        let found = printed(&text);
        if found.is_empty() || outcome != "passed" {
            self.row(attempt, &format!("{count} tests"), &outcome);
        }
        if found.is_empty() && outcome == "passed" {
            for name in names(&text) {
                self.row(&format!("{attempt}: {}", name.replace('_', " ")), "1 test", &outcome);
            }
        }
        for (attempt, trials) in found {
            self.row(attempt, trials, &outcome);
        }
        for reason in skipped(&text) {
            self.not_run(attempt, &reason);
        }
    }

    /// Runs tests that share one row.
    pub fn tests_together(&mut self, log: &str, attempt: &str, run: impl FnOnce() -> bool) {
        let succeeded = run();
        let (count, outcome) = tests_outcome(log, succeeded, &log_text(log));
        self.row(attempt, &format!("{count} tests"), &outcome);
    }

    /// Saves the rows; the exit code is 1 if one failed.
    pub fn end(self) -> Ended {
        let file = file(&self.part);
        fs::create_dir_all(file.parent().unwrap_or(&file))?;
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_path(file)?;
        for row in &self.rows {
            writer.write_record(row)?;
        }
        writer.flush()?;
        Ok(u8::from(self.rows.iter().any(|row| row[2].starts_with("FAILED"))))
    }
}

/// Returns the number of passed tests, and the outcome.
fn tests_outcome(log: &str, succeeded: bool, text: &str) -> (u64, String) {
    let count = passed(text);
    let outcome = match (succeeded, count) {
        (_, 0) => format!("FAILED: no test ran (log {LOGS}/{log}.log)"),
        (false, _) => format!("FAILED (log {LOGS}/{log}.log)"),
        (true, _) => "passed".to_owned(),
    };
    (count, outcome)
}

/// Returns the number of passed tests, from the summary lines of test programs.
pub fn passed(text: &str) -> u64 {
    let ends = text.lines().filter_map(|line| line.strip_prefix("test result: "));
    let words = ends.filter_map(|end| end.split_whitespace().nth(1));
    words.filter_map(|word| word.parse::<u64>().ok()).sum()
}

/// Returns the rows that tests printed. A single test prints its first row after its name.
fn printed(text: &str) -> Vec<(&str, &str)> {
    let rows = text.lines().filter_map(|line| match line.strip_prefix("row: ") {
        Some(row) => Some(row),
        None => line.split_once("... row: ").map(|(_, row)| row),
    });
    rows.filter_map(|row| row.split_once(" | ")).collect()
}

/// Returns the names of the tests that ran, without their modules.
fn names(text: &str) -> BTreeSet<&str> {
    let tests = text.lines().filter(|line| !line.contains("ignored"));
    let heads = tests.filter_map(|line| line.strip_prefix("test ")?.split_once(" ..."));
    heads.map(|(name, _)| name.rsplit("::").next().unwrap_or(name)).collect()
}

/// Returns the reasons that skipped tests printed.
pub fn skipped(text: &str) -> BTreeSet<String> {
    let lines = text.lines().map(str::trim_start);
    let reasons = lines.filter_map(|line| {
        let (word, reason) = line.split_once(": ")?;
        word.eq_ignore_ascii_case("skipped").then(|| reason.to_owned())
    });
    reasons.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
running 3 tests\n\
test kernels::equal_ones ... row: rebuild, avx2 | 3781 boards\n\
row: scan, avx2 | 12\n\
ok\n\
test kernels::of_avx512 ... ok\n\
skipped: AVX-512: this CPU has none\n\
test kernels::slow ... ignored, measures time\n\
test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n\
test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n";

    #[test]
    fn a_log_has_counts_rows_names_and_reasons() {
        assert_eq!(passed(LOG), 5);
        assert_eq!(printed(LOG), [("rebuild, avx2", "3781 boards"), ("scan, avx2", "12")]);
        assert_eq!(names(LOG).into_iter().collect::<Vec<_>>(), ["equal_ones", "of_avx512"]);
        assert_eq!(skipped(LOG).into_iter().collect::<Vec<_>>(), ["AVX-512: this CPU has none"]);
        assert_eq!(tests_outcome("a", true, LOG), (5, "passed".to_owned()));
        assert!(tests_outcome("a", true, "").1.starts_with("FAILED: no test ran"));
        assert!(tests_outcome("a", false, LOG).1.starts_with("FAILED (log"));
    }
}
