//! The words of PGN, with their line numbers.

use super::{PgnError, PgnFault};
use nucleus_base::text::excerpt;

/// A word of PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PgnToken {
    /// `[Name "value"]`.
    Tag(String, String),
    /// `{…}`, or `;` to the end of the line.
    Comment(String),
    /// `$n`, as the text after the dollar sign; the text need not be a number.
    Glyph(String),
    /// An opening parenthesis, which starts a variation.
    Open,
    /// A closing parenthesis, which ends a variation.
    Close,
    /// A move, a result, a move number.
    Word(String),
}

/// Splits a text into words.
#[derive(Clone)]
pub(super) struct PgnScanner<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> PgnScanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text: text.trim_start_matches('\u{feff}'), at: 0, line: 1 }
    }

    /// Returns the line of the next word; call [`PgnScanner::skip_blanks`] first.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns true if the next word is a tag.
    pub(super) fn at_tag(&self) -> bool {
        self.rest().starts_with('[')
    }

    fn advance(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count();
        self.at += bytes;
    }

    /// Skips blanks, and lines that start with `%`.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            self.advance(blanks);
            let line_start = self.at == 0 || self.text[..self.at].ends_with('\n');
            if !(line_start && self.rest().starts_with('%')) {
                return;
            }
            self.skip_line();
        }
    }

    fn skip_line(&mut self) {
        let length = self.rest().find('\n').map_or(self.rest().len(), |end| end + 1);
        self.advance(length);
    }

    /// Skips to the next game after an error: to the first tag that follows a line without a tag. If the
    /// next word is a tag that did not cause the error, nothing is skipped.
    pub(super) fn skip_game(&mut self, tag_at_fault: bool) {
        if self.at_tag() && !tag_at_fault {
            return;
        }
        let line_start = self.text[..self.at].rfind('\n').map_or(0, |end| end + 1);
        let mut behind_tag = self.text[line_start..].starts_with('[');
        while !self.rest().is_empty() {
            self.skip_line();
            let is_tag = self.at_tag() && !self.rest().starts_with("[%");
            if is_tag && !behind_tag {
                return;
            }
            behind_tag = is_tag;
        }
    }

    /// Returns the next word and the line where it starts, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(usize, PgnToken)>, PgnError> {
        self.skip_blanks();
        let line = self.line;
        let Some(letter) = self.rest().chars().next() else { return Ok(None) };
        let token = match letter {
            '[' => self.tag()?,
            '{' => {
                let Some(end) = self.rest().find('}') else {
                    return Err(PgnError { line, kind: PgnFault::Open('{') });
                };
                let comment = join_lines(&self.rest()[1..end]);
                self.advance(end + 1);
                PgnToken::Comment(comment)
            }
            ';' => {
                let length = self.rest().find('\n').unwrap_or(self.rest().len());
                let comment = join_lines(&self.rest()[1..length]);
                self.advance(length);
                PgnToken::Comment(comment)
            }
            '(' => {
                self.advance(1);
                PgnToken::Open
            }
            ')' => {
                self.advance(1);
                PgnToken::Close
            }
            '$' => {
                self.advance(1);
                PgnToken::Glyph(self.word())
            }
            _ => PgnToken::Word(self.word()),
        };
        Ok(Some((line, token)))
    }

    fn word(&mut self) -> String {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || matches!(c, '{' | ';' | '$' | ')' | '[');
        let mut length = rest.find(ends).unwrap_or(rest.len());
        // A promotion in parentheses belongs to its move; a variation does not.
        if let Some(open) = rest[..length].find('(')
            && !rest[open..].get(1..3).is_some_and(|s| s.ends_with(')') && s != "()")
        {
            length = open;
        } else if rest[..length].contains('(') && rest[length..].starts_with(')') {
            let marks = &rest[length + 1..];
            length += 1 + marks.len() - marks.trim_start_matches(['+', '#', '!', '?']).len();
        }
        let word = &rest[..length.max(rest.chars().next().map_or(0, char::len_utf8))];
        self.advance(word.len());
        word.to_owned()
    }

    fn tag(&mut self) -> Result<PgnToken, PgnError> {
        let line = self.line;
        let tag = self.rest().lines().next().unwrap_or_default().trim_end();
        let fail = |why: &str| {
            let kind = PgnFault::Tag(format!("{why} in {}", excerpt(tag)));
            Err(PgnError { line, kind })
        };
        let Some((name, rest)) = tag[1..].split_once('"') else { return fail("no value") };
        let name = name.trim();
        let symbol =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '#' | '=' | ':' | '-');
        if name.is_empty() || !name.chars().all(symbol) {
            return fail("no name");
        }
        let mut value = String::new();
        let mut letters = rest.char_indices();
        let behind = loop {
            match letters.next() {
                None => return fail("no closing quotation mark"),
                Some((at, '"')) => break &rest[at + 1..],
                Some((_, '\\')) => match letters.next() {
                    Some((_, letter)) => value.push(letter),
                    None => return fail("no closing quotation mark"),
                },
                Some((_, letter)) => value.push(letter),
            }
        };
        let inner = behind.trim_start();
        if !inner.starts_with(']') {
            return fail("no closing bracket");
        }
        self.advance(tag.len() - inner.len() + 1);
        Ok(PgnToken::Tag(name.to_owned(), value))
    }
}

fn join_lines(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
