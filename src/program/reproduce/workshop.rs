//! Programs and folders of a run; the variables of a step and the commands built from them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nucleus_core::kernels::{Choice, Level};
use nucleus_harness::references::{default_reference, find_program};

use super::unit::StepFault;

/// The environment variable that names a build with the feature `cluster`, if this is none.
const CLUSTER: &str = "NUCLEUS_CLUSTER";
/// The variable for Stockfish builds of ARCH x86-64, x86-64-sse41-popcnt, x86-64-bmi2 and x86-64-avx512.
const BUILDS: &str = "NUCLEUS_STOCKFISHES";

/// The variable for engines of a comparison: these builds for the levels of the CPU.
const BUILT: &str = "stockfishes";

/// Names of variables that [`StepContext`] resolves: folders, files and programs of a run.
pub const SPECIAL: &str = "out data sample cluster stockfish glaurung gnuchess stockfishes";

/// Programs and folders of a run.
pub struct Workshop {
    /// This program.
    pub program: PathBuf,
    /// The folder of suites, games and books.
    pub data: PathBuf,
    /// The folder of intermediate files.
    pub work: PathBuf,
    /// True after Ctrl-C.
    pub interrupt: Arc<AtomicBool>,
    /// The level and variant of the kernels.
    pub choice: Choice,
}

impl Workshop {
    /// True after Ctrl-C.
    pub fn interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Fails after Ctrl-C.
    pub fn check_interrupt(&self) -> Result<(), StepFault> {
        if self.interrupted() { Err(StepFault::Interrupted) } else { Ok(()) }
    }

    /// Runs this program with these arguments; writes its standard error to the work folder and
    /// discards its standard output. Returns the command without folders.
    ///
    /// # Errors
    /// If the program cannot be started or fails, with its last line of standard error.
    fn nucleus(&self, arguments: &[String]) -> Result<String, StepFault> {
        self.check_interrupt()?;
        let shown = shown(arguments);
        let failed = |error: std::io::Error| StepFault::Failed(format!("{shown}: {error}"));
        let log = self.work.join("last.log");
        let errors = File::create(&log).map_err(failed)?;
        let mut command = Command::new(&self.program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors);
        if command.status().map_err(failed)?.success() {
            return Ok(shown);
        }
        self.check_interrupt()?;
        let output = fs::read(&log).unwrap_or_default();
        let output = String::from_utf8_lossy(&output);
        let last = output.lines().rev().find(|line| !line.trim().is_empty());
        let last = nucleus_base::text::line(last.unwrap_or("it printed nothing"));
        Err(StepFault::Failed(format!("{shown}: {last}")))
    }

    /// Returns the path of the program that a variable of [`SPECIAL`] names, such as `stockfish`.
    fn named(&self, name: &str) -> Result<String, String> {
        let here = |path: PathBuf| path.display().to_string();
        match name {
            "cluster" => Ok(std::env::var(CLUSTER).unwrap_or_else(|_| here(self.program.clone()))),
            "stockfish" => default_reference()
                .ok_or_else(|| "no Stockfish here: STOCKFISH names one".to_owned()),
            "glaurung" | "gnuchess" => find_program(name)
                .or_else(|| find_program(&format!("/usr/games/{name}")))
                .map(here)
                .ok_or_else(|| format!("no {name} here: Debian has it")),
            BUILT => {
                let builds = std::env::var(BUILDS).unwrap_or_default();
                let path = |level: Level| {
                    let mut pairs = builds.split(',').filter_map(|pair| pair.split_once('='));
                    let path = pairs.find(|(known, _)| known.trim() == level.name());
                    path.map(|(_, path)| path.trim()).ok_or_else(|| {
                        format!(
                            "{BUILDS} has to name builds of Stockfish for this CPU, portable=PATH,popcnt=PATH,\
                             avx2=PATH,avx512=PATH: ARCH x86-64, x86-64-sse41-popcnt, x86-64-bmi2 and \
                             x86-64-avx512 of its Makefile"
                        )
                    })
                };
                let engine =
                    |level: Level| Ok(format!("--engine \"stockfish-{level}='{}'\"", path(level)?));
                Level::usable().map(engine).collect::<Result<Vec<_>, _>>().map(|all| all.join(" "))
            }
            _ => Err(format!("there is no variable {name}")),
        }
    }
}

/// The variables of a step by their names.
#[derive(Clone, Default, Debug)]
pub struct Variables(pub BTreeMap<String, String>);

impl Variables {
    /// Returns a template with braced names replaced by their values; `other` resolves names that are not variables.
    ///
    /// # Errors
    /// If there is no such name.
    pub fn text(
        &self,
        template: &str,
        other: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<String, String> {
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            text += before;
            text += &match self.0.get(name) {
                Some(value) => self.text(value, other)?,
                None => other(name)?,
            };
            rest = after;
        }
        Ok(text + rest)
    }

    /// Splits a command into words. If a word is one braced name, its value is split too.
    ///
    /// # Errors
    /// If there is no such name, or quotation marks do not match.
    pub fn words(
        &self,
        template: &str,
        other: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<Vec<String>, String> {
        let mut words = Vec::new();
        for word in shlex::split(template).ok_or_else(|| format!("{template}: quotation marks"))? {
            let name = word.strip_prefix('{').and_then(|word| word.strip_suffix('}'));
            match name.and_then(|name| self.0.get(name)) {
                Some(value) => words.extend(self.words(value, other)?),
                None if name == Some(BUILT) => words.extend(self.words(&other(BUILT)?, other)?),
                None => words.push(self.text(&word, other)?),
            }
        }
        Ok(words)
    }
}

/// A step that runs: resolves its variables and runs its commands.
pub struct StepContext<'a> {
    /// Programs and folders.
    pub workshop: &'a Workshop,
    variables: &'a Variables,
    /// The step's folder of intermediate files, in [`Workshop::work`].
    out: PathBuf,
}

