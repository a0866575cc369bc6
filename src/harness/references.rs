//! The engines that take part: ours, and the references we compare with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hmac_sha256::Hash;

use super::command::CommandRun;
use super::engine::Identity;
use super::fault::Fault;
use super::levels;
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

/// An engine to start, and the UCI options to give it.
#[derive(Debug, Clone, Default)]
pub struct EngineSpec {
    /// The engine's record; completed when it has been started.
    pub record: EngineRecord,
    /// Settings for starting the engine.
    pub launch: Launch,
    /// The settings of its runs where it is any command instead of an engine.
    pub run: Option<CommandRun>,
    /// Blocks it takes part in; `None` means all.
    pub blocks: Option<u32>,
    /// The engines that it runs in turn with: those of the same number.
    pub group: u32,
    /// True if the engine is left out of perft, where another engine runs the same code.
    pub without_perft: bool,
    /// Notes on words of the engine that were not kept, a sentence each.
    pub notes: Vec<String>,
}

impl EngineSpec {
    /// An engine by its command line.
    ///
    /// # Errors
    /// When the command line cannot be split.
    pub fn from_command(name: &str, command: &str) -> Result<Self, Fault> {
        let launch = Launch::from_command(command)?;
        let record = EngineRecord {
            name: name.to_owned(),
            command: public_command(&launch.argv),
            ..EngineRecord::default()
        };
        Ok(Self { record, launch, ..Self::default() })
    }

    /// The engine's record for others to read: files that options name without their folders, which are
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

    /// Adds the facts about the executable file.
    pub fn describe_file(&mut self) {
        let Some(path) = self.launch.argv.first().and_then(|p| find_program(p)) else { return };
        if let Ok(content) = nucleus_base::files::read(&path) {
            self.record.file_bytes = Some(content.len() as u64);
            self.record.file_sha256 = Some(text::hex(&Hash::hash(&content)));
        }
    }

    /// Adds the engine's identity, and the output of its `compiler` command.
    pub fn describe_engine(&mut self, identity: &Identity, compiler: &[String]) {
        let (build, flags) = read_compiler(compiler);
        let mut keep = |what: &str, said: Option<&String>, most: usize| {
            let cleaned = text::clean(said?, most);
            if let Some(loss) = cleaned.loss() {
                self.notes.push(format!("{}: {what} lost {loss}", self.record.name));
            }
            Some(cleaned.text)
        };
        self.record.id_name = keep("its `id name`", identity.name.as_ref(), text::NAME);
        self.record.id_author = keep("its `id author`", identity.author.as_ref(), text::NAME);
        self.record.build = keep("its `compiler` answer", build.as_ref(), text::LINE);
        let flags = keep("the flags of its build", flags.as_ref(), text::NAME * 2);
        let is_generic = |flags: &str| levels::is_generic(flags, Level::usable());
        self.record.generic = flags.as_deref().and_then(is_generic);
        self.record.build_flags = flags;
        let networks = networks(identity, &self.record.options)
            .filter(|_| !self.record.ours || plays_by_network(identity, &self.record.options));
        self.record.network = keep("the names of its networks", networks.as_ref(), text::NAME * 2);
    }
}

/// Returns what an option is set to, or its default.
fn value(identity: &Identity, set: &[(String, String)], name: &str) -> Option<String> {
    let given = set.iter().rfind(|(of, _)| of.eq_ignore_ascii_case(name));
    let default = || identity.option(name)?.default.clone();
    given.map(|(_, value)| value.clone()).or_else(default)
}

/// True when our engine evaluates by its network: in profile `full`, unless an option chooses the
/// evaluation by hand.
fn plays_by_network(identity: &Identity, set: &[(String, String)]) -> bool {
    let is = |name: &str, wanted: &str| {
        value(identity, set, name).is_some_and(|value| value.eq_ignore_ascii_case(wanted))
    };
    let by_hand = set.iter().any(|(name, value)| {
        name.to_ascii_lowercase().ends_with("evaluation") && !value.eq_ignore_ascii_case("network")
    });
    is("Profile", "full") && is("Research Evaluation", "network") && !by_hand
}

/// Returns the files of an engine's networks, without their folders: the values of its options
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
    let known: Vec<&str> = lines
        .iter()
        .map(|l| l.trim())
        .filter(|l| {
            let l = l.to_lowercase();
            l.starts_with("compil") || l.contains("rustc") || l.starts_with("target")
        })
        .collect();
    let flags = known.iter().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        let key = key.to_lowercase();
        (key.contains("settings") || key.contains("flags")).then(|| value.trim().to_owned())
    });
    let build = known.join("; ");
    ((!build.is_empty()).then_some(build), flags)
}

