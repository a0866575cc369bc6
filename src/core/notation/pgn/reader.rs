use super::scanner::{PgnScanner, PgnToken};
use super::{Game, Outcome, PgnError, PgnFault, Ply};
use crate::board::{Board, MatrixBoard, Setup};
use crate::kernels::portable;
use crate::notation::san;
use crate::text::{self, Cleaned};
use crate::types::Color;

/// The text of a PGN file: UTF-8 where it is that, else the Latin-1 of the format's standard.
pub fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|fault| fault.into_bytes().into_iter().map(char::from).collect())
}

/// The games of a text, one after the other; after a fault the next game is looked for.
pub fn read(text: &str) -> Games<'_> {
    Games { scanner: PgnScanner::new(text), tags: Vec::new() }
}

/// Iterator over games, made by [`read`].
pub struct Games<'a> {
    scanner: PgnScanner<'a>,
    /// The tags of a game as they are read.
    tags: Vec<(String, String)>,
}

impl Games<'_> {
    /// The tags of the game that the last fault is of, as far as they could be read.
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
            self.scanner.skip_game(matches!(error.fault, PgnFault::Tag(_)));
        }
        Some(game)
    }
}

/// The next game; its tags are in `tags` where it cannot be read.
fn game(
    scanner: &mut PgnScanner<'_>,
    tags: &mut Vec<(String, String)>,
) -> Result<Option<Game>, PgnError> {
    scanner.skip_blanks();
    let first_line = scanner.line();
    let mut position = None;
    let mut lost = 0;
    while scanner.at_tag() {
        let Some((line, PgnToken::Tag(name, value))) = scanner.next()? else { break };
        if name == "FEN" {
            position = Some((line, value.clone()));
        }
        let value = text::clean(&value, text::LINE);
        lost += value.removed + value.cut;
        tags.push((text::name(&name), value.text));
        scanner.skip_blanks();
    }
    // Read behind the tags, of which a later one may name the variant.
    let chess960 = tags.iter().any(|(name, value)| name == "Variant" && is_chess960(value));
    let mut setup = Setup::start();
    setup.state.chess960 = chess960;
    if let Some((line, fen)) = position {
        let read = if chess960 { Setup::from_chess960_fen(&fen) } else { Setup::from_fen(&fen) };
        setup = read.map_err(|fault| PgnError { line, fault: PgnFault::Position(fault) })?;
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

/// True for the names that programs give to Chess960 in the tag `Variant`.
fn is_chess960(variant: &str) -> bool {
    let letters: String = variant.chars().filter(char::is_ascii_alphanumeric).collect();
    matches!(letters.to_ascii_lowercase().as_str(), "chess960" | "fischerandom" | "fischerrandom")
}

/// Reads up to the game's result; false when it has none.
fn moves(scanner: &mut PgnScanner<'_>, game: &mut Game) -> Result<bool, PgnError> {
    let mut board = MatrixBoard::new(&game.setup, portable::Token);
    loop {
        scanner.skip_blanks();
        if scanner.at_tag() {
            return Ok(false);
        }
        let Some((line, token)) = scanner.next()? else { return Ok(false) };
        let stray = |word: &str| PgnError { line, fault: PgnFault::Stray(text::excerpt(word)) };
        match token {
            PgnToken::Tag(name, _) => return Err(stray(&name)),
            PgnToken::Comment(comment) => {
                let Cleaned { text, removed, cut } = text::clean(&comment, text::COMMENT);
                game.lost += removed + cut;
                // An empty comment says nothing, and would leave a blank where several are joined.
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
                if text.is_empty() || glyph_of(text).is_some() {
                    if let (Some(glyph), Some(ply)) = (glyph_of(text), game.plies.last_mut()) {
                        ply.glyphs.push(glyph);
                    }
                    continue;
                }
                let chess_move = san::parse(&board, text).map_err(|fault| PgnError {
                    line,
                    fault: PgnFault::Move { number: number(&board), fault },
                })?;
                let marks = &text[text.trim_end_matches(['!', '?']).len()..];
                let glyphs = glyph_of(marks).into_iter().collect();
                board = board.after(chess_move);
                game.plies.push(Ply { chess_move, comment: None, glyphs });
            }
        }
    }
}

/// `12.` or `12...` before the move of a board.
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
        // Castling written with zeros starts with a digit, too.
        word.trim_start_matches('.')
    }
}

/// The numeric glyph of a mark.
fn glyph_of(marks: &str) -> Option<u8> {
    Some(match marks {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}

/// Passes over a variation whose opening parenthesis was read on `line`, others within it too.
fn skip_variation(scanner: &mut PgnScanner<'_>, line: usize) -> Result<(), PgnError> {
    let mut depth = 1;
    while depth > 0 {
        scanner.skip_blanks();
        // The next game's first tag ends an open variation as the end of the text does.
        let next = if scanner.at_tag() { None } else { scanner.next()? };
        match next {
            None => return Err(PgnError { line, fault: PgnFault::Open('(') }),
            Some((_, PgnToken::Open)) => depth += 1,
            Some((_, PgnToken::Close)) => depth -= 1,
            Some(_) => {}
        }
    }
    Ok(())
}
