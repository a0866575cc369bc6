use serde::Serialize;

use super::figures::{OursSource, PrintedFigure};
use super::ours::OurFigure;

nucleus_base::named_enum! {
    /// Kind of a verdict.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum VerdictKind {
        /// The printed value lies in our interval; of a claim of at least so much, our interval lies
        /// above it.
        Reproduced = "reproduced",
        /// The printed value lies outside.
        Differs = "differs",
        /// Nothing measured yet, or an interval too wide to decide.
        NotDecided = "not decided",
        /// There is no way to.
        CannotBeTested = "cannot be tested",
        /// The paper names the question and has no figure; ours is measured.
        NotPrinted = "not printed",
    }
}

/// A verdict with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The kind.
    pub kind: VerdictKind,
    /// The reason; empty for a figure that is reproduced.
    pub reason: String,
}

/// Share of a printed value that its own rounding may be off by.
const ROUNDING: f64 = 1e-9;

impl Verdict {
    fn new(kind: VerdictKind, reason: impl Into<String>) -> Self {
        Self { kind, reason: reason.into() }
    }

    /// The verdict on a printed figure.
    pub fn of(figure: &PrintedFigure, ours: Option<&OurFigure>) -> Self {
        use VerdictKind::{CannotBeTested, Differs, NotDecided, NotPrinted, Reproduced};
        if let Some(why) = &figure.cannot {
            return Self::new(CannotBeTested, why);
        }
        let Some(ours) = ours else { return Self::new(NotDecided, not_run(figure)) };
        let Some(low) = figure.value else { return Self::new(NotPrinted, "") };
        let Some((from, to)) = ours.estimate.interval else {
            return Self::new(NotDecided, "too few samples for an interval");
        };
        let partly = if ours.complete { "" } else { " (its run is not complete)" };
        let slack = ROUNDING * low.abs();
        if figure.least {
            if from >= low - slack {
                return Self::new(Reproduced, partly.trim());
            }
            if to >= low {
                return Self::new(NotDecided, format!("our interval reaches below it{partly}"));
            }
        } else {
            let high = figure.to.unwrap_or(low);
            if from <= high + slack && to >= low - slack {
                return match figure.widest {
                    Some(widest) if to - from > widest => {
                        let width = to - from;
                        let why = format!("our interval is {width:.0} wide, above {widest:.0}");
                        Self::new(NotDecided, why + partly)
                    }
                    _ => Self::new(Reproduced, partly.trim()),
                };
            }
        }
        let reason = figure.differs.as_deref().unwrap_or("no experiment tells why yet");
        Self::new(Differs, format!("{reason}{partly}"))
    }
}

/// The reason of a figure without samples, with the unit that is to make them.
fn not_run(figure: &PrintedFigure) -> String {
    match &figure.ours {
        Some(OursSource::Unit(unit)) => {
            format!("not measured yet: unit `{}`", unit.unit)
        }
        _ => "not measured yet".to_owned(),
    }
}
