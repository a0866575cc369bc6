//! The list of levels.

use nucleus_core::for_each_level;
use nucleus_core::kernels::{Kernel, Level};

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
    for pair in found.windows(2) {
        assert!(pair[0].1 < pair[1].1);
        assert!(pair[0].2.iter().all(|feature| pair[1].2.contains(feature)));
        assert!(pair[0].2.len() < pair[1].2.len());
    }
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
