//! The list of options: the announcement of each, its values and its effect.

use super::book::{BOOK_DEPTH, MAX_BOOK_DEPTH};
use super::evaluation::{self, NETWORK, OWN, PAPER29};
use super::options::UciOptions;
use super::place::{pin, remember_processors, unpin};
use super::tables::{MAX_PROBE_DEPTH, MAX_TABLE_CACHE, TABLE_CACHE};
use crate::networks::BUILT_IN_NAME;
use nucleus_base::text::line;
use nucleus_core::board::BoardType;
use nucleus_core::eval::{self, MaterialSet, Style};
use nucleus_core::kernels::{Level, Variant};
use nucleus_search::{ELO_RANGE, FULL_SKILL, MAX_THREADS, Margins, ParallelSearch, ProfileName};
use std::fmt::Display;

/// The largest table, in MiB.
pub const MAX_HASH: usize = 65_536;
const MAX_SEED: i64 = i32::MAX as i64;
/// The most lines of `MultiPV`: no known position has more legal moves.
const MAX_LINES: i64 = 218;
/// Value of `Positional Bound` for the profile's default.
const OWN_BOUND: i64 = -1;
/// Prefix of research options, which GUIs list after the others. It may be omitted in `setoption`.
const RESEARCH: &str = "Research ";

/// Effect of an option on the session, besides storing the value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// No further effect.
    None,
    /// Replaces the transposition table.
    Resize,
    /// Starts or ends search threads.
    Threads,
    /// Clears table and histories.
    Clear,
    /// Prints a notice for the user.
    Notice(String),
    /// Clears table and histories, and prints a notice.
    ClearAnd(String),
}

/// Result of setting an option: its effect, or the error.
type Done = Result<Effect, String>;

