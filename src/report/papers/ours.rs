use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::super::Error;
use super::super::load::{self, refused};
use super::figures::{FOLDER, OursSource, RecordSource, SourceFigure, UnitSource};
use nucleus_records::envelope;
use nucleus_records::identity::CpuIdentity;
use nucleus_records::papers::{PaperEstimate, PaperRecord};
use nucleus_records::record::{Record, Sample, Spread};
use nucleus_records::scaling::rows;

/// Our figure with its source.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OurFigure {
    /// The figure with its interval.
    #[serde(flatten)]
    pub estimate: PaperEstimate,
    /// False if the run is not complete.
    pub complete: bool,
    /// Path of the record within the folder of the reports.
    pub record: String,
    /// The commit that was measured.
    pub commit: Option<String>,
    /// The CPU.
    pub cpu: String,
}

/// The records of a folder of reports, each read once.
#[derive(Debug)]
pub struct Records<'a> {
    reports: &'a Path,
    units: BTreeMap<String, Option<PaperRecord>>,
    compared: BTreeMap<PathBuf, Record>,
}

impl<'a> Records<'a> {
    /// Creates an empty cache.
    pub fn new(reports: &'a Path) -> Self {
        Self { reports, units: BTreeMap::new(), compared: BTreeMap::new() }
    }

    /// Returns our figure, or `None` if the unit has not measured it.
    ///
    /// # Errors
    /// If a record cannot be read or lacks the figure.
    pub fn resolve(&mut self, source: &OursSource, of: f64) -> Result<Option<OurFigure>, Error> {
        match source {
            OursSource::Unit(unit) => self.of_unit(unit, of),
            OursSource::Record(record) => self.of_record(record).map(Some),
        }
    }

    /// Returns the record of a unit, or `None` if the unit has not run.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn unit(&mut self, unit: &str) -> Result<Option<&PaperRecord>, Error> {
        if !self.units.contains_key(unit) {
            let path = self.reports.join(FOLDER).join(format!("{unit}.json"));
            let text = path.exists().then(|| load::content(&path)).transpose()?;
            let record = text.map(|text| envelope::read(&text)).transpose();
            let record = record.map_err(|error| refused(&path, &error.to_string()))?;
            self.units.insert(unit.to_owned(), record);
        }
        Ok(self.units.get(unit).and_then(Option::as_ref))
    }

    fn of_unit(&mut self, source: &UnitSource, of: f64) -> Result<Option<OurFigure>, Error> {
        for unit in source.less.iter().map(|[unit, _]| unit).chain([&source.unit]) {
            self.unit(unit)?;
        }
        let of_name = |unit: &str| self.units.get(unit).and_then(Option::as_ref);
        let Some(record) = of_name(&source.unit) else { return Ok(None) };
        let estimate = match &source.less {
            None => record.estimate(&source.series, source.by, of),
            Some([unit, series]) => of_name(unit)
                .and_then(|other| record.paired(&source.series, (other, series), source.by)),
        };
        let Some(estimate) = estimate else { return Ok(None) };
        Ok(Some(OurFigure {
            estimate,
            complete: record.complete,
            record: format!("{FOLDER}/{}.json", source.unit),
            commit: record.source.commit.clone(),
            cpu: CpuIdentity::from_machine(&record.machine).title(),
        }))
    }

    fn of_record(&mut self, source: &RecordSource) -> Result<OurFigure, Error> {
        let path = self.reports.join(&source.record);
        let nothing = || refused(&path, &format!("no such figure: {source:?}"));
        if !self.compared.contains_key(&path) {
            self.compared.insert(path.clone(), load::read(&path)?.record);
        }
        let record = self.compared.get(&path).ok_or_else(nothing)?;
        let estimate = match source.figure {
            SourceFigure::Threads => threads(record, source),
            _ => compared(record, source),
        };
        Ok(OurFigure {
            estimate: estimate.ok_or_else(nothing)?,
            complete: true,
            record: source.record.display().to_string(),
            commit: record.source.commit.clone(),
            cpu: CpuIdentity::from_machine(&record.machine).title(),
        })
    }
}

/// Returns the time to depth with one thread divided by that with several.
fn threads(record: &Record, source: &RecordSource) -> Option<PaperEstimate> {
    let threads: u32 = source.workload.parse().ok()?;
    let rows = rows(record);
    let row = rows.iter().find(|row| row.engine == source.engine && row.threads == threads)?;
    let ratio = row.time_ratio.as_ref()?;
    Some(PaperEstimate::new(ratio.mean, ratio.interval, row.positions))
}

/// Returns a speed or a ratio of a comparison.
fn compared(record: &Record, source: &RecordSource) -> Option<PaperEstimate> {
    let row = record.summary(&source.engine, &source.workload)?;
    if source.figure == SourceFigure::Ratio {
        let reference = source.reference.as_ref()?;
        let ratio = row.ratios.iter().find(|ratio| ratio.reference == *reference)?;
        let interval = ratio.low.zip(ratio.high);
        return Some(PaperEstimate::new(ratio.ratio, interval, ratio.blocks as usize));
    }
    let samples = record.samples.iter().filter(|sample| !sample.warmup);
    let is_its = |s: &&Sample| s.engine == source.engine && s.workload == source.workload;
    let count = samples.filter(is_its).count();
    let own = row.nps.as_ref()?;
    let ends = |speed: &Spread| (speed.low.unwrap_or(speed.min), speed.high.unwrap_or(speed.max));
    let (low, high) = ends(own);
    if source.figure == SourceFigure::Over {
        let other = record.summary(source.over.as_ref()?, &source.workload)?.nps.as_ref()?;
        let (lower, upper) = ends(other);
        let interval = Some((low / upper, high / lower));
        return Some(PaperEstimate::new(own.median / other.median, interval, count));
    }
    let scale = match source.clock {
        Some(clock) => clock / row.clock_ghz?,
        None => 1.0,
    };
    let interval = Some((low * scale, high * scale));
    Some(PaperEstimate::new(own.median * scale, interval, count))
}
