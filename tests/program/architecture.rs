//! The source as it is written: no circle of modules in any crate, the layers of the core in their
//! order, no two public types of one name in a crate; headers and pages name what there is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

/// The layers of the core, each of which uses those before it alone.
const LAYERS: [&str; 6] = ["types", "matrix", "kernels", "board", "movegen", "eval"];

/// A module's place or a path to an item: `["search", "full", "node"]`, the crate's folder first.
type Place = Vec<String>;
/// The nodes that each node leads to.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// Every module below a folder with its text, but for tests.
fn modules(folder: &str) -> BTreeMap<Place, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(modules(path.to_str().expect("a name")));
            continue;
        }
        let inner = path.strip_prefix(SOURCE).expect("below src/");
        let mut place: Place = inner.iter().map(|p| p.to_string_lossy().into_owned()).collect();
        match place.pop().and_then(|name| Some(name.strip_suffix(".rs")?.to_owned())).as_deref() {
            None | Some("tests" | "fixtures" | "build") => continue,
            Some("mod" | "lib") => {}
            Some(name) => place.push(name.to_owned()),
        }
        found.insert(place, fs::read_to_string(&path).expect("a file of text"));
    }
    found
}

/// A text without comments, strings and unit tests. Strings end where they begin: one that goes on
/// leaves quotation marks on both lines. For a module within a file `super` is the file itself.
fn code(text: &str) -> String {
    let end = text.find("mod tests {").unwrap_or(text.len());
    let outside = |line: &str| line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let lines =
        text[..end].lines().map(|line| outside(line).split("//").next().unwrap().to_owned());
    lines.collect::<Vec<_>>().join("\n").replace("\n    use super::", "\n    use self::")
}

/// The words and signs of a text; a double colon is one sign.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let sign = if rest.starts_with("::") { 2 } else { first.len_utf8() };
        let (token, after) = rest.split_at(if word > 0 { word } else { sign });
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

/// The paths of a tree as `use` takes it, `a::{b, c::d as e}`, each with the name that it binds, and
/// where the tree ends.
fn paths(tokens: &[&str], at: usize) -> (Vec<(Place, String)>, usize) {
    let sign = |at: usize| tokens.get(at).copied().unwrap_or("}");
    let mut found = Vec::new();
    if sign(at) == "{" {
        let mut at = at + 1;
        while sign(at) != "}" {
            if sign(at) == "," {
                at += 1;
                continue;
            }
            let (more, end) = paths(tokens, at);
            found.extend(more);
            at = end;
        }
        return (found, at + 1);
    }
    let word = sign(at).to_owned();
    let goes_on = |next: &str| next.starts_with(|c: char| c.is_alphabetic() || "_{*".contains(c));
    if sign(at + 1) == "::" && goes_on(sign(at + 2)) {
        let (more, end) = paths(tokens, at + 2);
        for (path, name) in more {
            let name = if name == "self" { word.clone() } else { name };
            let parts = path.into_iter().filter(|part| part != "self");
            found.push((std::iter::once(word.clone()).chain(parts).collect(), name));
        }
        return (found, end);
    }
    match sign(at + 1) {
        "as" => (vec![(vec![word], sign(at + 2).to_owned())], at + 3),
        _ => (vec![(vec![word.clone()], word)], at + 1),
    }
}

/// The names that a module imports and the paths that it uses, each from the crate on; `has_child`
/// tells the modules below it. What is only handed on, by `pub use`, is not used.
fn read(
    place: &Place,
    text: &str,
    has_child: impl Fn(&str) -> bool,
) -> (BTreeMap<String, Place>, Vec<Place>) {
    let code = code(text);
    let tokens = tokens(&code);
    let (mut imported, mut named) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let before = |n: usize| at.checked_sub(n).map_or("", |at| tokens[at]);
        let visibility = before(1) == "in" && before(2) == "(";
        if tokens[at] == "use" {
            let (found, end) = paths(&tokens, at + 1);
            let is_public = ["pub", ")"].contains(&before(1));
            imported.extend(found.into_iter().map(|(path, name)| (path, name, is_public)));
            at = end;
        } else {
            if tokens.get(at + 1) == Some(&"::") && before(1) != "::" && !visibility {
                named.extend(paths(&tokens, at).0);
            }
            at += 1;
        }
    }
    let absolute = |path: &Place| -> Option<Place> {
        let known = |first: &str| ["crate", "self", "super"].contains(&first) || has_child(first);
        let mut whole = place.clone();
        for part in path.iter().take(if known(&path[0]) { path.len() } else { 0 }) {
            match part.as_str() {
                "crate" => whole.truncate(1),
                "self" => {}
                "super" => whole.truncate(whole.len() - 1),
                name => whole.push(name.to_owned()),
            }
        }
        (whole != *place).then_some(whole)
    };
    let (mut names, mut used) = (BTreeMap::new(), Vec::new());
    for (path, name, is_public) in imported {
        let Some(whole) = absolute(&path) else { continue };
        used.extend((!is_public).then(|| whole.clone()));
        if whole != [place.as_slice(), std::slice::from_ref(&name)].concat() {
            names.insert(name, whole);
        }
    }
    for (path, _) in named {
        let start = names.get(&path[0]);
        let whole = start.map(|start| [start.as_slice(), &path[1..]].concat());
        used.extend(whole.or_else(|| absolute(&path)));
    }
    (names, used)
}

