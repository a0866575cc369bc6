//! The frame of every page: policy, navigation, switch of colours.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::super::chart::Chart;
use super::super::chart::sheet::{NARROW, WIDTH};
use crate::draw::svg;

/// The content security policy: a page may load its own files, but nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
    img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'";

/// The pages that every page links to.
const PLACES: [(&str, &str); 4] = [
    ("index.html", "CPUs"),
    ("figures.html", "All figures"),
    ("history.html", "History"),
    ("reading.html", "How to read it"),
];

/// Renders a page; `up` is the relative path to the site's top folder, `here` the page's file name,
/// and `node` the definition of a node.
pub fn page(title: &str, up: &str, here: &str, node: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="referrer" content="no-referrer";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href={ (up) "assets/icon.svg" };
                link rel="stylesheet" href={ (up) "assets/site.css" };
                link rel="stylesheet" href={ (up) "assets/chart.css" };
                script src={ (up) "assets/theme.js" } {}
                script src={ (up) "assets/site.js" } defer {}
            }
            body {
                header {
                    nav aria-label="pages" {
                        @for (file, name) in PLACES {
                            a href={ (up) (file) } aria-current=[(file == here).then_some("page")] { (name) }
                        }
                    }
                    button #theme type="button" hidden { "Dark" }
                }
                main {
                    h1 { (title) }
                    (content)
                }
                footer {
                    p { (node) }
                    p { "Made by nucleus " (env!("CARGO_PKG_VERSION")) " from the records alone." }
                }
            }
        }
    }
}

/// Renders charts in a wide and a narrow version, with a line that describes the selected point.
pub fn charts(charts: &[Chart]) -> Markup {
    html! {
        @for chart in charts {
            figure.chart tabindex="-1" {
                @for (class, width) in [("broad", WIDTH), ("narrow", NARROW)] {
                    div.drawing.(class) { (PreEscaped(svg::inline(&chart.scene(width)))) }
                }
                p.readout aria-live="polite" hidden {
                    "Point at a row, or move with the arrow keys."
                }
            }
        }
    }
}

/// Renders a record's download link for its page, which is in a folder below the site's root.
pub fn record_link(data: &str) -> Markup {
    html! {
        p {
            a href={ "../" (data) } download { "The record as JSON" }
            ", with all raw samples: every figure here can be computed again from it."
        }
    }
}

/// Renders warnings, if there are any.
pub fn warnings(all: &[String]) -> Markup {
    html! {
        @if !all.is_empty() {
            section {
                h2 { "Warnings" }
                ul.warnings { @for warning in all { li { (warning) } } }
            }
        }
    }
}

/// Returns the day of a time.
pub fn day(started: &str) -> String {
    started.chars().take(10).collect()
}
