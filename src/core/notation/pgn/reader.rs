use super::scanner::{PgnScanner, PgnToken};
use super::{Game, Outcome, PgnError, PgnFault, Ply};
use crate::board::{Board, MatrixBoard, Setup};
use crate::kernels::portable;
use crate::notation::san;
use crate::types::Color;
use nucleus_base::text::{self, Cleaned};

/// Tags that a game has only once.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Decodes a PGN or EPD file: as UTF-8 if valid, else as Latin-1, PGN's standard. Carriage returns
/// end lines if there are no line feeds.
pub fn decode(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
    if text.contains('\n') { text } else { text.replace('\r', "\n") }
}

/// Returns an iterator over the games of a text; after an error, the next game follows.
pub fn read(text: &str) -> Games<'_> {
    Games { scanner: PgnScanner::new(text), tags: Vec::new() }
}

/// Iterator over games, returned by [`read`].
pub struct Games<'a> {
    scanner: PgnScanner<'a>,
    /// The tags of the current game, as they are read.
    tags: Vec<(String, String)>,
}

impl Games<'_> {
    /// Returns the tags of the game of the last error, as far as they could be read.
    pub fn tags_at_fault(&self) -> &[(String, String)] {
        &self.tags
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.tags.clear();
        let game = game(&mut self.scanner, &mut self.tags).transpose()?;
        if let Err(error) = &game {
            self.scanner.skip_game(matches!(error.kind, PgnFault::Tag(_)));
        }
        Some(game)
    }
}

/// Reads the next game; if it cannot be read, its tags are in `tags`.
fn game(
    scanner: &mut PgnScanner<'_>,
    tags: &mut Vec<(String, String)>,
) -> Result<Option<Game>, PgnError> {
    scanner.skip_blanks();
    let first_line = scanner.line();
    let mut position = None;
    let mut lost = 0;
    let mut last_line = first_line;
    while scanner.at_tag() {
        let has = |name: &str| tags.iter().any(|(tag, _)| tag == name);
        // A game may have no moves: the next begins after a blank line or with a repeated tag.
        let is_complete = ["White", "Black", "Result"].into_iter().all(has);
        let before = scanner.clone();
        if is_complete && scanner.line() > last_line + 1 {
            break;
        }
        let Some((line, PgnToken::Tag(name, value))) = scanner.next()? else { break };
        if ROSTER.contains(&name.as_str()) && has(&name) {
            *scanner = before;
            break;
        }
        last_line = line;
        if name == "FEN" {
            position = Some((line, value.clone()));
        }
        let value = text::clean(&value, text::LINE);
        lost += value.removed + value.cut;
        tags.push((text::name(&name), value.text));
        scanner.skip_blanks();
    }
    // The position is read after all tags, since a later tag may name the variant.
    let variant = tags.iter().find(|(name, _)| name == "Variant");
    let variant = variant.map_or("", |(_, name)| name.as_str());
    let chess960 = is_chess960(variant).ok_or_else(|| {
        let kind = PgnFault::Variant(variant.to_owned());
        PgnError { line: first_line, kind }
    })?;
    let mut setup = Setup::start();
    setup.state.chess960 = chess960;
    if let Some((line, fen)) = position {
        let read = if chess960 { Setup::from_chess960_fen(&fen) } else { Setup::from_fen(&fen) };
        setup = read.map_err(|error| PgnError { line, kind: PgnFault::Position(error) })?;
    }
    let mut game = Game::new(setup);
    game.line = first_line;
    game.lost = lost;
    game.corrections = game.setup.corrections.clone();
    let ended = moves(scanner, &mut game)?;
    game.tags = std::mem::take(tags);
    if !ended {
        if game.tags.is_empty() && game.plies.is_empty() && game.comment.is_none() {
            return Ok(None);
        }
        game.outcome = game.tag("Result").and_then(Outcome::parse).unwrap_or_default();
        game.corrections.push(format!(
            "the game of line {first_line} ends without a result: taken as {}",
            game.outcome
        ));
    }
    Ok(Some(game))
}

/// Returns true for the names of Chess960 that programs write in the tag `Variant`, false for names
/// of chess, and `None` for other games.
fn is_chess960(variant: &str) -> Option<bool> {
    let letters: String = variant.chars().filter(char::is_ascii_alphanumeric).collect();
    match letters.to_ascii_lowercase().as_str() {
        "chess960" | "fischerandom" | "fischerrandom" => Some(true),
        "" | "chess" | "standard" | "normal" | "orthodox" | "fromposition" => Some(false),
        _ => None,
    }
}

