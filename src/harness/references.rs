//! The engines of a run, ours and the references: commands, descriptions and start checks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hmac_sha256::Hash;

use super::command::CommandRun;
use super::engine::Identity;
use super::fault::Fault;
use super::process::Launch;
use super::uci_line::OptionLine;
use nucleus_base::text;
use nucleus_core::board::BoardType;
use nucleus_core::kernels::Level;
use nucleus_core::profiles::ProfileName;
use nucleus_records::record::EngineRecord;

/// Instructions for getting the default reference.
pub const HOW_TO_GET_STOCKFISH: &str = "no reference: there is no stockfish on PATH or in \
    /usr/games, STOCKFISH is not set, and no --engine was given; the rest still runs. To get one: \
    `apt-get install stockfish` (Debian, Ubuntu), `brew install stockfish` (macOS), \
    `winget install Stockfish.Stockfish` (Windows), or a build for this \
    processor of its sources (in src: `make -j profile-build ARCH=native`) by --reference NAME=COMMAND";

/// An engine to start, with its UCI options.
#[derive(Debug, Clone, Default)]
pub struct EngineSpec {
    /// The engine's record, completed after the start.
    pub record: EngineRecord,
    /// The settings for starting the engine.
    pub launch: Launch,
    /// The settings of the runs of a command; `None` for an engine.
    pub run: Option<CommandRun>,
    /// The number of blocks that the engine takes part in; `None` for all.
    pub blocks: Option<u32>,
    /// The number of the engine's group. The engines of a group run in turn.
    pub group: u32,
    /// `true` to leave the engine out of perft: another one runs the same code, or it has no perft.
    pub without_perft: bool,
    /// Notes on the engine for the record, such as cut identity texts; a sentence each.
    pub notes: Vec<String>,
}

impl EngineSpec {
    /// Returns an engine with these launch settings.
    pub fn new(name: &str, launch: Launch) -> Self {
        let command = public_command(&launch.argv);
        let record = EngineRecord { name: name.to_owned(), command, ..EngineRecord::default() };
        Self { record, launch, ..Self::default() }
    }

    /// Returns our engine, the given program, with this record.
    pub fn of_this_program(program: &Path, record: EngineRecord) -> Self {
        let argv = vec![program.to_string_lossy().into_owned(), "uci".to_owned()];
        let record = EngineRecord { ours: true, command: "nucleus uci".to_owned(), ..record };
        Self { record, launch: Launch { argv, ..Launch::default() }, ..Self::default() }
    }

    /// Returns the record for publication: paths in option values lose their folders, which are
    /// private.
    pub fn public_record(&self) -> EngineRecord {
        let mut record = self.record.clone();
        for (_, value) in
            record.options.iter_mut().filter(|(_, value)| Path::new(value).is_absolute())
        {
            *value = base(value).to_owned();
        }
        record
    }

    /// Adds size and hash of the executable file.
    pub fn describe_file(&mut self) {
        let Some(path) = self.launch.argv.first().and_then(|p| find_program(p)) else { return };
        if let Ok(content) = nucleus_base::files::read(&path) {
            self.record.file_bytes = Some(content.len() as u64);
            self.record.file_sha256 = Some(text::hex(&Hash::hash(&content)));
        }
    }

    /// Adds the engine's identity, its networks, and its build from the output of `compiler`.
    pub fn describe_engine(&mut self, identity: &Identity, compiler: &[String]) {
        let (build, flags) = read_compiler(compiler);
        let mut keep = |what: &str, value: Option<&String>, most: usize| {
            let cleaned = text::clean(value?, most);
            if let Some(loss) = cleaned.loss() {
                self.notes.push(format!("{}: {what} lost {loss}", self.record.name));
            }
            Some(cleaned.text)
        };
        self.record.id_name = keep("its `id name`", identity.name.as_ref(), text::NAME);
        self.record.id_author = keep("its `id author`", identity.author.as_ref(), text::NAME);
        self.record.build = keep("its `compiler` answer", build.as_ref(), text::LINE);
        let flags = keep("the flags of its build", flags.as_ref(), text::NAME * 2);
        let is_generic = |flags: &str| is_generic(flags, Level::usable());
        self.record.generic = flags.as_deref().and_then(is_generic);
        self.record.build_flags = flags;
        let networks = networks(identity, &self.record.options)
            .filter(|_| !self.record.ours || plays_by_network(identity, &self.record.options));
        self.record.network = keep("the names of its networks", networks.as_ref(), text::NAME * 2);
    }
}

