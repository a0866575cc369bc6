//! Escaping of text for each output format, so that it prints literally.

use super::prints;

/// Escapes text for a terminal: removes non-printing characters except line feeds and tabs.
pub fn terminal(text: &str) -> String {
    text.chars().filter(|&c| prints(c) || matches!(c, '\n' | '\t')).collect()
}

/// A zero-width space as a character reference. It breaks a word that a site would turn into a
/// link.
const NO_SPACE: &str = "&#8203;";

/// Escapes text for a line of Markdown or a table cell: no mark-up, HTML, link or line break.
/// Pasted into a pull request, the text mentions no user and links no issue.
pub fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
    let mut before = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' | '`' | '*' | '[' | ']' | '|' | '~' => out.extend(['\\', c]),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            // Within a word an underscore has no effect, and names of engines contain it.
            '_' if !(word(before) && word(rest.peek().copied())) => out.push_str("\\_"),
            // Text that becomes a link by itself: `http://…`, `www.…`, an e-mail address.
            ':' if rest.peek() == Some(&'/') => out.push_str("\\:"),
            '.' if ends_in(&out, "www") => out.push_str("\\."),
            // A mention or an e-mail address. GitHub searches the displayed text for mentions, so a backslash
            // would not help. Before a blank there is no name.
            '@' if rest.peek().is_some_and(|next| !next.is_whitespace()) => {
                out.extend(["@", NO_SPACE])
            }
            // An issue number by itself, as `GH-1`, or after a repository's name.
            '#' if before.is_some() && digit(rest.peek()) => out.extend(["#", NO_SPACE]),
            '#' if digit(rest.peek()) => out.extend(["\\#", NO_SPACE]),
            '-' if ends_in(&out, "GH") && digit(rest.peek()) => out.extend(["-", NO_SPACE]),
            // At the start of a line these begin a heading, a list or a quotation.
            '#' | '-' | '+' | '=' if before.is_none() => out.extend(['\\', c]),
            c if c.is_whitespace() => out.push(' '),
            c if prints(c) => out.push(c),
            _ => {}
        }
        before = Some(c);
    }
    out
}

fn ends_in(text: &str, word: &str) -> bool {
    let end = text.len().checked_sub(word.len()).map(|start| &text.as_bytes()[start..]);
    end.is_some_and(|end| end.eq_ignore_ascii_case(word.as_bytes()))
}

/// Escapes text for XML, HTML and SVG, as content or within double quotation marks.
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if prints(c) || matches!(c, '\n' | '\t') => out.push(c),
            _ => {}
        }
    }
    out
}

/// Escapes text for a cell of a CSV file, before quotation marks are added. An apostrophe precedes
/// `=`, `+`, `-`, `@`, a tab or a line feed, since a spreadsheet would read a formula.
pub fn csv(text: &str) -> String {
    let plain = terminal(text);
    if plain.trim_start().starts_with(['=', '+', '-', '@']) || plain.starts_with(['\t', '\n']) {
        format!("'{plain}")
    } else {
        plain
    }
}
