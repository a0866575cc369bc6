//! The inspector's page: a single HTML file that needs no program, network or other file.
//!
//! Its answers come from the core, embedded as WebAssembly. The cells that this machine's kernels write for
//! the line's positions are computed when the page is written and embedded as well, so that the page can show
//! kernels that WebAssembly cannot run.

mod opener;

pub use opener::open;

use std::collections::BTreeMap;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

use crate::json::KernelReport;
use crate::look::View;
use crate::picture;
use crate::trace::TracedKernel;
use nucleus_core::board::{Board, RulesBoard, START_FEN, fen};
use nucleus_core::types::{Color, Piece, PieceType};
use nucleus_engine::networks;
use nucleus_report::draw::svg;
use nucleus_search::ELO_RANGE;

/// This crate as WebAssembly, packed by gzip. `cargo xtask check targets wasm` builds it and compares it with
/// this file.
pub static CORE: &[u8] = include_bytes!("core.wasm.gz");

/// Steps of the assembly routines on three positions, packed by gzip: for a system without single steps.
pub static RECORDED: &[u8] = include_bytes!("steps.json.gz");

static PAGE: &str = include_str!("index.html");
static STYLE: &str = include_str!("style.css");

/// The scripts, by the names under which they import each other.
static SCRIPTS: [(&str, &str); 14] = [
    ("main", include_str!("main.js")),
    ("ask", include_str!("ask.js")),
    ("board", include_str!("board.js")),
    ("cell", include_str!("cell.js")),
    ("core", include_str!("core.js")),
    ("drag", include_str!("drag.js")),
    ("engine", include_str!("engine.js")),
    ("listing", include_str!("listing.js")),
    ("panels", include_str!("panels.js")),
    ("play", include_str!("play.js")),
    ("setup", include_str!("setup.js")),
    ("tour", include_str!("tour.js")),
    ("trace", include_str!("trace.js")),
    ("worker", include_str!("worker.js")),
];

/// Returns the page of a view, with the cells that each kernel writes for each position of the line. The page
/// opens with the trace of `trace`, if given.
pub fn write(view: &View, trace: Option<TracedKernel>) -> String {
    let steps = view.timeline.steps();
    let first = &steps[0].board;
    let fen = fen::format(first.planes(), first.state());
    let place = json!({
        "fen": if fen == START_FEN { "startpos" } else { &fen },
        "moves": steps[1..].iter().map(|step| &step.uci).collect::<Vec<_>>(),
        "ply": view.timeline.ply(),
        "kernel": view.look.level,
        "compare": view.look.other.map_or("", |(name, _)| name),
    });
    let kept = json!({
        "place": place,
        "trace": trace.map(TracedKernel::name),
        "plain": false,
        "kernels": view.kernels.iter().map(|kernel| kernel.name).collect::<Vec<_>>(),
        "plies": steps.iter().map(|step| kernel_reports(view, &step.board)).collect::<Vec<_>>(),
        "debugged": (trace == Some(TracedKernel::Scanner)).then(|| debugged(view.board())),
    });
    page(kept, "")
}

/// Returns the steps of the assembly routines on a position; `None`, and a warning, if this system has none.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
fn debugged(board: &RulesBoard) -> Option<crate::debugger::Debugged> {
    let warn = |error: &_| nucleus_base::tell!("warning: {error}: the page has recorded steps");
    crate::debugger::debug(board).inspect_err(warn).ok()
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable))))]
fn debugged(_: &RulesBoard) -> Option<()> {
    nucleus_base::tell!("warning: single steps need Linux on x86-64: the page has recorded steps");
    None
}

/// Returns the page of a results site: the start position, with the WebAssembly kernels only.
pub fn of_site() -> String {
    let place = json!({ "fen": "startpos", "moves": [], "ply": 0, "kernel": "", "compare": "" });
    let kept = json!({ "place": place, "trace": null, "plain": true, "kernels": [], "plies": [] });
    page(kept, "<nav><a href=\"index.html\">Results</a></nav>")
}

