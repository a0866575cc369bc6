//! The page that explains the numbers.

use maud::{Markup, html};

use super::{grid, page};

const PROTOCOLS: [(&str, &str); 5] = [
    ("paper", "one search to a fixed depth from a cleared state"),
    ("sustained", "the same search repeated until enough seconds have passed"),
    ("timed", "one search for a fixed time"),
    ("perft", "legal move paths counted: the work is identical in every engine"),
    ("set", "one search of each of several positions; the geometric mean"),
];

/// Renders the page, with the section on nodes if there are figures of searches.
pub fn page(node: &str, has_nodes: bool) -> Markup {
    let content = html! {
        @if has_nodes { section {
            h2 { "Nodes per second are not strength" }
            p { "A node is whatever an engine makes of it. Stockfish evaluates a position with a neural \
                network and finds, in the same time, far better moves with far fewer nodes. The ratio \
                compares board work a second and nothing else." }
        } }
        section {
            h2 { "A figure and its interval" }
            p { "A figure is the median of its samples. The brackets have the 95 % interval of the median, \
                over blocks in which all engines ran within seconds of each other, in an order that \
                alternates, each in a new process. Two figures whose intervals overlap may be equal. A \
                figure without brackets comes from a single block, so its spread is unknown." }
            p { "The ratio is estimated over blocks, ours to theirs, so that what slowed both down at \
                that moment is not in it." }
        }
        @if has_nodes { section {
            h2 { "Protocols" }
            (grid::facts(PROTOCOLS.map(|(name, words)| (name, html! { (words) }))))
        } section {
            h2 { "Levels and boards" }
            p { "A level is a set of instructions that the kernels use: portable, popcnt, avx2, avx512; on ARM portable and neon. The \
                tree that is searched is the same at every level. The board is the matrix of 8×8 cells, all \
                brought up to date at every node that is searched, or magic: classical bitboards without \
                cells, under the same search." }
            p { "Rebuilds per node: computations of all 64 cells, divided by the nodes. Below 0.9 at the \
                start position, the figure has a warning." }
        } }
        section {
            h2 { "What to mind" }
            ul {
                li { "Generic: a build of the reference below what the CPU can do. Nothing follows about a \
                    native build." }
                li { "Quoted: figures of a publication, not measurements of ours." }
                li { "Quick run, cut short: fewer blocks, thus wider intervals or none." }
                li { "Cycles marked as estimated are seconds times the measured clock, where the machine \
                    shows no hardware counter." }
                li { "The page of each record has its warnings: another process on the core, a \
                    clock that changed, wrong answers." }
            }
        }
        section {
            h2 { "Anybody can check it" }
            p { "Each record can be downloaded with all its samples. " code { "nucleus report --check RECORD" }
                " computes its figures again and compares them." }
        }
    };
    page::page("How to read it", "", "reading.html", node, &content)
}
