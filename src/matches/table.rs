use std::fmt::Write;

use super::record::{GameRecord, MatchRecord, Reason, SideRecord};
use super::statistics::{Interval, Method, ScoreEstimate};
use crate::text::escape::markdown;

/// The result of a match in Markdown.
pub fn table(record: &MatchRecord) -> String {
    let settings = &record.settings;
    let [first, second] = &record.engines;
    let mut text = format!(
        "{} against {}: {}, {} MiB, {} thread{}.\n\n",
        markdown(&first.name),
        markdown(&second.name),
        settings.limit,
        settings.hash_mib,
        settings.threads,
        if settings.threads == 1 { "" } else { "s" },
    );
    let Some(result) = &record.result else {
        return text + "No game was played.\n";
    };
    text += "| engine | calls itself | games | won | drawn | lost | score | 95 % interval | Elo \
             difference | 95 % interval | likelihood to be the stronger |\n\
             |---|---|---:|---:|---:|---:|---:|---|---:|---|---:|\n";
    for (engine, result) in [(first, *result), (second, result.reversed())] {
        let (score, points) = (result.score, result.points);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.1} % |",
            markdown(&engine.name),
            engine.id_name.as_deref().map_or_else(|| "–".to_owned(), markdown),
            score.games(),
            score.wins,
            score.draws,
            score.losses,
            percent(points.value),
            range(points, percent(points.low), percent(points.high)),
            difference(result.elo, points.value),
            range(points, elo(result.elo.low, '−'), elo(result.elo.high, '+')),
            100.0 * result.superiority,
        );
    }
    text += &faults(record);
    text += &ends(&record.games);
    text + &units(record, result)
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.1} %", 100.0 * value))
}

/// An Elo difference; one that is missing is infinite, with this sign.
fn elo(value: Option<f64>, sign: char) -> String {
    value.map_or_else(|| format!("{sign}∞"), |value| format!("{value:+.0}").replace('-', "−"))
}

/// The Elo difference, which is infinite where all points went one way.
fn difference(elo_difference: Interval, points: Option<f64>) -> String {
    elo(elo_difference.value, if points > Some(0.5) { '+' } else { '−' })
}

/// An interval, if there is one: a single game or pair has none.
fn range(points: Interval, low: String, high: String) -> String {
    match (points.low, points.high) {
        (None, _) | (_, None) => "–".to_owned(),
        _ => format!("{low} … {high}"),
    }
}

/// Games lost by faults, and how each engine searched.
fn faults(record: &MatchRecord) -> String {
    let mut text = "\n| engine | lost on time | illegal moves | crashes | stalls | late moves | \
                    longest move, s | mean depth | nodes/s |\n\
                    |---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        .to_owned();
    for (index, engine) in record.engines.iter().enumerate() {
        let lost = |reason: Reason| {
            let points = if index == 0 { 0 } else { 2 };
            let of = |game: &&GameRecord| game.reason == reason && game.half_points == points;
            record.games.iter().filter(of).count()
        };
        let mut side = SideRecord::default();
        record.games.iter().for_each(|game| side.add(&game.sides[index]));
        let depth = side.depth_sum as f64 / f64::from(side.depths);
        let speed = side.nodes as f64 / side.nodes_seconds;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} of {} | {:.3} | {} | {} |",
            markdown(&engine.name),
            lost(Reason::Time),
            lost(Reason::IllegalMove),
            lost(Reason::Crash),
            lost(Reason::Stall),
            side.late,
            side.moves,
            side.longest,
            if depth.is_finite() { format!("{depth:.1}") } else { "–".to_owned() },
            if speed.is_finite() { format!("{speed:.0}") } else { "–".to_owned() },
        );
    }
    text
}

/// How the games ended.
fn ends(games: &[GameRecord]) -> String {
    let counts: Vec<String> = Reason::ALL
        .into_iter()
        .map(|reason| (reason, games.iter().filter(|game| game.reason == reason).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(reason, count)| format!("{} {count}", reason.words()))
        .collect();
    format!("\nEnds: {}.\n", counts.join(", "))
}

/// What the intervals are from.
fn units(record: &MatchRecord, result: &ScoreEstimate) -> String {
    let of = match result.method {
        Method::Pentanomial => {
            let [none, half, one, more, two] = result.pairs;
            format!(
                "pairs of games with the points 0, ½, 1, 1½, 2 of {}: {none}, {half}, {one}, \
                 {more}, {two} (pentanomial)",
                markdown(&record.engines[0].name)
            )
        }
        Method::Trinomial => "games (trinomial: not all pairs are complete)".to_owned(),
    };
    let margin = record.settings.margin_milliseconds;
    format!(
        "Intervals: from {of}. Time is by the clock of the match, from `go` sent to `bestmove` \
         read; a move may be late by {margin} ms.\n"
    )
}
