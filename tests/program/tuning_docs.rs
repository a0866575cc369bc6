//! The matches of docs/notebook/TUNING.md are read back from their results: PGN without moves in reports/tuning.

use std::path::{Path, PathBuf};

use nucleus_matches::rating::GameResults;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// Rows of the page: the file, whose result, against whom, how the row begins.
const ROWS: [(&str, &str, &str, &str); 8] = [
    ("adam-29984", "adam", "before", "| Adam | 200 |"),
    ("hj-29984", "hj", "before", "| Hooke-Jeeves | 200 |"),
    ("ep-29984", "ep", "before", "| EP | 200 |"),
    ("depth-4-first-run", "ep", "first", "| generation 0: the best of EP's own run "),
    ("depth-4-first-average", "ep", "average", "| generation 0: the mean of that run's weights "),
    ("depth-6-reference", "reference", "ep-hj", "| depth 6, reference against EP+HJ "),
    ("depth-6-reference", "reference", "ep", "| depth 6, reference against EP (H2)"),
    (
        "depth-6-reference",
        "reference",
        "generation-0",
        "| depth 6, reference against generation 0 ",
    ),
];

/// Won, drawn and lost by one player against another.
fn tally(file: &str, player: &str, opponent: &str) -> [u32; 3] {
    let path = root().join(format!("reports/tuning/{file}.pgn"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut results = GameResults::default();
    results.add_pgn(file, &text);
    assert_eq!((results.broken, results.unfinished), (0, 0), "{file}: {:?}", results.faults);
    let number = |name: &str| results.find(name).unwrap_or_else(|| panic!("{file}: no {name}"));
    let (player, opponent) = (number(player), number(opponent));
    let mut counts = [0; 3];
    for pair in results.tallies() {
        let [wins, draws, losses] = [pair.wins, pair.draws, pair.losses].map(|n| n as u32);
        let own = match (pair.white, pair.black) {
            sides if sides == (player, opponent) => [wins, draws, losses],
            sides if sides == (opponent, player) => [losses, draws, wins],
            _ => continue,
        };
        counts.iter_mut().zip(own).for_each(|(count, own)| *count += own);
    }
    counts
}

#[test]
fn matches_on_the_page_are_those_of_their_results() {
    let page = std::fs::read_to_string(root().join("docs/notebook/TUNING.md")).expect("the page");
    for (file, player, opponent, begin) in ROWS {
        let [won, drawn, lost] = tally(file, player, opponent);
        let row = page.lines().find(|line| line.starts_with(begin));
        let row = row.unwrap_or_else(|| panic!("no row `{begin}`"));
        let counts = format!("| {won} · {drawn} · {lost} |");
        assert!(row.contains(&counts), "{file}: {counts}, not {row}");
        if file.starts_with("depth-6") {
            continue;
        }
        let score = (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(won + drawn + lost);
        let elo = 400.0 * (score / (1.0 - score)).log10();
        let elo = format!("{elo:+.0}").replace('-', "−");
        assert!(row.contains(&format!("| {elo} |")), "{file}: {elo} Elo, not {row}");
    }
}
