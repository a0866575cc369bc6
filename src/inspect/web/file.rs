//! The page as one file that needs nothing else: no program, no network, no other file.
//!
//! Its answers come from the core itself, which stands in it as WebAssembly; scripts and pictures
//! stand in it as `data:` addresses.

use std::collections::BTreeMap;
use std::fmt::Write;

use base64::prelude::{BASE64_STANDARD, Engine};
use nucleus_view::answers::Place;
use serde_json::json;

use super::assets::{asset, pictures, scripts};

/// The places of the page that are replaced.
const STYLE: &str = "<link rel=\"stylesheet\" href=\"style.css\">";
const ICON: &str = "<link rel=\"icon\" href=\"piece-wn.svg\" type=\"image/svg+xml\">";
const HOME: &str = "<nav></nav>";
const SCRIPT: &str = "<script type=\"module\" src=\"main.js\"></script>";

/// The page's policy: it may load itself alone.
const POLICY: &str = "<meta http-equiv=\"content-security-policy\" content=\"default-src 'none'; \
    script-src 'unsafe-inline' data: 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data:; \
    base-uri 'none'; form-action 'none'\">";

/// [`nucleus_view`] as `./ci/targets wasm` compiles it, which compares this file with the source.
pub const CORE: &[u8] = include_bytes!("page/core.wasm");

/// The page of a place; `home` is a link to what it belongs to.
pub fn write(place: &Place, home: Option<&str>) -> String {
    let text = |name: &str| asset(name).map(|asset| asset.text).unwrap_or_default();
    let picture = |name: String| {
        let data = data("image/svg+xml", &text(&name));
        (name, data)
    };
    let kept = json!({
        "place": {
            "fen": place.fen,
            "moves": place.moves,
            "ply": place.ply,
            "kernel": place.kernel,
            "compare": place.compare.as_deref().unwrap_or_default(),
        },
        "pictures": pictures().map(picture).collect::<BTreeMap<_, _>>(),
        "core": BASE64_STANDARD.encode(CORE),
    });
    // Within a script element these are what could end it early.
    let kept = kept.to_string().replace('<', "\\u003c");
    let module = |name| (bare(name), data("text/javascript", &with_bare_names(&text(name))));
    let map = json!({ "imports": scripts().map(module).collect::<BTreeMap<_, _>>() });
    let home = home.map(|link| format!("<nav>{link}</nav>")).unwrap_or_default();
    text("")
        .replace(STYLE, &format!("{POLICY}\n<style>\n{}</style>", text("style.css")))
        .replace(ICON, "")
        .replace(HOME, &home)
        .replace(
            SCRIPT,
            &format!(
                "<script type=\"application/json\" id=\"kept\">{kept}</script>\n\
                 <script type=\"importmap\">{map}</script>\n\
                 <script type=\"module\">import \"main\";</script>"
            ),
        )
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
        for place in [STYLE, ICON, HOME, SCRIPT] {
            assert_eq!(page.matches(place).count(), 1, "{place}");
        }
    }
}
