//! The test for check. It reads the cells along the eight rays of a square, seven steps each, with a
//! knight's jump in the eighth lane.

use std::arch::x86_64::*;

use super::lanes::load;
use crate::kernels::axon32::steps::{EDGES, STEP};
use crate::matrix::Matrix;
use crate::matrix::cell::{Cell, piece_bit};
use crate::types::{Color, PieceType};

/// The squares that could attack a square: four registers with two rays of eight lanes each.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Lines {
    /// The square of each lane; 0 beyond the edge of the board, where [`ON_BOARD`] has no bit.
    squares: [[u8; 16]; 4],
}

static LINES: [Lines; 64] = {
    let mut lines = [Lines { squares: [[0; 16]; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 8 {
            let mut step = 1;
            while step <= EDGES[square][ray] as i32 {
                let to = square as i32 + step * STEP[ray];
                lines[square].squares[ray / 2][ray % 2 * 8 + step as usize - 1] = to as u8;
                step += 1;
            }
            if let Some(to) = jump(square as i32, ray) {
                lines[square].squares[ray / 2][ray % 2 * 8 + 7] = to;
            }
            ray += 1;
        }
        square += 1;
    }
    lines
};

/// The lanes of [`LINES`] whose square exists.
static ON_BOARD: [[u16; 4]; 64] = {
    let mut lanes = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 8 {
            let steps = (1 << EDGES[square][ray]) - 1;
            let jumps = if jump(square as i32, ray).is_some() { 0x80 } else { 0 };
            lanes[square][ray / 2] |= (steps | jumps) << (ray % 2 * 8);
            ray += 1;
        }
        square += 1;
    }
    lanes
};

/// Returns the square of a knight's jump in one of eight directions.
const fn jump(square: i32, direction: usize) -> Option<u8> {
    const JUMPS: [[i32; 2]; 8] =
        [[-1, -2], [1, -2], [-2, -1], [2, -1], [-2, 1], [2, 1], [-1, 2], [1, 2]];
    let [files, ranks] = JUMPS[direction];
    let (file, rank) = (square % 8 + files, square / 8 + ranks);
    if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        Some((rank * 8 + file) as u8)
    } else {
        None
    }
}

/// The pieces of a colour that attack from each lane if the squares between are empty.
#[repr(C, align(64))]
struct Attackers([[[Cell; 16]; 4]; 2]);

static ATTACKERS: Attackers = {
    let mut attackers = [[[0; 16]; 4]; 2];
    let mut lane = 0;
    while lane < 64 {
        let (ray, step) = (lane / 8, lane % 8);
        let white = attacker(Color::White, ray, step);
        let black = attacker(Color::Black, ray, step);
        attackers[0][ray / 2][lane % 16] = white;
        attackers[1][ray / 2][lane % 16] = black;
        lane += 1;
    }
    Attackers(attackers)
};

const fn attacker(by: Color, ray: usize, step: usize) -> Cell {
    if step == 7 {
        return piece_bit(by, PieceType::Knight);
    }
    let slider = if ray < 4 { PieceType::Rook } else { PieceType::Bishop };
    let mut bits = piece_bit(by, PieceType::Queen) | piece_bit(by, slider);
    if step == 0 {
        bits |= piece_bit(by, PieceType::King);
        // A white pawn attacks from the rank below.
        let below = ray == 4 || ray == 5;
        let above = ray == 6 || ray == 7;
        if matches!(by, Color::White) && below || matches!(by, Color::Black) && above {
            bits |= piece_bit(by, PieceType::Pawn);
        }
    }
    bits
}

/// The eighth lane of both rays, where the jumps are.
const JUMPS: u32 = 0x8080;

/// Returns true if a piece of a colour attacks the square; reads no influence bits.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::kernels) fn is_attacked(cells: &Matrix, square: u32, by: Color) -> bool {
    let [a, b, c, d] = load(cells);
    let at = (square & 63) as usize;
    let mut attacked = 0;
    for (pair, &on_board) in ON_BOARD[at].iter().enumerate() {
        let on_board = u32::from(on_board);
        // SAFETY: a row of sixteen bytes is aligned to 16, a row of sixteen words to 64.
        let (squares, expected) = unsafe {
            (
                _mm_load_si128(LINES[at].squares[pair].as_ptr().cast()),
                _mm512_load_si512(ATTACKERS.0[by as usize][pair].as_ptr().cast()),
            )
        };
        let squares = _mm512_cvtepu8_epi32(squares);
        let upper = _mm512_test_epi32_mask(squares, _mm512_set1_epi32(32));
        let lower_half = _mm512_permutex2var_epi32(a, squares, b);
        let upper_half = _mm512_permutex2var_epi32(c, squares, d);
        let seen = _mm512_mask_mov_epi32(lower_half, upper, upper_half);
        // A ray that meets no piece stops at its first lane off the board, or in the eighth.
        let stops = u32::from(_mm512_movepi32_mask(seen)) | !on_board & 0xffff | JUMPS;
        let first = stops & !stops.wrapping_sub(0x0101);
        let attackers = u32::from(_mm512_test_epi32_mask(seen, expected));
        attacked |= attackers & on_board & (first | JUMPS);
    }
    attacked != 0
}
