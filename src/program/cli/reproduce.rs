use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use nucleus_core::kernels::Choice;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_records::json::to_json;
use nucleus_report::papers::{
    ComparedPaper, FOLDER, PaperName, chart, compare, markdown, short_table, summary, table,
};
use nucleus_report::table::{Table, TableCell};

use super::progress::Bar;
use super::{CommandFailure, code, print, write};
use crate::build_info::BUILD;
use crate::reproduce::{self, CampaignOptions, CampaignOutcome, Unit, Workshop, all, named};

/// Compare every published figure of the four papers with ours: interval over draws, seeds and runs, verdict
///
/// Our figures come from the records in the folder of reports (papers/*.json, and those of `nucleus compare`),
/// the published ones from its lists papers/*.toml. With --run the units are measured again, and each step is
/// recorded at once: after Ctrl-C or --budget the same command continues. --list names the units. Timed runs
/// (Umko's suites) need an idle machine.
///
/// Exit code 0 if the figures were shown and all requested units are complete, 1 if files cannot be read, or
/// units failed or remain, 2 for an invalid command line, 130 after Ctrl-C (measurements are kept).
#[derive(clap::Args)]
pub struct ReproduceArgs {
    /// Paper: axon-ii, axon-evaluation, umko or ep-hj [default: all]
    #[arg(value_name = "PAPER", value_parser = paper)]
    paper: Option<PaperName>,
    /// Folder of the reports
    #[arg(long, value_name = "DIR", default_value = "reports")]
    reports: PathBuf,
    /// Print JSON instead of tables
    #[arg(long)]
    json: bool,
    /// Write PAPERS.md, the charts and all columns as CSV into the folder of the reports
    #[arg(long)]
    write: bool,
    /// Measure the units again, and write the page
    #[arg(long)]
    run: bool,
    /// With --run: only this unit; repeat for several
    #[arg(long, value_name = "NAME", requires = "run")]
    unit: Vec<String>,
    /// With --run: begin no step that would end more than HOURS from now
    #[arg(long, value_name = "HOURS", requires = "run", value_parser = hours)]
    budget: Option<Duration>,
    /// With --run: measure units again that have a record of another commit; a record of this commit is
    /// continued
    #[arg(long, requires = "run")]
    again: bool,
    /// With --run: folder of suites, games and books [default: NUCLEUS_DATA, or ../shared/data]
    #[arg(long, value_name = "DIR", requires = "run")]
    data: Option<PathBuf>,
    /// With --run: folder of intermediate files
    #[arg(long, value_name = "DIR", requires = "run", default_value = "target/reproduce")]
    work: PathBuf,
    /// List the units with their times, and exit
    #[arg(long, conflicts_with_all = ["run", "json", "write"])]
    list: bool,
}

fn paper(name: &str) -> Result<PaperName, String> {
    nucleus_base::text::named("paper", &PaperName::ALL, name)
}

fn hours(text: &str) -> Result<Duration, String> {
    let hours = text.parse().ok().filter(|&hours: &f64| hours > 0.0 && hours <= 10_000.0);
    let hours = hours.ok_or_else(|| format!("`{text}` is not a number of hours above 0"))?;
    Ok(Duration::from_secs_f64(hours * 3600.0))
}

pub fn run(args: &ReproduceArgs, choice: Choice) -> Result<ExitCode, CommandFailure> {
    if args.list {
        print(&list(&all(&args.reports)?, args.paper))?;
        return Ok(ExitCode::SUCCESS);
    }
    let outcome = if args.run { Some(measure(args, choice)?) } else { None };
    if args.write || args.run {
        write_page(&args.reports)?;
    }
    let papers = match args.paper {
        Some(name) => vec![compare(&args.reports, name)?],
        None => every(&args.reports)?,
    };
    if args.json {
        print(&to_json(&papers))?;
    } else {
        let mut text = summary(&papers).markdown();
        papers.iter().for_each(|paper| text += &format!("\n{}", short_table(paper).markdown()));
        print(&text)?;
    }
    let Some(outcome) = outcome else { return Ok(ExitCode::SUCCESS) };
    outcome.left.iter().for_each(|left| nucleus_base::tell!("remaining: {left}"));
    Ok(code(outcome.left.is_empty(), outcome.interrupted))
}

/// Returns the comparison of all papers.
fn every(reports: &Path) -> Result<Vec<ComparedPaper>, CommandFailure> {
    let compared = PaperName::ALL.into_iter().map(|name| compare(reports, name));
    Ok(compared.collect::<Result<_, _>>()?)
}

fn measure(args: &ReproduceArgs, choice: Choice) -> Result<CampaignOutcome, CommandFailure> {
    let units =
        named(all(&args.reports)?, args.paper, &args.unit).map_err(CommandFailure::usage)?;
    let data = args.data.clone().or_else(|| std::env::var_os("NUCLEUS_DATA").map(PathBuf::from));
    let workshop = Workshop {
        program: std::env::current_exe()?,
        data: data.unwrap_or_else(|| PathBuf::from("../shared/data")),
        work: args.work.clone(),
        interrupt: on_ctrl_c()?,
        choice,
    };
    let options =
        CampaignOptions { reports: args.reports.clone(), budget: args.budget, again: args.again };
    let mut bar = Bar::new();
    Ok(reproduce::run(&units, &options, &workshop, &BUILD, &mut bar))
}

/// Writes the page of all papers, and the table and the chart of each.
fn write_page(reports: &Path) -> Result<(), CommandFailure> {
    let papers = every(reports)?;
    for paper in &papers {
        let file = |end: &str| reports.join(FOLDER).join(format!("{}.{end}", paper.name));
        write(&file("csv"), &table(paper).csv())?;
        if let Some(chart) = chart(paper) {
            write(&file("svg"), &chart.svg())?;
        }
    }
    write(&reports.join("PAPERS.md"), &markdown(&papers))
}

/// Lists the units of a paper, or of all.
fn list(units: &[Unit], paper: Option<PaperName>) -> String {
    let selected = units.iter().filter(|unit| paper.is_none_or(|paper| unit.paper == paper));
    let number = |value: f64| TableCell::number(Some(value), |value| format!("{value:.0}"));
    Table::with_items("units", "Units", selected)
        .left("unit", "unit", |unit| TableCell::text(&unit.name))
        .left("paper", "paper", |unit| TableCell::text(unit.paper.name()))
        .right("steps", "steps", |unit| number(unit.steps.len() as f64))
        .right("minutes", "about, min", |unit| number((unit.seconds() / 60.0).ceil()))
        .left("timed", "timed", |unit| TableCell::text(if unit.timed { "yes" } else { "no" }))
        .left("subject", "subject", |unit| TableCell::text(&unit.what))
        .table()
        .markdown()
}
