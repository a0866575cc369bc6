use super::{Choice, Frame, Level, Nucleus, PieceList, Variant, portable, reference};
use crate::matrix::Planes;
use crate::matrix::cell::Cell;
use crate::types::Color;

/// One level's routines as plain functions, for tests, benches and the inspector.
#[derive(Clone, Copy, Debug)]
pub struct Routines {
    /// The level and variant, `reference` for the specification.
    pub name: &'static str,
    /// Everything a rebuild writes.
    pub rebuild: fn(&Planes, Color, &mut Frame),
    /// The scanner: masked cells with their squares, and how many.
    pub scan: fn(&Nucleus, Cell, &mut PieceList) -> usize,
}

/// The specification.
pub const REFERENCE: Routines =
    Routines { name: "reference", rebuild: reference::rebuild, scan: reference::scan };

/// The routines of a choice, or `None` when the CPU lacks its level or the level lacks the variant.
pub fn routines(choice: Choice) -> Option<Routines> {
    if choice.level > Level::detected() {
        return None;
    }
    match (choice.level, choice.variant) {
        (Level::Portable, Variant::Intrinsics) => {
            Some(Routines { name: "portable", rebuild: portable::rebuild, scan: reference::scan })
        }
        #[cfg(target_arch = "x86_64")]
        (Level::Popcnt, Variant::Intrinsics) => Some(Routines {
            name: "popcnt",
            rebuild: super::popcnt::checked::rebuild,
            scan: reference::scan,
        }),
        #[cfg(target_arch = "x86_64")]
        (Level::Avx2, Variant::Intrinsics) => Some(Routines {
            name: "avx2",
            rebuild: super::avx2::checked::rebuild,
            scan: reference::scan,
        }),
        #[cfg(target_arch = "x86_64")]
        (Level::Avx512, Variant::Intrinsics) => Some(Routines {
            name: "avx512",
            rebuild: super::avx512::checked::rebuild,
            scan: reference::scan,
        }),
        _ => None,
    }
}

/// All that run on this CPU, lowest level first, intrinsics before assembly.
pub fn available() -> Vec<Routines> {
    Level::usable()
        .flat_map(|level| {
            [Variant::Intrinsics, Variant::Asm].map(|variant| Choice { level, variant })
        })
        .filter_map(routines)
        .collect()
}