/// Each module with those that it uses.
fn uses(texts: &BTreeMap<Place, String>) -> BTreeMap<Place, BTreeSet<Place>> {
    let child = |place: &Place, name: &str| [place.as_slice(), &[name.to_owned()]].concat();
    let read = |(place, text): (&Place, &String)| {
        (place.clone(), read(place, text, |name| texts.contains_key(&child(place, name))))
    };
    let modules: BTreeMap<_, _> = texts.iter().map(read).collect();
    // The module of an item, through those that hand its name on; none for a module alone.
    let resolve = |path: &Place| -> Option<Place> {
        let mut path = path.clone();
        for _ in 0..9 {
            let known = (1..=path.len()).rev().find(|&n| modules.contains_key(&path[..n]))?;
            let (place, rest) = path.split_at(known);
            let Some(whole) = modules[place].0.get(rest.first()?) else {
                return Some(place.to_vec());
            };
            path = whole.iter().chain(&rest[1..]).cloned().collect();
        }
        panic!("{path:?} is handed on in a circle");
    };
    let resolved = |paths: &Vec<Place>| paths.iter().filter_map(resolve).collect();
    modules.iter().map(|(place, (_, used))| (place.clone(), resolved(used))).collect()
}

/// The files and folders directly in a folder, and which of them they use. The folder's own file,
/// which hands on what is in them and has what they share, is none of them.
fn graph(uses: &BTreeMap<Place, BTreeSet<Place>>, folder: &[String]) -> Graph {
    let node =
        |place: &Place| place.get(folder.len()).filter(|_| place.starts_with(folder)).cloned();
    let mut graph = Graph::new();
    for (place, used) in uses {
        let Some(from) = node(place) else { continue };
        let others = used.iter().filter_map(node).filter(|to| *to != from);
        graph.entry(from.clone()).or_default().extend(others);
    }
    graph
}

/// All nodes to which one or more steps lead from a node.
pub fn reached<'a>(graph: &'a Graph, from: &'a str) -> BTreeSet<&'a str> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(next) = open.pop().and_then(|node| graph.get(node)) {
        open.extend(next.iter().map(String::as_str).filter(|node| seen.insert(*node)));
    }
    seen
}

#[test]
fn modules_use_each_other_in_one_direction() {
    let uses = uses(&modules(SOURCE));
    let folders: BTreeSet<&[String]> =
        uses.keys().flat_map(|place| (1..place.len()).map(|n| &place[..n])).collect();
    let mut circles = BTreeSet::new();
    for folder in folders {
        let graph = graph(&uses, folder);
        for node in graph.keys() {
            let mut circle: Vec<&str> = reached(&graph, node).into_iter().collect();
            circle.retain(|other| reached(&graph, other).contains(node.as_str()));
            if !circle.is_empty() {
                circles.insert((folder.join("/"), circle.join(" ")));
            }
        }
    }
    assert!(circles.is_empty(), "circles of modules: {circles:#?}");
    let search = graph(&uses, &["search".to_owned()]);
    assert!(search["root"].contains("worker"), "what search/root.rs uses was not found");
    assert!(!reached(&search, "axon").contains("full"), "axon knows of full");
    assert!(!reached(&search, "full").contains("axon"), "full knows of axon");
    let core = graph(&uses, &["core".to_owned()]);
    for (at, layer) in LAYERS.iter().enumerate() {
        let above = LAYERS[at..].iter().find(|above| core[*layer].contains(**above));
        assert_eq!(above, None, "{layer} uses a layer above it");
    }
}

