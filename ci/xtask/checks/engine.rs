//! Checks of the running engine: memory errors, games, losses on time, python-chess, ranks.

use std::path::Path;
use std::process::Command;

use nucleus_matches::{GameRecord, MatchRecord, Reason};
use nucleus_records::envelope::read_file;

use crate::figures::job::data_folder;
use crate::rows::Rows;
use crate::run::{
    Ended, LOGS, Steps, build_debug, build_release, command, holds, log_text, logged, need, output,
    succeeds,
};

/// Positions with every kind of move: castling and en passant in the first, promotions in the second.
const PERFT: [(&str, &str); 2] = [
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("promotions", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
];

/// Runs Valgrind's memcheck on a short perft and a short search at level avx2, the highest that it supports.
pub fn memcheck() -> Ended {
    let mut rows = Rows::begin("memcheck");
    if !holds("need_valgrind") {
        rows.not_run("memcheck", "no Valgrind");
        return rows.end();
    }
    let Some(nucleus) = rows.build("memcheck") else { return rows.end() };
    let mut check = |name: &str, trials: &str, arguments: &[&str]| {
        let log = format!("memcheck-{name}");
        let mut valgrind = command("valgrind --error-exitcode=9 --leak-check=full");
        valgrind.arg("--errors-for-leak-kinds=definite").arg(&nucleus).args(arguments);
        let attempt = format!("memcheck at avx2: {name}");
        if !logged(&log, valgrind.env("NUCLEUS_LEVEL", "avx2")) {
            rows.row(&attempt, trials, &format!("FAILED (log {LOGS}/{log}.log)"));
        } else if log_text(&log).contains("not available on this CPU") {
            rows.not_run(&attempt, "this CPU has no avx2");
        } else {
            rows.row(&attempt, trials, "0 errors, no leak");
        }
    };
    let depth = if std::env::var_os("NUCLEUS_LONG").is_some() { "4" } else { "3" };
    for (name, fen) in PERFT {
        check(name, &format!("perft to depth {depth}"), &["perft", depth, "--fen", fen]);
    }
    check("search", "20 positions to depth 3", &["bench", "3"]);
    rows.end()
}

/// Plays games of the engine against itself at 10 ms + 10 ms. Nothing else should run on the machine.
pub fn games(long: bool) -> Ended {
    let mut rows = Rows::begin("games");
    let mut test = command("cargo test --locked --workspace --test program -- uci_games::");
    test.args(["--ignored", "--nocapture"]);
    if long {
        test.env("NUCLEUS_LONG", "1");
    }
    rows.tests("games", "games at 10 ms + 10 ms", &mut test);
    rows.end()
}

/// Plays games of the engine against itself at 60 ms per game and at 300 ms + 10 ms: `games` with 1 thread
/// and with 2, and 40 with 8 threads. Losses on time with 8 threads are reported, but do not fail the check.
pub fn time_losses(games: u32) -> Ended {
    let nucleus = build_release("")?;
    let folder = tempfile::tempdir()?;
    let mut rows = Rows::begin("time-losses");
    let mut play = |games: u32, clock: &str, threads: u32, counts: bool| {
        let attempt = format!("time losses at {clock}, {threads} threads");
        let record = folder.path().join(format!("{clock}-{threads}.json"));
        let mut played = Command::new(&nucleus);
        let line = format!(
            "match one=nucleus two=nucleus --games {games} --tc {clock} --threads {threads} --json"
        );
        if let Err(error) = output(played.args(line.split(' ')).arg(&record)) {
            rows.row(&attempt, &format!("{games} games"), &format!("FAILED: {error}"));
            return;
        }
        let record: MatchRecord = match read_file(&record) {
            Ok(record) => record,
            Err(error) => return rows.row(&attempt, "-", &format!("FAILED: {error}")),
        };
        let is_lost = |game: &&GameRecord| game.reason == Reason::Time;
        let lost: Vec<&GameRecord> = record.games.iter().filter(is_lost).collect();
        lost.iter().for_each(|game| println!("    {}", game.detail));
        let excused = lost.iter().filter(|game| is_excused(&game.detail)).count();
        let outcome = match lost.len() - excused {
            _ if !counts => "reported".to_owned(),
            0 => "passed".to_owned(),
            more => format!("FAILED: {more} count"),
        };
        let lost = lost.len();
        let trials = format!(
            "{games} games: {lost} lost on time, {excused} of them for want of a processor"
        );
        rows.row(&attempt, &trials, &outcome);
    };
    for clock in ["0.06+0", "0.3+0.01"] {
        play(games, clock, 1, true);
        play(games, clock, 2, true);
        play(40, clock, 8, false);
    }
    rows.end()
}

/// Returns true if the engine's threads waited for a processor for longer than the engine had left, and for
/// longer than it was late: `… 0.100 s used of 0.010 s remaining, 0.095 s of it without a processor`.
fn is_excused(detail: &str) -> bool {
    let before = |words: &str| -> Option<f64> {
        let (text, _) = detail.split_once(words)?;
        text.rsplit(' ').next()?.parse().ok()
    };
    let waited = before(" s of it without a processor").unwrap_or_default();
    let (used, left) = (before(" s used of "), before(" s remaining"));
    used.zip(left).is_some_and(|(used, left)| waited > left && waited > used - left)
}

/// Tests the engine, its books and endgame tables through python-chess, an independent engine driver.
pub fn python_chess(python: &str) -> Ended {
    if !succeeds(command(python).args(["-c", "import chess.engine"])) {
        println!(
            "skipped: no python-chess. To install: python3 -m venv target/tools/python && \
             target/tools/python/bin/pip install chess; then \
             cargo xtask check python-chess target/tools/python/bin/python"
        );
        return Ok(0);
    }
    let nucleus = build_debug("python-build")?;
    let mut steps = Steps::default();
    let mut run = |script: &str, file: Option<&Path>| {
        let mut run = command(&format!("{python} tests/{script}.py"));
        steps.step(script, run.arg(&nucleus).args(file));
    };
    run("python_chess", None);
    run("python_page", None);
    for (script, file) in [
        ("python_books", "books/gnuchess_book.bin"),
        ("python_books", "books/karballo_book_small.bin"),
        ("python_tables", "tb"),
    ] {
        let path = data_folder().join(file);
        if path.exists() {
            run(script, Some(&path));
        } else {
            println!("skipped: no {} (NUCLEUS_DATA names the folder)", path.display());
        }
    }
    Ok(steps.finish())
}

/// Packages for building the MPI crate: MPI's compiler, and libclang, which reads its headers.
const MPI: &str = "openmpi-bin libopenmpi-dev libclang-dev";

/// Returns a command that needs Open MPI, which is installed if allowed; `None` if it is missing.
pub fn mpi(line: &str) -> Option<Command> {
    if !need(MPI, "have_mpi", MPI, "no cluster") {
        return None;
    }
    let mut command = command(line);
    // Otherwise Open MPI refuses to run as root, or with more ranks than processors.
    for (name, value) in [
        ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
        ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
        ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
        ("OMPI_MCA_hwloc_base_binding_policy", "none"),
    ] {
        command.env(name, value);
    }
    Some(command)
}

/// Runs several ranks in one search: over channels, as processes under mpirun, and as two hosts if the system
/// allows. One of the processes is killed. Returns exit code 77 without MPI.
pub fn cluster() -> Ended {
    let Some(mut ranks) = mpi("python3 tests/python_cluster.py test target/debug/nucleus") else {
        return Ok(77);
    };
    let mut steps = Steps::default();
    let mut cargo = |name: &str, line: &str| steps.step(name, &mut command(line));
    cargo("ranks over channels", "cargo test --locked -p nucleus-cluster --tests");
    if cargo("build", "cargo build --locked --features cluster") {
        steps.step("ranks under mpirun", &mut ranks);
    }
    Ok(steps.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_for_want_of_a_processor_is_excused() {
        let lost = |rest: &str| is_excused(&format!("one lost on time: {rest}"));
        assert!(lost("0.100 s used of 0.010 s remaining, 0.095 s of it without a processor"));
        assert!(!lost("0.100 s used of 0.010 s remaining, 0.080 s of it without a processor"));
        assert!(!lost("0.100 s used of 0.010 s remaining"));
        assert!(!lost("no move within its 0.010 s, 0.095 s of it without a processor"));
    }
}
