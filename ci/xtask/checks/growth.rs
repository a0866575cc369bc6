//! Checks that memory does not grow in a long search. An engine searches with each table size for the same
//! time. After a tenth of that time, no engine may use more memory than before, except for [`ALLOWED`].

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::rows::Rows;
use crate::run::{Ended, Fault, LOGS, Session, command, output, root};

/// KiB by which an engine may grow, for a deeper stack or the buffer of a longer line.
const ALLOWED: u64 = 1024;

/// Positions of the searches, in turn.
const POSITIONS: [&str; 5] = [
    "startpos",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "fen 1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1",
];

/// Runs a search with each size, all at the same time.
pub fn run(seconds: u64, sizes: &[u64]) -> Ended {
    let mut rows = Rows::begin("growth");
    let Some(built) = rows.build("memory") else { return rows.end() };
    // A later build must not replace the running program.
    let nucleus = root().join(LOGS).join("growth-nucleus");
    fs::copy(built, &nucleus)?;
    let mut sizes = sizes.to_vec();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let time = Duration::from_secs(seconds);
    std::thread::scope(|scope| {
        let mut searches = Vec::new();
        for &mib in &sizes {
            // The engine with the largest table allocates its memory first.
            let nucleus = &nucleus;
            let search = move || search(nucleus, mib, time).map_err(|error| error.to_string());
            searches.push((mib, scope.spawn(search)));
            std::thread::sleep(Duration::from_secs(1));
        }
        for (mib, search) in searches {
            let (trials, outcome) = match search.join() {
                Ok(Ok(ended)) => ended,
                Ok(Err(error)) => ("-".to_owned(), format!("FAILED: {error}")),
                Err(_) => ("-".to_owned(), "FAILED: a panic".to_owned()),
            };
            rows.row(&format!("memory with a table of {mib} MiB"), &trials, &outcome);
        }
    });
    fs::remove_file(nucleus)?;
    rows.end()
}

/// Returns the resident memory of a process, in KiB.
fn resident(id: u32) -> Result<u64, Fault> {
    let text = output(command("ps -o rss= -p").arg(id.to_string()))?;
    Ok(text.trim().parse()?)
}

fn available() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Runs searches of a second each until the time is over; every third one begins with a cleared table.
/// Returns the trials and the outcome.
fn search(nucleus: &Path, mib: u64, time: Duration) -> Result<(String, String), Fault> {
    if let Some(free) = available().filter(|free| *free < (mib + 512) * 1024) {
        return Ok(("-".to_owned(), format!("not run: {} MiB are free", free / 1024)));
    }
    let mut engine = Session::start(&mut Command::new(nucleus))?;
    engine.send(&format!("setoption name Hash value {mib}\nisready\n"));
    engine.until("readyok");
    let began = Instant::now();
    let (mut early, mut late, mut count) = (0, 0, 0);
    let mut answers = true;
    while answers && began.elapsed() < time {
        if count % 3 == 0 {
            engine.send("ucinewgame\n");
        }
        let position = POSITIONS[count % POSITIONS.len()];
        engine.send(&format!("position {position}\ngo movetime 1000\n"));
        answers = engine.until("bestmove");
        engine.heard.clear();
        count += 1;
        let kib = resident(engine.id())?;
        let largest =
            if began.elapsed() * 10 < time || early == 0 { &mut early } else { &mut late };
        *largest = kib.max(*largest);
    }
    let seconds = began.elapsed().as_secs();
    let trials = format!("{count} searches in {seconds} s, {early} KiB, then at most {late}");
    let ends = engine.end(Duration::from_secs(60));
    let outcome = if !answers || late == 0 {
        "FAILED: the engine did not answer".to_owned()
    } else if !ends {
        "FAILED: the engine ended with an error".to_owned()
    } else if late > early + ALLOWED {
        format!("FAILED: grown by {} KiB", late - early)
    } else {
        "no growth".to_owned()
    };
    Ok((trials, outcome))
}
