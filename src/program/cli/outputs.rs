use std::path::Path;

use nucleus_report::export::{self, Export, ExportFormat};
use nucleus_report::load;

use crate::cli::command::{CommandFailure, print};
use crate::cli::screen::screen;

/// Forms of a comparison's figures: some next to its page, some instead of it.
#[derive(clap::Args, Clone)]
pub struct OutputArgs {
    /// Also write the figures in another form: csv, markdown (short enough for a comment on a pull
    /// request), github-action-benchmark, bencher; repeat for several
    #[arg(long, value_name = "FORMAT=FILE", value_parser = str::parse::<Export>)]
    export: Vec<Export>,
    /// Print the record instead of the page
    #[arg(long, conflicts_with_all = ["csv", "markdown"])]
    json: bool,
    /// Print the table by workload as CSV instead of the page
    #[arg(long, conflicts_with = "markdown")]
    csv: bool,
    /// Print a short table in Markdown instead of the page
    #[arg(long)]
    markdown: bool,
}

impl OutputArgs {
    /// Returns true if JSON, CSV or a short table replaces the page.
    pub fn is_for_programs(&self) -> bool {
        self.json || self.csv || self.markdown
    }

    /// Writes the exports; prints a form or, on a terminal, the page. Returns true if it printed.
    pub fn write(&self, record: &Path) -> Result<bool, CommandFailure> {
        let for_programs = self.is_for_programs();
        let screen = screen().filter(|_| !for_programs);
        if !for_programs && self.export.is_empty() && screen.is_none() {
            return Ok(false);
        }
        let loaded = [load::read(record)?];
        export::write(&self.export, &loaded)?;
        let format = if self.csv { ExportFormat::Csv } else { ExportFormat::Markdown };
        if self.json {
            print(&std::fs::read_to_string(record)?)?;
        } else if for_programs {
            print(&export::text(format, &loaded)?)?;
        }
        if let Some(screen) = screen {
            print(&nucleus_report::screen::page(&loaded, screen, false))?;
        }
        Ok(for_programs || screen.is_some())
    }
}
