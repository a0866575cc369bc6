//! The source as it is written: no two types of one name, no circle of modules within a layer, no
//! layer that uses one above it, and the drawing in docs/ARCHITECTURE.md is the one that follows.
//!
//! `NUCLEUS_DRAW=1 cargo test --test architecture` writes the drawing anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

mod modules;

use modules::{Modules, root, sources, tree, without_tests};

/// The layers of the core and what stands on it, each with those that it may use.
const LAYERS: [(&str, &[&str]); 25] = [
    ("types", &[]),
    ("matrix", &["types"]),
    ("kernels", &["matrix", "types"]),
    ("text", &[]),
    ("processors", &[]),
    ("lines", &["text"]),
    ("board", &["kernels", "matrix", "text", "types"]),
    ("movegen", &["board", "kernels", "matrix", "types"]),
    ("eval", &["board", "kernels", "matrix", "types"]),
    ("notation", &["board", "kernels", "movegen", "text", "types"]),
    ("search", &["board", "eval", "kernels", "matrix", "movegen", "text", "types"]),
    ("book", &["board", "kernels", "movegen", "notation", "search", "text", "types"]),
    ("tablebase", &["board", "kernels", "matrix", "movegen", "search", "types"]),
    ("weights_file", &["eval"]),
    (
        "uci",
        &[
            "board",
            "book",
            "eval",
            "kernels",
            "lines",
            "matrix",
            "movegen",
            "notation",
            "processors",
            "search",
            "tablebase",
            "text",
            "types",
            "weights_file",
        ],
    ),
    ("ranks", &["board", "eval", "kernels", "movegen", "search", "types", "weights_file"]),
    ("cluster", &["lines", "ranks", "search", "uci"]),
    ("draw", &["text"]),
    (
        "harness",
        &[
            "board",
            "kernels",
            "lines",
            "movegen",
            "notation",
            "processors",
            "search",
            "text",
            "types",
        ],
    ),
    ("rating", &["notation", "text", "types"]),
    ("report", &["draw", "harness", "lines", "text"]),
    (
        "suite",
        &[
            "board",
            "eval",
            "harness",
            "kernels",
            "lines",
            "notation",
            "search",
            "text",
            "types",
            "weights_file",
        ],
    ),
    (
        "matches",
        &[
            "board",
            "book",
            "harness",
            "kernels",
            "lines",
            "movegen",
            "notation",
            "processors",
            "rating",
            "search",
            "tablebase",
            "text",
            "types",
        ],
    ),
    (
        "tuner",
        &[
            "board",
            "draw",
            "eval",
            "harness",
            "kernels",
            "lines",
            "matches",
            "movegen",
            "notation",
            "ranks",
            "rating",
            "report",
            "search",
            "text",
            "types",
            "weights_file",
        ],
    ),
    (
        "inspect",
        &[
            "board", "draw", "eval", "kernels", "lines", "matrix", "movegen", "notation", "text",
            "types",
        ],
    ),
];

/// The layers whose modules do not use each other in a circle.
const WITHOUT_CIRCLES: [&str; 18] = [
    "matrix",
    "kernels",
    "movegen",
    "eval",
    "search",
    "book",
    "uci",
    "harness",
    "report",
    "suite",
    "draw",
    "text",
    "notation",
    "rating",
    "tablebase",
    "ranks",
    "cluster",
    "tuner",
];

/// The layers that are drawn.
const DRAWN: [&str; 3] = ["kernels", "search", "harness"];

/// Types that share a name, each with the reason.
const SAME_NAME: [(&str, &str); 1] =
    [("Token", "each level's proof, in a module of the level's name, used as `avx2::Token`")];

