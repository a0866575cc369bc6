//! Numbers and texts as bytes in messages: little-endian, variable lengths written first.

use nucleus_core::types::Move;

/// Bytes that grow.
#[derive(Default)]
pub struct ByteWriter(pub Vec<u8>);

macro_rules! numbers {
    ($($type:ident)*) => {
        impl ByteWriter {
            $(
                /// Appends a number.
                pub fn $type(&mut self, value: $type) {
                    self.0.extend_from_slice(&value.to_le_bytes());
                }
            )*
        }

        impl ByteReader<'_> {
            $(
                /// The next number; none when too few bytes are left.
                pub fn $type(&mut self) -> Option<$type> {
                    let (number, rest) = self.0.split_first_chunk()?;
                    self.0 = rest;
                    Some($type::from_le_bytes(*number))
                }
            )*
        }
    };
}

numbers!(u8 u16 u32 u64 i16 i32);

impl ByteWriter {
    /// Appends a truth value.
    pub fn flag(&mut self, value: bool) {
        self.u8(value.into());
    }

    /// Appends bytes and before them their number.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.u32(bytes.len() as u32);
        self.0.extend_from_slice(bytes);
    }

    /// Appends moves and before them their number.
    pub fn moves(&mut self, moves: &[Move]) {
        self.u32(moves.len() as u32);
        for chess_move in moves {
            self.u16(chess_move.0);
        }
    }
}

/// Bytes that are read from the front.
#[derive(Clone, Copy)]
pub struct ByteReader<'a>(pub &'a [u8]);

impl<'a> ByteReader<'a> {
    /// The next truth value.
    pub fn flag(&mut self) -> Option<bool> {
        match self.u8()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// Reads a count of things of so many bytes; none when fewer follow.
    pub fn count(&mut self, size: usize) -> Option<usize> {
        let count = self.u32()? as usize;
        (count.checked_mul(size)? <= self.0.len()).then_some(count)
    }

    /// The next bytes that have a number before them.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let count = self.count(1)?;
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    /// Reads a text.
    pub fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    /// The next moves. Whether they are legal is not known.
    pub fn moves(&mut self) -> Option<Vec<Move>> {
        let count = self.count(2)?;
        (0..count).map(|_| self.u16().map(Move)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{ByteReader, ByteWriter};
    use nucleus_core::types::Move;

    #[test]
    fn what_is_written_is_read_and_no_part_of_it() {
        let mut out = ByteWriter::default();
        out.flag(true);
        out.i16(-7);
        out.u64(1 << 40);
        out.bytes(b"text");
        out.moves(&[Move(5), Move(9)]);
        out.i32(-70_000);
        let read = |bytes: &[u8]| {
            let mut from = ByteReader(bytes);
            let start = (from.flag()?, from.i16()?, from.u64()?);
            Some((start, from.text()?.to_owned(), from.moves()?, from.i32()?))
        };
        let expected = ((true, -7, 1 << 40), "text".to_owned(), vec![Move(5), Move(9)], -70_000);
        assert_eq!(read(&out.0), Some(expected));
        for length in 0..out.0.len() {
            assert_eq!(read(&out.0[..length]), None, "{length} bytes");
        }
        assert_eq!(ByteReader(&[2]).flag(), None);
        assert_eq!(ByteReader(&[255; 9]).bytes(), None, "a length beyond the end");
    }
}
