use std::fmt::Write;

use super::rate::RatingReport;
use super::results::GameResults;
use nucleus_base::text::escape::markdown;

/// The maximum number of players for a table with a column for each.
const MOST_COLUMNS: usize = 30;

/// Formats a rounded number, with a proper minus sign.
fn signed(value: f64) -> String {
    // Adding zero turns −0 into 0.
    format!("{:.0}", value.round() + 0.0).replace('-', "−")
}

/// Returns the ratings in Markdown, in BayesElo's columns, with the likelihood of superiority.
pub fn rating_table(report: &RatingReport) -> String {
    let mut text = "| rank | name | Elo | + | − | games | score | opponents | draws |\n\
                    |---:|---|---:|---:|---:|---:|---:|---:|---:|\n"
        .to_owned();
    for (place, player) in report.players.iter().enumerate() {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {:.1} % | {} | {:.1} % |",
            place + 1,
            markdown(&player.name),
            signed(player.elo),
            signed(player.plus),
            signed(player.minus),
            player.games,
            100.0 * player.score,
            signed(player.opponents),
            100.0 * player.draws as f64 / player.games as f64,
        );
    }
    let kind = |fitted| if fitted { "estimated" } else { "given" };
    let _ = writeln!(
        text,
        "\n{} games. Advantage of White {:.1} ({}), draw parameter {:.1} ({}), prior {} draws, \
         scale {:.4}; + and − are the 95 % interval.",
        report.games,
        report.white_advantage,
        kind(report.white_fitted),
        report.draw_parameter,
        kind(report.draw_fitted),
        report.prior,
        report.scale,
    );
    text + &superiority_table(report)
}

/// Returns the table of the likelihood of superiority; empty for too many players.
fn superiority_table(report: &RatingReport) -> String {
    let count = report.players.len();
    if report.superiority.is_empty() || count > MOST_COLUMNS {
        return String::new();
    }
    let cells = |row: usize| {
        let cell = |(column, likelihood): (usize, &f64)| match row == column {
            true => " – |".to_owned(),
            false => format!(" {:.1} |", 100.0 * likelihood),
        };
        report.superiority[row].iter().enumerate().map(cell).collect()
    };
    "\nLikelihood to be the stronger, in percent:\n\n".to_owned() + &square(report, "", cells)
}

/// Returns a table with a row and a column for each player, and perhaps one more column.
fn square(report: &RatingReport, more: &str, cells: impl Fn(usize) -> String) -> String {
    let count = report.players.len();
    let mut text = "| |".to_owned();
    (1..=count).for_each(|column| text += &format!(" {column} |"));
    let columns = "---:|".repeat(count + usize::from(!more.is_empty()));
    text += &format!("{more}\n|---|{columns}\n");
    for (row, player) in report.players.iter().enumerate() {
        let _ = writeln!(text, "| {} {} |{}", row + 1, markdown(&player.name), cells(row));
    }
    text
}

/// Returns the points of each player against each other; empty for more than 30 players.
pub fn crosstable(report: &RatingReport, results: &GameResults) -> String {
    let count = report.players.len();
    if count > MOST_COLUMNS {
        return String::new();
    }
    let places: Vec<Option<usize>> =
        report.players.iter().map(|player| results.find(&player.name)).collect();
    let place = |player: usize| places.iter().position(|&at| at == Some(player));
    let mut points = vec![vec![(0.0, 0.0); count]; count];
    for tally in results.tallies() {
        let (Some(white), Some(black)) = (place(tally.white), place(tally.black)) else { continue };
        let games = tally.games();
        for (own, other, wins) in [(white, black, tally.wins), (black, white, tally.losses)] {
            points[own][other].0 += wins + tally.draws / 2.0;
            points[own][other].1 += games;
        }
    }
    square(report, " points |", |row| {
        let cell = |&(won, games): &(f64, f64)| match games > 0.0 {
            true => format!(" {won}/{games} |"),
            false => " – |".to_owned(),
        };
        let (won, games) =
            points[row].iter().fold((0.0, 0.0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
        points[row].iter().map(cell).collect::<String>() + &format!(" {won}/{games} |")
    })
}