#[test]
fn no_two_types_share_a_name() {
    let mut places: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    for (path, text) in sources() {
        // What only a unit test has does not count.
        let text = without_tests(&text);
        if path.file_stem().is_some_and(|stem| stem == "tests") {
            continue;
        }
        for line in text.lines() {
            let indented = line.starts_with(' ');
            let mut words = line.split_whitespace().peekable();
            words.next_if(|word| word.starts_with("pub"));
            words.next_if(|word| word.ends_with(')'));
            let Some(kind) = words.next() else { continue };
            // A `type` that is indented belongs to a trait or its implementation.
            let defines = matches!(kind, "struct" | "enum" | "trait" | "union")
                || kind == "type" && !indented;
            let Some(word) = words.next().filter(|_| defines) else { continue };
            let end = word.find(|c: char| !c.is_alphanumeric()).unwrap_or(word.len());
            places.entry(word[..end].to_owned()).or_default().insert(path.clone());
        }
    }
    assert!(places.len() > 200 && places.contains_key("MatrixBoard"), "types were not found");
    let shared: Vec<_> = places
        .iter()
        .filter(|(name, files)| files.len() > 1 && SAME_NAME.iter().all(|(same, _)| same != name))
        .collect();
    assert!(shared.is_empty(), "types of one name: {shared:#?}");
    for (name, _) in SAME_NAME {
        assert!(places[name].len() > 1, "{name} need not be excepted any more");
    }
}

/// A circle, if there is one: modules each of which uses the next.
fn circle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn visit(
        graph: &BTreeMap<String, BTreeSet<String>>,
        at: &str,
        path: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> bool {
        if let Some(begins) = path.iter().position(|node| node == at) {
            path.drain(..begins);
            path.push(at.to_owned());
            return true;
        }
        if !done.contains(at) {
            path.push(at.to_owned());
            if graph.get(at).into_iter().flatten().any(|next| visit(graph, next, path, done)) {
                return true;
            }
            path.pop();
            done.insert(at.to_owned());
        }
        false
    }
    let (mut path, mut done) = (Vec::new(), BTreeSet::new());
    graph.keys().any(|node| visit(graph, node, &mut path, &mut done)).then_some(path)
}

