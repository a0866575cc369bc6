use std::io::Write;
use std::path::{Path, PathBuf};

use nucleus_base::lines::Output;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::portable;
use nucleus_core::notation::{san, uci_move};
use nucleus_core::types::Move;
use nucleus_engine::tablebase::gaviota::Gaviota;
use nucleus_engine::tablebase::syzygy::Syzygy;
use nucleus_engine::tablebase::{MateDistance, TableFacts, TableFileError, TablebaseSet, folders};
use nucleus_search::Tablebases;

use super::position;

/// Print the endgame tables' results for a position: won, drawn or lost, the distance to the next
/// capture or pawn move, the distance to mate, and the moves ordered by it
#[derive(clap::Args)]
pub struct TableArgs {
    /// FEN, quoted or not
    #[arg(value_name = "FEN", num_args = 1..=6, required_unless_present = "positions")]
    fen: Vec<String>,
    /// Folders of Syzygy tables (*.rtbw, *.rtbz), separated as in the option SyzygyPath
    #[arg(long, value_name = "FOLDERS", required_unless_present = "gaviota")]
    syzygy: Option<String>,
    /// Folders of Gaviota tables (*.gtb.cp4)
    #[arg(long, value_name = "FOLDERS")]
    gaviota: Option<String>,
    /// Size of the cache of decoded Gaviota blocks, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 32,
          value_parser = clap::value_parser!(u32).range(1..=4096))]
    cache: u32,
    /// Look up every position of a file instead, one FEN per line; prints a line of FEN, WDL (−2 to
    /// 2), DTZ and distance to mate for each, separated by tabs, with a dash where a table has no
    /// answer
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "json"])]
    positions: Option<PathBuf>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

pub fn run(args: &TableArgs) -> Result<(), String> {
    let set = open(args)?;
    let out = &mut Output::lock();
    match &args.positions {
        Some(file) => write_all(&set, file, out)?,
        None => write_one(&set, &args.fen.join(" "), args.json, out)?,
    }
    match set.take_fault() {
        Some(error) => Err(format!("a table is damaged: {error}")),
        None => Ok(()),
    }
}

/// Opens the tables of the folders. Reports faulty files, and fails if no table is usable.
fn open(args: &TableArgs) -> Result<TablebaseSet, String> {
    let (mut syzygy, mut gaviota) = (None, None);
    let tell = |errors: Vec<TableFileError>| {
        errors.iter().for_each(|error| nucleus_base::tell!("warning: {error}"));
    };
    if let Some(list) = &args.syzygy {
        let (tables, errors) = Syzygy::open(&folders(list));
        tell(errors);
        syzygy = Some(tables);
    }
    if let Some(list) = &args.gaviota {
        let (tables, errors) = Gaviota::open(&folders(list), args.cache as usize);
        tell(errors);
        gaviota = Some(tables);
    }
    let set = TablebaseSet::new(syzygy, gaviota, 1, true);
    if set.men() == 0 { Err("no table in these folders".to_owned()) } else { Ok(set) }
}

fn read(fen: &str) -> Result<RulesBoard, String> {
    position(fen, "corrected").map(|setup| RulesBoard::new(&setup, portable::Token))
}

fn write_all(set: &TablebaseSet, file: &Path, out: &mut impl Write) -> Result<(), String> {
    let text = nucleus_base::files::read_to_string(file)
        .map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    for (index, line) in lines {
        let at = |error: String| format!("{}, line {}: {error}", file.display(), index + 1);
        let facts = set.facts(&read(line.trim()).map_err(at)?);
        let number = |value: Option<i32>| value.map_or("-".to_owned(), |value| value.to_string());
        let mate = facts.mate.map_or("-".to_owned(), |distance| match distance {
            MateDistance::Win(plies) => format!("win {plies}"),
            MateDistance::Draw => "draw".to_owned(),
            MateDistance::Loss(plies) => format!("loss {plies}"),
        });
        let (wdl, dtz) = (number(facts.wdl.map(i32::from)), number(facts.dtz));
        writeln!(out, "{}\t{wdl}\t{dtz}\t{mate}", line.trim())
            .map_err(|error| format!("cannot write: {error}"))?;
    }
    Ok(())
}

/// A distance to mate in JSON.
#[derive(serde::Serialize)]
struct MateRecord {
    /// Result for the side to move: win, draw or loss.
    result: &'static str,
    /// Number of plies to the mate; 0 for a draw.
    plies: u16,
}

