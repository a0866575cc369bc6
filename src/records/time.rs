//! Date and time in UTC.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use humantime::{format_rfc3339_seconds, parse_rfc3339};

/// Returns the current time, UTC, as `2026-11-21T23:12:11Z`.
pub fn now() -> String {
    // The format ends with the year 9999; a clock beyond it is wrong anyway.
    let last = UNIX_EPOCH + Duration::from_secs(253_402_300_799);
    format_rfc3339_seconds(SystemTime::now().clamp(UNIX_EPOCH, last)).to_string()
}

/// Parses a time as [`now`] formats it into seconds since 1970.
pub fn seconds(text: &str) -> Option<i64> {
    let since = parse_rfc3339(text).ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}
