//! The avx2 level: AVX2, BMI1, BMI2, LZCNT and FMA.

use super::{Counted, Frame, Kernel, Level, Variant, portable};
use crate::matrix::Planes;
use crate::types::MoveList;
use crate::types::{Bitboard, Color, PieceType};

/// Proof that the CPU has AVX2 and its companions.
#[derive(Clone, Copy, Debug)]
pub struct Token(());

impl Token {
    /// The token, if the CPU has the instructions.
    pub fn detect() -> Option<Self> {
        (super::popcnt::Token::detect().is_some()
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("fma"))
        .then_some(Self(()))
    }
}

impl Kernel for Token {
    const LEVEL: Level = Level::Avx2;
    const VARIANT: Variant = Variant::Intrinsics;
    const COUNTS_SETWISE: bool = false;

    #[inline(always)]
    fn rebuild(self, planes: &Planes, side: Color, frame: &mut Frame) {
        // SAFETY: the token proves that the CPU has these instructions.
        unsafe { rebuild(planes, side, frame) }
    }

    #[inline(always)]
    fn replace(
        self,
        planes: &Planes,
        clear: Bitboard,
        put: Bitboard,
        kind: PieceType,
        color: Color,
        out: &mut Planes,
    ) {
        portable::replace(planes, clear, put, kind, color, out);
    }

    #[inline(always)]
    fn count_moves(self, _: &Planes, _: Color) -> Option<Counted> {
        None
    }

    #[inline(always)]
    fn push_moves(self, list: &mut MoveList, from: u16, targets: Bitboard) {
        portable::push_moves(list, from, targets);
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn rebuild(planes: &Planes, side: Color, frame: &mut Frame) {
    portable::rebuild(planes, side, frame);
}

/// The routines as plain functions.
///
/// They panic where the CPU lacks the level; only [`super::routines`] hands them out, and it
/// looks first.
pub(super) mod checked {
    use super::*;

    fn token() -> Token {
        Token::detect().expect("the level was detected before its routines were handed out")
    }

    pub fn rebuild(planes: &Planes, side: Color, frame: &mut Frame) {
        token().rebuild(planes, side, frame);
    }
}
