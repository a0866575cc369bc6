//! The file of one table: its parts, and the value of a position.

use super::groups::Groups;
use super::material::{MOST_MEN, MenKey, Shape};
use super::pairs::Pairs;
use crate::tablebase::error::TableFault;
use crate::tablebase::source::TableBytes;
use nucleus_core::matrix::Planes;
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Color, PieceType};

/// Kind of a table: WDL or DTZ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyzygyKind {
    /// WDL: won, drawn or lost.
    Wdl,
    /// DTZ: the distance to the next capture or pawn move.
    Dtz,
}

impl SyzygyKind {
    /// Returns the extension of the table's files.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Wdl => ".rtbw",
            Self::Dtz => ".rtbz",
        }
    }

    const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }

    /// Checks the length and the first bytes of a file.
    ///
    /// # Errors
    /// If no table has such a length or first bytes.
    pub fn check(self, length: u64, first: [u8; 4]) -> Result<(), TableFault> {
        if first != self.magic() {
            return Err(TableFault::Magic(match self {
                Self::Wdl => "Syzygy WDL",
                Self::Dtz => "Syzygy DTZ",
            }));
        }
        // Lines of 64 bytes, then a checksum of 16.
        if length % 64 != 16 {
            let reason = format!("{length} bytes: truncated, or data after the end");
            return Err(TableFault::Header(reason));
        }
        Ok(())
    }
}

/// Flags of a part of a DTZ file.
mod flag {
    /// The second side of the table's name is to move.
    pub const SECOND: u8 = 1;
    /// Values are indices into a list.
    pub const MAPPED: u8 = 2;
    /// Wins are counted in plies, not in moves.
    pub const WIN_PLIES: u8 = 4;
    /// Losses are counted in plies, not in moves.
    pub const LOSS_PLIES: u8 = 8;
    /// The list has two-byte numbers.
    pub const WIDE: u8 = 16;
}

/// The positions of one side to move, with the leading pawn on one file.
#[derive(Debug)]
struct TablePart {
    groups: Groups,
    pairs: Pairs,
    /// Offsets and lengths of the value lists of wins, losses, cursed wins and blessed losses.
    lists: [(u64, u64); 4],
}

/// A table of either kind.
#[derive(Debug)]
pub struct SyzygyTable {
    bytes: TableBytes,
    kind: SyzygyKind,
    shape: Shape,
    /// The parts: a list for each file of the leading pawn, with one part, or one per side to move.
    parts: Vec<Vec<TablePart>>,
}

impl SyzygyTable {
    /// Returns the table of these bytes; its name, such as `KQvKR`, determines the pieces.
    ///
    /// # Errors
    /// If no table has that name, or the bytes are not such a table.
    pub fn parse(name: &str, kind: SyzygyKind, bytes: TableBytes) -> Result<Self, TableFault> {
        let unknown = || TableFault::Header(format!("'{name}' is not the name of a table"));
        Self::new(bytes, kind, Shape::parse(name).ok_or_else(unknown)?)
    }

    /// Returns the table of these bytes.
    ///
    /// # Errors
    /// If they are not a table of these pieces.
    pub(super) fn new(
        bytes: TableBytes,
        kind: SyzygyKind,
        shape: Shape,
    ) -> Result<Self, TableFault> {
        kind.check(bytes.length(), bytes.array(0)?)?;
        let [layout] = bytes.array(4)?;
        let split = kind == SyzygyKind::Wdl && layout & 1 != 0;
        if (layout & 2 != 0) != shape.has_pawns()
            || kind == SyzygyKind::Wdl && split == shape.is_symmetric()
        {
            return Err(TableFault::Header("its layout is not that of its pieces".into()));
        }
        let mut at = 5;
        let files = if shape.has_pawns() { 4 } else { 1 };
        let sides = if split { 2 } else { 1 };
        let both_pawns = u64::from(shape.pawns()[1] > 0);
        let mut groups = Vec::new();
        for file in 0..files {
            let orders = bytes.bytes(at, 1 + both_pawns)?;
            let pieces = bytes.bytes(at + 1 + both_pawns, shape.men() as u64)?;
            at += 1 + both_pawns + shape.men() as u64;
            for side in 0..sides {
                let nibble = |byte: &u8| byte >> (4 * side) & 15;
                let order = |index: usize| orders.get(index).map_or(15, nibble).into();
                let pieces = pieces.iter().map(nibble).collect();
                let made = Groups::new(&shape, [order(0), order(1)], pieces, file);
                groups.push(made.map_err(TableFault::Header)?);
            }
        }
        at += at & 1;
        let mut parts = Vec::new();
        for groups in groups {
            let pairs = Pairs::read(&bytes, &mut at, groups.size, kind == SyzygyKind::Wdl)?;
            parts.push(TablePart { groups, pairs, lists: [(0, 0); 4] });
        }
        if kind == SyzygyKind::Dtz {
            for part in &mut parts {
                part.lists = lists(&bytes, part.pairs.flags, &mut at)?;
            }
            at += at & 1;
        }
        parts.iter_mut().for_each(|part| part.pairs.take_index(&mut at));
        parts.iter_mut().for_each(|part| part.pairs.take_sizes(&mut at));
        for part in &mut parts {
            if !part.pairs.take_data(&mut at, &bytes) {
                let length = bytes.length();
                return Err(TableFault::Cut { offset: 0, expected: at, length });
            }
        }
        let mut parts = parts.into_iter();
        let parts = (0..files).map(|_| parts.by_ref().take(sides).collect()).collect();
        Ok(Self { bytes, kind, shape, parts })
    }

