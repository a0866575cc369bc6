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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moments() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(super::seconds(text), Some(seconds));
            let moment = UNIX_EPOCH + Duration::new(seconds.unsigned_abs(), 999_000_000);
            assert_eq!(format_rfc3339_seconds(moment).to_string(), text);
        }
        assert_eq!(seconds("2026-11-21T23:12:11.5Z"), seconds("2026-11-21T23:12:11+00:00"));
        let clock = UNIX_EPOCH.elapsed().expect("a clock after 1970").as_secs() as i64;
        assert!(seconds(&now()).is_some_and(|now| now.abs_diff(clock) < 60));
    }

    #[test]
    fn what_is_no_moment_is_none() {
        for text in
            ["", "2026-11-23", "2026-13-23T15:00:05Z", "yesterday", "2026-11-2\u{e9}T15:00:05Z"]
        {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
