use std::path::PathBuf;

use nucleus_core::notation::pgn::decode;
use nucleus_harness::progress::RunProgress;
use nucleus_matches::rating::{
    GameResults, ModelParameter, RatingInterval, RatingOptions, rate_told, rating_table,
};
use nucleus_records::envelope::RecordKind;
use nucleus_records::json::to_json;

use super::progress::Bar;
use super::{CommandFailure, print};

/// Ratings from games: Bradley-Terry with draws and the advantage of White, the model of BayesElo.
///
/// Without options the figures are BayesElo's own (advantage of White 32.8, draw parameter 97.3, a
/// prior of 2 draws); `fit` estimates a parameter from the games. + and − are the 95 % interval. A
/// player that lost or won everything is held by the prior. Only names and results count: a game
/// whose moves cannot be read is counted by its tags, which is said with its line on standard error.
/// Games without a result are left out, and so is one whose tags and end disagree. Up to 100,000
/// players are rated at once. The model is stated in docs/RATING.md.
///
/// Exit code 0 when ratings were printed, 1 when a file cannot be read or its games do not tell (no
/// game, too many players, groups of players that nothing links), 2 for a wrong command line.
#[derive(clap::Args)]
pub struct RateArgs {
    /// The games, PGN
    #[arg(required = true, value_name = "GAMES.pgn")]
    files: Vec<PathBuf>,
    /// The advantage of White in Elo points, or `fit`
    #[arg(long, value_name = "ELO", default_value = "32.8", allow_hyphen_values = true)]
    white: ModelParameter,
    /// The draw parameter in Elo points, above 0, or `fit`
    #[arg(long, value_name = "ELO", default_value = "97.3", value_parser = draw_parameter)]
    draw: ModelParameter,
    /// Draws of the prior: half of them for each player, shared among its opponents
    #[arg(long, value_name = "DRAWS", default_value = "2", allow_hyphen_values = true,
          value_parser = prior)]
    prior: f64,
    /// The mean of all ratings
    #[arg(long, value_name = "ELO", default_value = "0", allow_hyphen_values = true,
          value_parser = elo)]
    average: f64,
    /// A player with its rating, instead of the mean
    #[arg(long, value_name = "NAME=ELO", conflicts_with = "average", value_parser = anchor)]
    anchor: Option<(String, f64)>,
    /// Intervals: exact (each player's likelihood with the others held, as BayesElo) or covariance
    /// (of all together)
    #[arg(long, value_name = "KIND", default_value = "exact", value_parser = intervals)]
    intervals: RatingInterval,
    /// JSON, with the likelihood of superiority of every pair
    #[arg(long)]
    json: bool,
}

fn elo(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|value: &f64| value.abs() <= 1e5)
        .ok_or_else(|| format!("`{text}` is no rating"))
}

fn prior(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|value| (0.0..=1e6).contains(value))
        .ok_or_else(|| format!("`{text}` is no number of draws, 0 or more"))
}

fn draw_parameter(text: &str) -> Result<ModelParameter, String> {
    match text.parse()? {
        ModelParameter::Held(value) if value <= 0.0 => Err(format!("{value} is not above 0")),
        parameter => Ok(parameter),
    }
}

fn anchor(text: &str) -> Result<(String, f64), String> {
    // A name may have the sign in it.
    let (name, value) = text.rsplit_once('=').ok_or_else(|| format!("`{text}` is not NAME=ELO"))?;
    if name.is_empty() {
        return Err(format!("`{text}` has no name before the ="));
    }
    Ok((name.to_owned(), elo(value)?))
}

fn intervals(text: &str) -> Result<RatingInterval, String> {
    match text {
        "exact" => Ok(RatingInterval::Exact),
        "covariance" => Ok(RatingInterval::Covariance),
        _ => Err(format!("`{text}` is neither `exact` nor `covariance`")),
    }
}

/// Reads the games and prints the ratings.
pub fn run(args: &RateArgs) -> Result<(), CommandFailure> {
    let mut results = GameResults::default();
    let mut bar = Bar::new();
    for path in &args.files {
        let file = path.display().to_string();
        let bytes = nucleus_base::files::read(path).map_err(|error| format!("{file}: {error}"))?;
        let text = decode(bytes);
        if let Some(kind) = RecordKind::of(&text) {
            drop(bar);
            return Err(CommandFailure::failed(format!("{file}: {kind}, and no games in PGN")));
        }
        let mut told = |games: u64| bar.state(&format!("{file}: {games} games"));
        results.add_pgn(&file, &text, &mut told);
    }
    drop(bar);
    results.faults.warn();
    if results.by_tags > 0 {
        nucleus_base::tell!(
            "note: games whose moves cannot be read, counted by their tags: {}",
            results.by_tags
        );
    }
    if results.broken > 0 {
        nucleus_base::tell!("note: games left out for their faults: {}", results.broken);
    }
    if results.unfinished > 0 {
        nucleus_base::tell!("note: games without a result, left out: {}", results.unfinished);
    }
    let options = RatingOptions {
        white: args.white,
        draw: args.draw,
        prior: args.prior,
        average: args.average,
        anchor: args.anchor.clone(),
        intervals: args.intervals,
    };
    let mut bar = Bar::new();
    let report = rate_told(&results, &options, &mut bar);
    drop(bar);
    let report = report.map_err(CommandFailure::failed)?;
    print(&if args.json { to_json(&report) } else { rating_table(&report) })?;
    Ok(())
}
