//! The compressed values of one part of a table: recursive pairing, then a canonical Huffman code.

use crate::tablebase::error::TableFault;
use crate::tablebase::source::TableBytes;

/// The most symbols in a part.
const MOST_SYMBOLS: usize = 4096;
/// The longest code, in bits.
const LONGEST_CODE: usize = 32;
/// The deepest nesting of pairs: a symbol expands to at most 256 values.
const DEEPEST: u32 = 256;
/// The most blocks that a look-up passes after it begins at the block in the index.
const WALK: usize = 1 << 16;

/// A part's compression, and the offsets of its bytes.
#[derive(Debug, Default)]
pub struct Pairs {
    /// Flags of the part, which give the meaning of its values.
    pub flags: u8,
    /// The value of all positions, if all have the same value.
    constant: Option<u8>,
    index_bits: u32,
    block_bits: u32,
    shortest: usize,
    /// The first symbol of each code length.
    firsts: Vec<u16>,
    /// The smallest code of each length, aligned at the highest bit.
    least: Vec<u64>,
    symbols: Vec<[u8; 3]>,
    /// Number of values that each symbol expands to, minus one.
    lengths: Vec<u8>,
    index_count: u64,
    block_count: u64,
    real_blocks: u64,
    index_at: u64,
    sizes_at: u64,
    data_at: u64,
}

fn header(reason: &str) -> TableFault {
    TableFault::Header(reason.to_owned())
}

impl Pairs {
    /// Reads the header of a part with `size` values; `at` moves to its end.
    pub fn read(
        bytes: &TableBytes,
        at: &mut u64,
        size: u64,
        constant_matters: bool,
    ) -> Result<Self, TableFault> {
        let [flags, block_bits, index_bits, padding] = {
            let [flags, value] = bytes.array(*at)?;
            if flags & 0x80 != 0 {
                *at += 2;
                let constant = Some(if constant_matters { value } else { 0 });
                return Ok(Self { flags, constant, ..Self::default() });
            }
            bytes.array(*at)?
        };
        let real_blocks = u64::from(u32::from_le_bytes(bytes.array(*at + 4)?));
        let [longest, shortest] = bytes.array::<2>(*at + 8)?.map(usize::from);
        if !(1..=longest).contains(&shortest) || longest > LONGEST_CODE {
            return Err(TableFault::Header(format!("codes of {shortest} to {longest} bits")));
        }
        if block_bits > 20 || index_bits > 30 || index_bits == 0 {
            return Err(TableFault::Header(format!(
                "blocks of 2^{block_bits} bytes, indexed every 2^{index_bits}"
            )));
        }
        let lengths = longest - shortest + 1;
        let word = |pair: &[u8]| u16::from_le_bytes([pair[0], pair[1]]);
        let firsts = bytes.bytes(*at + 10, 2 * lengths as u64)?;
        let firsts: Vec<u16> = firsts.chunks_exact(2).map(word).collect();
        *at += 10 + 2 * lengths as u64;
        let count = usize::from(u16::from_le_bytes(bytes.array(*at)?));
        if count == 0 || count > MOST_SYMBOLS {
            return Err(TableFault::Header(format!("{count} symbols")));
        }
        let symbols = bytes.bytes(*at + 2, 3 * count as u64)?;
        let symbols: Vec<[u8; 3]> = symbols.as_chunks().0.to_vec();
        *at += 2 + 3 * count as u64 + (count as u64 & 1);
        Ok(Self {
            flags,
            index_bits: u32::from(index_bits),
            block_bits: u32::from(block_bits),
            shortest,
            least: least_codes(&firsts, shortest)?,
            firsts,
            lengths: symbol_lengths(&symbols)?,
            symbols,
            index_count: size.div_ceil(1 << index_bits),
            block_count: real_blocks + u64::from(padding),
            real_blocks,
            ..Self::default()
        })
    }

    /// Sets the offset of the part's index; `at` moves to its end.
    pub fn take_index(&mut self, at: &mut u64) {
        self.index_at = *at;
        *at += 6 * self.index_count;
    }

    /// Sets the offset of the part's block sizes; `at` moves to their end.
    pub fn take_sizes(&mut self, at: &mut u64) {
        self.sizes_at = *at;
        *at += 2 * self.block_count;
    }

    /// Sets the offset of the part's blocks, a multiple of 64; returns false if they exceed the file.
    pub fn take_data(&mut self, at: &mut u64, bytes: &TableBytes) -> bool {
        if self.constant.is_none() {
            *at = at.next_multiple_of(64);
            self.data_at = *at;
            *at += self.real_blocks << self.block_bits;
        }
        // The last 16 bytes are a checksum.
        *at + 16 <= bytes.length()
    }

    /// Returns the value with this number; values have 12 bits.
    pub fn value(&self, bytes: &TableBytes, number: u64) -> Result<u16, TableFault> {
        if let Some(value) = self.constant {
            return Ok(u16::from(value));
        }
        let (block, place) = self.find(bytes, number)?;
        let symbol = self.decode(bytes, block, place)?;
        let [low, high, _] = self.symbol(symbol, block)?;
        Ok(u16::from(low) | u16::from(high & 15) << 8)
    }

