//! Reading lines of text up to a length.

use std::io;
use std::io::{BufReader, Read};

use nucleus_base::lines::read_line;

#[test]
fn lines_are_split_and_cut() {
    let text = b"one\r\ntwo\n\nfour and more\nlast";
    let mut input = BufReader::with_capacity(3, &text[..]);
    let mut line = Vec::new();
    let mut next = || {
        let length = read_line(&mut input, &mut line, 4).expect("memory")?;
        Some((length, String::from_utf8_lossy(&line).into_owned()))
    };
    let kept = |length, text: &str| Some((length, text.to_owned()));
    assert_eq!(next(), kept(4, "one\r"));
    assert_eq!(next(), kept(3, "two"));
    assert_eq!(next(), kept(0, ""));
    assert_eq!(next(), kept(13, "four"));
    assert_eq!(next(), kept(4, "last"));
    assert_eq!(next(), None);
}

#[test]
fn a_line_without_end_takes_no_memory() {
    const LONG: u64 = 1 << 26;
    let mut input = BufReader::new(io::repeat(b'x').take(LONG));
    let mut line = Vec::new();
    let length = read_line(&mut input, &mut line, 100).expect("nothing fails");
    assert_eq!((length, line.len()), (Some(LONG as usize), 100));
    assert!(line.capacity() < 1000);
}
