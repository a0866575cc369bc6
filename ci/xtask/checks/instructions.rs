//! Compares instruction counts with the baseline, `ci/instructions.json`. Counts need no clock and have no noise.
//!
//! Single steps count our own routines at every level of the CPU, including AVX-512 and asm/, without
//! hardware counters. Callgrind counts at the levels that it supports. The check fails if a bench rises by
//! more than 1 % or the total by more than 0.3 %, if a bench falls by more than 1 % and is not blessed, if an
//! id is missing or new, if a count is so low that the bench has lost its body, or if the two counters differ
//! by more than 0.1 %. If the compiler or Valgrind differs from the baseline's, the baseline's commit is
//! built and counted with the current tools. Benches that this CPU cannot run keep their counts; that fails
//! if `NUCLEUS_REQUIRE_LEVELS` names their level.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use nucleus_report::REGRESSION;

use crate::git::Repository;
use crate::instructions::{
    Comparison, InstructionCounts, Tools, compare, compare_counters, demanded_levels, histogram,
};
use crate::run::{
    Ended, Fault, command, executable, holds, host, log_text, logged, root, target_dir, version,
};

/// Options of the counts.
#[derive(clap::Args)]
pub struct InstructionsArguments {
    /// Count only kernels, moves and some trees, by single steps, in two minutes.
    #[arg(long)]
    quick: bool,
    /// Save these counts as the baseline; commit it with the change.
    #[arg(long, conflicts_with = "quick")]
    bless: bool,
    /// Show that the check finds regressions: in a copy of the last commit, a kernel, an AVX-512 kernel and
    /// an assembly routine become about 2 % slower.
    #[arg(long, conflicts_with_all = ["quick", "bless"])]
    prove: bool,
    /// Print the routines of one case, such as `search_full.matrix.avx2`.
    #[arg(long, value_name = "CASE", conflicts_with_all = ["quick", "bless", "prove"])]
    histogram: Option<String>,
}

const BASELINE: &str = "ci/instructions.json";

/// Counts instructions and compares them with the baseline.
pub fn run(arguments: &InstructionsArguments) -> Ended {
    if arguments.prove {
        return with_tree("HEAD", prove);
    }
    let here = Tree { source: root(), build: target_dir(), quick: arguments.quick };
    if let Some(case) = &arguments.histogram {
        let counts = here.counts("case", &["--only", case])?;
        let routines = counts.routines.get(case).ok_or_else(|| format!("no case {case}"))?;
        print!("{}", histogram(routines));
        return Ok(0);
    }
    let chosen: &[&str] = if arguments.quick { &["--quick"] } else { &[] };
    let tools = || holds("need_valgrind") && holds("need_runner");
    if !arguments.quick && !tools() {
        return Err("no Valgrind, or no runner of gungraun".into());
    }
    let now = here.counts("now", chosen)?;
    let baseline = InstructionCounts::read(&root().join(BASELINE));
    if arguments.bless {
        if agree(&now) != 0 {
            return Ok(REGRESSION);
        }
        let (next, kept) = now.as_baseline(baseline.ok().as_ref());
        kept.iter().for_each(|id| eprintln!("note: {id} was not run here and keeps its count"));
        fs::write(root().join(BASELINE), next.to_json())?;
        println!("{BASELINE} written; cargo xtask figures --write makes the tables of it");
        return Ok(0);
    }
    let mut before = baseline?;
    if !before.tools.count_alike(&now.tools) {
        // The baseline's commit has the code that the baseline counts.
        let commit = Repository::here().git(&["log", "-1", "--format=%H", "--", BASELINE]);
        let commit = commit.filter(|commit| !commit.is_empty());
        let commit =
            commit.ok_or_else(|| format!("other tools made {BASELINE}, and no commit has it"))?;
        eprintln!(
            "note: other tools made {BASELINE}; counting its commit {commit} with those at hand"
        );
        before = with_tree(&commit, |tree| tree.counts("before", chosen))?;
    }
    let Comparison { page, failures } = compare(&before, &now, &demanded_levels());
    println!("{page}");
    failures.iter().for_each(|failure| eprintln!("regression: {failure}"));
    let differs = !arguments.quick && agree(&now) != 0;
    Ok(if failures.is_empty() && !differs { 0 } else { REGRESSION })
}

