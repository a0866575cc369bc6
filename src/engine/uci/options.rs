use super::book::{BOOK_DEPTH, BookOptions, MAX_BOOK_DEPTH};
use super::evaluation::EvaluationOptions;
use super::option_values::{Effect, MAX_SEED, check, number};
use super::place::{pin, remember_processors, unpin};
use super::player::PlayerOptions;
use super::tables::{MAX_PROBE_DEPTH, MAX_TABLE_CACHE, TABLE_CACHE, TableOptions};
use nucleus_base::text;
use nucleus_core::board::BoardType;
use nucleus_core::eval::{self, MaterialSet};
use nucleus_core::kernels::{Choice, Level, Variant};
use nucleus_search::{EngineOptions, MAX_THREADS, ParallelSearch, ProfileName};

/// The options a GUI can set.
#[derive(Clone, Debug)]
pub struct UciOptions {
    /// Table size in MiB.
    pub hash: usize,
    /// Options that the engine takes over before a search.
    pub engine: EngineOptions,
    /// Castling is written as the king taking its rook.
    pub chess960: bool,
    /// Milliseconds lost between the GUI's clock and ours.
    pub overhead: u64,
    /// Print the search as the paper's log at its end.
    pub log: bool,
    /// Print counts for research after every search.
    pub counts: bool,
    /// The opening book.
    pub book: BookOptions,
    /// The endgame tables.
    tables: TableOptions,
    /// Strength and style of play.
    pub player: PlayerOptions,
    /// The evaluation and its weights.
    evaluation: EvaluationOptions,
}

/// Prefix of the options for research, which a GUI lists behind the others. They are known without it,
/// too, as before it was there.
const RESEARCH: &str = "Research ";

/// Value of `Positional Bound` that stands for the profile's own.
const OWN_BOUND: i64 = -1;

/// The largest table, in MiB.
pub const MAX_HASH: usize = 65_536;

impl UciOptions {
    /// The defaults, with an engine's own.
    pub fn new(engine: EngineOptions) -> Self {
        Self {
            hash: 16,
            evaluation: EvaluationOptions::new(&engine),
            engine,
            chess960: false,
            overhead: 5,
            log: false,
            counts: false,
            book: BookOptions::new(),
            tables: TableOptions::default(),
            player: PlayerOptions::default(),
        }
    }

    /// The engine's name: its version, its level, and its board where that is not the matrix.
    pub fn name(&self) -> String {
        let board = match self.engine.board_type() {
            BoardType::Matrix => "",
            BoardType::Magic => " magic",
            BoardType::Axon32 => " axon32",
        };
        format!("Nucleus {} {}{board}", env!("CARGO_PKG_VERSION"), self.engine.choice)
    }

