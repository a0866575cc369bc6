//! Escaping of text for each form of output, so that it shows itself and nothing else.

use super::prints;

/// Escapes for a terminal: characters that do not print are left out, except line feeds and tabs.
pub fn terminal(text: &str) -> String {
    text.chars().filter(|&c| prints(c) || matches!(c, '\n' | '\t')).collect()
}

/// A space of no width, written in plain characters: it shows nothing, and breaks a word that a
/// site would look up.
const NO_SPACE: &str = "&#8203;";

/// Escapes for a line of Markdown, a table's cell among them: no mark-up, no HTML, no link, no line
/// break; and where the page is pasted into a pull request, nobody is called and no issue is
/// linked.
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
            // Within a word it marks nothing, and names of engines have it.
            '_' if !(word(before) && word(rest.peek().copied())) => out.push_str("\\_"),
            // What would become a link by itself: `http://…`, `www.…`, an address of mail.
            ':' if rest.peek() == Some(&'/') => out.push_str("\\:"),
            '.' if ends_in(&out, "www") => out.push_str("\\."),
            // A name that is called, or an address of mail. A backslash would not keep GitHub from
            // calling it: it looks for names in what is shown. Before a blank stands no name.
            '@' if rest.peek().is_some_and(|next| !next.is_whitespace()) => {
                out.extend(["@", NO_SPACE])
            }
            // An issue by its number, alone, as `GH-1` or behind a repository's name.
            '#' if before.is_some() && digit(rest.peek()) => out.extend(["#", NO_SPACE]),
            '#' if digit(rest.peek()) => out.extend(["\\#", NO_SPACE]),
            '-' if ends_in(&out, "GH") && digit(rest.peek()) => out.extend(["-", NO_SPACE]),
            // What would begin a heading, a list or a quotation, where a line begins with it.
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

/// Escapes for XML, thus HTML and SVG: as content or within double quotation marks.
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

/// Escapes for a cell of a CSV file, before quotation marks are put around it: a spreadsheet takes
/// a cell that begins with one of these characters for a formula, unless an apostrophe stands
/// before it.
pub fn csv(text: &str) -> String {
    let plain = terminal(text);
    if plain.trim_start().starts_with(['=', '+', '-', '@']) || plain.starts_with(['\t', '\n']) {
        format!("'{plain}")
    } else {
        plain
    }
}
