//! The functions that a page with this crate as WebAssembly calls: it writes a question in the format of
//! [`answers::answer_text`] into the memory at [`question`], calls [`answer`], and reads the JSON at
//! [`answer_at`].

use std::cell::RefCell;

use crate::{answers, engine};

thread_local! {
    /// The text of the question, and that of the answer.
    static TEXTS: RefCell<[Vec<u8>; 2]> = const { RefCell::new([Vec::new(), Vec::new()]) };
}

/// Allocates memory for a question of `length` bytes and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn question(length: usize) -> *mut u8 {
    TEXTS.with_borrow_mut(|[question, _]| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Gives the engine the network in the question's memory. Returns 0, or -1 if it is none.
#[unsafe(no_mangle)]
pub extern "C" fn network() -> i32 {
    let loaded = TEXTS.with_borrow(|[question, _]| engine::load_network(question));
    if loaded.is_ok() { 0 } else { -1 }
}

/// Answers the question. Returns the answer's length in bytes; for an error message, its negated length.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> i32 {
    TEXTS.with_borrow_mut(|[question, answer]| {
        let (text, sign) = match answers::answer_text(&String::from_utf8_lossy(question)) {
            Ok(text) => (text, 1),
            Err(error) => (error, -1),
        };
        *answer = text.into_bytes();
        sign * answer.len() as i32
    })
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    TEXTS.with_borrow(|[_, answer]| answer.as_ptr())
}
