//! The method of Hooke and Jeeves (the paper's algorithm 3).

/// Options of a pattern search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PatternOptions {
    /// First step of every variable, Δ.
    pub step: f64,
    /// Divisor of the steps, α.
    pub reduction: f64,
    /// Tolerance ε: the search ends when the largest step (maximum norm) is below it.
    pub least: f64,
    /// True to accept exploratory steps of equal value: on a plateau all variables then move, and the sum of
    /// their steps may be better. The search still ends without a better value.
    pub ties: bool,
}

impl Default for PatternOptions {
    /// Returns the paper's options. The paper does not name its norm. With the maximum norm the last step
    /// tried is 0.47; smaller ones would change no rounded weight.
    fn default() -> Self {
        Self { step: 30.0, reduction: 2.0, least: 0.5, ties: false }
    }
}

/// The result of a pattern search.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternSearch {
    /// The best point found, within the bounds.
    pub point: Vec<f64>,
    /// Value of the objective at that point.
    pub value: u32,
    /// Number of evaluations of the objective.
    pub evaluations: u64,
}

/// The objective with a count of its evaluations.
struct Objective<'a> {
    value: &'a mut dyn FnMut(&[f64]) -> u32,
    bounds: &'a [[f64; 2]],
    ties: bool,
    evaluations: u64,
}

impl Objective<'_> {
    fn evaluate(&mut self, point: &[f64]) -> u32 {
        self.evaluations += 1;
        (self.value)(point)
    }

    /// Moves a point into the bounds.
    fn within(&self, point: &mut [f64]) {
        for (value, [low, high]) in point.iter_mut().zip(self.bounds) {
            *value = value.clamp(*low, *high);
        }
    }

    /// Explores around a point: moves each variable a step up, otherwise a step down, and keeps improvements;
    /// with `ties`, equal values as well.
    fn explore(&mut self, point: &[f64], value: u32, step: f64) -> (Vec<f64>, u32) {
        let (mut point, mut value) = (point.to_vec(), value);
        for index in 0..point.len() {
            let here = point[index];
            for there in [here + step, here - step] {
                let [low, high] = self.bounds[index];
                point[index] = there.clamp(low, high);
                if point[index] == here {
                    continue;
                }
                let found = self.evaluate(&point);
                if found > value || self.ties && found == value {
                    value = found;
                    break;
                }
                point[index] = here;
            }
        }
        (point, value)
    }
}

/// Searches for a point with a larger value within the bounds. Calls `goes_on` after each step, and ends
/// early when it returns false.
///
/// The steps are the paper's: explore around the point. If that improves it, make the pattern move x + (x −
/// previous x) and explore around the result while that improves it; otherwise reduce the steps. An
/// exploration without improvement also reduces the steps.
pub fn pattern_search(
    start: &[f64],
    bounds: &[[f64; 2]],
    options: &PatternOptions,
    value: &mut dyn FnMut(&[f64]) -> u32,
    goes_on: &mut dyn FnMut() -> bool,
) -> PatternSearch {
    let mut objective = Objective { value, bounds, ties: options.ties, evaluations: 0 };
    let mut point = start.to_vec();
    objective.within(&mut point);
    let mut best = objective.evaluate(&point);
    let mut step = options.step;
    loop {
        // Step 2: exploratory search. Step 3: was it successful?
        let (mut next, mut found) = objective.explore(&point, best, step);
        while found > best {
            let before = std::mem::replace(&mut point, next);
            best = found;
            if !goes_on() {
                break;
            }
            // Step 5: pattern move. Step 6: exploratory search around the pattern.
            let mut pattern: Vec<f64> =
                point.iter().zip(&before).map(|(now, before)| now + (now - before)).collect();
            objective.within(&mut pattern);
            let there = objective.evaluate(&pattern);
            (next, found) = objective.explore(&pattern, there, step);
            // Step 7: is the value better than before?
        }
        // Step 4: end, or reduce the steps.
        if step < options.least || !goes_on() {
            break;
        }
        step /= options.reduction;
    }
    PatternSearch { point, value: best, evaluations: objective.evaluations }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: [[f64; 2]; 2] = [[-1000.0, 1000.0]; 2];

    fn searched(
        start: [f64; 2],
        bounds: &[[f64; 2]],
        mut value: impl FnMut(&[f64]) -> u32,
    ) -> PatternSearch {
        pattern_search(&start, bounds, &PatternOptions::default(), &mut value, &mut || true)
    }

    /// A hill with its top at (203, −77).
    fn hill(point: &[f64]) -> u32 {
        let (x, y) = (point[0] - 203.0, point[1] + 77.0);
        1_000_000_u32.saturating_sub((x * x + y * y + x * y) as u32)
    }

    #[test]
    fn it_climbs_a_hill_by_patterns() {
        let found = searched([0.0, 0.0], &BOUNDS, hill);
        assert!((found.point[0] - 203.0).abs() < 1.0, "{found:?}");
        assert!((found.point[1] + 77.0).abs() < 1.0, "{found:?}");
        assert_eq!(found.value, hill(&found.point));
    }

    #[test]
    fn it_stays_within_bounds_and_where_nothing_is_better() {
        let bounds = [[0.0, 100.0], [5.0, 5.0]];
        let found = searched([50.0, 5.0], &bounds, hill);
        assert_eq!(found.point, [100.0, 5.0]);
        let flat = searched([1.0, 2.0], &BOUNDS, |_| 3);
        assert_eq!((flat.point.as_slice(), flat.value), (&[1.0, 2.0][..], 3));
        // Steps of 30, 15, … 0.94 and 0.47, four points each, and the start: the search ends after a step
        // below 0.5 without improvement.
        assert_eq!(flat.evaluations, 1 + 7 * 4);
    }

    #[test]
    fn with_ties_it_crosses_a_plateau() {
        // Better only if both values are at least 30.
        let corner = |point: &[f64]| u32::from(point[0] >= 30.0 && point[1] >= 30.0);
        assert_eq!(searched([0.0, 0.0], &BOUNDS, corner).value, 0);
        let ties = PatternOptions { ties: true, ..PatternOptions::default() };
        let mut value = corner;
        let found = pattern_search(&[0.0, 0.0], &BOUNDS, &ties, &mut value, &mut || true);
        assert_eq!((found.point.as_slice(), found.value), (&[30.0, 30.0][..], 1));
        // On a plateau the search ends at its start.
        let flat = pattern_search(&[1.0, 2.0], &BOUNDS, &ties, &mut |_| 3, &mut || true);
        assert_eq!(flat.point, [1.0, 2.0]);
    }

    #[test]
    fn it_ends_when_it_is_told() {
        let mut calls = 0;
        let found = pattern_search(
            &[0.0, 0.0],
            &BOUNDS,
            &PatternOptions::default(),
            &mut |_| 0,
            &mut || {
                calls += 1;
                calls < 2
            },
        );
        assert_eq!(found.evaluations, 1 + 2 * 4);
    }
}
