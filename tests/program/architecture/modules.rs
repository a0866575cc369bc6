//! The modules of the crate and what each uses, read from the text of src/.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module's place: `["search", "full", "node"]`.
pub type Place = Vec<String>;

/// The folder of the crate.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// Every file of src/ with its text.
pub fn sources() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join("src"), &mut found);
    found.sort();
    assert!(found.len() > 100, "src/ was not found");
    found
}

/// A file up to its unit tests. Only tests that stand in the file itself end it.
pub fn without_tests(text: &str) -> &str {
    let begins = text.find("\nmod tests {").and_then(|at| {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        (text[line..at].starts_with("#[cfg(") && text[line..at].contains("test")).then_some(line)
    });
    &text[..begins.unwrap_or(text.len())]
}

/// A file without comments, strings and unit tests.
fn stripped(text: &str) -> String {
    let text = without_tests(text);
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let mut parts = line.split('"');
        // Strings end where they begin: one that goes on leaves quotation marks on both lines.
        let code: String = parts.by_ref().step_by(2).collect::<Vec<_>>().join("\"\"");
        out += code.split("//").next().unwrap_or_default();
        out.push('\n');
    }
    out
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The paths of a tree as `use` takes it, `a::{b, c::d}`, each with the name that it binds; and
/// what follows it.
pub fn tree(text: &str) -> (Vec<(Place, String)>, &str) {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut paths = Vec::new();
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            if let Some(rest) = rest.strip_prefix('}') {
                return (paths, rest);
            }
            let (more, after) = tree(rest);
            if more.is_empty() {
                return (paths, after);
            }
            paths.extend(more);
            rest = after;
        }
    }
    let end = text.find(|c: char| !is_word(c) && c != '*').unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if word.is_empty() {
        return (Vec::new(), rest);
    }
    if let Some(after) = rest.strip_prefix("::")
        && after.trim_start().starts_with(|c: char| is_word(c) || c == '{' || c == '*')
    {
        let (paths, rest) = tree(after);
        let longer = paths.into_iter().map(|(path, name)| {
            let own = name == "self";
            let mut all = vec![word.to_owned()];
            all.extend(path.into_iter().filter(|part| part != "self"));
            (all, if own { word.to_owned() } else { name })
        });
        return (longer.collect(), rest);
    }
    let (name, rest) = match rest.trim_start().strip_prefix("as ") {
        Some(after) => {
            let end = after.find(|c: char| !is_word(c)).unwrap_or(after.len());
            after.split_at(end)
        }
        None => (word, rest),
    };
    (vec![(vec![word.to_owned()], name.to_owned())], rest)
}

/// The modules of the crate and what each refers to.
pub struct Modules {
    /// Each module's text, without comments, strings and unit tests.
    pub texts: BTreeMap<Place, String>,
    /// What a module hands on under its own name.
    handed_on: BTreeMap<Place, BTreeMap<String, Place>>,
}

impl Modules {
    pub fn read() -> Self {
        let mut texts = BTreeMap::new();
        for (path, text) in sources() {
            let inner =
                path.strip_prefix(root().join("src")).expect("below src").with_extension("");
            let mut place: Place =
                inner.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if place.last().is_some_and(|last| last == "mod") {
                place.pop();
            }
            let last = place.last().map_or("", String::as_str);
            if !matches!(last, "lib" | "main" | "tests" | "fixtures") && place[0] != "cli" {
                texts.insert(place, stripped(&text));
            }
        }
        Self::of(texts)
    }

    /// The modules of these texts, which have no comments, strings and unit tests.
    pub fn of(texts: BTreeMap<Place, String>) -> Self {
        let mut modules = Self { texts, handed_on: BTreeMap::new() };
        let mut handed_on: BTreeMap<Place, BTreeMap<String, Place>> = BTreeMap::new();
        for (place, text) in &modules.texts {
            for (path, name) in imports(text) {
                let child: Place = place.iter().chain(path.first()).cloned().collect();
                if modules.texts.contains_key(&child) {
                    let whole = place.iter().chain(&path).cloned().collect();
                    handed_on.entry(place.clone()).or_default().insert(name, whole);
                }
            }
        }
        modules.handed_on = handed_on;
        modules
    }

    /// The module that a path leads to, through those that only hand the name on.
    fn resolve(&self, path: &[String]) -> Place {
        let mut path = path.to_vec();
        for _ in 0..8 {
            let known = (0..=path.len()).rev().find(|&n| self.texts.contains_key(&path[..n]));
            let (place, rest) = path.split_at(known.unwrap_or(0));
            let handed = rest.first().and_then(|name| self.handed_on.get(place)?.get(name));
            match handed {
                Some(whole) if *whole != path => {
                    path = whole.iter().chain(&rest[1..]).cloned().collect();
                }
                _ => return place.to_vec(),
            }
        }
        panic!("{path:?} is handed on in a circle");
    }

