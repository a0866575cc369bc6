//! Checks of a built program: signatures, perft, a UCI session, closed pipes, `compare`.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use super::{Checks, Ready};
use crate::run::{Fault, LOGS, Session, output, root};

impl Checks<'_> {
    /// Runs all checks of a program. `nucleus compare` compares the first level with the last.
    pub(super) fn program(&mut self, name: &str, levels: &[&str], ready: &Ready, program: &Path) {
        let steps = &mut self.steps;
        steps.call(&format!("{name} signatures"), || signatures(levels, ready, program));
        steps.call(&format!("{name} perft"), || perft(levels, ready, program));
        steps.call(&format!("{name} uci"), || session(ready, program));
        steps.call(&format!("{name} gone"), || gone(ready, program));
        steps.step(&format!("{name} cpu"), ready.program(program).arg("cpu"));
        let out = root().join(LOGS).join(format!("compare-{name}"));
        let _ = fs::remove_dir_all(&out);
        let mut compare = ready.program(program);
        compare.args("compare --quick --rounds 2 --time 0.5 --out".split(' ')).arg(&out);
        // A program under wine starts Windows engines without an emulator.
        let emulator = ready.emulator.clone().filter(|_| name != "windows").unwrap_or_default();
        let engine = format!("{emulator} '{}' uci", program.display());
        for (name, level) in ["first", "last"].iter().zip([levels.first(), levels.last()]) {
            let option = format!("{name}:Level={}", level.unwrap_or(&"auto"));
            compare.args(["--name", name, "--option", &option, engine.trim_start()]);
        }
        steps.step(&format!("{name} compare"), &mut compare);
    }
}

/// Checks the pinned signatures of the three profiles at depth 4, at every level, variant and board, with and
/// without the network.
fn signatures(levels: &[&str], ready: &Ready, program: &Path) -> Result<(), Fault> {
    let text = fs::read_to_string(root().join("tests/signatures.txt"))?;
    let rows: Vec<Vec<&str>> = text.lines().map(|l| l.split_whitespace().collect()).collect();
    for evaluation in ["network", "classical"] {
        let mut bench = ready.program(program);
        bench.args(["bench", "4", "--signatures", "--evaluation", evaluation]);
        let table = output(&mut bench)?;
        print!("{table}");
        let mut found: Vec<&str> = Vec::new();
        for row in table.lines().skip(1) {
            let row: Vec<&str> = row.split_whitespace().collect();
            let [profile, _, level, nodes] = row[..] else { continue };
            // The line of a signature with the network has a fourth word.
            let words = if profile == "full" && evaluation == "network" { 4 } else { 3 };
            let is_pinned = |pinned: &&Vec<&str>| {
                pinned.len() == words && pinned[0] == profile && pinned[1] == "4"
            };
            let pinned = rows.iter().find(is_pinned).map(|pinned| pinned[2]);
            if pinned != Some(nodes) {
                return Err(format!("{profile} at {level}: {nodes}, pinned {pinned:?}").into());
            }
            found.extend([profile, level]);
        }
        let missing =
            ["axon", "full", "umko"].iter().chain(levels).find(|name| !found.contains(name));
        if let Some(name) = missing {
            return Err(format!("no signature of {name}").into());
        }
    }
    Ok(())
}

/// Checks perft of the start position, with every leaf made and its cells written.
fn perft(levels: &[&str], ready: &Ready, program: &Path) -> Result<(), Fault> {
    for level in levels {
        let mut perft = ready.program(program);
        perft.args(["perft", "5", "--mode", "leaves"]).env("NUCLEUS_LEVEL", level);
        let run = perft.output()?;
        let text = String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned();
        println!("{text}");
        if !text.contains("4865609") || !text.contains(&format!("level {level}:")) {
            return Err(format!("no perft at level {level}").into());
        }
    }
    Ok(())
}

/// Runs a session with a search, with line ends as a Windows GUI sends them.
fn session(ready: &Ready, program: &Path) -> Result<(), Fault> {
    let mut engine = Session::start(ready.program(program).arg("uci"))?;
    engine.send("uci\r\nisready\r\nposition startpos moves e2e4 e7e5\r\ngo depth 6\r\n");
    let answers = engine.until("uciok") && engine.until("readyok") && engine.until("bestmove ");
    engine.send("quit\r\n");
    let ends = engine.end(Duration::from_secs(60));
    println!("{}", engine.heard.join("\n"));
    match (answers, ends) {
        (true, true) => Ok(()),
        (false, _) => Err("it did not answer".into()),
        (_, false) => Err("it did not end well".into()),
    }
}

/// Checks that an infinite search ends when its input is closed and its output is no longer read.
fn gone(ready: &Ready, program: &Path) -> Result<(), Fault> {
    let mut engine = ready.program(program);
    let mut engine = engine.arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = engine.stdin.take().ok_or("no input")?;
    std::io::Write::write_all(&mut input, b"go infinite\n")?;
    drop(engine.stdout.take());
    std::thread::sleep(Duration::from_secs(2));
    drop(input);
    for _ in 0..1200 {
        if let Some(status) = engine.try_wait()? {
            println!("it ended: {status}");
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    engine.kill()?;
    Err("it searches on".into())
}
