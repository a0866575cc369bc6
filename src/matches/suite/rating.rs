use super::record::{PositionRecord, SuiteLimit, SuiteResult};

/// A formula that turns solution times into a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formula {
    /// LCT II: 1900 plus points by the solution time of each of 35 positions, 600 s each.
    Lct2,
    /// BT 2630: 2630 minus the mean solution time in seconds, 30 positions, 900 s each.
    Bt2630,
    /// BS 2830: 2830 minus the square of 1/17 of the total minutes, 27 positions, 900 s each.
    Bs2830,
}

/// A rating, or the reason that there is none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rating {
    /// The rating by the formula.
    Value(f64),
    /// The suite has no formula.
    NoFormula,
    /// The formula requires another time limit.
    OtherLimit,
    /// Not all positions were searched.
    Incomplete,
}

impl Formula {
    /// Returns the formula of a suite, by its file name.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        [("lct2", Self::Lct2), ("bt2630", Self::Bt2630), ("bs2830", Self::Bs2830)]
            .into_iter()
            .find(|(part, _)| name.contains(part))
            .map(|(_, formula)| formula)
    }

    /// Returns the time limit in milliseconds and the number of positions that the formula requires.
    pub const fn conditions(self) -> (u64, usize) {
        match self {
            Self::Lct2 => (600_000, 35),
            Self::Bt2630 => (900_000, 30),
            Self::Bs2830 => (900_000, 27),
        }
    }

    /// Returns the rating of a run. Without a solution: 0 points in LCT II, else the full limit.
    pub fn value(self, positions: &[PositionRecord]) -> f64 {
        let limit = self.conditions().0 as f64 / 1000.0;
        let total: f64 = positions.iter().map(|p| solution_time(p, limit)).sum();
        match self {
            Self::Lct2 => {
                let points =
                    |p: &PositionRecord| p.found.filter(|_| p.solved).map_or(0, lct_points);
                1900.0 + f64::from(positions.iter().map(points).sum::<u32>())
            }
            Self::Bt2630 => 2630.0 - total / 30.0,
            Self::Bs2830 => 2830.0 - (total / 60.0 / 17.0).powi(2),
        }
    }
}

impl Rating {
    /// Returns the rating of a run.
    pub fn new(result: &SuiteResult, limit: SuiteLimit) -> Self {
        let Some(formula) = Formula::from_name(&result.name) else { return Self::NoFormula };
        let (milliseconds, count) = formula.conditions();
        if limit != (SuiteLimit::Movetime { milliseconds }) {
            return Self::OtherLimit;
        }
        if result.positions.len() != count {
            return Self::Incomplete;
        }
        Self::Value(formula.value(&result.positions))
    }
}

/// Returns the seconds to the solution, or the full limit without one.
pub fn solution_time(position: &PositionRecord, limit: f64) -> f64 {
    position.found.filter(|_| position.solved).unwrap_or(limit)
}

/// Returns LCT II's points for a solution found after this number of full seconds.
fn lct_points(seconds: f64) -> u32 {
    match seconds as u64 {
        0..=9 => 30,
        10..=29 => 25,
        30..=89 => 20,
        90..=179 => 15,
        180..=389 => 10,
        390..=600 => 5,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(times: &[Option<f64>]) -> Vec<PositionRecord> {
        times
            .iter()
            .enumerate()
            .map(|(index, &found)| PositionRecord {
                number: index + 1,
                solved: found.is_some(),
                found,
                ..PositionRecord::default()
            })
            .collect()
    }

    #[test]
    fn lct_steps() {
        let times = [0.0, 9.9, 10.0, 29.9, 30.0, 89.0, 90.0, 180.0, 390.0, 600.0];
        let points = [30, 30, 25, 25, 20, 20, 15, 10, 5, 5];
        for (time, points) in times.into_iter().zip(points) {
            assert_eq!(lct_points(time), points, "{time} s");
        }
        assert_eq!(Formula::Lct2.value(&found(&[Some(1.0), None, Some(100.0)])), 1945.0);
    }
}