/// Reads up to the game's result; returns false if it has none.
fn moves(scanner: &mut PgnScanner<'_>, game: &mut Game) -> Result<bool, PgnError> {
    let mut board = MatrixBoard::new(&game.setup, portable::Token);
    loop {
        scanner.skip_blanks();
        if scanner.at_tag() {
            return Ok(false);
        }
        let Some((line, token)) = scanner.next()? else { return Ok(false) };
        let stray = |word: &str| PgnError { line, kind: PgnFault::Stray(text::excerpt(word)) };
        match token {
            PgnToken::Tag(name, _) => return Err(stray(&name)),
            PgnToken::Comment(comment) => {
                let Cleaned { text, removed, cut } = text::clean(&comment, text::COMMENT);
                game.lost += removed + cut;
                // An empty comment would leave a blank where several are joined.
                if text.is_empty() {
                    continue;
                }
                let place = match game.plies.last_mut() {
                    Some(ply) => &mut ply.comment,
                    None => &mut game.comment,
                };
                match place {
                    Some(comment) => {
                        comment.push(' ');
                        comment.push_str(&text);
                    }
                    None => *place = Some(text),
                }
            }
            PgnToken::Glyph(text) => match (text.parse(), game.plies.last_mut()) {
                (Ok(glyph), Some(ply)) => ply.glyphs.push(glyph),
                _ => return Err(stray(&format!("${text}"))),
            },
            PgnToken::Open => skip_variation(scanner, line)?,
            PgnToken::Close => return Err(stray(")")),
            PgnToken::Word(word) => {
                if let Some(outcome) = Outcome::parse(&word) {
                    game.outcome = outcome;
                    return Ok(true);
                }
                let text = without_number(&word);
                let en_passant = ["e.p.", "ep"].iter().find_map(|mark| text.strip_prefix(mark));
                let text = en_passant.unwrap_or(text);
                if let Some(glyphs) = glyphs_of(text) {
                    game.plies.last_mut().into_iter().for_each(|ply| ply.glyphs.extend(&glyphs));
                    continue;
                }
                let is_mark = |c: char| !c.is_ascii_alphanumeric() && !matches!(c, ')' | '.');
                let body = text.trim_end_matches(is_mark);
                // Unknown marks make the text an invalid move.
                let (text, glyphs) = glyphs_of(&text[body.len()..])
                    .map_or((text, Vec::new()), |glyphs| (body, glyphs));
                let chess_move = san::parse(&board, text).map_err(|error| PgnError {
                    line,
                    kind: PgnFault::Move { number: number(&board), error },
                })?;
                board = board.after(chess_move);
                game.plies.push(Ply { chess_move, comment: None, glyphs });
            }
        }
    }
}

/// Returns the number before the move of a board: `12.` or `12...`.
fn number<B: Board>(board: &B) -> String {
    let dots = if board.side() == Color::White { "." } else { "..." };
    format!("{}{dots}", board.state().fullmove)
}

/// Returns the word without a move number such as `12.` or `12...`.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if digits.is_empty() || digits.starts_with('.') {
        digits.trim_start_matches('.')
    } else {
        // Castling written with zeros starts with a digit as well.
        word.trim_start_matches('.')
    }
}

/// Returns the numeric glyphs of marks; those of check and mate have none.
fn glyphs_of(mut marks: &str) -> Option<Vec<u8>> {
    let mut glyphs = Vec::new();
    while !marks.is_empty() {
        let begins = |(mark, glyph): &(&str, u8)| Some((marks.strip_prefix(mark)?, *glyph));
        if let Some((rest, glyph)) = GLYPHS.iter().find_map(begins) {
            glyphs.push(glyph);
            marks = rest;
        } else {
            marks = marks.strip_prefix(['+', '#', '\u{fe0e}'])?;
        }
    }
    Some(glyphs)
}

/// Marks and their numeric glyphs; a mark comes before its own prefixes.
#[rustfmt::skip]
const GLYPHS: [(&str, u8); 47] = [
    ("!!", 3), ("!?", 5), ("!", 1), ("??", 4), ("?!", 6), ("?", 2), ("‼", 3), ("⁇", 4), ("⁉", 5),
    ("⁈", 6), ("□", 7), ("=∞", 44), ("=+", 15), ("=", 10), ("∞", 13), ("⩲", 14), ("+=", 14),
    ("⩱", 15), ("±", 16), ("+/-", 16), ("∓", 17), ("-/+", 17), ("+-", 18), ("+−", 18), ("+–", 18),
    ("-+", 19), ("−+", 19), ("–+", 19), ("⨀", 22), ("⊙", 22), ("○", 26), ("⟳", 32), ("↑", 36),
    ("→", 40), ("⯹", 44), ("⇆", 132), ("⨁", 138), ("⊕", 138), ("∆", 140), ("△", 140), ("∇", 141),
    ("⌓", 142), ("≤", 143), ("⇔", 239), ("⊥", 245), ("N", 146), ("D", 220),
];

/// Skips a variation and those within it; its opening parenthesis was read on `line`.
fn skip_variation(scanner: &mut PgnScanner<'_>, line: usize) -> Result<(), PgnError> {
    let mut depth = 1;
    while depth > 0 {
        scanner.skip_blanks();
        // The next game's first tag ends an open variation, as does the end of the text.
        let next = if scanner.at_tag() { None } else { scanner.next()? };
        match next {
            None => return Err(PgnError { line, kind: PgnFault::Open('(') }),
            Some((_, PgnToken::Open)) => depth += 1,
            Some((_, PgnToken::Close)) => depth -= 1,
            Some(_) => {}
        }
    }
    Ok(())
}
