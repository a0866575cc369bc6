//! The answers for a page that holds this crate as WebAssembly: it writes a question as
//! [`answers::answer_text`] reads it into the memory at [`question`], calls [`answer`], and reads the
//! JSON at [`answer_at`].

use std::cell::RefCell;

use crate::answers;

thread_local! {
    /// The question, and the answer to it.
    static TEXTS: RefCell<[Vec<u8>; 2]> = const { RefCell::new([Vec::new(), Vec::new()]) };
}

/// Makes room for a question of this number of bytes and returns its place.
#[unsafe(no_mangle)]
pub extern "C" fn question(length: usize) -> *mut u8 {
    TEXTS.with_borrow_mut(|[question, _]| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question and returns the answer's length; of a sentence about a fault, as a negative
/// number.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> i32 {
    TEXTS.with_borrow_mut(|[question, answer]| {
        let (text, sign) = match answers::answer_text(&String::from_utf8_lossy(question)) {
            Ok(text) => (text, 1),
            Err(fault) => (fault, -1),
        };
        *answer = text.into_bytes();
        sign * answer.len() as i32
    })
}

/// The place of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    TEXTS.with_borrow(|[_, answer]| answer.as_ptr())
}