    /// Returns the part with a position, its number in the part, and true if the second side moves.
    fn place(&self, planes: &Planes, side: Color) -> Result<(&TablePart, u64, bool), TableFault> {
        let missing = || TableFault::Header("a part is missing".into());
        let key = MenKey::from_planes(planes, Color::White);
        if key != self.shape.key() && key != self.shape.turned_key() {
            return Err(TableFault::Header("the position has other pieces".into()));
        }
        let symmetric = self.shape.is_symmetric();
        let turned = if symmetric { side == Color::Black } else { key != self.shape.key() };
        let second = !symmetric && (side == Color::White) == turned;
        let part_of = |file: usize| {
            let sides = self.parts.get(file)?;
            sides.get(usize::from(second && self.kind == SyzygyKind::Wdl))
        };
        let mirror = if turned && self.shape.has_pawns() { 56 } else { 0 };
        let mut part = part_of(0).ok_or_else(missing)?;
        let fill = |part: &TablePart| {
            let mut places = [0; MOST_MEN];
            let mut count = 0;
            for run in part.groups.pieces.chunk_by(|a, b| a == b) {
                let kind = PieceType::from_index(usize::from(run[0] & 7) - 1);
                let first_side = (run[0] & 8 == 0) != turned;
                let color = if first_side { Color::White } else { Color::Black };
                for square in squares(planes.pieces(color, kind)) {
                    if let Some(place) = places.get_mut(count) {
                        *place = square.index() as u8 ^ mirror;
                    }
                    count += 1;
                }
            }
            (places, count)
        };
        let (mut places, _) = fill(part);
        if self.shape.has_pawns() {
            // The leading pawn is the one nearest the edge; among several, the one furthest back.
            let lead = |places: &[u8; MOST_MEN]| {
                let from_edge = |s: u8| (s & 7).min(7 - (s & 7));
                let pawns = places.iter().take(self.shape.leaders());
                pawns
                    .enumerate()
                    .min_by_key(|&(_, &s)| (from_edge(s), s >> 3))
                    .map(|(i, &s)| (i, from_edge(s)))
            };
            let (_, file) = lead(&places).ok_or_else(missing)?;
            part = part_of(usize::from(file)).ok_or_else(missing)?;
            places = fill(part).0;
            let (first, _) = lead(&places).ok_or_else(missing)?;
            places.swap(0, first);
        }
        let number = part.groups.number(&mut places);
        let number = number.ok_or_else(|| TableFault::Header("a position has no number".into()))?;
        Ok((part, number, second))
    }

    /// Returns a WDL table's value: −2 lost, −1 a blessed loss, 0 drawn, 1 a cursed win, 2 won.
    ///
    /// # Errors
    /// If the table is damaged at this position, or cannot be read.
    pub fn wdl(&self, planes: &Planes, side: Color) -> Result<i8, TableFault> {
        let (part, number, _) = self.place(planes, side)?;
        let value = part.pairs.value(&self.bytes, number)?;
        if value & 0xff > 4 {
            return Err(TableFault::Value(number));
        }
        Ok((value & 0xff) as i8 - 2)
    }

    /// Returns a DTZ table's value in plies for a position with the non-zero value `wdl`; `None` if
    /// the table has only the other side to move.
    ///
    /// # Errors
    /// If the table is damaged at this position, or cannot be read.
    pub fn dtz(&self, planes: &Planes, side: Color, wdl: i8) -> Result<Option<u32>, TableFault> {
        let (part, number, second) = self.place(planes, side)?;
        let flags = part.pairs.flags;
        if (flags & flag::SECOND != 0) != second && !self.shape.is_symmetric() {
            return Ok(None);
        }
        let mut value = u32::from(part.pairs.value(&self.bytes, number)?);
        if flags & flag::MAPPED != 0 {
            let list = match wdl {
                2 => 0,
                -2 => 1,
                1 => 2,
                _ => 3,
            };
            let (start, length) = part.lists[list];
            let place = u64::from(value);
            if place >= length {
                return Err(TableFault::Value(number));
            }
            value = if flags & flag::WIDE != 0 {
                u32::from(u16::from_le_bytes(self.bytes.array(start + 2 * place)?))
            } else {
                let [value] = self.bytes.array(start + place)?;
                u32::from(value)
            };
        }
        let plies = match wdl {
            2 => flags & flag::WIN_PLIES != 0,
            -2 => flags & flag::LOSS_PLIES != 0,
            _ => false,
        };
        Ok(Some(if plies { value } else { 2 * value }))
    }
}

/// Returns the value lists of a part; `at` moves to their end.
fn lists(bytes: &TableBytes, flags: u8, at: &mut u64) -> Result<[(u64, u64); 4], TableFault> {
    let mut lists = [(0, 0); 4];
    if flags & flag::MAPPED == 0 {
        return Ok(lists);
    }
    let wide = flags & flag::WIDE != 0;
    *at += *at & u64::from(wide);
    for list in &mut lists {
        *list = if wide {
            let length = u64::from(u16::from_le_bytes(bytes.array(*at)?));
            (*at + 2, length)
        } else {
            let [length] = bytes.array(*at)?;
            (*at + 1, u64::from(length))
        };
        *at = list.0 + if wide { 2 * list.1 } else { list.1 };
    }
    Ok(lists)
}
