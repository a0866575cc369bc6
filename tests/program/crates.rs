//! The drawing of the crates in docs/ARCHITECTURE.md is that of their manifests.
//!
//! `NUCLEUS_DRAW=1 cargo test --test program crates::` draws it anew.

use std::fs;
use std::path::Path;

use crate::architecture::{Graph, reached};

#[test]
fn the_drawing_of_the_crates_is_that_of_the_manifests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect(path);
    let members: toml::Table = read("Cargo.toml").parse().expect("a manifest");
    let members = members["workspace"]["members"].as_array().expect("a list").iter();
    let mut crates = Graph::new();
    for folder in members.map(|member| member.as_str().expect("a folder")).chain(["."]) {
        let manifest: toml::Table = read(&format!("{folder}/Cargo.toml")).parse().expect(folder);
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
    let page = read("docs/ARCHITECTURE.md");
    let begins = page.find("```mermaid\n%% crates").expect("a drawing of the crates");
    let length = page[begins..].find("\n```\n").expect("its end") + 1;
    let drawn = [&page[..begins], &drawing, &page[begins + length..]].concat();
    if std::env::var_os("NUCLEUS_DRAW").is_some() {
        fs::write(root.join("docs/ARCHITECTURE.md"), drawn).expect("the page can be written");
    } else {
        assert!(page == drawn, "NUCLEUS_DRAW=1 draws the crates anew:\n{drawing}");
    }
}