#[test]
fn no_two_public_types_of_a_crate_share_a_name() {
    let mut places: BTreeMap<(String, String), BTreeSet<Place>> = BTreeMap::new();
    for (place, text) in modules(SOURCE) {
        for line in code(&text).lines().filter(|line| line.trim().starts_with("pub")) {
            let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).collect();
            let kind = words.iter().position(|w| ["struct", "enum", "trait", "type"].contains(w));
            if let Some(name) =
                kind.and_then(|at| words.get(at + 1)).filter(|name| !name.is_empty())
            {
                let key = (place[0].clone(), (*name).to_owned());
                places.entry(key).or_default().insert(place.clone());
            }
        }
    }
    // Each level has a token, in a module of the level's name.
    let token = ("core".to_owned(), "Token".to_owned());
    assert!(places.remove(&token).is_some_and(|places| places.len() > 1), "types were not found");
    places.retain(|_, places| places.len() > 1);
    assert!(places.is_empty(), "types of one name: {places:#?}");
}

/// The names in a header's list of modules, a table or bullets, and all names that the header has.
fn listed(text: &str) -> (BTreeSet<&str>, BTreeSet<&str>) {
    let mut listed = BTreeSet::new();
    let mut named = BTreeSet::new();
    for line in text.lines().map_while(|line| line.strip_prefix("//!")) {
        let line = line.trim_start();
        let row = line.strip_prefix("| ").and_then(|row| row.split(" |").next());
        let first = row.or_else(|| line.strip_prefix("- ").and_then(|item| item.split(':').next()));
        listed.extend(spans(first.unwrap_or_default()));
        named.extend(spans(line));
    }
    (listed, named)
}

/// The code spans of a line that are one name.
fn spans(line: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    line.split('`')
        .skip(1)
        .step_by(2)
        .map(|span| span.trim_start_matches("mod@"))
        .filter(move |span| span.chars().all(is_name))
}

#[test]
fn headers_list_the_modules_that_there_are() {
    let (mut faults, mut lists) = (Vec::new(), 0);
    for (place, text) in modules(SOURCE) {
        let declared: BTreeSet<&str> = text
            .lines()
            .filter_map(|line| {
                let (before, after) = line.split_once("mod ")?;
                let is_declared = before.is_empty() || before.starts_with("pub");
                is_declared.then(|| after.strip_suffix(';')).flatten()
            })
            .filter(|name| !["tests", "fixture"].contains(name))
            .collect();
        let (listed, named) = listed(&text);
        if listed.is_disjoint(&declared) {
            continue;
        }
        lists += 1;
        let place = place.join("/");
        faults.extend(listed.difference(&declared).map(|name| format!("{place}: no {name}")));
        faults
            .extend(declared.difference(&named).map(|name| format!("{place}: {name} not listed")));
    }
    assert!(lists > 25, "{lists} lists");
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A path like `nucleus_view::look::Look` begins with a crate, and what a type implements is a trait.
#[test]
fn pages_name_crates_and_traits_that_there_are() {
    let crates: BTreeSet<String> = fs::read_dir(SOURCE)
        .expect("a folder")
        .map(|entry| format!("nucleus_{}", entry.expect("an entry").file_name().display()))
        .chain(["nucleus_asm".to_owned()])
        .collect();
    let code: String = modules(SOURCE).values().map(|text| code(text)).collect();
    let words: BTreeSet<&str> = tokens(&code).into_iter().collect();
    let (mut faults, mut paths, mut traits) = (Vec::new(), 0, 0);
    for folder in ["docs", "reports", "docs/notebook"] {
        for entry in fs::read_dir(format!("{SOURCE}/../{folder}")).expect("a folder").flatten() {
            let name = entry.file_name().display().to_string();
            // The page of upgrading has the paths of older versions.
            if !name.ends_with(".md") || name == "UPGRADING.md" {
                continue;
            }
            let page = fs::read_to_string(entry.path()).expect("a page");
            let page = page.split("```").step_by(2).collect::<Vec<_>>().join(" ");
            let mut before = "";
            for (at, span) in page.split('`').enumerate() {
                if at % 2 == 0 {
                    before = span;
                    continue;
                }
                let Some((first, rest)) = span.split_once("::") else { continue };
                paths += 1;
                let last = rest.rsplit("::").next().unwrap_or_default();
                let last = tokens(last).first().copied().unwrap_or_default();
                let is_crate = !first.starts_with("nucleus") || crates.contains(first);
                if !is_crate || !words.contains(last) && !last.is_empty() {
                    faults.push(format!("{name}: `{span}`"));
                }
                if before.ends_with("implements ") {
                    traits += 1;
                    if !code.contains(&format!("trait {last}")) {
                        faults.push(format!("{name}: `{span}` is no trait"));
                    }
                }
            }
        }
    }
    assert!(paths > 20 && traits > 1, "{paths} paths, {traits} traits");
    assert!(faults.is_empty(), "{faults:#?}");
}
