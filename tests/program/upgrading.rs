//! The paths of docs/UPGRADING.md: each new one is a module of its crate, at the file that the page names.

use std::fs;
use std::path::Path;

#[test]
fn every_new_path_is_a_module() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/UPGRADING.md")).expect("the page");
    let mut rows = 0;
    for line in page.lines().filter(|line| line.starts_with("| `nucleus::")) {
        let cells: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        let [_, new, file] = cells[..] else { panic!("not three names: {line}") };
        let (name, module) = new.split_once("::").map_or((new, None), |(n, m)| (n, Some(m)));
        let folder = match name {
            "xtask" => "ci/xtask".to_owned(),
            _ => format!("src/{}", name.trim_start_matches("nucleus_")),
        };
        let library = fs::read_to_string(root.join(&folder).join("lib.rs")).expect("a crate");
        let manifest = fs::read_to_string(root.join(&folder).join("Cargo.toml")).expect("a crate");
        assert!(manifest.contains(&format!("name = \"{}\"", name.replace('_', "-"))), "{line}");
        let place = match module {
            None => root.join(&folder),
            Some(module) => {
                assert!(
                    library.contains(&format!("pub mod {module};")),
                    "no public module: {line}"
                );
                let single = root.join(&folder).join(format!("{module}.rs"));
                if single.is_file() { single } else { root.join(&folder).join(module) }
            }
        };
        assert_eq!(root.join(file), place, "{line}");
        assert!(place.is_file() || place.join("mod.rs").is_file() || module.is_none(), "{line}");
        rows += 1;
    }
    assert!(rows > 30, "{rows} rows");
}