/// Prints how far the two counters agree; returns the exit code.
fn agree(counts: &InstructionCounts) -> u8 {
    let both = compare_counters(counts);
    println!(
        "\nSingle steps and Callgrind on our own routines: {} cases counted by both, the largest \
         difference {:.3} %.",
        both.cases,
        both.largest * 100.0
    );
    both.failures.iter().for_each(|failure| eprintln!("regression: {failure}"));
    if both.failures.is_empty() { 0 } else { REGRESSION }
}

/// Returns the folder of saved counts and of copies of commits.
fn work() -> PathBuf {
    root().join("target/instructions")
}

/// Calls a function with a copy of a commit. The copy has its own build folder, so that the builds of the two
/// trees do not replace each other.
fn with_tree<T>(
    commit: &str,
    function: impl FnOnce(&Tree) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let tree = Tree { source: work().join("tree"), build: work().join("build"), quick: false };
    let path = tree.source.display().to_string();
    let here = Repository::here();
    here.git(&["worktree", "remove", "--force", &path]);
    here.git(&["worktree", "prune"]);
    let added = here.git(&["worktree", "add", "--detach", &path, commit]);
    added.ok_or_else(|| format!("git makes no tree of {commit}"))?;
    let ended = function(&tree);
    here.git(&["worktree", "remove", "--force", &path]);
    ended
}

/// A source tree with its build folder.
struct Tree {
    source: PathBuf,
    build: PathBuf,
    /// True to use the build of the tests. It optimises the hot crates as a release does, except in old trees.
    quick: bool,
}

impl Tree {
    fn bench(&self) -> Command {
        // The quick command reuses the build of ci/test. One bench alone would change features.
        let mut bench = command(match self.quick {
            true => "cargo test --locked --workspace --benches",
            false => "cargo bench --locked -p nucleus-steps --bench instructions",
        });
        bench.current_dir(&self.source).env("CARGO_TARGET_DIR", &self.build);
        bench
    }

    /// Counts by single steps and, if no case is chosen, by Callgrind.
    fn counts(&self, name: &str, chosen: &[&str]) -> Result<InstructionCounts, Fault> {
        fs::create_dir_all(work())?;
        let tools = Tools {
            rustc: version("rustc --version"),
            valgrind: if chosen.is_empty() { version("valgrind --version") } else { String::new() },
            target: host(),
        };
        let steps = self.steps(chosen)?;
        fs::write(work().join(format!("{name}.steps")), &steps)?;
        let folder = chosen.is_empty().then(|| work().join(name));
        if let Some(folder) = &folder {
            if folder.exists() {
                fs::remove_dir_all(folder)?;
            }
            let mut bench = self.bench();
            bench.args(["--", "--save-summary=json", "--callgrind-args=--cache-sim=no"]);
            bench.env("GUNGRAUN_HOME", folder).env("NUCLEUS_BENCH", "full");
            if !logged("callgrind", &mut bench) {
                let text = log_text("callgrind");
                let lines: Vec<&str> = text.lines().collect();
                eprintln!("{}", lines[lines.len().saturating_sub(40)..].join("\n"));
                return Err("the benches failed".into());
            }
        }
        let counts = InstructionCounts::collect(folder.as_deref(), &steps, tools)?;
        fs::write(work().join(format!("{name}.json")), counts.to_json())?;
        Ok(counts)
    }

