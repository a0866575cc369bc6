//! Positions from a file, EPD or FEN, one per line.

use std::collections::HashSet;
use std::path::Path;

use super::progress::RunError;
use nucleus_base::files;
use nucleus_base::text;
use nucleus_core::board::fen;
use nucleus_core::notation::ReadFaults;
use nucleus_core::notation::epd;
use nucleus_core::notation::pgn::decode;
use nucleus_core::types::Random;
use nucleus_records::record::{Protocol, Workload};
use nucleus_records::workloads;

/// A position and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPosition {
    /// The position's `id`, or its line number.
    pub name: String,
    /// The position as FEN.
    pub fen: String,
}

/// The default minimum search time per position in seconds.
const LEAST: f64 = 0.05;

/// Returns the positions of a file, or a random sample of them in file order.
///
/// # Errors
/// If the file cannot be read or has too few positions. An invalid line is skipped with a warning.
pub fn read(file: &Path, sample: Option<usize>, seed: u64) -> Result<Vec<NamedPosition>, RunError> {
    let failed = |what: String| RunError::Usage(format!("{}: {what}", file.display()));
    let content = decode(files::read(file).map_err(|e| failed(e.to_string()))?);
    let mut left = ReadFaults::default();
    let mut positions: Vec<NamedPosition> = Vec::new();
    let mut names = HashSet::new();
    for (index, epd) in epd::read(&content).enumerate() {
        let read = epd.map_err(|e| e.to_string()).and_then(|epd| match epd.setup.state.chess960 {
            true => Err(format!("line {}: Chess960, which not every engine knows", epd.line)),
            false => Ok(epd),
        });
        let Some(epd) = left.keep(&file.display().to_string(), read) else { continue };
        let name = epd.text("id").map_or_else(|| format!("line {}", epd.line), str::to_owned);
        let twice = !names.insert(name.clone());
        let name = if twice { format!("{name} ({})", index + 1) } else { name };
        positions
            .push(NamedPosition { name, fen: fen::format(&epd.setup.planes, &epd.setup.state) });
    }
    left.warn();
    if positions.is_empty() {
        return Err(failed("no position in it".to_owned()));
    }
    match sample {
        Some(count) if count > positions.len() => {
            let all = positions.len();
            Err(failed(format!("cannot sample {count} of {all} positions")))
        }
        Some(count) => Ok(drawn(positions, count, seed)),
        None => Ok(positions),
    }
}

/// Returns a uniform sample of `count` positions, in their order.
fn drawn(positions: Vec<NamedPosition>, count: usize, seed: u64) -> Vec<NamedPosition> {
    let mut random = Random::new(seed);
    let all = positions.len();
    let mut chosen = 0;
    let mut keep = |(index, position): (usize, NamedPosition)| {
        // Selection sampling: each of the remaining positions is equally likely.
        let taken = random.below(all - index) < count - chosen;
        chosen += usize::from(taken);
        taken.then_some(position)
    };
    positions.into_iter().enumerate().filter_map(&mut keep).collect()
}

/// Returns a workload that searches each of these positions once, to the limit, or for an equal
/// part of a sample's time. The workload is named after the file.
///
/// # Errors
/// If the limit is invalid.
pub fn workload(
    file: &Path,
    positions: &[NamedPosition],
    limit: Option<&str>,
    seconds: f64,
) -> Result<Workload, RunError> {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let name: String = stem.chars().map(|c| if plain(c) { c } else { '-' }).take(60).collect();
    let limit = match limit {
        Some(limit) => checked(limit)?,
        None => {
            let each = (seconds / positions.len() as f64).max(LEAST);
            format!("movetime {}", (each * 1e3).round())
        }
    };
    Ok(Workload {
        name: format!("{name}/set"),
        position: name,
        fen: positions.first().map(|p| p.fen.clone()).unwrap_or_default(),
        fens: positions.iter().map(|p| p.fen.clone()).collect(),
        limit,
        protocol: Protocol::Set,
        ..Workload::default()
    })
}

/// Returns a workload for each position, to the depth that one thread reaches in this time.
pub fn to_depth(positions: &[NamedPosition], seconds: f64) -> Vec<Workload> {
    let one = |p: &NamedPosition| workloads::to_depth(&text::name(&p.name), &p.fen, seconds);
    positions.iter().map(one).collect()
}

fn checked(limit: &str) -> Result<String, RunError> {
    let words: Vec<&str> = limit.split_whitespace().collect();
    match words[..] {
        ["depth" | "nodes" | "movetime", number] if number.parse::<u64>().is_ok_and(|n| n > 0) => {
            Ok(words.join(" "))
        }
        _ => Err(RunError::Usage(format!(
            "--limit `{}`: expected depth N, nodes N or movetime MS",
            text::excerpt(limit)
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_drawn_by_the_seed_and_evenly() {
        let named = |i: usize| NamedPosition { name: i.to_string(), fen: String::new() };
        let all: Vec<NamedPosition> = (0..10).map(named).collect();
        let draw = |seed| -> Vec<usize> {
            drawn(all.clone(), 4, seed).iter().map(|p| p.name.parse().unwrap()).collect()
        };
        assert_eq!(draw(5), draw(5));
        let mut times = [0; 10];
        for seed in 0..1000 {
            let one = draw(seed);
            assert_eq!(one.len(), 4);
            assert!(one.is_sorted());
            one.into_iter().for_each(|i| times[i] += 1);
        }
        // The expected count is 400, with a standard deviation of 15.
        assert!(times.iter().all(|n| (330..=470).contains(n)), "{times:?}");
    }
}
