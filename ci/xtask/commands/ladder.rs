//! The table of `ci/strengths`.

use std::path::PathBuf;

use clap::Args;
use xtask::ladder::LadderRatings;

use super::Ended;

/// The games to rate.
#[derive(Args)]
pub struct LadderArguments {
    /// Games by their results, as reports/ladder.csv has them.
    games: PathBuf,
}

/// Prints the ratings as a table; exit code 3 when the intervals of two neighbouring steps meet.
///
/// # Errors
/// A sentence, when the file cannot be read or its games do not tell.
pub fn run(arguments: &LadderArguments) -> Ended {
    let LadderArguments { games } = arguments;
    let text =
        std::fs::read_to_string(games).map_err(|error| format!("{}: {error}", games.display()))?;
    let ratings =
        LadderRatings::from_csv(&text).map_err(|error| format!("{}: {error}", games.display()))?;
    print!("{}", ratings.table().markdown());
    let meeting = ratings.meeting();
    for (low, high) in &meeting {
        println!("\nThe intervals of steps {low} and {high} meet.");
    }
    Ok(if meeting.is_empty() { 0 } else { 3 })
}
