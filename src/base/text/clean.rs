//! Cleaning of text from outside: removes non-printing characters and limits the length.

/// Maximum number of characters kept of a name.
pub const NAME: usize = 80;
/// Maximum number of characters kept of a line or sentence.
pub const LINE: usize = 400;
/// Maximum number of characters kept of a comment.
pub const COMMENT: usize = 4_000;
/// Maximum number of characters that an error message quotes of an invalid text.
pub const EXCERPT: usize = 60;

/// A cleaned text, and counts of the characters it lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned {
    /// The printing characters; runs of blanks become one, and the ends have none.
    pub text: String,
    /// Number of characters removed: escape sequences, control and format characters.
    pub removed: usize,
    /// Number of characters cut off at the end.
    pub cut: usize,
}

impl Cleaned {
    /// Describes the loss in words that follow "it lost"; `None` if nothing was lost.
    pub fn loss(&self) -> Option<String> {
        let count =
            |n: usize| if n == 1 { "1 character".to_owned() } else { format!("{n} characters") };
        match (self.removed, self.cut) {
            (0, 0) => None,
            (n, 0) => Some(format!("{} that do not print", count(n))),
            (0, n) => Some(format!("its last {}", count(n))),
            (n, m) => Some(format!("{} that do not print and its last {}", count(n), count(m))),
        }
    }
}

/// Returns `true` if a character prints in its own place: it is no control character, does not change
/// the direction of others, join or hide them, and XML allows it.
pub fn prints(c: char) -> bool {
    !c.is_control()
        && !matches!(u32::from(c),
            // Format characters (category Cf), fillers, variation selectors, line separators.
            0xAD | 0x34F | 0x600..=0x605 | 0x61C | 0x6DD | 0x70F | 0x890..=0x891 | 0x8E2
            | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F
            | 0x2028..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0
            | 0xFFF0..=0xFFFB | 0x110BD | 0x110CD | 0x13430..=0x1345F | 0x1BCA0..=0x1BCA3
            | 0x1D173..=0x1D17A | 0xE0000..=0xE0FFF
            // Private use and noncharacters.
            | 0xE000..=0xF8FF | 0xFDD0..=0xFDEF | 0xF_0000..=0x10_FFFF)
        && u32::from(c) & 0xFFFE != 0xFFFE
}

/// Returns `true` for combining marks, which are drawn over the preceding character.
fn combines(c: char) -> bool {
    matches!(u32::from(c),
        0x300..=0x36F | 0x483..=0x489 | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF
        | 0xFE20..=0xFE2F)
}

/// Keeps the printing characters, at most `most`; a longer text ends in `…`. Escape sequences are
/// removed entirely, runs of blanks become one space, and a character keeps two combining marks.
///
/// Cleaning is idempotent.
pub fn clean(text: &str, most: usize) -> Cleaned {
    let mut kept = String::with_capacity(text.len().min(most.saturating_mul(4)));
    let (mut length, mut removed, mut beyond, mut marks) = (0, 0, 0, 0);
    let mut blank = false;
    let mut last_kept = 0;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c.is_whitespace() && c != '\u{85}' {
            blank = true;
            continue;
        }
        if matches!(c, '\u{1b}' | '\u{90}' | '\u{98}' | '\u{9b}' | '\u{9d}'..='\u{9f}') {
            removed += 1 + skip_sequence(c, &mut rest);
            continue;
        }
        if !prints(c) {
            removed += 1;
            continue;
        }
        marks = if combines(c) { marks + 1 } else { 0 };
        // A mark at the start would be drawn over the character that precedes the text.
        if marks > 2 || (marks > 0 && (length == 0 || blank)) {
            removed += 1;
            continue;
        }
        let added = 1 + usize::from(blank && length > 0);
        if beyond > 0 || length + added > most {
            beyond += added;
            blank = false;
            continue;
        }
        if added == 2 {
            kept.push(' ');
        }
        blank = false;
        if length + added < most {
            last_kept = kept.len() + c.len_utf8();
        }
        kept.push(c);
        length += added;
    }
    if beyond > 0 {
        // The ellipsis takes the place of the last character.
        beyond += kept[last_kept..].chars().count();
        kept.truncate(last_kept);
        while kept.ends_with(|c: char| c == ' ' || combines(c)) {
            kept.pop();
        }
        if most > 0 {
            kept.push('…');
        }
    }
    Cleaned { text: kept, removed, cut: beyond }
}

/// Skips the rest of an escape sequence (ECMA-48) and returns the number of characters skipped. An
/// unterminated sequence is abandoned, because what follows may be text.
fn skip_sequence(first: char, rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> usize {
    let mut skipped = 0;
    let mut take = |rest: &mut std::iter::Peekable<std::str::Chars<'_>>, fits: fn(char) -> bool| {
        let taken = rest.next_if(|&c| fits(c));
        skipped += usize::from(taken.is_some());
        taken
    };
    let kind = match first {
        '\u{1b}' => match take(rest, |c| matches!(c, '\u{20}'..='\u{7e}')) {
            Some(kind) => kind,
            None => return skipped,
        },
        '\u{9b}' => '[',
        _ => ']',
    };
    match kind {
        '[' => {
            while take(rest, |c| matches!(c, '\u{20}'..='\u{3f}')).is_some() {}
            take(rest, |c| matches!(c, '\u{40}'..='\u{7e}'));
        }
        // Strings, such as a window title, end with the bell or the string terminator.
        ']' | 'P' | 'X' | '^' | '_' => {
            let end = |c: &char| matches!(c, '\u{7}' | '\u{9c}' | '\u{1b}');
            if rest.clone().take(COMMENT).any(|c| end(&c)) {
                while take(rest, |c| !matches!(c, '\u{7}' | '\u{9c}' | '\u{1b}')).is_some() {}
                take(rest, |c| matches!(c, '\u{7}' | '\u{9c}'));
            }
        }
        // Some sequences, as those that select a character set, have one more character.
        '\u{20}'..='\u{2f}' => {
            take(rest, |c| matches!(c, '\u{30}'..='\u{7e}'));
        }
        _ => {}
    }
    skipped
}

/// Describes `lost` characters that were removed from a file.
pub fn left_out(lost: usize) -> String {
    let count = if lost == 1 { "1 character".to_owned() } else { format!("{lost} characters") };
    format!("{count} of its names and comments omitted: not printable, or too many")
}

/// Returns `true` if an argument is a valid name: not empty, not too long, all characters printing.
pub fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= NAME && text.chars().all(prints)
}

/// Returns a cleaned name.
pub fn name(text: &str) -> String {
    clean(text, NAME).text
}

/// Returns a cleaned line or sentence that may contain foreign words.
pub fn line(text: &str) -> String {
    clean(text, LINE).text
}

/// Returns the part of an invalid text that an error message quotes.
pub fn excerpt(text: &str) -> String {
    clean(text, EXCERPT).text
}
