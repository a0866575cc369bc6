//! The date and time in UTC, from the system's clock alone.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use humantime::{format_rfc3339_seconds, parse_rfc3339};

/// Now, UTC, `2026-11-21T23:12:11Z`.
pub fn now() -> String {
    // The form has no year beyond 9999; a clock that is there is not to be believed anyway.
    let last = UNIX_EPOCH + Duration::from_secs(253_402_300_799);
    format_rfc3339_seconds(SystemTime::now().clamp(UNIX_EPOCH, last)).to_string()
}

/// Seconds since 1970 of such a moment.
pub fn seconds(text: &str) -> Option<i64> {
    let since = parse_rfc3339(text).ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}