    /// Returns the output of the single steps. Each processor runs a process that counts a part of the cases.
    fn steps(&self, chosen: &[&str]) -> Result<String, Fault> {
        let program = executable(self.bench().arg("--no-run"), "instructions")?;
        let parts = std::thread::available_parallelism()?.get();
        let start = |part: usize| {
            let mut steps = Command::new(&program);
            steps.args(["--steps", "--share", &format!("{part}/{parts}")]).args(chosen);
            steps.current_dir(&self.source).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
        };
        let children = (0..parts).map(start).collect::<Result<Vec<_>, _>>()?;
        let (mut lines, mut notes) = (String::new(), BTreeSet::new());
        for child in children {
            let ended = child.wait_with_output()?;
            let messages = String::from_utf8_lossy(&ended.stderr).into_owned();
            if !ended.status.success() {
                return Err(format!("single steps failed: {messages}").into());
            }
            let found = messages.lines().filter(|line| line.starts_with("note:"));
            notes.extend(found.map(str::to_owned));
            lines += &String::from_utf8_lossy(&ended.stdout);
        }
        notes.iter().for_each(|note| eprintln!("{note}"));
        Ok(lines)
    }

    /// Inserts a line after the first one that contains a text.
    fn plant(&self, file: &str, after: &str, line: &str) -> Result<(), Fault> {
        let path = self.source.join(file);
        let text = fs::read_to_string(&path)?;
        let at = text.find(after).ok_or_else(|| format!("{file} has no `{after}`"))?;
        let end = at + after.len();
        let end = end + text[end..].find('\n').ok_or("no end of the line")?;
        Ok(fs::write(path, format!("{}\n{line}{}", &text[..end], &text[end..]))?)
    }
}

/// Plants three regressions in one copy, and checks that each is found and that unchanged kernels
/// are not reported. An iteration of the empty loop takes one or two instructions when unrolled. A
/// rebuild takes about 2,100 at level portable and 250 at avx512, a pass of scanner_avx2 about 140.
fn prove(tree: &Tree) -> Ended {
    let only = ["--only", "scan,rebuild"];
    let before = tree.counts("unchanged", &only)?;
    let idle = |turns: u32| {
        format!("    (0..{turns}u32).for_each(|turn| {{ std::hint::black_box(turn); }});")
    };
    let isa = "src/core/kernels/isa";
    tree.plant(&format!("{isa}/portable/rebuild.rs"), "\npub fn rebuild(planes", &idle(48))?;
    tree.plant(&format!("{isa}/avx512/rebuild.rs"), "pub fn rebuild(pieces: ", &idle(5))?;
    tree.plant(
        "asm/scanner_avx2.s",
        "\n_nucleus_scanner_avx2:",
        "        nop\n        nop\n        nop\n        nop",
    )?;
    let after = tree.counts("changed", &only)?;
    let failures = compare(&before, &after, &[]).failures;
    let is_demanded = demanded_levels().contains(&"avx512".to_owned());
    let mut missed = 0;
    for (change, failure) in [
        ("a slower kernel", "steps::rebuild.portable: +"),
        ("a slower kernel of AVX-512", "steps::rebuild.avx512: +"),
        ("a slower assembly routine", "steps::scan.avx2+asm: +"),
    ] {
        let case = failure.strip_prefix("steps::").and_then(|id| id.split(':').next());
        let obstacle = case.and_then(|case| after.not_run.get(case));
        match (failures.iter().find(|found| found.starts_with(failure)), obstacle) {
            (Some(found), _) => println!("{change}: caught, {found}"),
            (None, Some(obstacle)) if !is_demanded => {
                println!("{change}: not run, {obstacle}");
            }
            (None, _) => {
                eprintln!("{change}: not caught");
                missed += 1;
            }
        }
    }
    // An unchanged kernel must not be reported.
    let others = ["steps::scan_both", "steps::rebuild.avx2", "steps::scan.portable"];
    for failure in failures.iter().filter(|found| others.iter().any(|id| found.starts_with(id))) {
        eprintln!("not changed, and named: {failure}");
        missed += 1;
    }
    Ok(if missed == 0 { 0 } else { REGRESSION })
}
