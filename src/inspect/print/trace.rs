//! A trace as plain text.

use std::fmt::Write;

use super::panels::{flow, words};
use super::style::{self, Theme};
use crate::trace::KernelTrace;
use nucleus_core::types::Square;

/// Returns every step of a trace as text: its title, its code, and each set as a small board.
pub fn trace(trace: &KernelTrace) -> String {
    let count = trace.moments.len();
    let mut out = format!("{} of {}, {count} steps\n", trace.kernel.name(), trace.fen);
    for (index, moment) in trace.moments.iter().enumerate() {
        let _ = writeln!(out, "\n[{}/{count}] {}: {}", index + 1, moment.chapter, moment.title);
        for line in flow(words(&moment.text), 96, 0) {
            style::write(&line, Theme::Plain, &mut out);
        }
        let _ = writeln!(out, "    {}", moment.code);
        // Three boards next to each other fit a terminal of 80 columns.
        for marks in moment.marks.chunks(3) {
            out.push('\n');
            let heading: Vec<String> =
                marks.iter().map(|mark| format!("    {:<20}", mark.name)).collect();
            let _ = writeln!(out, "{}", heading.concat().trim_end());
            for rank in (0..8).rev() {
                let rows: Vec<String> = marks
                    .iter()
                    .map(|mark| {
                        let row: String = (0..8)
                            .map(|file| {
                                let bit = Square::at(file, rank).bit();
                                match (mark.fresh & bit != 0, mark.squares & bit != 0) {
                                    (true, _) => " O",
                                    (false, true) => " o",
                                    (false, false) => " ·",
                                }
                            })
                            .collect();
                        format!("  {} {row:<20}", rank + 1)
                    })
                    .collect();
                let _ = writeln!(out, "{}", rows.concat().trim_end());
            }
        }
        if let Some(entry) = moment.list.last() {
            let _ = writeln!(out, "    list: {} entries, the last {entry}", moment.list.len());
        }
    }
    out
}
