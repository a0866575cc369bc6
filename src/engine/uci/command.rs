use std::time::Duration;

use super::signature::BENCH_DEPTHS;

/// Arguments of `position`; not yet checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// FEN; `None` for the start position.
    pub fen: Option<String>,
    /// Moves in coordinate notation.
    pub moves: Vec<String>,
}

/// The limits of `go` that were understood.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Node count, as in `go nodes`.
    pub nodes: Option<u64>,
    /// Time of the search, independent of the clocks.
    pub movetime: Option<Duration>,
    /// White's and Black's remaining time.
    pub time: [Option<Duration>; 2],
    /// White's and Black's increment per move.
    pub increment: [Duration; 2],
    /// Number of moves until the clock gains time.
    pub moves_to_go: Option<u32>,
    /// Ends the search at a mate in at most this number of moves.
    pub mate: Option<u32>,
    /// True to search until `stop`.
    pub infinite: bool,
    /// True to search until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The moves to consider, in coordinate notation; all if empty.
    pub search_moves: Vec<String>,
    /// Depth of a perft to run instead of a search.
    pub perft: Option<u32>,
    /// Unknown words and invalid limits, as messages.
    pub errors: Vec<String>,
}

/// One line from the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciCommand {
    /// `uci`: requests the engine's name and options.
    Uci,
    /// `isready`: requests `readyok`.
    IsReady,
    /// `ucinewgame`: clears data of the last game.
    NewGame,
    /// `position`: sets up a position.
    Position(PositionCommand),
    /// `go`: searches.
    Go(Box<Go>),
    /// `stop`: ends the search.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `setoption`: sets an option.
    SetOption {
        /// Name of the option.
        name: String,
        /// Value of the option, if one was given.
        value: Option<String>,
    },
    /// `d`: prints the board.
    Display,
    /// `eval`: prints the evaluation.
    Eval,
    /// `bench`: counts the nodes of the built-in positions. `None` is the default depth; `Err` has a message.
    Bench(Result<Option<u32>, String>),
    /// `compiler`: requests the program's build.
    Compiler,
    /// `help`: requests the list of commands.
    Help,
    /// `quit`: ends the session.
    Quit,
    /// An ignored line, with its text; `None` for an empty line, `debug` and `register`.
    Unknown(Option<String>),
}

impl UciCommand {
    /// Parses a line. Words before the first known command are skipped, as the protocol requires.
    pub fn parse(line: &str) -> Self {
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            return match word {
                "uci" => Self::Uci,
                "isready" => Self::IsReady,
                "ucinewgame" => Self::NewGame,
                "position" => parse_position(words),
                "go" => Self::Go(Box::new(parse_go(words.peekable()))),
                "stop" => Self::Stop,
                "ponderhit" => Self::PonderHit,
                "setoption" => parse_option(words),
                "d" => Self::Display,
                "eval" => Self::Eval,
                "bench" => Self::Bench(words.next().map(bench_depth).transpose()),
                "compiler" => Self::Compiler,
                "help" => Self::Help,
                "quit" => Self::Quit,
                "debug" | "register" => Self::Unknown(None),
                _ => continue,
            };
        }
        let text = line.trim();
        Self::Unknown((!text.is_empty()).then(|| text.to_owned()))
    }
}

fn bench_depth(word: &str) -> Result<u32, String> {
    let depth = word.parse().ok().filter(|depth| BENCH_DEPTHS.contains(depth));
    let (least, most) = (BENCH_DEPTHS.start(), BENCH_DEPTHS.end());
    depth.ok_or_else(|| format!("'{word}' is not a depth from {least} to {most}"))
}

fn parse_position<'a>(words: impl Iterator<Item = &'a str>) -> UciCommand {
    let words: Vec<&str> = words.collect();
    let (place, moves) = match words.iter().position(|&word| word == "moves") {
        Some(at) => (&words[..at], words[at + 1..].iter().map(|&word| word.to_owned()).collect()),
        None => (&words[..], Vec::new()),
    };
    let fen = match place {
        ["startpos", ..] => None,
        ["fen", rest @ ..] => Some(rest.join(" ")),
        other => Some(other.join(" ")),
    };
    UciCommand::Position(PositionCommand { fen, moves })
}

fn parse_option<'a>(words: impl Iterator<Item = &'a str>) -> UciCommand {
    let words: Vec<&str> = words.collect();
    let name_at = words.iter().position(|&word| word == "name").map_or(0, |at| at + 1);
    let value_at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let name = words[name_at.min(value_at)..value_at].join(" ");
    let value = words.get(value_at + 1..).map(|rest| rest.join(" "));
    UciCommand::SetOption { name, value }
}

fn parse_go<'a>(mut words: std::iter::Peekable<impl Iterator<Item = &'a str>>) -> Go {
    const WORDS: &str = "depth nodes movetime wtime btime winc binc movestogo mate infinite ponder \
                         searchmoves perft";
    let is_word = |text: &str| WORDS.split(' ').any(|word| word == text);
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(next) = words.next_if(|next| !is_word(next)) {
                    go.search_moves.push(next.to_owned());
                }
            }
            _ if is_word(word) => {
                let text = words.next_if(|next| !is_word(next));
                set_limit(&mut go, word, text);
            }
            _ => go.errors.push(format!("'{word}' ignored")),
        }
    }
    go
}

/// Sets the limit that a word of `go` names.
fn set_limit(go: &mut Go, word: &str, text: Option<&str>) {
    let number = read_limit(word, text).unwrap_or_else(|error| {
        go.errors.push(error);
        least(word)
    });
    let small = u32::try_from(number).unwrap_or(u32::MAX);
    let time = Duration::from_millis(small.into());
    match word {
        "depth" => go.depth = Some(small),
        "nodes" => go.nodes = Some(number),
        "movetime" => go.movetime = Some(time),
        "wtime" => go.time[0] = Some(time),
        "btime" => go.time[1] = Some(time),
        "winc" => go.increment[0] = time,
        "binc" => go.increment[1] = time,
        "movestogo" => go.moves_to_go = (small > 0).then_some(small),
        // A search for a mate in zero moves would never end.
        "mate" if small == 0 => go.depth = Some(1),
        "mate" => go.mate = Some(small),
        _ => go.perft = Some(small),
    }
}

/// Parses the number of a limit. Decimals are rounded, and too large a number becomes the largest.
/// A negative clock, which late GUIs send, means that no time is left.
fn read_limit(word: &str, text: Option<&str>) -> Result<u64, String> {
    let Some(text) = text else { return Err(format!("'{word}' needs a number")) };
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    match text.parse::<f64>() {
        Ok(number) if is_digits && number < 0.0 && !matches!(word, "wtime" | "btime") => {
            Err(format!("'{word} {text}' is below 0"))
        }
        Ok(number) if is_digits => Ok(number.round() as u64),
        _ => Err(format!("'{word} {text}' is not a number")),
    }
}

/// Returns the value that replaces an invalid limit: the smallest sensible one, with which the engine moves
/// at once. For an increment, 0 means none; for moves to go, an unknown number.
fn least(word: &str) -> u64 {
    u64::from(matches!(word, "depth" | "nodes" | "perft"))
}
