//! Engines of `nucleus compare`: boards by level and profile (`--boards`), variants of `axon32`.

use std::path::Path;

use nucleus_core::profiles::ProfileName;
use nucleus_harness::boards::{of_the_record, pairs};
use nucleus_harness::references;

#[test]
fn a_pair_for_each_level_and_profile() {
    let levels = ["avx2", "portable"];
    let profiles = [ProfileName::Axon, ProfileName::Umko];
    let specs = pairs(Path::new("/here/nucleus"), &profiles, &levels);
    let shown: Vec<(&str, u32, bool)> = specs
        .iter()
        .map(|spec| (spec.record.name.as_str(), spec.group, spec.without_perft))
        .collect();
    assert_eq!(
        shown,
        [
            ("axon-avx2-matrix", 0, false),
            ("axon-avx2-magic", 0, false),
            ("axon-avx2-axon32", 0, false),
            ("axon-portable-matrix", 1, false),
            ("axon-portable-magic", 1, false),
            ("axon-portable-axon32", 1, false),
            ("umko-avx2-matrix", 2, true),
            ("umko-avx2-magic", 2, true),
            ("umko-portable-matrix", 3, true),
            ("umko-portable-magic", 3, true),
        ]
    );
    for spec in &specs {
        let (stem, board) = spec.record.name.rsplit_once('-').unwrap();
        let magic = (board != "magic").then(|| format!("{stem}-magic"));
        assert_eq!((spec.record.board.as_deref(), &spec.record.paired_with), (Some(board), &magic));
    }
    assert_eq!(specs.iter().filter(|spec| spec.record.headline).count(), 1);
    assert_eq!(references::refuse_same_code(&specs), Ok(()));
}

#[test]
fn the_paper_s_machine_runs_in_each_variant_where_it_has_code_of_its_own() {
    let levels = ["avx2", "popcnt", "portable"].map(str::to_owned);
    let names = |has_asm| -> Vec<String> {
        let specs = of_the_record(Path::new("/here/nucleus"), levels.iter(), has_asm);
        assert_eq!(references::refuse_same_code(&specs), Ok(()));
        assert!(specs.iter().all(|spec| spec.record.board.as_deref() == Some("axon32")));
        specs.into_iter().map(|spec| spec.record.name).collect()
    };
    assert_eq!(names(false), ["nucleus-avx2-axon32", "nucleus-portable-axon32"]);
    assert_eq!(
        names(true),
        [
            "nucleus-avx2-axon32",
            "nucleus-avx2-asm-axon32",
            "nucleus-portable-axon32",
            "nucleus-portable-asm-axon32",
        ]
    );
}
