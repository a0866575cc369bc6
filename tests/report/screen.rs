//! Tables on a terminal.

use nucleus_report::screen::{Screen, page, wrapped};

use crate::fixtures::{boards, cut_short, later, normal};

#[test]
fn no_line_is_wider_than_the_terminal_and_what_has_no_room_is_named() {
    let records = [normal(), later(), cut_short(), boards()];
    for width in [60, 80, 120, 200] {
        let text = page(&records, Screen { width, colour: false }, true);
        for line in text.lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
        }
        assert!(!text.contains('\x1b') && !text.contains("| ---"), "{text}");
    }
    let narrow = page(&records, Screen { width: 80, colour: false }, true);
    assert!(narrow.contains("only on the page: "), "{narrow}");
    assert!(narrow.contains("ratio [95 %]") && narrow.contains("4.40 [4.33, 4.47]"), "{narrow}");
    let wide = page(&records, Screen { width: 1000, colour: false }, true);
    assert!(!wide.contains("only on the page"), "{wide}");
}

#[test]
fn colours_only_where_they_are_shown_and_words_stay_words() {
    let mut loaded = normal();
    loaded.record.warnings.push("\x1b[31mred\x07".into());
    let page = page(&[loaded], Screen { width: 80, colour: true }, true);
    assert!(page.contains("\x1b[1m") && !page.contains("\x1b[31m") && !page.contains('\x07'));
}

#[test]
fn a_text_is_wrapped() {
    assert_eq!(wrapped("one two three", 7), "one two\nthree\n");
    assert_eq!(wrapped("", 7), "\n");
}
