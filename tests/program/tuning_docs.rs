//! Checks the figures of docs/notebook/TUNING.md: match results against the PGN files without moves in
//! reports/tuning, results of evolution over draws of positions against the records in reports/papers.

use crate::support::root;

use nucleus_matches::rating::GameResults;
use nucleus_records::envelope::read_file;
use nucleus_records::papers::PaperRecord;

/// Rows of the page: file, player, opponent, start of the row.
const ROWS: [(&str, &str, &str, &str); 9] = [
    ("adam-29984", "adam", "before", "| Adam | 200 |"),
    ("hj-29984", "hj", "before", "| Hooke-Jeeves | 200 |"),
    ("ep-29984", "ep", "before", "| EP | 200 |"),
    ("umko-list", "new", "old", "| the list's | 200 |"),
    ("depth-4-first-run", "ep", "first", "| generation 0: the best of EP's own run "),
    ("depth-4-first-average", "ep", "average", "| generation 0: the mean of that run's weights "),
    ("depth-6-reference", "reference", "ep-hj", "| depth 6, reference against EP+HJ "),
    ("depth-6-reference", "reference", "ep", "| depth 6, reference against EP (H2)"),
    ("depth-6-reference", "reference", "generation-0", "| depth 6, reference against generation 0"),
];

/// Returns the games that a player won, drew and lost against an opponent.
fn tally(file: &str, player: &str, opponent: &str) -> [u32; 3] {
    let path = root().join(format!("reports/tuning/{file}.pgn"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut results = GameResults::default();
    results.add_pgn(file, &text, &mut |_| {});
    assert_eq!((results.broken, results.unfinished), (0, 0), "{file}: {:?}", results.errors);
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

/// Returns the best value of each draw, in a series of a unit of `nucleus reproduce`.
fn draws(unit: &str, series: &str) -> Vec<f64> {
    let path = root().join(format!("reports/papers/{unit}.json"));
    let record: PaperRecord = read_file(&path).expect(unit);
    let mut best = [f64::NEG_INFINITY; 8];
    for sample in record.samples(series) {
        let of_draw = &mut best[sample.draw as usize - 1];
        *of_draw = of_draw.max(sample.value);
    }
    best.to_vec()
}

/// Formats draws as the page does: their rounded mean, all of them in a phrase (`290, 330 and 361`), or the
/// lowest and the highest.
fn shown(draws: &[f64], how: &str) -> String {
    let (last, first) = draws.split_last().expect("a draw");
    match how {
        "mean" => format!("{:.0}", draws.iter().sum::<f64>() / draws.len() as f64),
        "all" => {
            let first: Vec<String> = first.iter().map(f64::to_string).collect();
            format!("{} and {last}", first.join(", "))
        }
        _ => {
            let [low, high] = [f64::min, f64::max].map(|f| first.iter().copied().fold(*last, f));
            format!("{low} to {high}")
        }
    }
}

/// Sentences of the page; a figure is a unit, a series and a format.
const SENTENCES: [&str; 8] = [
    "unit `ep-late`) end at {ep-late|generation 200, best|all}, the best of three runs each: \
     {ep-late|generation 200, best|mean} on average",
    "(unit `ep-book-gnuchess`) evolution ends at {ep-book-gnuchess|generation 200, best|all} in training",
    "(unit `ep-book-karballo`) at {ep-book-karballo|generation 200, best|all}:",
    "(unit `ep-population-50`) the best solves {ep-population-50|generation 200, best|mean} on average, \
     with 20 it solves {ep-draws|generation 200, best|mean} (unit `ep-draws`)",
    "(unit `ep-pawns`) {ep-pawns|generation 200, best|mean}.",
    "which solve {ep-ranking|start, training|mean} in training and {ep-ranking|start, test|mean} in the \
     test, and ends at {ep-ranking|training|mean} and {ep-ranking|test|mean} ({ep-ranking|training|range}, \
     {ep-ranking|test|range} over the draws)",
    "where evolution solves {ep-draws|generation 200, best|mean} and {ep-draws|test|mean}.",
    "second column solves {ep-printed|EP, training|mean} of 1,000 in training and \
     {ep-printed|EP, test|mean} in the test, its third {ep-printed|EP+HJ, training|mean} and \
     {ep-printed|EP+HJ, test|mean}.",
];

#[test]
fn what_is_solved_over_draws_is_that_of_the_records() {
    let page = std::fs::read_to_string(root().join("docs/notebook/TUNING.md")).expect("the page");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in SENTENCES {
        let mut parts = sentence.split('{');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (figure, rest) = part.split_once('}').expect("a figure");
            let [unit, series, how] = figure.split('|').collect::<Vec<_>>()[..] else {
                panic!("{figure}")
            };
            filled += &(shown(&draws(unit, series), how) + rest);
        }
        assert!(page.contains(&filled), "the page does not say: {filled}");
    }
}
