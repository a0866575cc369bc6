//! Time of the page of results for many records: a hundred are made of those in reports/, with
//! other CPUs, commits and dates, and `nucleus report --site` writes its folder of them, five
//! times.
//!
//! ```text
//! cargo run --release -p xtask -- site [RECORDS]
//! ```
//!
//! Exit code 1 when the best of the five took longer than two seconds for a hundred.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use nucleus_report::{load, site};

use super::Ended;

/// Seconds that a hundred records may take.
const LIMIT: f64 = 2.0;

/// Number of records.
#[derive(Args)]
pub struct SiteArguments {
    /// Records.
    #[arg(default_value_t = 100)]
    records: usize,
}

/// Makes the records, writes their pages five times and prints the seconds.
///
/// # Errors
/// When a file cannot be read or written.
pub fn run(arguments: &SiteArguments) -> Ended {
    let count = arguments.records;
    let folder = tempfile::tempdir()?;
    let records = folder.path().join("records");
    let bytes = make(&records, count)?;
    let mut best = f64::MAX;
    for _ in 0..5 {
        let begin = Instant::now();
        let made =
            site::write(std::slice::from_ref(&records), &folder.path().join("site"), None, None)?;
        let seconds = begin.elapsed().as_secs_f64();
        assert_eq!((made.records, made.left_out.len()), (count, 0));
        println!("{count} records, {:.0} MB: {} files in {seconds:.2} s", bytes / 1e6, made.files);
        best = best.min(seconds);
    }
    let limit = LIMIT * (count as f64 / 100.0).max(1.0);
    println!("best: {best:.2} s, limit {limit:.0} s");
    Ok(u8::from(best > limit))
}

/// Writes so many records into a folder; their bytes.
fn make(folder: &Path, count: usize) -> Result<f64, Box<dyn Error>> {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    let found = load::find(&[reports])?.records;
    assert!(!found.is_empty(), "there is no record in reports/");
    fs::create_dir_all(folder)?;
    let mut bytes = 0;
    for at in 0..count {
        let mut record = found[at % found.len()].record.clone();
        record.source.commit = Some(format!("{at:040x}"));
        record.started = format!("2026-{:02}-{:02}T00:00:00Z", at / 28 % 12 + 1, at % 28 + 1);
        // Every third is of a CPU of its own, the others have a history.
        if at % 3 == 0 {
            record.machine.model = Some(at as u32);
        }
        let text = record.to_json();
        bytes += text.len();
        let path: PathBuf = folder.join(format!("{at:04}.json"));
        fs::write(path, text)?;
    }
    Ok(bytes as f64)
}
