//! Zobrist keys: one random word per feature, combined by exclusive or.

use std::hash::{BuildHasherDefault, Hasher};

use super::{Color, PieceType, Random, Square};

/// The words in the layout that the assembly reads, generated at compile time from a fixed seed.
#[repr(C)]
pub struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 16],
    en_passant: [u64; 8],
    side: u64,
}

/// The words of all boards.
pub static KEYS: Keys = {
    let mut random = Random::new(0x4e75_636c_6575_7321);
    let mut keys =
        Keys { pieces: [[[0; 64]; 6]; 2], castling: [0; 16], en_passant: [0; 8], side: 0 };
    let mut index = 0;
    while index < 2 * 6 * 64 {
        keys.pieces[index / 384][index / 64 % 6][index % 64] = random.bits();
        index += 1;
    }
    // One word per right: a change of rights is the exclusive or of their words.
    let rights = [random.bits(), random.bits(), random.bits(), random.bits()];
    let mut set = 0;
    while set < 16 {
        let mut right = 0;
        while right < 4 {
            if set >> right & 1 == 1 {
                keys.castling[set] ^= rights[right];
            }
            right += 1;
        }
        set += 1;
    }
    let mut file = 0;
    while file < 8 {
        keys.en_passant[file] = random.bits();
        file += 1;
    }
    keys.side = random.bits();
    keys
};

/// Returns the word of a piece on a square.
#[inline(always)]
pub fn piece(color: Color, kind: PieceType, square: Square) -> u64 {
    KEYS.pieces[color.index()][kind.index()][square.index()]
}

/// Returns the word of a set of castling rights.
#[inline(always)]
pub fn castling(rights: u8) -> u64 {
    KEYS.castling[(rights & 15) as usize]
}

/// Returns the word of an en passant capture on a file.
#[inline(always)]
pub fn en_passant(square: Square) -> u64 {
    KEYS.en_passant[(square.file() & 7) as usize]
}

/// Returns the word of Black to move.
#[inline(always)]
pub fn side() -> u64 {
    KEYS.side
}

/// A hasher for keys of positions. It keeps a key as it is, because keys are random already.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Builds the hasher of a map or set by key.
pub type KeyHash = BuildHasherDefault<KeyHasher>;