/// Type of an option in UCI, with the function that sets it.
enum Form {
    Button(fn(&mut UciOptions) -> Effect),
    Check(bool, fn(&mut UciOptions, bool) -> Effect),
    /// The default, the minimum and the maximum.
    Spin([i64; 3], fn(&mut UciOptions, i64) -> Effect),
    /// The default and all values.
    Combo(String, Vec<String>, fn(&mut UciOptions, &str) -> Done),
    Text(&'static str, fn(&mut UciOptions, &str) -> Done),
}

struct UciOption {
    name: &'static str,
    form: Form,
}

fn button(name: &'static str, press: fn(&mut UciOptions) -> Effect) -> UciOption {
    UciOption { name, form: Form::Button(press) }
}

fn check(name: &'static str, on: bool, set: fn(&mut UciOptions, bool) -> Effect) -> UciOption {
    UciOption { name, form: Form::Check(on, set) }
}

/// Returns an option with a number: the default, the minimum and the maximum.
fn spin(name: &'static str, range: [i64; 3], set: fn(&mut UciOptions, i64) -> Effect) -> UciOption {
    UciOption { name, form: Form::Spin(range, set) }
}

fn combo(
    name: &'static str,
    default: impl Display,
    values: Vec<String>,
    set: fn(&mut UciOptions, &str) -> Done,
) -> UciOption {
    UciOption { name, form: Form::Combo(default.to_string(), values, set) }
}

fn text(
    name: &'static str,
    default: &'static str,
    set: fn(&mut UciOptions, &str) -> Done,
) -> UciOption {
    UciOption { name, form: Form::Text(default, set) }
}

fn names<T: Display>(values: impl IntoIterator<Item = T>) -> Vec<String> {
    values.into_iter().map(|value| value.to_string()).collect()
}

fn with_auto<T: Display>(values: impl IntoIterator<Item = T>) -> Vec<String> {
    ["auto".to_owned()].into_iter().chain(names(values)).collect()
}

/// Parses a name; `None` for `auto`.
pub fn unless_auto<T: std::str::FromStr<Err: Display>>(given: &str) -> Result<Option<T>, String> {
    let automatic = given.eq_ignore_ascii_case("auto");
    (!automatic).then(|| given.parse::<T>()).transpose().map_err(|error| error.to_string())
}

/// Stores a value that has no further effect.
fn keep<T>(place: &mut T, value: T) -> Effect {
    *place = value;
    Effect::None
}

/// Stores a value that changes the evaluation and so invalidates scores in the transposition table.
fn judge<T>(place: &mut T, value: T) -> Effect {
    *place = value;
    Effect::Clear
}

/// Returns the options of play in the order of the answer to `uci`: first the common ones, then
/// book, tablebases, profile and network.
fn common() -> Vec<UciOption> {
    let [low, top] = ELO_RANGE.map(i64::from);
    let skill = i64::from(FULL_SKILL);
    vec![
        spin("Hash", [16, 1, MAX_HASH as i64], |options, size| {
            options.hash = size as usize;
            Effect::Resize
        }),
        spin("Threads", [1, 1, MAX_THREADS as i64], |options, threads| {
            options.engine.threads = threads as usize;
            Effect::Threads
        }),
        button("Clear Hash", |_| Effect::Clear),
        check("Ponder", false, |_, _| Effect::None),
        spin("MultiPV", [1, 1, MAX_LINES], |options, lines| {
            keep(&mut options.engine.multipv, lines as usize)
        }),
        spin("Move Overhead", [5, 0, 5000], |options, overhead| {
            keep(&mut options.overhead, overhead.unsigned_abs())
        }),
        check("UCI_Chess960", false, |o, on| keep(&mut o.chess960, on)),
        check("UCI_LimitStrength", false, |options, on| {
            options.player.limit_strength = on;
            options.another_player()
        }),
        spin("UCI_Elo", [top, low, top], |options, elo| {
            options.player.elo = elo as u32;
            options.another_player()
        }),
        spin("Skill Level", [skill, 0, skill], |options, skill| {
            options.player.skill = skill as u32;
            options.another_player()
        }),
        combo("Style", Style::Normal, names(Style::ALL), |options, style| {
            options.player.style = style.parse()?;
            Ok(options.another_player())
        }),
        check("UCI_ShowWDL", false, |o, on| keep(&mut o.player.show_chances, on)),
        check("UCI_AnalyseMode", false, |options, on| {
            options.player.analyse = on;
            options.another_player()
        }),
        spin("Contempt", [0, -100, 100], |o, contempt| {
            keep(&mut o.engine.contempt, contempt as i16)
        }),
        check("OwnBook", false, |options, on| {
            options.book.own = on;
            options.book.missing().map_or(Effect::None, |text| Effect::Notice(text.into()))
        }),
        text("Book File", "<empty>", |options, file| {
            let opened = options.book.open(file);
            let what = opened.map_err(|error| format!("{}; there is no book now", line(&error)))?;
            Ok(what.map_or(Effect::None, |what| Effect::Notice(format!("book: {what}"))))
        }),
        check("Best Book Move", false, |o, on| keep(&mut o.book.best, on)),
        spin("Book Depth", [BOOK_DEPTH.into(), 0, MAX_BOOK_DEPTH.into()], |options, depth| {
            keep(&mut options.book.depth, depth as u32)
        }),
        text("SyzygyPath", "<empty>", |options, path| {
            options.tables.set_folders(true, path);
            Ok(options.open_tables())
        }),
        spin("SyzygyProbeDepth", [1, 1, MAX_PROBE_DEPTH.into()], |options, depth| {
            options.tables.probe_depth = depth as i32;
            options.open_tables()
        }),
        check("Syzygy50MoveRule", true, |options, on| {
            options.tables.fifty_moves = on;
            options.open_tables()
        }),
        text("GaviotaTbPath", "<empty>", |options, path| {
            options.tables.set_folders(false, path);
            Ok(options.open_tables())
        }),
        spin("GaviotaTbCache", [TABLE_CACHE as i64, 1, MAX_TABLE_CACHE as i64], |options, size| {
            options.tables.cache = size as usize;
            options.open_tables()
        }),
        combo("Profile", ProfileName::default(), names(ProfileName::ALL), UciOptions::set_profile),
        text("EvalFile", BUILT_IN_NAME, |options, file| {
            options.evaluation.set_network(&mut options.engine, file)
        }),
    ]
}

/// Returns the options of experiments.
fn research(current: &UciOptions) -> Vec<UciOption> {
    let choice = current.engine.choice;
    vec![
        combo("Board", "auto", with_auto(BoardType::ALL), UciOptions::set_board),
        combo("Level", choice.level, with_auto(Level::usable()), UciOptions::set_level),
        combo("Variant", choice.variant, names(Variant::usable()), UciOptions::set_variant),
        combo("Parallel", "auto", with_auto(ParallelSearch::ALL), |options, way| {
            Ok(keep(&mut options.engine.parallel, unless_auto(way)?))
        }),
        check("Pin Threads", false, |options, pins| {
            let none = remember_processors() == 0;
            options.engine.place_thread = Some(if pins { pin } else { unpin });
            let why = "this system does not let a thread choose its processor".to_owned();
            if pins && none { Effect::Notice(why) } else { Effect::None }
        }),
        check("Automatic Depth", false, |o, on| keep(&mut o.engine.automatic_depth, on)),
        combo(
            "Material",
            "axon",
            names(MaterialSet::ALL.iter().map(|(_, name)| name)),
            |options, name| Ok(judge(&mut options.engine.material, MaterialSet::named(name)?)),
        ),
        spin(
            "Positional Bound",
            [OWN_BOUND, OWN_BOUND, eval::Options::UNBOUNDED.into()],
            |options, bound| {
                judge(&mut options.engine.bound, (bound != OWN_BOUND).then_some(bound as i16))
            },
        ),
        combo(
            "Evaluation",
            if current.evaluation.by_network { NETWORK } else { OWN },
            names([OWN, NETWORK, PAPER29]),
            |options, name| options.evaluation.choose(&mut options.engine, name),
        ),
        check("Quiescence Checks", false, |options, checks| {
            options.engine.quiescence_checks = checks;
            evaluation::unused_checks(&options.engine)
        }),
        text("Weights File", "<empty>", |options, file| {
            options.evaluation.set_weights(&mut options.engine, file)
        }),
        spin("Book Seed", [0, 0, MAX_SEED], |options, seed| {
            options.book.seed(seed.unsigned_abs());
            Effect::None
        }),
        spin("Strength Seed", [0, 0, MAX_SEED], |options, seed| {
            options.player.set_seed(seed.unsigned_abs());
            options.another_player()
        }),
        check("Axon Log", false, |o, on| keep(&mut o.log, on)),
        check("Counts", false, |o, on| keep(&mut o.counts, on)),
    ]
}

impl Form {
    /// Returns the part of the `option` line after the name.
    fn describe(&self) -> String {
        match self {
            Self::Button(_) => "type button".to_owned(),
            Self::Check(default, _) => format!("type check default {default}"),
            Self::Spin([default, low, top], _) => {
                format!("type spin default {default} min {low} max {top}")
            }
            Self::Combo(default, values, _) => {
                let values: String = values.iter().map(|value| format!(" var {value}")).collect();
                format!("type combo default {default}{values}")
            }
            Self::Text(default, _) => format!("type string default {default}"),
        }
    }

