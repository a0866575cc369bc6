//! Text from outside (engine names, strings of records, comments of games), and values with names.
//!
//! [`clean()`] is applied to foreign text on input: printing characters only, no escape sequences,
//! limited length. [`escape`] has a function for each output format.

mod clean;
pub mod escape;
mod named;

pub use clean::{
    COMMENT, Cleaned, EXCERPT, LINE, NAME, clean, excerpt, is_name, left_out, line, name, prints,
};
pub use named::named;

/// Returns bytes as hexadecimal digits, two each.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Groups digits by three from the right: `4385920` becomes `4,385,920`.
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
