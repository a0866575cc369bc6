//! Kinds of records, told by their fields.

use nucleus_report::kind::RecordKind;

#[test]
fn a_file_is_what_its_fields_say() {
    for (content, kind) in [
        (r#"{"schema": 1, "machine": {}}"#, Some(RecordKind::Compare)),
        (r#"{"scaling": 1, "machine": {}}"#, Some(RecordKind::Threads)),
        (r#"{"reproduce": 1, "machine": {}}"#, Some(RecordKind::Reproduce)),
        (r#"{"schema": 2, "games_wanted": 4}"#, Some(RecordKind::Match)),
        (r#"{"version": 1, "suites": []}"#, Some(RecordKind::Suite)),
        (r#"{"schema": 1, "white_advantage": 30.0}"#, Some(RecordKind::Ratings)),
        (r#"{"machine": {}, "source": {}}"#, Some(RecordKind::Machine)),
        (r#"{"name": "x"}"#, None),
        ("[1]", None),
        ("{", None),
    ] {
        assert_eq!(RecordKind::of(content), kind, "{content}");
    }
}
