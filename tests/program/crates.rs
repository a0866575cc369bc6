//! The drawing of the crates in docs/ARCHITECTURE.md is that of their manifests, and what is compiled
//! for unit tests is what has some.
//!
//! `NUCLEUS_DRAW=1 cargo test --test program crates::` draws it anew.

use std::fs;
use std::path::Path;

use crate::architecture::{Graph, reached};

/// The folders of the crates, each with its manifest; `.` is the program's.
fn manifests() -> Vec<(String, toml::Table)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |folder: &str| -> toml::Table {
        let text = fs::read_to_string(root.join(folder).join("Cargo.toml")).expect(folder);
        text.parse().expect("a manifest")
    };
    let members = read(".")["workspace"]["members"].as_array().expect("a list").clone();
    let folders = members.iter().map(|member| member.as_str().expect("a folder")).chain(["."]);
    folders.map(|folder| (folder.to_owned(), read(folder))).collect()
}

/// True when a source file below the folder has the words.
fn has_in_sources(folder: &Path, words: &str) -> bool {
    fs::read_dir(folder).expect("a folder").any(|entry| {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            return has_in_sources(&path, words);
        }
        let is_source = path.extension().is_some_and(|ending| ending == "rs");
        is_source && fs::read_to_string(&path).expect("text").contains(words)
    })
}

/// A test in a target that says `test = false` would never run, and a target without tests would be
/// compiled twice for nothing.
#[test]
fn targets_are_compiled_for_unit_tests_where_there_are_some() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (folder, manifest) in manifests() {
        let programs = manifest.get("bin").and_then(|bins| bins.as_array());
        let targets = manifest.get("lib").into_iter().chain(programs.into_iter().flatten());
        let is_tested = |target: &toml::Value| {
            target.get("test").and_then(|test| test.as_bool()).unwrap_or(true)
        };
        let source = if folder == "." { "src/program" } else { &folder };
        assert_eq!(
            targets.into_iter().any(is_tested),
            has_in_sources(&root.join(source), "#[test]"),
            "{folder}: `test` in its manifest, and unit tests in it"
        );
    }
}

/// docs/DEPENDENCIES.md has the number of packages of others in the lock file.
#[test]
fn the_count_of_the_lock_file_is_that_of_the_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| fs::read_to_string(root.join(file)).expect(file);
    let count = read("Cargo.lock").lines().filter(|line| line.starts_with("source = ")).count();
    let page = read("docs/DEPENDENCIES.md");
    let row = page.lines().find(|line| line.starts_with("| packages in `Cargo.lock` "));
    let stated = row.and_then(|row| row.trim_end_matches(" |").rsplit(' ').next());
    assert_eq!(stated, Some(count.to_string().as_str()), "{row:?}");
}

#[test]
fn the_drawing_of_the_crates_is_that_of_the_manifests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut crates = Graph::new();
    for (folder, manifest) in manifests() {
        let used = manifest.get("dependencies").and_then(|table| table.as_table());
        let used = used.into_iter().flatten().filter_map(|(name, _)| name.strip_prefix("nucleus-"));
        let name = manifest["package"]["name"].as_str().expect("a name");
        let name = if folder == "." { "program" } else { name.trim_start_matches("nucleus-") };
        let used = used.map(|name| name.replace('-', "_")).collect();
        crates.insert(name.replace('-', "_"), used);
    }
    let mut drawing = "```mermaid\n%% crates\nflowchart LR\n".to_owned();
    for (from, used) in &crates {
        // What is reached by another need not be drawn.
        for to in used
            .iter()
            .filter(|to| !used.iter().any(|other| reached(&crates, other).contains(to.as_str())))
        {
            drawing += &format!("    {from} --> {to}\n");
        }
    }
    let page = fs::read_to_string(root.join("docs/ARCHITECTURE.md")).expect("the page");
    let begins = page.find("```mermaid\n%% crates").expect("a drawing of the crates");
    let length = page[begins..].find("\n```\n").expect("its end") + 1;
    let drawn = [&page[..begins], &drawing, &page[begins + length..]].concat();
    if std::env::var_os("NUCLEUS_DRAW").is_some() {
        fs::write(root.join("docs/ARCHITECTURE.md"), drawn).expect("the page can be written");
    } else {
        assert!(page == drawn, "NUCLEUS_DRAW=1 draws the crates anew:\n{drawing}");
    }
}
