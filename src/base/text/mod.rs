//! Text from outside: an engine's name, a record's strings, the tags and comments of a game.
//!
//! [`clean()`] is what such a text passes through where it comes in: characters that print, no
//! escape sequences, a sensible length. What it becomes in an output is that output's own affair:
//! [`escape`] has a function for each form.

mod clean;
pub mod escape;
mod named;

pub use clean::{
    COMMENT, Cleaned, EXCERPT, LINE, NAME, clean, excerpt, is_name, left_out, line, name, prints,
};
pub use named::named;

/// Bytes in hexadecimal digits, two each.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Digits in groups of three from the right: `4385920` is `4,385,920`.
pub fn grouped(digits: &str, separator: char) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}
