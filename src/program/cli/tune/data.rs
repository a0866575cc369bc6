use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use nucleus_core::notation::pgn::decode;
use nucleus_engine::book::OpeningBook;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_harness::progress::RunProgress;
use nucleus_report::table::{Table, TableCell, left, right};
use nucleus_tuner::paper::{DataCounts, DataOptions, GameGathering, write_json};

use crate::cli::progress::Bar;
use crate::cli::{CommandFailure, code, print};

/// Positions with the grandmaster's move, from games.
///
/// The games are split by the seed: some for training, the others for tests. Of each part so many
/// positions are drawn as are asked for (training.epd, test.epd); all others stand in
/// training-rest.epd and test-rest.epd. What was left out is counted, and why. A game that cannot
/// be read is left out, with its line on standard error. With --book each position has the book's
/// best move, where there is one (sm in the EPD): all commands let every player play it.
///
/// Exit code 0 when the sets were written, 1 when a file cannot be read or written or no position
/// is left, 2 for a wrong command line.
#[derive(clap::Args)]
pub struct DataArgs {
    /// The games, PGN
    #[arg(required = true, value_name = "GAMES.pgn")]
    files: Vec<PathBuf>,
    /// The folder of the sets
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The least rating of the player to move; 0 takes players without one, too
    #[arg(long, value_name = "ELO", default_value_t = DataOptions::default().min_elo)]
    min_elo: u32,
    /// Plies of each game that are left out at its start
    #[arg(long, value_name = "N", default_value_t = DataOptions::default().from_ply)]
    from_ply: usize,
    /// Positions of each game, at most, drawn by the seed; positions that occur in several games stay
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    per_game: Option<u32>,
    /// An opening book, Polyglot or OPENX, that answers before the players do
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Leave out positions in check and moves that capture, promote or give check
    #[arg(long)]
    quiet: bool,
    /// Positions of the training set
    #[arg(long, value_name = "N", default_value_t = DataOptions::default().training)]
    training: usize,
    /// Positions of the test set
    #[arg(long, value_name = "N", default_value_t = DataOptions::default().test)]
    test: usize,
    /// The share of the games that are for tests
    #[arg(long, value_name = "SHARE", default_value_t = DataOptions::default().test_share,
          value_parser = share)]
    test_share: f64,
    /// The seed of all draws
    #[arg(long, value_name = "N", default_value_t = DataOptions::default().seed)]
    seed: u64,
}

fn share(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| format!("`{text}` is no share, 0 to 1"))
}

/// Data that accompany the sets.
#[derive(serde::Serialize)]
struct DataRecord<'a> {
    files: Vec<String>,
    options: &'a DataOptions,
    book: Option<String>,
    counts: &'a DataCounts,
}

pub fn run(args: &DataArgs) -> Result<ExitCode, CommandFailure> {
    let options = DataOptions {
        min_elo: args.min_elo,
        from_ply: args.from_ply,
        quiet: args.quiet,
        per_game: args.per_game.map(|most| most as usize),
        training: args.training,
        test: args.test,
        test_share: args.test_share,
        seed: args.seed,
    };
    let book = args.book.as_deref().map(OpeningBook::read).transpose();
    let book = book.map_err(CommandFailure::failed)?;
    let interrupt = on_ctrl_c()?;
    let mut gathering = GameGathering::default();
    let mut bar = Bar::counting();
    for (index, path) in args.files.iter().enumerate() {
        if interrupt.load(Ordering::Relaxed) {
            drop(bar);
            nucleus_base::tell!("error: interrupted; nothing was written");
            return Ok(code(false, true));
        }
        bar.reached(index, args.files.len());
        bar.state(&path.display().to_string());
        let bytes = nucleus_base::files::read(path)
            .map_err(|fault| format!("{}: {fault}", path.display()))?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        gathering.add_pgn(&nucleus_base::text::name(&name), &decode(bytes));
    }
    drop(bar);
    gathering.left_out.warn();
    let (sets, counts) = gathering.finish(&options, book.as_ref());
    if sets.training.is_empty() || sets.test.is_empty() {
        let text = "no position is left for training or for tests".to_owned();
        print(&table(&counts).markdown())?;
        return Err(CommandFailure::failed(text));
    }
    sets.write(&args.out)?;
    let files = args.files.iter().map(|file| file.display().to_string()).collect();
    let book = args.book.as_ref().map(|book| book.display().to_string());
    let record = DataRecord { files, options: &options, book, counts: &counts };
    write_json(&args.out.join("data.json"), &record)?;
    for (what, there, wanted) in [
        ("training", sets.training.len(), options.training),
        ("test", sets.test.len(), options.test),
    ] {
        if there < wanted {
            nucleus_base::tell!(
                "warning: {wanted} {what} positions were asked for, there are {there}"
            );
        }
    }
    print(&table(&counts).markdown())?;
    Ok(ExitCode::SUCCESS)
}

fn table(counts: &DataCounts) -> Table {
    let columns = vec![left("what", "what"), right("count", "count")];
    let mut table = Table::new("data", "Positions from games", columns);
    for (what, count) in counts.rows() {
        let count = TableCell::number(Some(count as f64), |value| format!("{value:.0}"));
        table.push(vec![TableCell::text(what), count]);
    }
    table
}
