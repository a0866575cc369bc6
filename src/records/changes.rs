//! Finds the commits at which the speed changed: circular binary segmentation with a permutation test.
//!
//! In a row of n commits, the search looks for the stretch of m commits whose mean log speed differs most
//! from the mean of the other commits; the difference is weighted by √(m (n − m) / n). A stretch that begins
//! with the first commit divides the row in two. The stretch is significant if few shuffled tables have one
//! that differs as much. Shuffling permutes the speeds within each block. Every commit runs in each block, so
//! a disturbance of a complete block has no effect. The row is divided at both ends of the stretch, and the
//! parts are searched in the same way. At the end, each change is tested once more between its neighbours.

use super::stats;
use nucleus_core::types::Random;

/// The significance level: the probability that a row without a change seems to have one.
pub const LEVEL: f64 = 0.01;
/// The number of shuffled tables that a stretch is compared with.
const SHUFFLES: u32 = 1_999;

/// A change of speed.
#[derive(Debug, Clone, PartialEq)]
pub struct SpeedChange {
    /// The column (commit) at which the new speed begins.
    pub at: usize,
    /// The speed from this change to the next one, divided by the speed from the previous change to this one.
    pub ratio: f64,
    /// The 95 % interval of the ratio.
    pub interval: Option<(f64, f64)>,
    /// The p-value: the fraction of shuffled tables with a split as large.
    pub p: f64,
}

/// Returns the changes in a table of log speeds with a row per block and a column per commit.
pub fn changes(table: &[Vec<f64>], seed: u64) -> Vec<SpeedChange> {
    let columns = table.first().map_or(0, Vec::len);
    let mut random = Random::new(seed);
    let mut places = Vec::new();
    segment(table, 0, columns, &mut random, &mut places);
    places.sort_unstable();
    let mut found: Vec<(usize, f64)> = Vec::new();
    for (index, &place) in places.iter().enumerate() {
        let from = found.last().map_or(0, |&(at, _)| at);
        let to = places.get(index + 1).copied().unwrap_or(columns);
        debug_assert!(from < place && place < to);
        let alone = test(table, [from, to], best_split, &mut random);
        found.extend(alone.map(|([_, at], p)| (at, p)));
    }
    let ends: Vec<usize> = found.iter().map(|&(at, _)| at).chain([columns]).collect();
    let part = |(index, &(at, p)): (usize, &(usize, f64))| {
        let from = if index == 0 { 0 } else { ends[index - 1] };
        let (ratio, interval) = ratio(table, [from, at, ends[index + 1]], seed)?;
        Some(SpeedChange { at, ratio, interval, p })
    };
    found.iter().enumerate().filter_map(part).collect()
}

fn segment(
    table: &[Vec<f64>],
    from: usize,
    to: usize,
    random: &mut Random,
    places: &mut Vec<usize>,
) {
    let Some(([begin, end], _)) = test(table, [from, to], best_stretch, random) else { return };
    // A stretch is never the complete row, so the recursion ends.
    for [from, to] in [[from, begin], [begin, end], [end, to]] {
        segment(table, from, to, random, places);
    }
    places.extend([begin, end].into_iter().filter(|&place| place > from && place < to));
}

/// A function that returns the stretch of columns that differs most from the other columns, and the
/// difference. The rows have mean zero.
type Finder = fn(&[Vec<f64>]) -> ([usize; 2], f64);

/// Returns the stretch of these columns that differs most, with its p-value, if it is significant.
fn test(
    table: &[Vec<f64>],
    [from, to]: [usize; 2],
    find: Finder,
    random: &mut Random,
) -> Option<([usize; 2], f64)> {
    if to - from < 2 || table.is_empty() {
        return None;
    }
    let mut rows: Vec<Vec<f64>> = table.iter().map(|row| centred(&row[from..to])).collect();
    let (stretch, good) = find(&rows);
    let mut as_good = 1;
    for _ in 0..SHUFFLES {
        for row in &mut rows {
            for last in (1..row.len()).rev() {
                row.swap(last, random.below(last + 1));
            }
        }
        // A table that is shuffled into its original order must count as equal, whatever the rounding.
        as_good += u32::from(find(&rows).1 >= good * (1.0 - 1e-9));
    }
    let p = f64::from(as_good) / f64::from(SHUFFLES + 1);
    (p <= LEVEL).then_some((stretch.map(|place| from + place), p))
}

fn centred(row: &[f64]) -> Vec<f64> {
    let mean = stats::mean(row);
    row.iter().map(|value| value - mean).collect()
}

/// Returns the sums of the columns before each index.
fn sums(rows: &[Vec<f64>]) -> Vec<f64> {
    let mut sums = vec![0.0; rows[0].len() + 1];
    for place in 1..sums.len() {
        sums[place] = sums[place - 1] + rows.iter().map(|row| row[place - 1]).sum::<f64>();
    }
    sums
}

/// Returns the scaled difference between the columns inside a stretch and those outside. The rows
/// have mean zero, so the sum outside is the negative of the sum inside.
fn difference(sums: &[f64], [begin, end]: [usize; 2]) -> f64 {
    let (n, m) = ((sums.len() - 1) as f64, (end - begin) as f64);
    (sums[end] - sums[begin]).abs() * (n / (m * (n - m))).sqrt()
}

fn best(sums: &[f64], stretches: impl Iterator<Item = [usize; 2]>) -> ([usize; 2], f64) {
    let rated = stretches.map(|stretch| (stretch, difference(sums, stretch)));
    rated.fold(([0, 1], 0.0), |best, next| if next.1 > best.1 { next } else { best })
}

/// Returns the best stretch that begins at the first column.
fn best_split(rows: &[Vec<f64>]) -> ([usize; 2], f64) {
    let sums = sums(rows);
    best(&sums, (1..sums.len() - 1).map(|end| [0, end]))
}

/// Returns the best stretch without the last column: others differ as much as their complements.
fn best_stretch(rows: &[Vec<f64>]) -> ([usize; 2], f64) {
    let sums = sums(rows);
    let columns = sums.len() - 1;
    let from = |begin: usize| (begin + 1..columns).map(move |end| [begin, end]);
    best(&sums, (0..columns - 1).flat_map(from))
}

/// Returns the speed in columns `at..to` divided by that in `from..at`, with its interval.
fn ratio(
    table: &[Vec<f64>],
    [from, at, to]: [usize; 3],
    seed: u64,
) -> Option<(f64, Option<(f64, f64)>)> {
    let step = |row: &Vec<f64>| stats::mean(&row[at..to]) - stats::mean(&row[from..at]);
    let steps: Vec<f64> = table.iter().map(step).collect();
    stats::ratio(&steps, seed)
}
