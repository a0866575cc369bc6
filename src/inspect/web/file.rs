//! The page as one file that needs nothing else: no program, no network, no other file.
//!
//! Its answers are those of the line that was asked for, and of every move from the position that is
//! shown first. Scripts and pictures stand in it as `data:` addresses.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::answers::{self, Place};
use super::assets::{asset, pictures, scripts};
use crate::terminal::App;
use crate::trace::TracedKernel;

/// The places of the page that are replaced.
const STYLE: &str = "<link rel=\"stylesheet\" href=\"style.css\">";
const ICON: &str = "<link rel=\"icon\" href=\"piece-wn.svg\" type=\"image/svg+xml\">";
const SCRIPT: &str = "<script type=\"module\" src=\"main.js\"></script>";

/// The page's policy: it may load itself alone.
const POLICY: &str = "<meta http-equiv=\"content-security-policy\" content=\"default-src 'none'; \
    script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
    form-action 'none'\">";

/// Answers by the moves that lead to their positions.
type Answers = BTreeMap<String, Value>;

/// Answers and pictures that the page has within, see `page/ask.js`.
#[derive(Serialize)]
struct Kept {
    place: KeptPlace,
    position: Answers,
    rebuild: Answers,
    scan: Answers,
    pictures: BTreeMap<String, String>,
}

/// The place that is shown first.
#[derive(Serialize)]
struct KeptPlace {
    fen: String,
    moves: Vec<String>,
    ply: usize,
    kernel: String,
    compare: String,
}

/// The page of a view.
///
/// # Errors
/// A sentence, when a position of the line cannot be shown; none is known.
pub fn write(app: &App) -> Result<String, String> {
    let place = super::place(app);
    let kept = serde_json::to_string(&keep(app, &place)?).map_err(|fault| fault.to_string())?;
    // Within a script element these are what could end it early.
    let kept = kept.replace('<', "\\u003c");
    let mut imports = BTreeMap::new();
    for name in scripts() {
        let text = asset(name).map(|asset| asset.text).unwrap_or_default();
        imports.insert(bare(name), data("text/javascript", &with_bare_names(&text)));
    }
    let map = serde_json::json!({ "imports": imports });
    let text = |name: &str| asset(name).map(|asset| asset.text).unwrap_or_default();
    Ok(text("")
        .replace(STYLE, &format!("{POLICY}\n<style>\n{}</style>", text("style.css")))
        .replace(ICON, "")
        .replace(
            SCRIPT,
            &format!(
                "<script type=\"application/json\" id=\"kept\">{kept}</script>\n\
                 <script type=\"importmap\">{map}</script>\n\
                 <script type=\"module\">import \"main\";</script>"
            ),
        ))
}

/// The answers of the line, and of the moves from the shown position.
fn keep(app: &App, place: &Place) -> Result<Kept, String> {
    let shown = place.ply.unwrap_or(place.moves.len());
    let mut position = Answers::new();
    let mut add = |place: &Place, ply: usize| -> Result<(), String> {
        let place = Place { ply: Some(ply), ..place.clone() };
        let answer = answers::position(&place.to_query())?;
        position.entry(place.moves[..ply].join(" ")).or_insert(read(&answer)?);
        Ok(())
    };
    for ply in 0..=place.moves.len() {
        add(place, ply)?;
    }
    for (uci, _) in app.timeline.legal_moves() {
        let moves = [&place.moves[..shown], &[uci]].concat();
        add(&Place { moves, ..place.clone() }, shown + 1)?;
    }
    let trace = |kernel: TracedKernel| -> Result<Answers, String> {
        let answer = answers::trace(&place.to_query(), kernel)?;
        Ok(Answers::from([(place.moves[..shown].join(" "), read(&answer)?)]))
    };
    let picture = |name: String| {
        let text = asset(&name).map(|asset| asset.text).unwrap_or_default();
        (name, data("image/svg+xml", &text))
    };
    Ok(Kept {
        rebuild: trace(TracedKernel::Rebuild)?,
        scan: trace(TracedKernel::Scan)?,
        position,
        pictures: pictures().map(picture).collect(),
        place: KeptPlace {
            fen: place.fen.clone(),
            moves: place.moves.clone(),
            ply: shown,
            kernel: place.kernel.clone(),
            compare: place.compare.clone().unwrap_or_default(),
        },
    })
}

/// An answer, without the white space between its parts.
fn read(json: &str) -> Result<Value, String> {
    serde_json::from_str(json).map_err(|fault| fault.to_string())
}

/// The name of a script in the map of imports: a `data:` address has no place to be relative to.
fn bare(name: &str) -> &str {
    name.trim_end_matches(".js")
}

/// A script that imports others by their bare names.
fn with_bare_names(text: &str) -> String {
    let import = |line: &str| match line.split_once(" from \"./") {
        Some((head, name)) if line.starts_with("import ") => {
            format!("{head} from \"{}", name.replace(".js\"", "\""))
        }
        _ => line.to_owned(),
    };
    text.lines().map(|line| import(line) + "\n").collect()
}

/// A text as an address.
fn data(kind: &str, text: &str) -> String {
    let mut address = format!("data:{kind};charset=utf-8,");
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_import_by_bare_names() {
        let text = "import { a } from \"./ask.js\";\nconst b = \"./b.js\";\n";
        assert_eq!(with_bare_names(text), "import { a } from \"ask\";\nconst b = \"./b.js\";\n");
        for name in scripts() {
            let text = with_bare_names(&asset(name).unwrap().text);
            let imports = text.lines().filter(|line| line.starts_with("import "));
            assert!(imports.clone().all(|line| !line.contains("./")), "{name}");
            for line in imports {
                let other = line.rsplit('"').nth(1).unwrap();
                assert!(scripts().any(|name| bare(name) == other), "{line}");
            }
        }
        assert_eq!(data("text/x", "a b<é"), "data:text/x;charset=utf-8,a%20b%3C%C3%A9");
    }

    #[test]
    fn the_page_has_the_places_that_are_replaced() {
        let page = asset("").unwrap().text;
        for place in [STYLE, ICON, SCRIPT] {
            assert_eq!(page.matches(place).count(), 1, "{place}");
        }
    }
}