    /// The `option` lines of the answer to `uci`.
    pub fn describe(&self) -> String {
        let levels: String = Level::usable().map(|level| format!(" var {level}")).collect();
        let variants: String = Variant::usable().map(|variant| format!(" var {variant}")).collect();
        let profiles: String =
            ProfileName::ALL.iter().map(|profile| format!(" var {profile}")).collect();
        let ways: String = ParallelSearch::ALL.iter().map(|way| format!(" var {way}")).collect();
        let boards: String = BoardType::ALL.map(|board| format!(" var {board}")).concat();
        let materials: String =
            MaterialSet::ALL.iter().map(|(_, name)| format!(" var {name}")).collect();
        let unbounded = eval::Options::UNBOUNDED;
        let profile = ProfileName::default();
        let Choice { level, variant, .. } = self.engine.choice;
        // First what every engine has and every user knows, then book and tablebases, then what
        // experiments use.
        let common = PlayerOptions::describe();
        let (network, evaluation) =
            (EvaluationOptions::describe_file(), self.evaluation.describe());
        format!(
            "option name Hash type spin default 16 min 1 max {MAX_HASH}\n\
             option name Threads type spin default 1 min 1 max {MAX_THREADS}\n\
             option name Clear Hash type button\n\
             option name Ponder type check default false\n\
             option name MultiPV type spin default 1 min 1 max 218\n\
             option name Move Overhead type spin default 5 min 0 max 5000\n\
             option name UCI_Chess960 type check default false\n\
             {common}\n\
             option name Contempt type spin default 0 min -100 max 100\n\
             option name OwnBook type check default false\n\
             option name Book File type string default <empty>\n\
             option name Best Book Move type check default false\n\
             option name Book Depth type spin default {BOOK_DEPTH} min 0 max {MAX_BOOK_DEPTH}\n\
             option name SyzygyPath type string default <empty>\n\
             option name SyzygyProbeDepth type spin default 1 min 1 max {MAX_PROBE_DEPTH}\n\
             option name Syzygy50MoveRule type check default true\n\
             option name GaviotaTbPath type string default <empty>\n\
             option name GaviotaTbCache type spin default {TABLE_CACHE} min 1 max {MAX_TABLE_CACHE}\n\
             option name Profile type combo default {profile}{profiles}\n\
             {network}\n\
             {}",
            [
                format!("Board type combo default auto var auto{boards}"),
                format!("Level type combo default {level} var auto{levels}"),
                format!("Variant type combo default {variant}{variants}"),
                format!("Parallel type combo default auto var auto{ways}"),
                "Pin Threads type check default false".to_owned(),
                "Automatic Depth type check default false".to_owned(),
                format!("Material type combo default axon{materials}"),
                format!(
                    "Positional Bound type spin default {OWN_BOUND} min {OWN_BOUND} max {unbounded}"
                ),
            ]
            .into_iter()
            .chain(evaluation)
            .chain([
                format!("Book Seed type spin default 0 min 0 max {MAX_SEED}"),
                format!("Strength Seed type spin default 0 min 0 max {MAX_SEED}"),
                "Axon Log type check default false".to_owned(),
                "Counts type check default false".to_owned(),
            ])
            .map(|option| format!("option name {RESEARCH}{option}"))
            .collect::<Vec<_>>()
            .join("\n")
        )
    }

    /// Returns the notice that the profile or the board does not use the variant.
    fn unused_variant(&self) -> Option<String> {
        let profile = self.engine.profile;
        let asm = self.engine.choice.variant == Variant::Asm;
        if asm && self.engine.board_type() == BoardType::Magic {
            return Some(
                "the magic board runs no assembly: the variant changes nothing".to_owned(),
            );
        }
        let used = profile.variants().any(|variant| variant == self.engine.choice.variant);
        (!used).then(|| format!("profile {profile} runs no assembly: the variant changes nothing"))
    }

    /// Opens the tables as the options say. What was learnt with others, or with none, is
    /// forgotten.
    fn open_tables(&mut self) -> Effect {
        let (tables, words) = self.tables.open();
        let none = tables.is_none() && self.engine.tables.is_none();
        self.engine.tables = tables;
        let words = text::line(&words);
        if none && words == "no endgame tables" { Effect::None } else { Effect::ClearAnd(words) }
    }