/// Returns the value that an option is set to, or its default.
fn value(identity: &Identity, set: &[(String, String)], name: &str) -> Option<String> {
    let given = set.iter().rfind(|(of, _)| of.eq_ignore_ascii_case(name));
    let default = || identity.option(name)?.default.clone();
    given.map(|(_, value)| value.clone()).or_else(default)
}

/// Returns `true` if our engine evaluates with its network: in profile `full`, unless an option
/// selects the hand-written evaluation.
fn plays_by_network(identity: &Identity, set: &[(String, String)]) -> bool {
    let is = |name: &str, expected: &str| {
        value(identity, set, name).is_some_and(|value| value.eq_ignore_ascii_case(expected))
    };
    let by_hand = set.iter().any(|(name, value)| {
        name.to_ascii_lowercase().ends_with("evaluation") && !value.eq_ignore_ascii_case("network")
    });
    is("Profile", "full") && is("Research Evaluation", "network") && !by_hand
}

/// Returns the files of an engine's networks without folders: the values of its options
/// `EvalFile…`. Stockfish has two.
fn networks(identity: &Identity, set: &[(String, String)]) -> Option<String> {
    let value = |option: &OptionLine| value(identity, set, &option.name);
    let is_off = |option: &OptionLine| value(option).is_some_and(|value| value == "false");
    if identity.option("Use NNUE").is_some_and(is_off) {
        return None;
    }
    let is_file = |option: &&OptionLine| {
        option.kind == "string" && option.name.to_ascii_lowercase().starts_with("evalfile")
    };
    let files = identity.options.iter().filter(is_file).filter_map(value);
    let named = files.filter(|file| !["", "<empty>"].contains(&file.as_str()));
    let names: Vec<String> = named.map(|file| base(&file).to_owned()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Returns a command line without directories, which are private.
pub fn public_command(argv: &[String]) -> String {
    argv.iter().map(|word| base(word)).collect::<Vec<_>>().join(" ")
}

/// Returns a path without its folders.
fn base(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    if name.is_empty() { "…" } else { name }
}

/// Returns the output of a `compiler` command as one line, and the instruction sets that it names.
fn read_compiler(lines: &[String]) -> (Option<String>, Option<String>) {
    let is_known = |line: &&str| {
        let line = line.to_lowercase();
        line.starts_with("compil") || line.contains("rustc") || line.starts_with("target")
    };
    let known: Vec<&str> = lines.iter().map(|line| line.trim()).filter(is_known).collect();
    let flags = known.iter().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        let key = key.to_lowercase();
        (key.contains("settings") || key.contains("flags")).then(|| value.trim().to_owned())
    });
    let build = known.join("; ");
    ((!build.is_empty()).then_some(build), flags)
}

/// Returns the level of the instruction sets in Stockfish's `compiler` answer, e.g.
/// `64bit VNNI AVX512 BMI2 AVX2 SSE41 SSSE3 SSE2 POPCNT`; `None` if it names none.
pub fn level_of_build(flags: &str) -> Option<Level> {
    const SETS: [(Level, &[&str]); 5] = [
        (Level::Neon, &["NEON"]),
        (Level::Avx512, &["AVX512", "AVX512ICL", "VNNI512", "VNNI"]),
        (Level::Avx2, &["AVX2", "AVXVNNI", "BMI2"]),
        (Level::Popcnt, &["POPCNT"]),
        (Level::Portable, &["64bit", "32bit", "SSE2", "SSE", "MMX"]),
    ];
    let words: Vec<&str> = flags.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let is_named = |set: &&str| words.iter().any(|word| word.eq_ignore_ascii_case(set));
    let (level, _) = SETS.into_iter().find(|(_, sets)| sets.iter().any(is_named))?;
    Some(level)
}

