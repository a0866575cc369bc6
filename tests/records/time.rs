//! Times as text.

use std::time::{Duration, UNIX_EPOCH};

use humantime::format_rfc3339_seconds;
use nucleus_records::time::{now, seconds};

#[test]
fn known_moments() {
    for (seconds, text) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
    ] {
        assert_eq!(self::seconds(text), Some(seconds));
        let moment = UNIX_EPOCH + Duration::new(seconds.unsigned_abs(), 999_000_000);
        assert_eq!(format_rfc3339_seconds(moment).to_string(), text);
    }
    assert_eq!(seconds("2026-11-21T23:12:11.5Z"), seconds("2026-11-21T23:12:11+00:00"));
    let clock = UNIX_EPOCH.elapsed().expect("a clock after 1970").as_secs() as i64;
    assert!(seconds(&now()).is_some_and(|now| now.abs_diff(clock) < 60));
}

#[test]
fn what_is_no_moment_is_none() {
    let texts =
        ["", "2026-11-23", "2026-13-23T15:00:05Z", "yesterday", "2026-11-2\u{e9}T15:00:05Z"];
    assert_eq!(texts.map(seconds), [None; 5]);
}