    /// Sets an option.
    ///
    /// # Errors
    /// When there is no such option or the value is not one it takes; nothing then changes.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        let given = value.unwrap_or("");
        let name = match name.get(..RESEARCH.len()) {
            Some(start) if start.eq_ignore_ascii_case(RESEARCH) => &name[RESEARCH.len()..],
            _ => name,
        };
        if let Some(done) = self.player.set(&mut self.engine, name, given) {
            let board = self.player.applied(&self.engine).check_board();
            return match (done, board) {
                (Ok(Effect::Clear), Err(why)) => Ok(Effect::ClearAnd(format!(
                    "{why}: the {} board",
                    self.engine.profile.board()
                ))),
                (done, _) => done,
            };
        }
        if let Some(done) = self.evaluation.set(&mut self.engine, name, given) {
            return done;
        }
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = number(name, given, 1, MAX_HASH as i64)? as usize;
                Ok(Effect::Resize)
            }
            "threads" => {
                self.engine.threads = number(name, given, 1, MAX_THREADS as i64)? as usize;
                Ok(Effect::Threads)
            }
            "parallel" => {
                let auto = given.eq_ignore_ascii_case("auto");
                self.engine.parallel = if auto { None } else { Some(given.parse()?) };
                Ok(Effect::None)
            }
            "pin threads" => {
                let pins = check(name, given)?;
                let none = remember_processors() == 0;
                self.engine.place_thread = Some(if pins { pin } else { unpin });
                let why = "this system does not let a thread choose its processor".to_owned();
                Ok(if pins && none { Effect::Notice(why) } else { Effect::None })
            }
            "clear hash" => Ok(Effect::Clear),
            "multipv" => {
                self.engine.multipv = number(name, given, 1, 218)? as usize;
                Ok(Effect::None)
            }
            "contempt" => {
                self.engine.contempt = number(name, given, -100, 100)? as i16;
                Ok(Effect::None)
            }
            "material" => {
                self.engine.material =
                    MaterialSet::named(given).map_err(|fault| format!("option {name}: {fault}"))?;
                Ok(Effect::Clear)
            }
            "positional bound" => {
                let most = i64::from(eval::Options::UNBOUNDED);
                let bound = number(name, given, OWN_BOUND, most)?;
                self.engine.bound = (bound != OWN_BOUND).then_some(bound as i16);
                Ok(Effect::Clear)
            }
            "ownbook" => {
                self.book.own = check(name, given)?;
                Ok(self.book.missing().map_or(Effect::None, |text| Effect::Notice(text.into())))
            }
            "book file" => {
                let opened = self.book.open(given).map_err(|fault| {
                    format!("option {name}: {}; there is no book now", text::line(&fault))
                })?;
                Ok(opened.map_or(Effect::None, |what| Effect::Notice(format!("book: {what}"))))
            }
            "best book move" => {
                self.book.best = check(name, given)?;
                Ok(Effect::None)
            }
            "book depth" => {
                self.book.depth = number(name, given, 0, MAX_BOOK_DEPTH.into())? as u32;
                Ok(Effect::None)
            }
            "book seed" => {
                self.book.seed(number(name, given, 0, MAX_SEED)?.unsigned_abs());
                Ok(Effect::None)
            }
            "syzygypath" | "gaviotatbpath" => {
                self.tables.set_folders(name.eq_ignore_ascii_case("syzygypath"), given);
                Ok(self.open_tables())
            }
            "gaviotatbcache" => {
                self.tables.cache = number(name, given, 1, MAX_TABLE_CACHE as i64)? as usize;
                Ok(self.open_tables())
            }
            "syzygyprobedepth" => {
                self.tables.probe_depth = number(name, given, 1, MAX_PROBE_DEPTH.into())? as i32;
                Ok(self.open_tables())
            }
            "syzygy50moverule" => {
                self.tables.fifty_moves = check(name, given)?;
                Ok(self.open_tables())
            }
            "ponder" => check(name, given).map(|_| Effect::None),
            "uci_chess960" => {
                self.chess960 = check(name, given)?;
                Ok(Effect::None)
            }
            "move overhead" => {
                self.overhead = number(name, given, 0, 5000)?.unsigned_abs();
                Ok(Effect::None)
            }
            "counts" => {
                self.counts = check(name, given)?;
                Ok(Effect::None)
            }
            "axon log" => {
                self.log = check(name, given)?;
                Ok(Effect::None)
            }
            "profile" => {
                let before = self.engine.board_type();
                let profile = given.parse()?;
                EngineOptions { profile, ..self.engine.clone() }.check_board()?;
                self.engine.profile = profile;
                let board = self.engine.board_type();
                let moved = (board != before).then(|| format!("the {board} board"));
                Ok(self.unused_variant().or(moved).map_or(Effect::None, Effect::Notice))
            }
            "level" => {
                let asked = if given.eq_ignore_ascii_case("auto") {
                    Level::detected()
                } else {
                    given.parse::<Level>().map_err(|e| e.to_string())?
                };
                self.engine.choice = Choice::clamped(asked, self.engine.choice.variant);
                let choice = self.engine.choice;
                Ok(Effect::Notice(
                    choice.clamp_notice(asked).unwrap_or_else(|| format!("level {choice}")),
                ))
            }
            "board" => {
                let auto = given.eq_ignore_ascii_case("auto");
                let asked = (!auto).then(|| given.parse::<BoardType>()).transpose();
                let board = asked.map_err(|e| e.to_string())?;
                EngineOptions { board, ..self.engine.clone() }.check_board()?;
                self.engine.board = board;
                Ok(self.unused_variant().map_or(Effect::None, Effect::Notice))
            }
            "variant" => {
                let variant = given.parse::<Variant>().map_err(|e| e.to_string())?;
                self.engine.choice = Choice::clamped(self.engine.choice.level, variant);
                let runs = format!("level {}", self.engine.choice);
                Ok(Effect::Notice(self.unused_variant().unwrap_or(runs)))
            }
            _ => Err(format!("no option '{name}'")),
        }
    }
}