    /// The modules that a module refers to.
    pub fn used_by(&self, place: &Place) -> BTreeSet<Place> {
        let text = &self.texts[place];
        let mut used = BTreeSet::new();
        let mut names: BTreeMap<String, Place> = BTreeMap::new();
        // Modules within the file, by the depth of braces at which they begin.
        let (mut depth, mut inner) = (0_usize, Vec::new());
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let begins = at == 0 || !text[..at].ends_with(|c| is_word(c) || c == ':');
            if rest.starts_with('{') {
                depth += 1;
            } else if rest.starts_with('}') {
                depth = depth.saturating_sub(1);
                inner.pop_if(|begun| *begun == depth);
            } else if begins && rest.starts_with("mod ") {
                let opens = rest.find(['{', ';']).is_some_and(|end| rest[end..].starts_with('{'));
                if opens {
                    inner.push(depth);
                }
            } else if begins
                && ["crate::", "super::", "self::"].iter().any(|start| rest.starts_with(start))
                && !text[..at].ends_with("pub(in ")
            {
                let imports = text[..at].trim_end().ends_with("use");
                let (paths, after) = tree(rest);
                for (path, name) in paths {
                    let Some(whole) = self.absolute(place, inner.len(), &path) else { continue };
                    let leads_to_module = self.texts.contains_key(&whole)
                        || self.resolve(&whole) != whole[..whole.len().saturating_sub(1)]
                            && self.texts.contains_key(&self.resolve(&whole))
                            && self.handed_module(&whole).is_some();
                    if imports && leads_to_module {
                        let module = self.handed_module(&whole).unwrap_or(whole);
                        names.insert(name, module);
                    } else {
                        used.insert(self.resolve(&whole));
                    }
                }
                at = text.len() - after.len();
                continue;
            }
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
        // What stands behind the name of a module: one that was imported, or a child.
        for (child, _) in self
            .texts
            .iter()
            .filter(|(child, _)| child.len() == place.len() + 1 && child.starts_with(place))
        {
            names.entry(child.last().expect("a name").clone()).or_insert_with(|| child.clone());
        }
        for (name, module) in names {
            for (at, _) in text.match_indices(&format!("{name}::")) {
                let before = text[..at].chars().next_back();
                if before.is_some_and(|c| is_word(c) || c == ':') || hands_on(&text[..at]) {
                    continue;
                }
                for (path, _) in tree(&text[at..]).0 {
                    let whole: Place = module.iter().chain(&path[1..]).cloned().collect();
                    used.insert(self.resolve(&whole));
                }
            }
        }
        used.retain(|other| other != place && !other.is_empty());
        used
    }

    /// The module that a path names, perhaps by a name under which it is handed on.
    fn handed_module(&self, path: &[String]) -> Option<Place> {
        if self.texts.contains_key(path) {
            return Some(path.to_vec());
        }
        let (name, place) = path.split_last()?;
        let whole = self.handed_on.get(place)?.get(name)?;
        self.texts.contains_key(whole).then(|| whole.clone())
    }

    fn absolute(&self, place: &Place, inner: usize, path: &[String]) -> Option<Place> {
        let mut rest = path;
        if rest[0] == "crate" {
            return Some(rest[1..].to_vec());
        }
        let mut base = place.clone();
        let mut inner = inner;
        while let Some((first, others)) = rest.split_first() {
            match first.as_str() {
                "self" => {}
                "super" if inner > 0 => inner -= 1,
                "super" => {
                    base.pop();
                }
                _ => break,
            }
            rest = others;
        }
        // A module within this file is this file.
        (inner == 0).then(|| base.iter().chain(rest).cloned().collect())
    }

    /// What a layer's modules use of each other, by the files and folders directly in it; what is
    /// written in the layer's own file stands under `mod.rs`.
    pub fn graph(&self, layer: &str) -> BTreeMap<String, BTreeSet<String>> {
        let node = |place: &Place| place.get(1).cloned();
        let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for place in self.texts.keys().filter(|place| place[0] == layer) {
            let from = node(place).unwrap_or_else(|| "mod.rs".to_owned());
            let others = self.used_by(place);
            let edges = graph.entry(from.clone()).or_default();
            let inside = others.iter().filter(|other| other[0] == layer);
            edges.extend(inside.map(|other| node(other).unwrap_or_else(|| "mod.rs".to_owned())));
            edges.remove(&from);
        }
        graph
    }
}

/// True before the path of `pub use …`, by which a module hands on what it does not use.
fn hands_on(before: &str) -> bool {
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let words = before[line..].trim_start();
    words.starts_with("pub") && words.ends_with("use ")
}

/// The imports of a file.
fn imports(text: &str) -> Vec<(Place, String)> {
    let starts = text
        .match_indices("use ")
        .filter(|(at, _)| text[..*at].chars().next_back().is_none_or(|before| !is_word(before)));
    starts.flat_map(|(at, found)| tree(&text[at + found.len()..]).0).collect()
}
