//! A measured table, stored as CSV in `reports/tables/NAME.csv`; each row has CPU and commit.

use std::fs;
use std::path::Path;

use nucleus_harness::machine::machine;
use nucleus_records::identity::CpuIdentity;
use serde::de::DeserializeOwned;

use crate::run::Fault;

/// Cell of a missing value.
pub const MISSING: &str = "–";

/// A table of cells, formatted for pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Heads of the columns.
    pub head: Vec<String>,
    /// Rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    /// Creates a sheet without rows; its heads are separated by `|`.
    pub fn from_head(head: &str) -> Self {
        Self {
            head: head.split('|').map(|cell| cell.trim().to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Creates a sheet that prints its head and each added row.
    pub fn new(head: &str) -> Self {
        println!("| {head} |");
        Self::from_head(head)
    }

    /// Adds and prints a row.
    pub fn push(&mut self, cells: impl Into<Vec<String>>) {
        let cells = cells.into();
        println!("| {} |", cells.join(" | "));
        self.rows.push(cells);
    }

    /// Writes the rows as CSV, with the CPU and the commit as last columns.
    pub fn write(&self, file: &Path, cpu: &str, commit: &str) -> Result<(), Fault> {
        if self.rows.is_empty() {
            return Err("nothing was measured".into());
        }
        let mut writer = csv::Writer::from_writer(Vec::new());
        let more = |row: &[String], cells: [&str; 2]| [row, &cells.map(str::to_owned)].concat();
        writer.write_record(more(&self.head, ["CPU", "commit"]))?;
        for row in &self.rows {
            writer.write_record(more(row, [cpu, commit]))?;
        }
        fs::create_dir_all(file.parent().unwrap_or(file))?;
        Ok(fs::write(file, writer.into_inner()?)?)
    }
}

/// Returns the name of this machine's CPU, as in tables.
pub fn cpu() -> String {
    CpuIdentity::from_machine(&machine(None)).title()
}

/// Parses the rows of a CSV text with a head line.
pub fn from_csv<T: DeserializeOwned>(text: &str) -> Result<Vec<T>, String> {
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().map_err(|error| error.to_string())
}
