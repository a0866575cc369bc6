//! Cleaning of text from outside.

use nucleus_base::text::{EXCERPT, NAME, clean, excerpt, name, prints};
use proptest::prelude::*;

#[test]
fn complete_escape_sequences_are_removed() {
    for (text, expected, removed) in [
        ("a\x1b[31;1mred\x1b[0mb", "aredb", 11),
        ("\x1b]0;title\x07b", "b", 10),
        ("\x1b]8;;https://x\x1b\\link\x1b]8;;\x1b\\", "link", 14 + 2 + 5 + 2),
        ("\u{9b}2Jx", "x", 3),
        ("x\x1b(0y\x1bcz", "xyz", 5),
        ("a\x1b", "a", 1),
        ("a\x1b]0;open and then a name", "a0;open and then a name", 2),
    ] {
        let cleaned = clean(text, NAME);
        assert_eq!((cleaned.text.as_str(), cleaned.removed), (expected, removed), "{text:?}");
    }
}

#[test]
fn what_does_not_print_goes_and_blanks_are_joined() {
    let hidden = "a\0b\u{7f}c\u{202e}d\u{200b}e\u{2066}f\u{feff}g\u{e0041}h\u{fffe}i\u{85}j";
    let cleaned = clean(hidden, NAME);
    assert_eq!((cleaned.text.as_str(), cleaned.removed), ("abcdefghij", 9));
    assert_eq!(cleaned.loss().unwrap(), "9 characters that do not print");
    assert_eq!(name(" a\t\r\n  b\u{a0}\u{2003}c "), "a b c");
    assert_eq!(name("Žofie Шахматы 国際 é ♞"), "Žofie Шахматы 国際 é ♞");
    assert_eq!(clean(&format!("e{}", "\u{301}".repeat(50)), NAME).removed, 48);
    assert_eq!(clean("Stockfish 15.1", NAME).loss(), None);
}

#[test]
fn long_texts_are_cut() {
    let cleaned = clean(&"x".repeat(100), 10);
    assert_eq!((cleaned.text.as_str(), cleaned.cut), ("xxxxxxxxx…", 91));
    assert_eq!(clean(&"x".repeat(10), 10).cut, 0);
    assert_eq!(clean("ab cd", 4).text, "ab…");
    assert_eq!(clean("ab", 0).text, "");
    assert_eq!(excerpt(&"y".repeat(5_000_000)).chars().count(), EXCERPT);
}

proptest! {
    #[test]
    fn cleaning_again_changes_nothing(text in "(\\PC|[\\x00-\\x9f]|\\x1b[\\[\\]P]|[\u{200b}-\u{2069}\u{300}]){0,60}", most in 0..50_usize) {
        let once = clean(&text, most);
        prop_assert!(once.text.chars().count() <= most);
        prop_assert!(once.text.chars().all(prints));
        let again = clean(&once.text, most);
        prop_assert_eq!(&again.text, &once.text);
        prop_assert_eq!((again.removed, again.cut), (0, 0));
    }
}
