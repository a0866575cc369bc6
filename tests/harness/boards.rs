//! Pairs of our boards.

use std::path::Path;

use nucleus_core::profiles::ProfileName;
use nucleus_harness::boards::pairs;
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
            ("axon-portable-matrix", 1, false),
            ("axon-portable-magic", 1, false),
            ("umko-avx2-matrix", 2, true),
            ("umko-avx2-magic", 2, true),
            ("umko-portable-matrix", 3, true),
            ("umko-portable-magic", 3, true),
        ]
    );
    for pair in specs.chunks(2) {
        let [matrix, magic] = pair else { unreachable!() };
        assert_eq!(matrix.record.paired_with.as_ref(), Some(&magic.record.name));
        assert_eq!(magic.record.paired_with, None);
    }
    assert_eq!(specs.iter().filter(|spec| spec.record.headline).count(), 1);
    assert_eq!(references::refuse_same_code(&specs), Ok(()));
}
