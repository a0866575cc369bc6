use serde::Serialize;

use super::figures::{OursSource, PrintedFigure};
use super::ours::OurFigure;
use super::table::figure as number;

nucleus_base::named_enum! {
    /// Kind of a verdict.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum VerdictKind {
        /// The printed value lies in our interval, which is narrow enough. For a claim of a
        /// minimum, our interval lies above the printed value.
        Reproduced = "reproduced",
        /// The printed value lies outside of our interval.
        Differs = "differs",
        /// The measurement does not decide.
        NotDecided = "not decided",
        /// The experiment is possible but has not been run.
        NotRun = "not run",
        /// The figure cannot be tested.
        CannotBeTested = "cannot be tested",
        /// The paper states the question without a figure; ours is measured.
        NotPrinted = "not printed",
        /// A constant that our engine takes from the paper, which proves nothing.
        Input = "input",
    }
}

/// A verdict with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FigureVerdict {
    /// The kind.
    pub kind: VerdictKind,
    /// The reason; empty for `NotPrinted`, and for `Reproduced` if our run is complete.
    pub reason: String,
}

/// The relative rounding error of a printed value.
const ROUNDING: f64 = 1e-9;
/// The maximum width, as a share of [`PrintedFigure::extent`], of an interval that decides in favour of
/// the printed value. An interval of any width that excludes the value decides against it.
const WIDEST: f64 = 0.5;

impl FigureVerdict {
    fn because(kind: VerdictKind, reason: impl Into<String>) -> Self {
        Self { kind, reason: reason.into() }
    }

    /// Returns the verdict on a printed figure.
    pub fn new(figure: &PrintedFigure, ours: Option<&OurFigure>) -> Self {
        use VerdictKind::{CannotBeTested, Input, NotDecided, NotRun, Reproduced};
        if let Some(why) = &figure.cannot {
            return Self::because(CannotBeTested, why);
        }
        let Some(ours) = ours else {
            return match &figure.input {
                Some(why) => Self::because(Input, why),
                None => Self::because(NotRun, not_run(figure)),
            };
        };
        let compared = Self::compared(figure, ours);
        match (&figure.input, &figure.undecided) {
            // A constant that differs from the printed one keeps the verdict `Differs`.
            (Some(why), _) if compared.kind == Reproduced => Self::because(Input, why),
            (_, Some(why)) => Self::because(NotDecided, why),
            _ => compared,
        }
    }

    /// Compares our interval with the printed value.
    fn compared(figure: &PrintedFigure, ours: &OurFigure) -> Self {
        use VerdictKind::{Differs, NotDecided, NotPrinted, Reproduced};
        let Some(low) = figure.value else { return Self::because(NotPrinted, "") };
        let Some((from, to)) = ours.estimate.interval else {
            return Self::because(NotDecided, "no interval: one run or two");
        };
        let partly = if ours.complete { "" } else { " (its run is not complete)" };
        let slack = ROUNDING * low.abs();
        let high = figure.to.unwrap_or(low);
        let holds = |(from, to): (f64, f64)| from <= high + slack && to >= low - slack;
        let (width, extent) = (to - from, figure.extent());
        let why = match ours.estimate.surely {
            _ if figure.least && from >= low - slack => {
                return Self::because(Reproduced, partly.trim());
            }
            _ if figure.least && to >= low => "our interval reaches below it".to_owned(),
            _ if figure.least || !holds((from, to)) => {
                let reason = figure.differs.as_deref().unwrap_or("the reason is not known yet");
                return Self::because(Differs, format!("{reason}{partly}"));
            }
            _ if width > WIDEST * extent => {
                format!("our interval is {} wide, of {}", number(width), number(extent))
            }
            Some(surely) if !holds(surely) => {
                "it depends on which of the positions it solved, which is not printed".to_owned()
            }
            _ => return Self::because(Reproduced, partly.trim()),
        };
        Self::because(NotDecided, why + partly)
    }
}

/// Returns the reason for a figure without samples: the missing experiment or unit, and its hours.
fn not_run(figure: &PrintedFigure) -> String {
    let why = match (&figure.not_run, &figure.ours) {
        (Some(why), _) => why.clone(),
        (None, Some(OursSource::Unit(unit))) => {
            format!("nucleus reproduce --run --unit {}", unit.unit)
        }
        _ => "not measured yet".to_owned(),
    };
    figure.hours.map_or(why.clone(), |hours| format!("{why}: {hours} h"))
}