/// Returns `true` if a build with these flags is below the CPU's best level; `None` if unknown.
pub fn is_generic(flags: &str, usable: impl Iterator<Item = Level>) -> Option<bool> {
    Some(level_of_build(flags)? < usable.max()?)
}

/// Returns the error that prevents a program from starting, as far as it is visible without
/// starting it.
pub fn cannot_be_started(program: &str) -> Option<Fault> {
    use std::io::ErrorKind::{NotFound, PermissionDenied};
    let path = Path::new(program);
    let by_path = path.components().count() > 1;
    let kind = match find_program(program) {
        // The search in PATH skips files that cannot be executed; a given path is used as it is.
        Some(file) if !by_path || may_be_executed(&file) => return None,
        None if !by_path || !path.exists() => NotFound,
        _ => PermissionDenied,
    };
    Some(Fault::spawn(program, &kind.into()))
}

#[cfg(unix)]
fn may_be_executed(file: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(file, Access::EXEC_OK).is_ok()
}

/// On other systems the first bytes identify a program, the extension a script.
#[cfg(not(unix))]
fn may_be_executed(file: &Path) -> bool {
    use std::io::Read;
    let of_commands = |ending: &std::ffi::OsStr| {
        ending.eq_ignore_ascii_case("bat") || ending.eq_ignore_ascii_case("cmd")
    };
    let mut first = [0; 2];
    let read = nucleus_base::files::open(file).and_then(|mut file| file.read_exact(&mut first));
    file.extension().is_some_and(of_commands) || read.is_ok() && first == *b"MZ"
}

/// Checks that all engines can be started, before anything begins.
///
/// # Errors
/// A sentence that names the first engine that cannot.
pub fn all_can_be_started<'a>(
    specs: impl IntoIterator<Item = &'a EngineSpec>,
) -> Result<(), String> {
    for spec in specs {
        let program = spec.launch.argv.first().map_or("", String::as_str);
        if let Some(reason) = cannot_be_started(program) {
            return Err(format!("engine {}: {reason}", spec.record.name));
        }
    }
    Ok(())
}

/// Finds a program as the system would: by its path or in PATH. On Windows `.exe` is added, and
/// this program's folder and the system's folders come first.
pub fn find_program(program: &str) -> Option<PathBuf> {
    let here = |path: PathBuf| {
        let mut with_ending = path.clone().into_os_string();
        with_ending.push(std::env::consts::EXE_SUFFIX);
        [path, with_ending.into()].into_iter().find(|path| path.is_file())
    };
    let path = Path::new(program);
    if path.components().count() > 1 {
        return here(path.to_owned());
    }
    let paths = std::env::var_os("PATH");
    let on_path = paths.iter().flat_map(std::env::split_paths);
    folders_before_path().into_iter().chain(on_path).find_map(|folder| here(folder.join(program)))
}

/// Returns the folders searched for a program before those in PATH.
fn folders_before_path() -> Vec<PathBuf> {
    if !cfg!(windows) {
        return Vec::new();
    }
    let ours = std::env::current_exe().ok();
    let system = std::env::var_os("SystemRoot").map(PathBuf::from);
    let folders = [
        ours.as_deref().and_then(Path::parent).map(Path::to_owned),
        system.as_ref().map(|folder| folder.join("System32")),
        system,
    ];
    folders.into_iter().flatten().collect()
}

/// Returns the command line of the default reference: `STOCKFISH`, else `stockfish` in PATH or in
/// `/usr/games`; `None` if there is none.
pub fn default_reference() -> Option<String> {
    if let Ok(command) = std::env::var("STOCKFISH")
        && !command.trim().is_empty()
    {
        return Some(command);
    }
    let found = find_program("stockfish")
        .or_else(|| find_program("/usr/games/stockfish"))
        .or_else(|| find_program("stockfish.exe"))?;
    let path = found.to_str()?;
    shlex::try_quote(path).ok().map(std::borrow::Cow::into_owned)
}

