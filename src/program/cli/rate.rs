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

/// Rate players by their games: Bradley-Terry with draws and White's advantage, the model of BayesElo
///
/// By default the parameters are BayesElo's own (White's advantage 32.8, draw parameter 97.3, a prior of 2
/// draws); `fit` estimates a parameter from the games. + and − are the 95 % interval. The prior limits the
/// rating of a player that won or lost every game. Only names and results count: a game with invalid moves
/// counts by its tags, with a notice of its line on standard error. Games without a result, and games whose
/// tags and end disagree, are left out. Rates up to 100,000 players at once. docs/MATCHES.md describes the
/// model.
///
/// Exit code 0 if ratings were printed, 1 if a file cannot be read or its games do not determine ratings (no
/// game, too many players, unconnected groups of players), 2 for an invalid command line.
#[derive(clap::Args)]
pub struct RateArgs {
    /// PGN files
    #[arg(required = true, value_name = "GAMES.pgn")]
    files: Vec<PathBuf>,
    /// White's advantage in Elo points, or `fit`
    #[arg(long, value_name = "ELO", default_value = "32.8", allow_hyphen_values = true)]
    white: ModelParameter,
    /// Draw parameter in Elo points, above 0, or `fit`
    #[arg(long, value_name = "ELO", default_value = "97.3", value_parser = draw_parameter)]
    draw: ModelParameter,
    /// Draws of the prior: half of them for each player, distributed among its opponents
    #[arg(long, value_name = "DRAWS", default_value = "2", allow_hyphen_values = true,
          value_parser = prior)]
    prior: f64,
    /// Mean of all ratings
    #[arg(long, value_name = "ELO", default_value = "0", allow_hyphen_values = true,
          value_parser = elo)]
    average: f64,
    /// Rating of one player that fixes the scale, instead of the mean
    #[arg(long, value_name = "NAME=ELO", conflicts_with = "average", value_parser = anchor)]
    anchor: Option<(String, f64)>,
    /// Intervals: exact (the likelihood of each player with the others fixed, as in BayesElo) or covariance
    /// (of all together)
    #[arg(long, value_name = "KIND", default_value = "exact", value_parser = intervals)]
    intervals: RatingInterval,
    /// Print JSON, with the likelihood of superiority of every pair
    #[arg(long)]
    json: bool,
}

fn elo(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|value: &f64| value.abs() <= 1e5)
        .ok_or_else(|| format!("`{text}` is not a rating"))
}

fn prior(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|value| (0.0..=1e6).contains(value))
        .ok_or_else(|| format!("`{text}` is not a number of draws, 0 or more"))
}

fn draw_parameter(text: &str) -> Result<ModelParameter, String> {
    match text.parse()? {
        ModelParameter::Held(value) if value <= 0.0 => Err(format!("{value} is not above 0")),
        parameter => Ok(parameter),
    }
}

fn anchor(text: &str) -> Result<(String, f64), String> {
    // A name may contain `=`.
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
        if let Some(kind) = RecordKind::from_text(&text) {
            drop(bar);
            return Err(CommandFailure::failed(format!("{file}: {kind}, and no games in PGN")));
        }
        let mut report = |games: u64| bar.state(&format!("{file}: {games} games"));
        results.add_pgn(&file, &text, &mut report);
    }
    drop(bar);
    results.errors.warn();
    if results.by_tags > 0 {
        nucleus_base::tell!(
            "note: games whose moves cannot be read, counted by their tags: {}",
            results.by_tags
        );
    }
    if results.broken > 0 {
        nucleus_base::tell!("note: games skipped for their errors: {}", results.broken);
    }
    if results.unfinished > 0 {
        nucleus_base::tell!("note: games without a result, skipped: {}", results.unfinished);
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