    /// Parses the value and sets the option.
    fn set(&self, options: &mut UciOptions, given: &str) -> Done {
        match *self {
            Self::Button(press) => Ok(press(options)),
            Self::Check(_, set) => match given.to_ascii_lowercase().as_str() {
                "true" => Ok(set(options, true)),
                "false" => Ok(set(options, false)),
                _ => Err(format!("'{given}' is neither true nor false")),
            },
            Self::Spin([_, low, top], set) => {
                let number = given.parse().ok().filter(|number| (low..=top).contains(number));
                let reason = || format!("'{given}' is not a number from {low} to {top}");
                Ok(set(options, number.ok_or_else(reason)?))
            }
            Self::Combo(_, _, set) | Self::Text(_, set) => set(options, given),
        }
    }
}

/// Returns the `option` lines of the answer to `uci`.
pub fn describe(options: &UciOptions) -> String {
    let research = research(options).into_iter().map(|option| (RESEARCH, option));
    let all = common().into_iter().map(|option| ("", option)).chain(research);
    let all = all.map(|(prefix, option)| {
        format!("option name {prefix}{} {}", option.name, option.form.describe())
    });
    // The margins are offered to those who ask for techniques, such as a tuner.
    let margins = options.engine.techniques.iter().flat_map(|parameters| {
        let mut margins = parameters.margins;
        Margins::ALL.iter().filter_map(move |(name, range)| {
            let (default, low, top) = (*margins.get_mut(name)?, range.start(), range.end());
            Some(format!("option name {name} type spin default {default} min {low} max {top}"))
        })
    });
    all.chain(margins).collect::<Vec<_>>().join("\n")
}

/// Sets an option.
///
/// # Errors
/// If there is no such option, or the value is invalid. Except for the book, nothing changes then.
pub fn set(options: &mut UciOptions, name: &str, given: &str) -> Done {
    let name = match name.get(..RESEARCH.len()) {
        Some(start) if start.eq_ignore_ascii_case(RESEARCH) => &name[RESEARCH.len()..],
        _ => name,
    };
    let mut all = common().into_iter().chain(research(options));
    let option = all.find(|option| option.name.eq_ignore_ascii_case(name));
    if let (None, Some(parameters)) = (&option, &mut options.engine.techniques) {
        parameters.margins.set(name, given)?;
        return Ok(Effect::Clear);
    }
    let option = option.ok_or_else(|| format!("no option '{name}'"))?;
    option.form.set(options, given).map_err(|error| format!("option {name}: {error}"))
}