/// Returns the engine with its network switched off, as a second reference, if it has that option.
pub fn without_network(spec: &EngineSpec, identity: &Identity) -> Option<EngineSpec> {
    let option = identity.option("Use NNUE").filter(|o| o.kind == "check")?;
    let already = spec.record.options.iter().any(|(k, _)| k.eq_ignore_ascii_case(&option.name));
    (!already).then(|| {
        let mut second = spec.clone();
        second.record.name = format!("{}-no-nnue", spec.record.name);
        second.record.options.push((option.name.clone(), "false".to_owned()));
        second
    })
}

/// Returns our engine at a level and a variant, on the profile's board.
pub fn ours(program: &Path, level: &str, variant: Option<&str>, profile: &str) -> EngineSpec {
    let board = profile.parse::<ProfileName>().unwrap_or_default().board();
    ours_on(board, program, level, variant, profile)
}

/// Returns our engine on a board, at a level and a variant.
pub fn ours_on(
    board: BoardType,
    program: &Path,
    level: &str,
    variant: Option<&str>,
    profile: &str,
) -> EngineSpec {
    let suffix = variant.map(|v| format!("-{v}")).unwrap_or_default();
    // The variant is set even if it is the default, since the environment may select the other one.
    let variant = variant.unwrap_or("intrinsics");
    let options =
        [("Level", level), ("Variant", variant), ("Profile", profile), ("Board", board.name())];
    let record = EngineRecord {
        name: match board {
            BoardType::Matrix => format!("nucleus-{level}{suffix}"),
            BoardType::Magic | BoardType::Axon32 => format!("nucleus-{level}{suffix}-{board}"),
        },
        level: Some(level.to_owned()),
        variant: Some(variant.to_owned()),
        profile: Some(profile.to_owned()),
        board: Some(board.name().to_owned()),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        ..EngineRecord::default()
    };
    EngineSpec::of_this_program(program, record)
}

/// Returns the options of our engine in lower case, without a variant that has no effect: in a
/// profile without the scanner, and on the magic board.
fn options_that_count(spec: &EngineSpec) -> BTreeMap<String, String> {
    let options = spec.record.options.iter();
    let mut options: BTreeMap<String, String> =
        options.map(|(name, value)| (name.to_lowercase(), value.to_lowercase())).collect();
    let profile = options.get("profile").map_or("", String::as_str);
    let magic = options.get("board").is_some_and(|board| board == BoardType::Magic.name());
    if magic || !profile.parse().unwrap_or(ProfileName::default()).scans() {
        options.remove("variant");
    }
    options
}

/// Refuses two engines of ours that run the same code, since their comparison is meaningless.
///
/// # Errors
/// A sentence that names both.
pub fn refuse_same_code(specs: &[EngineSpec]) -> Result<(), String> {
    for (index, one) in specs.iter().enumerate().filter(|(_, spec)| spec.record.ours) {
        let same = |other: &&EngineSpec| {
            other.record.ours
                && other.launch.argv == one.launch.argv
                && options_that_count(other) == options_that_count(one)
        };
        if let Some(other) = specs[index + 1..].iter().find(same) {
            let [one, other] = [one, other].map(|spec| &spec.record.name);
            return Err(format!("{one} and {other} would run the same code"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_answer_of_stockfish() {
        let read = |text: &str| read_compiler(&text.lines().map(str::to_owned).collect::<Vec<_>>());
        let (build, flags) = read(
            "\nCompiled by g++ (GNUC) 12.2.0 on Linux\nCompilation settings include:  64bit SSE2\n\
             __VERSION__ macro expands to: 12.2.0",
        );
        assert_eq!(flags.as_deref(), Some("64bit SSE2"));
        assert!(build.unwrap().starts_with("Compiled by g++ (GNUC) 12.2.0 on Linux; Compilation"));
        // Stockfish 16 and later print columns.
        let (_, flags) = read(
            "Compiled by                : g++ (GNUC) 13.2.0 on Linux\n\
             Compilation settings       : 64bit AVX512 BMI2 AVX2 SSE41 SSSE3 SSE2 POPCNT",
        );
        assert_eq!(flags.as_deref(), Some("64bit AVX512 BMI2 AVX2 SSE41 SSSE3 SSE2 POPCNT"));
        assert_eq!(read("Unknown command: compiler"), (None, None));
    }
}
