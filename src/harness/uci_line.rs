//! Parsing of the lines that an engine writes. The engine is not trusted: an unknown line is no
//! error, and an invalid number is kept as text for a message.

/// A score from the side to move's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UciScore {
    /// A score in centipawns.
    Cp(i32),
    /// A mate in this number of moves; negative if the side to move is mated.
    Mate(i32),
}

/// The content of an `info` line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of the line in MultiPV, from 1.
    pub multipv: Option<u32>,
    /// The score of the line.
    pub score: Option<UciScore>,
    /// `true` if the score is only a bound.
    pub is_bound: bool,
    /// The number of nodes searched so far.
    pub nodes: Option<u64>,
    /// The time so far in milliseconds, by the engine's clock.
    pub time_ms: Option<u64>,
    /// The principal variation in UCI notation.
    pub pv: Vec<String>,
    /// The rest of the line after `string`.
    pub string: Option<String>,
    /// An invalid node count, as the engine wrote it.
    pub bad_nodes: Option<String>,
}

/// An option that an engine offers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OptionLine {
    /// The option's name, including spaces.
    pub name: String,
    /// The type: `check`, `spin`, `combo`, `button` or `string`.
    pub kind: String,
    /// The default value, if the engine gives one.
    pub default: Option<String>,
    /// The minimum value of a spin option.
    pub min: Option<i64>,
    /// The maximum value of a spin option.
    pub max: Option<i64>,
    /// The values of a combo option.
    pub vars: Vec<String>,
}

/// A parsed line from an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UciLine {
    /// `id name NAME`
    IdName(String),
    /// `id author AUTHOR`
    IdAuthor(String),
    /// `option name … type …`
    Option(OptionLine),
    /// `uciok`, the end of the handshake
    UciOk,
    /// `readyok`, the answer to `isready`
    ReadyOk,
    /// `info`, with its arguments
    Info(Box<Info>),
    /// `bestmove MOVE [ponder MOVE]`
    BestMove(String, Option<String>),
    /// Stockfish's last line of `go perft`: `Nodes searched: N`
    PerftTotal(u64),
    /// Any other line.
    Other,
}

impl UciLine {
    /// Parses a line; an unknown or malformed one is [`UciLine::Other`].
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "id" => match rest.trim().split_once(char::is_whitespace) {
                Some(("name", name)) => Self::IdName(name.trim().to_owned()),
                Some(("author", name)) => Self::IdAuthor(name.trim().to_owned()),
                _ => Self::Other,
            },
            "option" => parse_option(rest).map_or(Self::Other, Self::Option),
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(Box::new(Info::parse(rest))),
            "bestmove" => {
                let mut words = rest.split_whitespace();
                let best = words.next().unwrap_or("").to_owned();
                let ponder = words.next().filter(|w| *w == "ponder").and_then(|_| words.next());
                Self::BestMove(best, ponder.map(str::to_owned))
            }
            _ => perft_total(line).map_or(Self::Other, Self::PerftTotal),
        }
    }
}

/// Parses `Nodes searched: 119060324`, ignoring case, with `:` or `=`.
fn perft_total(line: &str) -> Option<u64> {
    let (key, value) = line.rsplit_once([':', '='])?;
    key.trim().eq_ignore_ascii_case("nodes searched").then(|| value.trim().parse().ok())?
}

fn parse_option(rest: &str) -> Option<OptionLine> {
    const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
    let mut option = OptionLine::default();
    let mut words: &[&str] = &rest.split_whitespace().collect::<Vec<_>>();
    while let [key, behind @ ..] = words {
        // A value extends to the next keyword that may follow it; names and strings may contain spaces.
        let next: &[&str] = match (*key, option.kind.as_str()) {
            ("name", _) => &["type"],
            ("default", "string") => &[],
            ("default", "combo") => &["var"],
            ("var", _) if option.default.is_none() => &["default", "var"],
            ("var", _) => &["var"],
            _ => &KEYS,
        };
        let ends = |at: usize| behind.get(at).is_none_or(|word| next.contains(word));
        // A keyword is itself a value if another keyword or the end follows: `var var var default`.
        let first = usize::from(!behind.is_empty() && ends(0) && ends(1));
        let length = (first..).find(|&at| ends(at)).unwrap_or(behind.len());
        let value = behind[..length].join(" ");
        words = &behind[length..];
        match *key {
            "name" => option.name = value,
            "type" => option.kind = value,
            "default" => option.default = Some(value),
            "min" => option.min = value.parse().ok(),
            "max" => option.max = value.parse().ok(),
            "var" => option.vars.push(value),
            _ => {}
        }
    }
    (!option.name.is_empty()).then_some(option)
}

impl Info {
    /// Parses the arguments of `info`.
    pub fn parse(rest: &str) -> Self {
        let mut info = Self::default();
        if let Some(text) = rest.trim_start().strip_prefix("string ") {
            info.string = Some(text.trim().to_owned());
            return info;
        }
        let mut words = rest.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words),
                "multipv" => info.multipv = number(&mut words),
                "nodes" => {
                    let text = words.next().unwrap_or_default();
                    match text.parse() {
                        Ok(nodes) => info.nodes = Some(nodes),
                        Err(_) => info.bad_nodes = Some(text.chars().take(40).collect()),
                    }
                }
                "time" => info.time_ms = number(&mut words),
                "score" => match words.next() {
                    Some("cp") => info.score = number(&mut words).map(UciScore::Cp),
                    Some("mate") => info.score = number(&mut words).map(UciScore::Mate),
                    _ => {}
                },
                "lowerbound" | "upperbound" => info.is_bound = true,
                "pv" => {
                    while let Some(word) = words.next_if(|w| looks_like_move(w)) {
                        info.pv.push(word.to_owned());
                    }
                }
                "string" => {
                    info.string = Some(words.by_ref().collect::<Vec<_>>().join(" "));
                }
                _ => {}
            }
        }
        info
    }

    /// Returns two counts that our engine reports at the end of a search, if this line has both:
    /// `info string rebuilds R evals E …`, pairs of a word and a number in any order. Other pairs
    /// are ignored, so that an engine may report further counts.
    ///
    /// # Errors
    /// The pair whose number is invalid.
    pub fn counts(&self, names: [&str; 2]) -> Result<Option<[u64; 2]>, String> {
        let words: Vec<&str> = self.string.as_deref().unwrap_or("").split_whitespace().collect();
        let is_number = |text: &str| text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        let mut counts = [0; 2];
        for (count, name) in counts.iter_mut().zip(names) {
            // A word without a number after it is prose.
            let pair = words.chunks_exact(2).find(|pair| pair[0] == name && is_number(pair[1]));
            let Some(pair) = pair else { return Ok(None) };
            let complaint = || pair.join(" ").chars().take(40).collect::<String>();
            *count = pair[1].parse().map_err(|_| complaint())?;
        }
        Ok(Some(counts))
    }
}

fn number<'a, T: std::str::FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    words.next()?.parse().ok()
}

/// Returns `true` if a word has the shape of a move in UCI notation: `e2e4`, `a7a8q`; also `0000`.
pub fn looks_like_move(word: &str) -> bool {
    let b = word.as_bytes();
    let square = |i: usize| matches!(b[i], b'a'..=b'h') && matches!(b[i + 1], b'1'..=b'8');
    word == "0000"
        || ((b.len() == 4 || (b.len() == 5 && matches!(b[4], b'q' | b'r' | b'b' | b'n')))
            && square(0)
            && square(2))
}