/// Returns the kernels' cells for a position: `made` has each distinct result once, `by` has each kernel's
/// index in `made`.
fn kernel_reports(view: &View, board: &RulesBoard) -> Value {
    let mut made: Vec<KernelReport> = Vec::new();
    let by: Vec<usize> = view
        .kernels
        .iter()
        .map(|kernel| {
            let report = KernelReport::new(kernel, board);
            made.iter().position(|other| *other == report).unwrap_or_else(|| {
                made.push(report);
                made.len() - 1
            })
        })
        .collect();
    json!({ "made": made, "by": by })
}

/// Returns the page with these data; `home` is a link to the site.
fn page(mut kept: Value, home: &str) -> String {
    kept["core"] = BASE64_STANDARD.encode(CORE).into();
    kept["network"] = BASE64_STANDARD.encode(networks::BUILT_IN).into();
    kept["recorded"] = BASE64_STANDARD.encode(RECORDED).into();
    kept["levels"] = levels().into();
    // The engine's thread is started with the text of these scripts.
    kept["texts"] = ["core", "worker"].into_iter().map(|name| (name, script(name))).collect();
    kept["pictures"] = Color::ALL
        .into_iter()
        .flat_map(|color| PieceType::ALL.map(|kind| Piece::new(color, kind)))
        .map(|piece| {
            let picture = svg::wordless(&picture::piece(piece));
            (piece.letter().to_string(), data("image/svg+xml", &picture).into())
        })
        .collect::<serde_json::Map<_, _>>()
        .into();
    let scripts: BTreeMap<_, _> =
        SCRIPTS.iter().map(|(name, text)| (name, data("text/javascript", text))).collect();
    // Only this character could begin the tag that ends the script element.
    let kept = kept.to_string().replace('<', "\\u003c");
    PAGE.replace("/*style*/", STYLE)
        .replace("<!--home-->", home)
        .replace("/*imports*/", &json!({ "imports": scripts }).to_string())
        .replace("/*kept*/", &kept)
}

/// Returns the ratings of ten strengths: nine in equal steps of the ladder, and `null` for full strength.
fn levels() -> Vec<Option<u32>> {
    let [low, high] = ELO_RANGE;
    let step = |step| Some((low + (high - low) * step / 8 + 5) / 10 * 10);
    (0..9).map(step).chain([None]).collect()
}

/// Returns the text of a script.
fn script(name: &str) -> &'static str {
    SCRIPTS.iter().find(|script| script.0 == name).map_or("", |script| script.1)
}

/// Returns a text as a `data:` URL.
fn data(kind: &str, text: &str) -> String {
    format!("data:{kind};charset=utf-8;base64,{}", BASE64_STANDARD.encode(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_places_that_are_replaced() {
        for place in ["/*style*/", "<!--home-->", "/*imports*/", "/*kept*/"] {
            assert_eq!(PAGE.matches(place).count(), 1, "{place}");
        }
    }

    #[test]
    fn scripts_import_what_is_there() {
        for (script, text) in SCRIPTS {
            for line in text.lines().filter(|line| line.starts_with("import ")) {
                let other = line.rsplit('"').nth(1).unwrap_or_default();
                assert!(SCRIPTS.iter().any(|(name, _)| *name == other), "{script}: {line}");
            }
        }
    }

    /// Embedded data can neither end their element nor load anything.
    #[test]
    fn the_page_loads_itself_alone() {
        let page = page(json!({ "place": "</script><b>" }), "");
        assert_eq!(page.matches("</script>").count(), 3);
        // The page links to the paper's author, but a browser does not load a link by itself.
        let text = page.replace("<a href=\"https://orcid.org/", "");
        for word in [" src=", "http:", "https:", "url(", "@import"] {
            assert!(!text.contains(word), "{word}");
        }
    }
}
