//! The date and time in UTC, from the system's clock alone.

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// `2026-11-21T23:12:11Z`
fn format(moment: OffsetDateTime) -> String {
    // Only a year beyond 9999 cannot be written so.
    moment.replace_nanosecond(0).unwrap_or(moment).format(&Rfc3339).unwrap_or_default()
}

/// Now, UTC, `2026-11-21T23:12:11Z`.
pub fn now() -> String {
    format(OffsetDateTime::now_utc())
}

/// Seconds since 1970 of such a moment.
pub fn seconds(text: &str) -> Option<i64> {
    OffsetDateTime::parse(text, &Rfc3339).ok().map(OffsetDateTime::unix_timestamp)
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
            let moment = OffsetDateTime::from_unix_timestamp(seconds).expect("a moment");
            assert_eq!(format(moment), text);
            assert_eq!(super::seconds(text), Some(seconds));
            assert_eq!(format(moment + time::Duration::milliseconds(999)), text);
        }
    }

    #[test]
    fn what_is_no_moment_is_none() {
        for text in ["", "2026-11-23", "2026-13-23T15:00:05Z", "yesterday"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
