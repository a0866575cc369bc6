//! The list of levels in `for_each_level!`: its order, its features, and the code that uses them.

use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

use nucleus_core::for_each_level;
use nucleus_core::kernels::{Kernel, Level};

/// Returns the Rust files of a folder and of its subfolders.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let paths = read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, mut files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    files.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    files.extend(folders.iter().flat_map(|folder| rust_files(folder)));
    files
}

#[test]
fn the_list_has_every_level_and_each_builds_on_the_one_below() {
    let mut found = Vec::new();
    macro_rules! note {
        ([$($feature:tt,)*] $module:ident, $token:ty) => {{
            let features: &[&str] = &[$($feature),*];
            found.push((stringify!($module), <$token>::LEVEL, features));
            // Detection of a token agrees with detection of its level.
            let token_is_there = <$token>::detect().is_some();
            assert_eq!(token_is_there, <$token>::LEVEL.is_usable());
        }};
    }
    for_each_level!(note);
    assert!(found.windows(2).all(|pair| pair[0].1 < pair[1].1));
    let kernels = crate::support::root().join("src/core/kernels");
    // The statement of a level in level.rs, or an earlier one, tests each feature of the level.
    let detection = read_to_string(kernels.join("level.rs")).expect("a readable file");
    for (module, _, features) in &found {
        let statement = detection.split_once(&format!("let {module} =")).unwrap_or_default().1;
        let after = statement.split_once(';').unwrap_or_default().1;
        for feature in features.iter().flat_map(|features| features.split(',')) {
            let test = format!("detected!(\"{feature}\")");
            assert!(detection.contains(&test) && !after.contains(&test), "{module} {feature}");
        }
    }
    // The attributes of each function of a level's files begin with the strings of the list.
    let mut functions = 0;
    for path in rust_files(&kernels) {
        let name = path.to_string_lossy();
        let text: String = read_to_string(&path).expect("a file").split_whitespace().collect();
        let text =
            text.replace(")]#[target_feature(enable=", ",").replace("_functions!{[", "enable=");
        for attributes in text.split("enable=\"").skip(1) {
            functions += 1;
            let levels = ["popcnt", "avx2", "avx512", "neon"];
            let level = levels.iter().find(|level| name.contains(*level)).expect("a level");
            let listed = found.iter().find(|(module, ..)| module == level);
            let listed = listed.map_or(String::new(), |(.., list)| list.join("\",\"") + "\"");
            assert!(attributes.starts_with(&listed), "{name}: {:?}", attributes.get(..100));
        }
    }
    assert!(functions > 150);
    assert!(found.iter().all(|&(module, level, _)| level.name() == module));
    let built = match std::env::consts::ARCH {
        _ if cfg!(nucleus_portable) => 1,
        "x86_64" => 4,
        "aarch64" => 2,
        _ => 1,
    };
    assert_eq!(found.len(), built);
    assert!(found.iter().map(|&(_, level, _)| level).eq(Level::built()));
    assert_eq!(Level::ALL.len(), 5);
}