    /// Returns the block that contains the value with this number, and the value's position in the block. For
    /// each interval of numbers, the index names the block that contains the middle of the interval.
    fn find(&self, bytes: &TableBytes, number: u64) -> Result<(u64, u32), TableFault> {
        let stretch = number >> self.index_bits;
        if stretch >= self.index_count {
            return Err(header("its index is too short"));
        }
        let [a, b, c, d, e, f] = bytes.array(self.index_at + 6 * stretch)?;
        let mut block = u64::from(u32::from_le_bytes([a, b, c, d]));
        let middle = 1i64 << (self.index_bits - 1);
        let within = (number & ((1 << self.index_bits) - 1)) as i64;
        let mut place = within - middle + i64::from(u16::from_le_bytes([e, f]));
        let named = block;
        let damaged = || TableFault::Block {
            number: named,
            reason: "the index leads nowhere from it".to_owned(),
        };
        let size = |block: u64| -> Result<i64, TableFault> {
            if block >= self.block_count {
                return Err(damaged());
            }
            let size = bytes.array(self.sizes_at + 2 * block)?;
            Ok(i64::from(u16::from_le_bytes(size)) + 1)
        };
        for _ in 0..WALK {
            if place < 0 {
                block = block.checked_sub(1).ok_or_else(damaged)?;
                place += size(block)?;
            } else {
                let here = size(block)?;
                if place < here && block < self.real_blocks {
                    return Ok((block, place as u32));
                }
                place -= here;
                block += 1;
            }
        }
        Err(damaged())
    }

    /// Returns the symbol of the single value at a position of a block.
    fn decode(&self, bytes: &TableBytes, block: u64, place: u32) -> Result<usize, TableFault> {
        let damaged = |reason: &str| TableFault::Block { number: block, reason: reason.to_owned() };
        let length = 1usize << self.block_bits;
        // Reads 16 extra bytes, since a code is read with the bytes after it.
        let mut data = vec![0; length + 16];
        bytes.read(self.data_at + (block << self.block_bits), &mut data[..length])?;
        let mut bit = 0;
        let mut left = place;
        let mut symbol = loop {
            let window = data.get(bit / 8..bit / 8 + 9).ok_or_else(|| damaged("it ends early"))?;
            let head = window.iter().take(8).fold(0u64, |code, &byte| code << 8 | u64::from(byte));
            let code = head << (bit % 8) | u64::from(window[8]) >> (8 - bit % 8);
            let index = self.least.iter().position(|&least| code >= least);
            let index = index.ok_or_else(|| damaged("a code is too small"))?;
            let bits = self.shortest + index;
            let within = (code - self.least[index]) >> (64 - bits);
            let symbol = usize::from(self.firsts[index]) + within as usize;
            let values = self.values(symbol).ok_or_else(|| damaged("a code has no symbol"))?;
            if left < values {
                break symbol;
            }
            left -= values;
            bit += bits;
        };
        // Expands pairs down to a single value; each step has fewer values than the one before.
        while self.values(symbol).is_some_and(|values| values > 1) {
            let [one, two] = pair(self.symbol(symbol, block)?);
            let values = self.values(one).ok_or_else(|| damaged("a pair has no symbol"))?;
            if left < values {
                symbol = one;
            } else {
                left -= values;
                symbol = two;
            }
        }
        Ok(symbol)
    }

    fn symbol(&self, symbol: usize, block: u64) -> Result<[u8; 3], TableFault> {
        let damaged = || TableFault::Block { number: block, reason: "a symbol is missing".into() };
        self.symbols.get(symbol).copied().ok_or_else(damaged)
    }

    /// Returns the number of values that a symbol expands to.
    fn values(&self, symbol: usize) -> Option<u32> {
        self.lengths.get(symbol).map(|&length| u32::from(length) + 1)
    }
}

/// Returns the two symbols of a pair, 12 bits each; the second is 0xfff for a single value.
fn pair([low, middle, high]: [u8; 3]) -> [usize; 2] {
    let (low, middle, high) = (usize::from(low), usize::from(middle), usize::from(high));
    [(middle & 15) << 8 | low, high << 4 | middle >> 4]
}

/// Returns the smallest code of each length; longer codes are smaller (a canonical code).
fn least_codes(firsts: &[u16], shortest: usize) -> Result<Vec<u64>, TableFault> {
    let mut least = vec![0u64; firsts.len()];
    for index in (0..firsts.len().saturating_sub(1)).rev() {
        let sum = least[index + 1] + u64::from(firsts[index]);
        let sum = sum.checked_sub(u64::from(firsts[index + 1]));
        least[index] = sum.ok_or_else(|| header("its codes are in no order"))? / 2;
    }
    for (index, code) in least.iter_mut().enumerate() {
        let bits = shortest + index;
        if *code >> bits != 0 {
            return Err(header("a code is too long"));
        }
        *code <<= 64 - bits;
    }
    Ok(least)
}

/// Returns the number of values that each symbol expands to, minus one.
fn symbol_lengths(symbols: &[[u8; 3]]) -> Result<Vec<u8>, TableFault> {
    fn length(
        symbols: &[[u8; 3]],
        known: &mut [Option<u8>],
        symbol: usize,
        depth: u32,
    ) -> Result<u8, TableFault> {
        let damaged = || header("its symbols are no pairs");
        if let Some(length) = *known.get(symbol).ok_or_else(damaged)? {
            return Ok(length);
        }
        let [one, two] = pair(symbols[symbol]);
        let result = if two == 0xfff {
            0
        } else if depth == 0 {
            return Err(damaged());
        } else {
            let one = length(symbols, known, one, depth - 1)?;
            let two = length(symbols, known, two, depth - 1)?;
            one.checked_add(two).and_then(|sum| sum.checked_add(1)).ok_or_else(damaged)?
        };
        known[symbol] = Some(result);
        Ok(result)
    }
    let mut known = vec![None; symbols.len()];
    (0..symbols.len()).map(|symbol| length(symbols, &mut known, symbol, DEEPEST)).collect()
}