/// Returns the fault that prevents a program from starting, as far as it can be told without
/// starting it.
pub fn cannot_be_started(program: &str) -> Option<Fault> {
    use std::io::ErrorKind::{NotFound, PermissionDenied};
    let path = Path::new(program);
    let by_path = path.components().count() > 1;
    let kind = match find_program(program) {
        // On PATH the system passes over what cannot be executed; a path is what it is.
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

/// Elsewhere a file is a program by its first bytes, or one of commands by its name.
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

/// Returns the first of these engines that cannot be started, in a sentence: a fault of the command
/// line, before anything is begun.
///
/// # Errors
/// The sentence.
pub fn all_can_be_started<'a>(
    specs: impl IntoIterator<Item = &'a EngineSpec>,
) -> Result<(), String> {
    for spec in specs {
        let program = spec.launch.argv.first().map_or("", String::as_str);
        if let Some(fault) = cannot_be_started(program) {
            return Err(format!("engine {}: {fault}", spec.record.name));
        }
    }
    Ok(())
}

/// Finds a program as the system would: by its path, or on PATH; on Windows with `.exe` added to its name,
/// and first beside this program and in the folders of the system.
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

/// The folders that are searched for a program before those of PATH.
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

/// The command line of the default reference: `STOCKFISH`, else `stockfish` on PATH or in
/// `/usr/games`; `None` when there is none.
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

/// The engine with its network switched off, as a second reference, if it can.
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

/// Our engine at a level and a variant, on the board of the profile.
pub fn ours(program: &Path, level: &str, variant: Option<&str>, profile: &str) -> EngineSpec {
    let board = profile.parse::<ProfileName>().unwrap_or_default().board();
    ours_on(board, program, level, variant, profile)
}

/// Our engine on a board, at a level and a variant.
pub fn ours_on(
    board: BoardType,
    program: &Path,
    level: &str,
    variant: Option<&str>,
    profile: &str,
) -> EngineSpec {
    let launch = Launch {
        argv: vec![program.to_string_lossy().into_owned(), "uci".to_owned()],
        ..Launch::default()
    };
    let mut options = vec![("Level".to_owned(), level.to_owned())];
    // Said even when it is the usual one, since the environment may ask for the other.
    options.push(("Variant".to_owned(), variant.unwrap_or("intrinsics").to_owned()));
    options.push(("Profile".to_owned(), profile.to_owned()));
    options.push(("Board".to_owned(), board.name().to_owned()));
    let suffix = variant.map(|v| format!("-{v}")).unwrap_or_default();
    let record = EngineRecord {
        name: match board {
            BoardType::Matrix => format!("nucleus-{level}{suffix}"),
            BoardType::Magic | BoardType::Axon32 => format!("nucleus-{level}{suffix}-{board}"),
        },
        ours: true,
        level: Some(level.to_owned()),
        variant: Some(variant.unwrap_or("intrinsics").to_owned()),
        profile: Some(profile.to_owned()),
        board: Some(board.name().to_owned()),
        command: "nucleus uci".to_owned(),
        options,
        ..EngineRecord::default()
    };
    EngineSpec { record, launch, ..EngineSpec::default() }
}

/// The options of ours that decide which code runs. A variant decides nothing in a profile that
/// runs no scanner, and on the magic board, which has none.
fn options_that_count(spec: &EngineSpec) -> BTreeMap<String, String> {
    let mut options: BTreeMap<String, String> = BTreeMap::new();
    for (name, value) in &spec.record.options {
        options.insert(name.to_lowercase(), value.to_lowercase());
    }
    let profile = options.get("profile").map_or("", String::as_str);
    let magic = options.get("board").is_some_and(|board| board == BoardType::Magic.name());
    if magic || !profile.parse().unwrap_or(ProfileName::default()).scans() {
        options.remove("variant");
    }
    options
}

/// Refuses two engines of ours that would run the same code: a comparison of them says nothing.
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
            return Err(format!(
                "{} and {} would run the same code",
                one.record.name, other.record.name
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_answer_of_stockfish() {
        let lines: Vec<String> = [
            "",
            "Compiled by g++ (GNUC) 12.2.0 on Linux",
            "Compilation settings include:  64bit SSE2",
            "__VERSION__ macro expands to: 12.2.0",
        ]
        .map(str::to_owned)
        .into();
        let (build, flags) = read_compiler(&lines);
        assert_eq!(flags.as_deref(), Some("64bit SSE2"));
        assert!(build.unwrap().starts_with("Compiled by g++ (GNUC) 12.2.0 on Linux; Compilation"));
        // Stockfish 16 and later put it in columns.
        let lines: Vec<String> = [
            "Compiled by                : g++ (GNUC) 13.2.0 on Linux",
            "Compilation architecture   : x86-64-avx512",
            "Compilation settings       : 64bit AVX512 BMI2 AVX2 SSE41 SSSE3 SSE2 POPCNT",
        ]
        .map(str::to_owned)
        .into();
        let (_, flags) = read_compiler(&lines);
        assert!(flags.unwrap().contains("AVX512"));
        assert_eq!(read_compiler(&["Unknown command: compiler".into()]), (None, None));
    }
}
