//! The figures of docs/notebook/TUNING.md are read back: matches from their results, PGN without moves in reports/tuning,
//! what evolution solves over draws of positions from the records in reports/papers.

use crate::support::root;

use nucleus_matches::rating::GameResults;

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

/// The best value of each draw in a series of a unit of `nucleus reproduce`, by draw.
fn draws(unit: &str, series: &str) -> Vec<f64> {
    let path = root().join(format!("reports/papers/{unit}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{unit}: {e}"));
    let record: serde_json::Value =
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{unit}: {e}"));
    let all = record["series"].as_array().expect("series");
    let found = all.iter().find(|s| s["name"] == series);
    let samples = found.unwrap_or_else(|| panic!("{unit}: no {series}"))["samples"].as_array();
    let mut best = [f64::NEG_INFINITY; 8];
    for sample in samples.expect("samples") {
        let draw = sample["draw"].as_u64().expect("a draw") as usize;
        best[draw - 1] = best[draw - 1].max(sample["value"].as_f64().expect("a value"));
    }
    best.to_vec()
}

/// The mean, as the page has it: a whole number.
fn mean(draws: &[f64]) -> String {
    format!("{:.0}", draws.iter().sum::<f64>() / draws.len() as f64)
}

/// The draws in a sentence: `290, 330 and 361`.
fn listed(draws: &[f64]) -> String {
    let (last, first) = draws.split_last().expect("a draw");
    let first: Vec<String> = first.iter().map(f64::to_string).collect();
    format!("{} and {last}", first.join(", "))
}

/// The lowest and the highest draw.
fn range(draws: &[f64]) -> String {
    let low = draws.iter().copied().fold(f64::INFINITY, f64::min);
    let high = draws.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    format!("{low} to {high}")
}

#[test]
fn what_is_solved_over_draws_is_that_of_the_records() {
    let page = std::fs::read_to_string(root().join("docs/notebook/TUNING.md")).expect("the page");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = |unit| draws(unit, "generation 200, best");
    let late = end("ep-late");
    let evolved = end("ep-draws");
    let ranking = draws("ep-ranking", "training");
    let ranking_test = draws("ep-ranking", "test");
    let printed = |series| mean(&draws("ep-printed", series));
    for sentence in [
        format!(
            "unit `ep-late`) end at {}, the best of three runs each: {} on average",
            listed(&late),
            mean(&late)
        ),
        format!(
            "(unit `ep-book-gnuchess`) evolution ends at {} in training",
            listed(&end("ep-book-gnuchess"))
        ),
        format!("(unit `ep-book-karballo`) at {}:", listed(&end("ep-book-karballo"))),
        format!(
            "(unit `ep-population-50`) the best solves {} on average, with 20 it solves {} (unit `ep-draws`)",
            mean(&end("ep-population-50")),
            mean(&evolved)
        ),
        format!("(unit `ep-pawns`) {}.", mean(&end("ep-pawns"))),
        format!(
            "which solve {} in training and {} in the test, and ends at {} and {} ({}, {} over the draws)",
            mean(&draws("ep-ranking", "start, training")),
            mean(&draws("ep-ranking", "start, test")),
            mean(&ranking),
            mean(&ranking_test),
            range(&ranking),
            range(&ranking_test)
        ),
        format!(
            "where evolution solves {} and {}.",
            mean(&evolved),
            mean(&draws("ep-draws", "test"))
        ),
        format!(
            "second column solves {} of 1,000 in training and {} in the test, its third {} and {}.",
            printed("EP, training"),
            printed("EP, test"),
            printed("EP+HJ, training"),
            printed("EP+HJ, test")
        ),
    ] {
        assert!(page.contains(&sentence), "the page does not say: {sentence}");
    }
}
