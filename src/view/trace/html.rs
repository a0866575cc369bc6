//! A trace as one page that needs nothing else: no network, no other file.

use serde::Serialize;

use super::KernelTrace;
use crate::bits::{BITS, Group, LAYOUT, label, letter};
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Bitboard, Square};

const PAGE: &str = include_str!("page.html");

#[derive(Serialize)]
struct Page<'a> {
    kernel: &'a str,
    fen: &'a str,
    men: String,
    bits: Vec<PageBit>,
    layout: [[u8; 8]; 4],
    moments: Vec<Frame<'a>>,
}

#[derive(Serialize)]
struct PageBit {
    letter: char,
    label: &'static str,
    group: &'static str,
    color: String,
}

#[derive(Serialize)]
struct Frame<'a> {
    chapter: &'a str,
    title: &'a str,
    text: &'a str,
    code: &'a str,
    marks: Vec<PageMark<'a>>,
    cells: &'a [u32],
    list: &'a [String],
}

#[derive(Serialize)]
struct PageMark<'a> {
    name: &'a str,
    color: String,
    squares: Vec<usize>,
    fresh: Vec<usize>,
}

fn indices(set: Bitboard) -> Vec<usize> {
    squares(set).map(Square::index).collect()
}

/// The trace for programs, as one JSON object.
pub fn json(trace: &KernelTrace) -> String {
    let men = Square::all()
        .map(|square| trace.planes.piece_at(square).map_or('.', |piece| piece.letter()))
        .collect();
    let bits = BITS
        .map(|bit| PageBit {
            letter: letter(bit),
            label: label(bit),
            group: Group::of(bit).name(),
            color: Group::of(bit).color().hex(),
        })
        .into();
    let moments = trace
        .moments
        .iter()
        .map(|moment| Frame {
            chapter: &moment.chapter,
            title: &moment.title,
            text: &moment.text,
            code: &moment.code,
            marks: moment
                .marks
                .iter()
                .map(|mark| PageMark {
                    name: mark.name,
                    color: mark.color.hex(),
                    squares: indices(mark.squares),
                    fresh: indices(mark.fresh),
                })
                .collect(),
            cells: &moment.cells.0,
            list: &moment.list,
        })
        .collect();
    let page =
        Page { kernel: trace.kernel.name(), fen: &trace.fen, men, bits, layout: LAYOUT, moments };
    serde_json::to_string(&page).expect("strings and numbers can be written as JSON")
}

/// The page.
pub fn write(trace: &KernelTrace) -> String {
    // Inside a script element only this sequence could end it early.
    PAGE.replace("/*DATA*/", &json(trace).replace("</", "<\\/"))
}