impl<'a> StepContext<'a> {
    /// Creates a step with these variables, and its folder if necessary.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn new(workshop: &'a Workshop, variables: &'a Variables) -> Result<Self, StepFault> {
        let mut step = Self { workshop, variables, out: PathBuf::new() };
        step.out = workshop.work.join(step.text("folder").or_else(|_| step.text("name"))?);
        fs::create_dir_all(&step.out)
            .map_err(|error| format!("cannot make {}: {error}", step.out.display()))?;
        Ok(step)
    }

    fn special(&self, name: &str) -> Result<String, String> {
        match name {
            "out" => Ok(self.out.display().to_string()),
            "data" if self.workshop.data.is_dir() => Ok(self.workshop.data.display().to_string()),
            "data" => {
                Err(format!("{} is not there: --data names it", self.workshop.data.display()))
            }
            "sample" => self.sample(),
            name => self.workshop.named(name),
        }
    }

    /// Returns the value of a variable.
    ///
    /// # Errors
    /// If there is no such variable.
    pub fn text(&self, name: &str) -> Result<String, String> {
        self.variables.text(&format!("{{{name}}}"), &|name| self.special(name))
    }

    /// Returns the value of a numeric variable.
    ///
    /// # Errors
    /// If there is no such variable, or the value is not a number.
    pub fn number<T: FromStr>(&self, name: &str) -> Result<T, String> {
        self.text(name)?.parse().map_err(|_| format!("{name} is not a number"))
    }

    /// Returns the path of a file in the step's folder that a variable names.
    ///
    /// # Errors
    /// If there is no such variable.
    pub fn file(&self, name: &str) -> Result<PathBuf, String> {
        Ok(self.out.join(self.text(name)?))
    }

    /// Returns the path of a file or folder in the step's folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.out.join(name)
    }

    /// Returns the path of a file in the folder of suites, games and books.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn data(&self, name: &str) -> Result<PathBuf, String> {
        Ok(Path::new(&self.special("data")?).join(name))
    }

    /// Writes every `every`th line of a suite, at most `positions`, to a file; returns the path.
    fn sample(&self) -> Result<String, String> {
        let path = self.data(&format!("suites/{}.epd", self.text("suite")?))?;
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let bytes = nucleus_base::files::read(&path).map_err(failed)?;
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let chosen = lines.step_by(self.number("every")?).take(self.number("positions")?);
        let chosen: Vec<&str> = chosen.collect();
        let epd = self.path(&format!("{}.epd", self.text("suite")?));
        fs::write(&epd, chosen.join("\n") + "\n").map_err(failed)?;
        Ok(epd.display().to_string())
    }

    /// Runs a command of this program; returns the command without folders.
    ///
    /// # Errors
    /// If a variable is missing, or the command fails.
    pub fn run(&self, template: &str) -> Result<String, StepFault> {
        let words = self.variables.words(template, &|name| self.special(name))?;
        self.workshop.nucleus(&words).map_err(|error| match (error, self.text("hint")) {
            (StepFault::Failed(why), Ok(hint)) => StepFault::Failed(format!("{why}; {hint}")),
            (error, _) => error,
        })
    }
}

/// Returns the command of these arguments for a record, with file names instead of paths.
fn shown(arguments: &[String]) -> String {
    let word = |argument: &String| match without_folders(argument) {
        word if word.contains(' ') => format!("\"{word}\""),
        word => word,
    };
    std::iter::once("nucleus".to_owned())
        .chain(arguments.iter().map(word))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns a word of a command with paths replaced by file names, including those after `NAME=` and
/// within quotation marks.
fn without_folders(word: &str) -> String {
    let part = |part: &str| {
        let end = part.trim_end_matches(['=', ':', '\'']).len();
        let (path, rest) = part.split_at(end);
        let name = Path::new(path).file_name().filter(|_| path.contains('/'));
        name.map_or_else(|| part.to_owned(), |name| format!("{}{rest}", name.to_string_lossy()))
    };
    word.split_inclusive(['=', ':', '\'']).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_names_files_without_their_folders() {
        let shown = [
            ("two='/home/me/nucleus' --cluster --ranks 2", "two='nucleus' --cluster --ranks 2"),
            ("stockfish-avx2='/opt/my engines/sf'", "stockfish-avx2='sf'"),
            ("ep:Weights File=units/tuning/ep.toml", "ep:Weights File=ep.toml"),
            ("one=nucleus:axon", "one=nucleus:axon"),
            ("/usr/bin/stockfish", "stockfish"),
        ];
        for (word, expected) in shown {
            assert_eq!(without_folders(word), expected);
        }
    }

    #[test]
    fn words_of_a_command_come_of_variables() {
        let pairs = [("a", "x y"), ("climb", "hj '{file} b'"), ("file", "{out}/f"), ("none", "")];
        let variables = Variables(pairs.map(|(k, v)| (k.to_owned(), v.to_owned())).into());
        let other = |name: &str| match name {
            "out" => Ok("/my work".to_owned()),
            name => Err(format!("no {name}")),
        };
        let words = variables.words("{climb} --n={a} {a} {none} z", &other);
        assert_eq!(
            words,
            Ok(["hj", "/my work/f b", "--n=x y", "x", "y", "z"].map(str::to_owned).into())
        );
        assert_eq!(variables.text("{b}", &other), Err("no b".to_owned()));
    }
}
