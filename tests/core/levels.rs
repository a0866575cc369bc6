//! The list of levels.

use nucleus_core::for_each_level;
use nucleus_core::kernels::{Choice, Kernel, Level, Variant};

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

/// A level of another architecture counts as above this one's levels: the best below it runs.
#[test]
fn a_level_that_is_not_there_is_clamped_to_one_that_is() {
    for level in Level::ALL {
        let choice = Choice::clamped(level, Variant::Intrinsics);
        assert!(choice.level.is_usable() && choice.level <= level, "{level}: {choice}");
        assert_eq!(choice.level == level, level.is_usable(), "{level}: {choice}");
        assert_eq!(choice.clamp_notice(level).is_none(), level.is_usable(), "{level}");
        assert!(!level.is_usable() || level.is_built(), "{level}");
    }
    assert!(Level::detected().is_usable());
    assert_eq!(Level::usable().last(), Some(Level::detected()));
}
