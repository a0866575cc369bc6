use std::fmt::Write;

use super::game_record::{GameRecord, Reason, SideRecord};
use super::pgn;
use super::record::MatchRecord;
use super::sprt::Hypothesis;
use super::statistics::{Interval, Method, ScoreEstimate};
use crate::rating::{GameResults, RatingOptions, crosstable, rate, rating_table};
use nucleus_base::text::escape::markdown;

/// Returns the result of a match in Markdown.
pub fn table(record: &MatchRecord) -> String {
    let settings = &record.settings;
    let [first, second] = &record.engines[..] else { return tournament(record) };
    let mut text = format!(
        "{} against {}: {}, {} MiB, {} thread{}.\n\n",
        markdown(&first.name),
        markdown(&second.name),
        settings.limits(),
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
    text += &errors(record);
    text += &ends(&record.games);
    text += &test(record);
    text + &units(record, result) + &clock(record)
}

/// Returns the result of more than two engines: ratings and a cross-table.
fn tournament(record: &MatchRecord) -> String {
    let settings = &record.settings;
    let mut text = format!(
        "{} of {} engines: {}, {} MiB, threads: {}.\n\n",
        settings.tournament,
        record.engines.len(),
        settings.limits(),
        settings.hash_mib,
        settings.threads,
    );
    if record.games.is_empty() {
        return text + "No game was played.\n";
    }
    let mut results = GameResults::default();
    for game in &record.games {
        let [white, black] = game.colours().map(|engine| record.name(engine));
        // The names are distinct and few, so adding cannot fail.
        let _ = results.add(white, black, pgn::outcome(game));
    }
    match rate(&results, &RatingOptions::default()) {
        Ok(report) => {
            text += &crosstable(&report, &results);
            text.push('\n');
            text += &rating_table(&report);
        }
        Err(error) => text += &format!("No ratings: {error}.\n"),
    }
    text += &errors(record);
    text += &ends(&record.games);
    text + "\n" + &clock(record)
}

/// Describes the state of a match's sequential test.
fn test(record: &MatchRecord) -> String {
    let (Some(sprt), Some(state)) = (record.settings.sprt, record.sprt) else {
        return String::new();
    };
    let verdict = match state.accepted {
        Some(Hypothesis::H0) => "H0 is accepted",
        Some(Hypothesis::H1) => "H1 is accepted",
        None => "neither is accepted",
    };
    let text = format!(
        "\nSPRT, {} Elo, H0 {} against H1 {}, alpha {}, beta {}, pairs of games: {state}: {verdict}.\n",
        sprt.model, sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta
    );
    text.replace('-', "−")
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.1} %", 100.0 * value))
}

/// Formats an Elo difference; a missing one is infinite, with this sign.
fn elo(value: Option<f64>, sign: char) -> String {
    value.map_or_else(|| format!("{sign}∞"), |value| format!("{value:+.0}").replace('-', "−"))
}

/// Formats the Elo difference, which is infinite if one side has all points.
fn difference(elo_difference: Interval, points: Option<f64>) -> String {
    elo(elo_difference.value, if points > Some(0.5) { '+' } else { '−' })
}

/// Formats an interval; a single game or pair has none.
fn range(points: Interval, low: String, high: String) -> String {
    match (points.low, points.high) {
        (None, _) | (_, None) => "–".to_owned(),
        _ => format!("{low} … {high}"),
    }
}

/// Returns the table of games lost by errors and of each engine's search figures.
fn errors(record: &MatchRecord) -> String {
    let mut text = "\n| engine | lost on time | illegal moves | crashes | stalls | late moves | \
                    longest move, s | mean depth | nodes/s |\n\
                    |---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        .to_owned();
    for (index, engine) in record.engines.iter().enumerate() {
        let lost = |reason: Reason| {
            let lost = |game: &&GameRecord| game.reason == reason && game.loser() == Some(index);
            record.games.iter().filter(lost).count()
        };
        let mut side = SideRecord::default();
        for game in &record.games {
            if let Some(seat) = game.pair.iter().position(|&engine| engine == index) {
                side.add(&game.sides[seat]);
            }
        }
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

/// Returns the number of games by reason of their end.
fn ends(games: &[GameRecord]) -> String {
    let counts: Vec<String> = Reason::ALL
        .into_iter()
        .map(|reason| (reason, games.iter().filter(|game| game.reason == reason).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(reason, count)| format!("{} {count}", reason.name()))
        .collect();
    format!("\nEnds: {}.\n", counts.join(", "))
}

/// Describes the unit of the intervals.
fn units(record: &MatchRecord, result: &ScoreEstimate) -> String {
    let of = match result.method {
        Method::Pentanomial => {
            let [none, half, one, more, two] = result.pairs;
            format!(
                "pairs of games with the points 0, ½, 1, 1½, 2 of {}: {none}, {half}, {one}, \
                 {more}, {two} (pentanomial)",
                markdown(record.name(0))
            )
        }
        Method::Trinomial => "games (trinomial: not all pairs are complete)".to_owned(),
    };
    format!("Intervals: from {of}. ")
}

/// Describes how time is measured.
fn clock(record: &MatchRecord) -> String {
    let margin = record.settings.margin_milliseconds;
    format!(
        "Time is by the clock of the match, from `go` sent to `bestmove` \
         read; a move may be late by {margin} ms.\n"
    )
}
