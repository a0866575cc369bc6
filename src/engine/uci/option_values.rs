//! Values of options as a GUI writes them, and the effects of setting one.

/// The largest seed.
pub const MAX_SEED: i64 = i32::MAX as i64;

/// Effect of an option on the session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing more than to remember it.
    None,
    /// Replace the table.
    Resize,
    /// Start or end search threads.
    Threads,
    /// Forget everything.
    Clear,
    /// Tell the user something.
    Notice(String),
    /// Forget everything, and tell the user something.
    ClearAnd(String),
}

/// A number from `low` to `high`.
///
/// # Errors
/// A sentence that names the option, when it is not.
pub fn number(name: &str, value: &str, low: i64, high: i64) -> Result<i64, String> {
    value
        .parse::<i64>()
        .ok()
        .filter(|number| (low..=high).contains(number))
        .ok_or_else(|| format!("option {name}: '{value}' is not a number from {low} to {high}"))
}

/// A check box.
///
/// # Errors
/// A sentence that names the option, when it is neither true nor false.
pub fn check(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("option {name}: '{value}' is neither true nor false")),
    }
}
