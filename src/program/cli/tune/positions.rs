use std::path::PathBuf;
use std::process::ExitCode;

use nucleus_base::text;
use nucleus_core::notation::pgn;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_harness::progress::RunProgress;
use nucleus_tuner::games::{PgnPositions, SampleOptions, positions_of_pgn};

use crate::cli::progress::Bar;
use crate::cli::{CommandFailure, claim, code, print, write};

/// Quiet positions with results out of other people's games, as `tune games` writes them, without a
/// search's score.
///
/// A game that cannot be read is left out and told with its line; so is, counted, one without a
/// result.
///
/// Exit code 0 when positions were written, 1 when a file cannot be read or written or there is no
/// position, 2 for a wrong command line or a file that is there already, 130 after Ctrl-C; what was
/// read until then is written.
#[derive(clap::Args)]
pub struct PositionsArgs {
    /// The games
    #[arg(required = true, value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,
    /// The positions
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions of a game, at most
    #[arg(long, value_name = "N", default_value_t = 24,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    per_game: u32,
    /// Chooses positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Reads the games and prints a summary.
pub fn run(args: &PositionsArgs) -> Result<ExitCode, CommandFailure> {
    let _lock = claim(&args.out)?;
    let interrupt = on_ctrl_c()?;
    let sample = SampleOptions { per_game: args.per_game as usize, ..SampleOptions::default() };
    let mut positions = PgnPositions::default();
    let mut bar = Bar::timed();
    let mut whole = true;
    for (index, path) in args.games.iter().enumerate() {
        bar.reached(index, args.games.len());
        bar.state(&format!("{}, {} positions", path.display(), positions.positions));
        let bytes = nucleus_base::files::read(path)
            .map_err(|fault| format!("{}: {fault}", path.display()))?;
        // A quotation mark would end the operand of `id`.
        let name = text::name(&path.display().to_string()).replace('"', "'");
        let text = pgn::decode(bytes);
        whole &= positions_of_pgn(&name, &text, sample, args.seed, &interrupt, &mut positions);
        if !whole {
            break;
        }
    }
    drop(bar);
    positions.broken.warn();
    if positions.positions == 0 && whole {
        return Err(CommandFailure::failed("no quiet position with a result in these games"));
    }
    write(&args.out, &positions.text)?;
    let [wins, draws, losses] = positions.results;
    print(&format!(
        "{}: {} positions of {} games (White won {wins}, drew {draws}, lost {losses}); {} of {} were \
         quiet, {} drawn twice left out; left out, too: {} games without a result, {} of Chess960, {} \
         that cannot be read\n",
        args.out.display(),
        positions.positions,
        positions.games,
        positions.quiet,
        positions.seen,
        positions.drawn - positions.positions,
        positions.unfinished,
        positions.chess960,
        positions.broken.count,
    ))?;
    if !whole {
        nucleus_base::tell!("the run was cut short; the file has what was read until then");
    }
    Ok(code(whole, !whole))
}