impl From<MateDistance> for MateRecord {
    fn from(distance: MateDistance) -> Self {
        match distance {
            MateDistance::Win(plies) => Self { result: "win", plies },
            MateDistance::Draw => Self { result: "draw", plies: 0 },
            MateDistance::Loss(plies) => Self { result: "loss", plies },
        }
    }
}

/// Result after a move, for the side that moves.
#[derive(serde::Serialize)]
struct MoveRecord {
    chess_move: String,
    san: String,
    wdl: Option<i8>,
    dtz: Option<i32>,
    mate: Option<MateRecord>,
}

/// Result of a position, for the side to move.
#[derive(serde::Serialize)]
struct TableRecord {
    fen: String,
    wdl: Option<i8>,
    dtz: Option<i32>,
    mate: Option<MateRecord>,
    moves: Vec<MoveRecord>,
}

/// Returns the moves with their results, best first: by the distance to mate or, if that is unknown, in the
/// engine's own order.
fn moves(set: &TablebaseSet, board: &RulesBoard) -> Vec<(Move, TableFacts)> {
    let by_mate = set.moves_by_mate(board).map(|moves| moves.iter().map(|found| found.0).collect());
    let by_rank = || -> Option<Vec<Move>> {
        Some(set.rank_moves(board)?.iter().map(|found| found.chess_move).collect())
    };
    let ordered: Vec<Move> = by_mate.or_else(by_rank).unwrap_or_default();
    let distances = set.zeroing_distances(board).unwrap_or_default();
    let facts = |&chess_move: &Move| {
        let after = set.facts(&board.after(chess_move));
        let dtz = distances.iter().find(|(other, _)| *other == chess_move).map(|found| found.1);
        let mate = after.mate.map(MateDistance::before_move);
        (chess_move, TableFacts { wdl: after.wdl.map(|wdl| -wdl), dtz, mate })
    };
    ordered.iter().map(facts).collect()
}

fn write_one(
    set: &TablebaseSet,
    fen: &str,
    json: bool,
    out: &mut impl Write,
) -> Result<(), String> {
    let board = read(fen)?;
    let facts = set.facts(&board);
    let moves = moves(set, &board);
    if facts == TableFacts::default() && moves.is_empty() {
        let men = board.planes().occupied().count_ones();
        let why = if board.state().castling.0 != 0 {
            "no table has positions in which a king may castle".to_owned()
        } else {
            format!("no table has these {men} pieces")
        };
        return Err(why);
    }
    let text = if json {
        let record = |(chess_move, facts): &(Move, TableFacts)| MoveRecord {
            chess_move: uci_move::format(&board, *chess_move),
            san: san::format(&board, *chess_move),
            wdl: facts.wdl,
            dtz: facts.dtz,
            mate: facts.mate.map(MateRecord::from),
        };
        let record = TableRecord {
            fen: nucleus_core::board::fen::format(board.planes(), board.state()),
            wdl: facts.wdl,
            dtz: facts.dtz,
            mate: facts.mate.map(MateRecord::from),
            moves: moves.iter().map(record).collect(),
        };
        serde_json::to_string_pretty(&record).map_err(|error| error.to_string())?
    } else {
        let mut text = format!("{:<10}{}\n", "Position", words(&facts));
        for (chess_move, facts) in &moves {
            let move_text = san::format(&board, *chess_move);
            text += &format!("{move_text:<10}{}\n", words(facts));
        }
        text.trim_end().to_owned()
    };
    writeln!(out, "{text}").map_err(|error| format!("cannot write: {error}"))
}

fn words(facts: &TableFacts) -> String {
    let wdl = facts.wdl.map(|wdl| match wdl {
        2 => "win",
        1 => "cursed win",
        0 => "draw",
        -1 => "blessed loss",
        _ => "loss",
    });
    let dtz = facts.dtz.map(|dtz| format!("DTZ {dtz}"));
    let mate = facts.mate.map(|distance| match distance {
        MateDistance::Win(plies) => format!("mate in {} ({plies} plies)", plies.div_ceil(2)),
        MateDistance::Draw => "no mate".to_owned(),
        MateDistance::Loss(0) => "mate".to_owned(),
        MateDistance::Loss(plies) => format!("mated in {} ({plies} plies)", plies / 2),
    });
    let wdl = wdl.unwrap_or("-");
    let (dtz, mate) = (dtz.unwrap_or("DTZ -".into()), mate.unwrap_or("mate -".into()));
    format!("{wdl:<14}{dtz:<10}{mate}")
}
