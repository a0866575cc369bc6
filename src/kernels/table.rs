use std::hint::black_box;

use super::{Choice, Frame, Kernel, Level, Nucleus, PieceList, Variant, for_each_level, reference};
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
    /// The same for many positions one after the other into one frame: what a bench times.
    pub rebuild_all: fn(&[Planes], Color, &mut Frame),
    /// The scanner: masked cells with their squares, and how many.
    pub scan: fn(&Nucleus, Cell, &mut PieceList) -> usize,
}

/// The specification.
pub const REFERENCE: Routines = Routines {
    name: "reference",
    rebuild: reference::rebuild,
    rebuild_all: |boards, side, frame| {
        for planes in boards {
            reference::rebuild(planes, side, frame);
            black_box(&mut *frame);
        }
    },
    scan: reference::scan,
};

/// Writes one level's loops, with its features, so that its routines inline into them.
macro_rules! instantiate {
    ($module:ident, $token:ty $(, $features:literal)?) => {
        mod $module {
            use super::*;

            $(#[target_feature(enable = $features)])?
            fn all(token: $token, boards: &[Planes], side: Color, frame: &mut Frame) {
                for planes in boards {
                    token.rebuild(planes, side, frame);
                    black_box(&mut *frame);
                }
            }

            /// Rebuilds every board.
            pub fn rebuild_all(boards: &[Planes], side: Color, frame: &mut Frame) {
                let token = <$token>::detect().expect("only a level that is there is handed out");
                // SAFETY: the token proves that the CPU has these features.
                #[allow(unused_unsafe)]
                unsafe { all(token, boards, side, frame) }
            }
        }
    };
}
for_each_level!(instantiate);

/// The routines of a choice, or `None` when the CPU lacks its level or the level lacks the variant.
pub fn routines(choice: Choice) -> Option<Routines> {
    if choice.level > Level::detected() {
        return None;
    }
    match (choice.level, choice.variant) {
        (Level::Portable, Variant::Intrinsics) => Some(Routines {
            name: "portable",
            rebuild: super::portable::rebuild,
            rebuild_all: portable::rebuild_all,
            scan: reference::scan,
        }),
        #[cfg(target_arch = "x86_64")]
        (Level::Popcnt, Variant::Intrinsics) => Some(Routines {
            name: "popcnt",
            rebuild_all: popcnt::rebuild_all,
            rebuild: super::popcnt::checked::rebuild,
            scan: reference::scan,
        }),
        #[cfg(target_arch = "x86_64")]
        (Level::Avx2, Variant::Intrinsics) => Some(Routines {
            name: "avx2",
            rebuild_all: avx2::rebuild_all,
            rebuild: super::avx2::checked::rebuild,
            scan: reference::scan,
        }),
        #[cfg(target_arch = "x86_64")]
        (Level::Avx512, Variant::Intrinsics) => Some(Routines {
            name: "avx512",
            rebuild_all: avx512::rebuild_all,
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