#[test]
fn circles_are_found() {
    let graph = |edges: &[(&str, &str)]| {
        let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in edges {
            graph.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        graph
    };
    assert_eq!(circle(&graph(&[("a", "b"), ("a", "c"), ("b", "c")])), None);
    let found = circle(&graph(&[("a", "b"), ("b", "c"), ("c", "d"), ("d", "b")])).unwrap();
    assert_eq!(found, ["b", "c", "d", "b"]);
    let (paths, rest) = tree("a::{self, b::{c as d, e}, f}; x");
    let read: Vec<String> =
        paths.iter().map(|(path, name)| format!("{}={name}", path.join("::"))).collect();
    assert_eq!(read, ["a=a", "a::b::c=d", "a::b::e=e", "a::f=f"]);
    assert_eq!(rest, "; x");
}

#[test]
fn unit_tests_are_left_out() {
    let code = "mod parts;\n\n#[cfg(test)]\nmod tests;\nmod after;\n";
    assert_eq!(without_tests(code), code, "tests in a file of their own do not end this one");
    for attribute in ["#[cfg(test)]", "#[cfg(all(test, unix))]"] {
        let text = format!("{code}{attribute}\nmod tests {{\n    use super::*;\n}}\n");
        assert_eq!(without_tests(&text), code);
    }
    assert_eq!(without_tests("#[cfg(test)]\nmod tests {\n}\n"), "");
}

#[test]
fn what_a_module_uses_is_read() {
    let files = [
        ("layer", "pub mod low; pub mod high;\npub use low::Thing;\nuse whole::run;\n"),
        (
            "layer::low",
            "pub(in crate::layer) struct Thing; pub(super) fn thing() -> Thing { Thing }",
        ),
        ("layer::high", "use super::Thing; fn all(_: Thing) { crate::layer::middle::run() }"),
        ("layer::middle", "pub(in crate::layer::high) fn run() { super::low::thing(); }"),
        ("layer::whole", "fn run() { super::everything() }"),
        ("layer::list", "macro_rules! all { () => { $crate::layer::whole::run() } }"),
    ];
    let place = |name: &str| name.split("::").map(str::to_owned).collect::<Vec<_>>();
    let modules =
        Modules::of(files.map(|(name, text)| (place(name), text.to_owned())).into_iter().collect());
    let graph = modules.graph("layer");
    let uses = |name: &str| graph[name].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(uses("mod.rs"), ["whole"], "what is handed on is not used");
    assert_eq!(uses("low"), Vec::<&str>::new(), "whom a thing is visible to is not who is used");
    assert_eq!(uses("high"), ["low", "middle"]);
    assert_eq!(uses("middle"), ["low"]);
    assert_eq!(uses("whole"), ["mod.rs"]);
    assert_eq!(uses("list"), ["whole"], "what a macro names is used by whoever defines it");
}

#[test]
fn modules_use_each_other_in_one_direction() {
    let modules = Modules::read();
    for layer in WITHOUT_CIRCLES {
        let graph = modules.graph(layer);
        assert!(!graph.is_empty(), "there is no layer {layer}");
        assert_eq!(circle(&graph), None, "a circle in {layer}");
    }
    let search = modules.graph("search");
    assert!(search["root"].contains("worker"), "what search/root.rs uses was not found");
    for sibling in ["axon", "full"] {
        for shared in ["worker", "stack", "ordering", "table"] {
            assert!(!search[shared].contains(sibling), "{shared} knows of {sibling}");
        }
    }
    assert!(!search["axon"].contains("full") && !search["full"].contains("axon"));
}

#[test]
fn a_layer_uses_those_below_it() {
    let modules = Modules::read();
    for place in modules.texts.keys() {
        let (_, allowed) = LAYERS
            .iter()
            .find(|(layer, _)| place[0] == *layer)
            .unwrap_or_else(|| panic!("{place:?} belongs to no layer that is listed"));
        for other in modules.used_by(place) {
            let fine = other[0] == place[0] || allowed.contains(&other[0].as_str());
            assert!(fine, "{} uses {}", place.join("::"), other.join("::"));
        }
    }
}

/// The edges that do not follow from others: whoever uses what uses a thing, reaches the thing.
fn reduced(graph: &BTreeMap<String, BTreeSet<String>>) -> Vec<(String, String)> {
    fn reaches(graph: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
        from == to || graph.get(from).into_iter().flatten().any(|next| reaches(graph, next, to))
    }
    let mut edges = Vec::new();
    for (from, all) in graph {
        for to in all {
            let around = all.iter().any(|other| other != to && reaches(graph, other, to));
            if !around {
                edges.push((from.clone(), to.clone()));
            }
        }
    }
    edges
}

/// A layer in Mermaid's words.
fn drawing(modules: &Modules, layer: &str) -> String {
    let graph = modules.graph(layer);
    assert_eq!(circle(&graph), None, "a circle in {layer} cannot be drawn");
    let edges = reduced(&graph);
    let lines: String = edges.iter().map(|(from, to)| format!("    {from} --> {to}\n")).collect();
    format!("```mermaid\n%% src/{layer}\nflowchart LR\n{lines}```\n")
}

#[test]
fn the_drawing_is_true() {
    let path = root().join("docs/ARCHITECTURE.md");
    let mut page = fs::read_to_string(&path).expect("the page");
    let modules = Modules::read();
    for layer in DRAWN {
        let wanted = drawing(&modules, layer);
        let head = format!("```mermaid\n%% src/{layer}\n");
        let begins = page.find(&head).unwrap_or_else(|| panic!("no drawing of src/{layer}"));
        let length = page[begins..].find("\n```\n").expect("the end of the drawing") + 5;
        if std::env::var_os("NUCLEUS_DRAW").is_some() {
            page.replace_range(begins..begins + length, &wanted);
            fs::write(&path, &page).expect("the page can be written");
            continue;
        }
        assert_eq!(
            &page[begins..begins + length],
            wanted,
            "docs/ARCHITECTURE.md draws src/{layer} otherwise; NUCLEUS_DRAW=1 draws it anew"
        );
    }
}
