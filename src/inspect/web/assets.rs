//! The files of the page, compiled in.

use crate::picture;
use nucleus_core::types::Piece;
use nucleus_draw::svg;

/// A file: its media type and what it holds.
pub struct Asset {
    /// The media type.
    pub kind: &'static str,
    /// The text.
    pub text: String,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files by their names; the page itself has none.
const FILES: [(&str, &str, &str); 11] = [
    ("", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("style.css", "text/css; charset=utf-8", include_str!("page/style.css")),
    ("main.js", SCRIPT, include_str!("page/main.js")),
    ("ask.js", SCRIPT, include_str!("page/ask.js")),
    ("board.js", SCRIPT, include_str!("page/board.js")),
    ("cell.js", SCRIPT, include_str!("page/cell.js")),
    ("drag.js", SCRIPT, include_str!("page/drag.js")),
    ("panels.js", SCRIPT, include_str!("page/panels.js")),
    ("setup.js", SCRIPT, include_str!("page/setup.js")),
    ("tour.js", SCRIPT, include_str!("page/tour.js")),
    ("trace.js", SCRIPT, include_str!("page/trace.js")),
];

/// The names of the scripts.
pub fn scripts() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.0).filter(|name| name.ends_with(".js"))
}

/// The names of the pictures.
pub fn pictures() -> impl Iterator<Item = String> {
    let kinds = ['k', 'q', 'r', 'b', 'n', 'p'].into_iter();
    kinds.flat_map(|kind| ['w', 'b'].map(|color| format!("piece-{color}{kind}.svg")))
}

/// The file of a name; `piece-wn.svg` is a white knight.
pub fn asset(name: &str) -> Option<Asset> {
    if let Some((_, kind, text)) = FILES.iter().find(|file| file.0 == name) {
        return Some(Asset { kind, text: (*text).to_owned() });
    }
    let mut letters = name.strip_prefix("piece-")?.strip_suffix(".svg")?.chars();
    let (color, kind) = (letters.next()?, letters.next()?);
    let letter = match color {
        'w' => kind.to_ascii_uppercase(),
        'b' => kind,
        _ => return None,
    };
    let piece = Piece::from_letter(letter)
        .filter(|_| kind.is_ascii_lowercase() && letters.next().is_none())?;
    Some(Asset { kind: "image/svg+xml", text: svg::wordless(&picture::piece(piece)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_are_twelve_pictures() {
        let mut pictures = std::collections::BTreeSet::new();
        for name in ["wk", "wq", "wr", "wb", "wn", "wp", "bk", "bq", "br", "bb", "bn", "bp"] {
            let asset = asset(&format!("piece-{name}.svg")).expect(name);
            assert_eq!(asset.kind, "image/svg+xml");
            roxmltree::Document::parse(&asset.text).expect("well-formed XML");
            pictures.insert(asset.text);
        }
        assert_eq!(pictures.len(), 12);
        for name in ["piece-.svg", "piece-wK.svg", "piece-wx.svg", "piece-wnn.svg", "piece-wn", "x"]
        {
            assert!(asset(name).is_none(), "{name}");
        }
    }

    /// The policy that goes with the page forbids both.
    #[test]
    fn the_page_has_no_script_and_no_style_within() {
        let page = asset("").expect("the page").text;
        for part in page.split("<script").skip(1) {
            assert!(part.starts_with(" type=\"module\" src=\""), "{part}");
        }
        // A link to the paper's author, which nothing follows by itself.
        let page = page.replace("<a href=\"https://orcid.org/", "");
        for word in ["<style", " style=\"", " onclick", " onload", "javascript:", "http:", "https:"]
        {
            assert!(!page.contains(word), "{word}");
        }
    }
}
