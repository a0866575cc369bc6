//! The bytes of a block: LZMA, then one byte per position.

use std::io::Read;

use crate::tablebase::distance::MateDistance;

/// Number of positions in a block; the last one of a side may have fewer.
pub const BLOCK: usize = 16 * 1024;
/// The most memory that a block's decoder may use, in KiB. Published blocks need 30.
const DECODER_MEMORY: u32 = 4 * 1024;

/// Returns the packed values of a block of `count` positions.
///
/// A block has two zero bytes, of which the second means that no filter was used, then a stream as
/// in a `.lzma` file: properties, dictionary, length, data.
///
/// # Errors
/// Returns a description if the block is damaged.
pub fn unzip(zipped: &[u8], count: usize) -> Result<Vec<u8>, String> {
    let (_, rest) = zipped.split_first().ok_or("it is empty")?;
    let (&filter, stream) = rest.split_first().ok_or("it has one byte")?;
    if filter != 0 {
        return Err(format!("it was filtered (scheme {filter}), which no published table is"));
    }
    let length = stream.get(5..13).and_then(|bytes| bytes.try_into().ok());
    let length = u64::from_le_bytes(length.ok_or("its header is cut off")?);
    if length != count as u64 {
        return Err(format!("it has {length} positions in place of {count}"));
    }
    let mut reader = lzma_rust2::LzmaReader::new_mem_limit(stream, DECODER_MEMORY, None)
        .map_err(|error| error.to_string())?;
    let mut values = vec![0; count];
    reader.read_exact(&mut values).map_err(|error| error.to_string())?;
    Ok(values)
}

/// Returns the distance that a packed value encodes; `None` for an impossible position. `second` is
/// true if the side named last in the table's name is to move.
///
/// The two lowest bits are the result: 0 a draw, 1 the first side mates, 2 the second, 3
/// impossible. The other bits count moves. If they do not suffice, 0 means that the side to move
/// mates in more than 64 moves, 3 that it is mated in more than 63.
pub fn unpack(value: u8, second: bool) -> Option<MateDistance> {
    let moves = u16::from(value >> 2);
    let mates = |moves: u16| MateDistance::Win(2 * moves - 1);
    let mated = |moves: u16| MateDistance::Loss(2 * moves);
    let result = if second && matches!(value & 3, 1 | 2) { 3 - (value & 3) } else { value & 3 };
    match (result, moves) {
        (0, 0) => Some(MateDistance::Draw),
        (3, 0) => None,
        (1, _) => Some(mates(moves + 1)),
        (2, _) => Some(mated(moves)),
        // The second side never mates in 127 moves, so the value means that it is mated in 127.
        (0, 63) if second => Some(mated(127)),
        (0, _) => Some(mates(moves + 64)),
        _ => Some(mated(moves + 63)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use MateDistance::{Draw, Loss, Win};

    #[test]
    fn values_are_unpacked_for_both_sides() {
        for (value, first, second) in [
            (0, Some(Draw), Some(Draw)),
            (3, None, None),
            (1, Some(Win(1)), Some(Loss(0))),
            (2, Some(Loss(0)), Some(Win(1))),
            (9 << 2 | 1, Some(Win(19)), Some(Loss(18))),
            (9 << 2 | 2, Some(Loss(18)), Some(Win(19))),
            (1 << 2, Some(Win(129)), Some(Win(129))),
            (1 << 2 | 3, Some(Loss(128)), Some(Loss(128))),
            (63 << 2, Some(Win(253)), Some(Loss(254))),
        ] {
            assert_eq!((unpack(value, false), unpack(value, true)), (first, second), "{value}");
        }
    }

    #[test]
    fn damaged_blocks_are_refused() {
        for bytes in [&[][..], &[0], &[0, 1, 2], &[0; 12], &[0; 40], &[0xff; 40]] {
            assert!(unzip(bytes, 16).is_err(), "{bytes:?}");
        }
        // A dictionary of 4 GiB, of which nothing is allocated.
        let mut bytes = vec![0, 0, 0x5d, 0xff, 0xff, 0xff, 0xff];
        bytes.extend(16u64.to_le_bytes());
        bytes.extend([0; 32]);
        assert!(unzip(&bytes, 16).is_err());
    }
}
