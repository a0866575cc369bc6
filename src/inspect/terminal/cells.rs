//! The matrix in characters, in five sizes.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};
use ratatui_core::widgets::Widget;

use super::theme::{self, Theme};
use crate::bits::{Group, LAYOUT, letter};
use crate::look::{Heat, Layer, Look};
use crate::trace::Mark;
use nucleus_core::matrix::cell::{self, Cell};
use nucleus_core::types::{Color, PieceType, Square};
use nucleus_draw::Rgb;

/// Size of a drawn cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// A heading with piece, square and value over four lines of eight spaced letters.
    Large,
    /// Four lines of eight letters: a character a bit.
    Medium,
    /// Two lines of eight half blocks: two bits, one over the other, a character.
    Small,
    /// Four lines of four half blocks: two bits, one beside the other, a character.
    Narrow,
    /// Two lines of four quarter blocks: four bits a character.
    Tiny,
}

impl Size {
    /// All sizes, the largest first.
    pub const ALL: [Self; 5] = [Self::Large, Self::Medium, Self::Small, Self::Narrow, Self::Tiny];

    /// Columns and lines of a cell.
    pub const fn cell(self) -> (u16, u16) {
        match self {
            Self::Large => (18, 6),
            Self::Medium => (8, 4),
            Self::Small => (8, 2),
            Self::Narrow => (4, 4),
            Self::Tiny => (4, 2),
        }
    }

    /// Columns and lines of the board with its coordinates.
    pub const fn board(self) -> (u16, u16) {
        let (width, height) = self.cell();
        (MARGIN + 8 * width, 8 * height + 1)
    }
}

/// Room for the ranks' numbers.
const MARGIN: u16 = 2;

/// The pieces; the solid figures for both colours, which are told apart by theirs.
const FIGURES: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];

/// True for the groups that say which piece stands on a square.
fn is_man(group: Group) -> bool {
    matches!(group, Group::WhiteMen | Group::BlackMen)
}

/// The figure of a piece's bit.
fn figure(bit: u8) -> char {
    let lowest = if Group::of(bit) == Group::WhiteMen { 8 } else { 2 };
    FIGURES[5 - usize::from(bit - lowest)]
}

/// The square drawn at a place of the screen.
pub fn square_at(area: Rect, size: Size, flipped: bool, column: u16, line: u16) -> Option<Square> {
    let (width, height) = size.cell();
    let file = column.checked_sub(area.x + MARGIN)? / width;
    let row = line.checked_sub(area.y)? / height;
    (file < 8 && row < 8).then(|| {
        let (file, row) = (file as u8, row as u8);
        if flipped { Square::at(7 - file, row) } else { Square::at(file, 7 - row) }
    })
}

/// Content and form of a drawn matrix.
#[derive(Clone, Copy, Debug)]
pub struct MatrixView<'a> {
    /// The cells.
    pub look: &'a Look,
    /// Size of the cells.
    pub size: Size,
    /// In which colours.
    pub theme: Theme,
    /// Bits of other piece types are drawn pale.
    pub layer: Layer,
    /// Bits that are drawn at all.
    pub shown: Cell,
    /// The colour of the ground.
    pub heat: Option<&'a Heat>,
    /// The square that is looked at.
    pub selected: Option<Square>,
    /// The square that a move is to start from.
    pub source: Option<Square>,
    /// Marks what the last move changed.
    pub changes: bool,
    /// Black at the bottom.
    pub flipped: bool,
    /// Sets of squares to draw attention to.
    pub marks: &'a [Mark],
}

/// Data of a bit for drawing.
#[derive(Clone, Copy)]
struct DrawnBit {
    number: u8,
    set: bool,
    changed: bool,
    differs: bool,
    pale: bool,
    shown: bool,
}

impl Widget for MatrixView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (width, height) = self.size.cell();
        for row in 0..8u16 {
            for column in 0..8u16 {
                let (file, rank) = (column as u8, 7 - row as u8);
                let square = if self.flipped {
                    Square::at(7 - file, 7 - rank)
                } else {
                    Square::at(file, rank)
                };
                let place = Rect {
                    x: area.x + MARGIN + column * width,
                    y: area.y + row * height,
                    width,
                    height,
                };
                if place.intersection(area) == place {
                    self.draw_cell(square, place, buffer);
                }
            }
        }
        self.draw_edges(area, buffer);
    }
}

impl MatrixView<'_> {
    fn draw_edges(&self, area: Rect, buffer: &mut Buffer) {
        let (width, height) = self.size.cell();
        for index in 0..8u16 {
            let name = if self.flipped { 7 - index } else { index } as u8;
            let chosen = |mine: u8, of: fn(Square) -> u8| self.selected.map(of) == Some(mine);
            let style = |chosen: bool| {
                if chosen { self.theme.heading() } else { self.theme.faint() }
            };
            let x = area.x + MARGIN + index * width + (width - 1) / 2;
            let y = area.y + 8 * height;
            if x < area.right() && y < area.bottom() {
                let file = char::from(b'a' + name);
                buffer[(x, y)].set_char(file).set_style(style(chosen(name, Square::file)));
            }
            let y = area.y + index * height + (height - 1) / 2;
            if area.x < area.right() && y < area.bottom() {
                let rank = 7 - name;
                let digit = char::from(b'1' + rank);
                buffer[(area.x, y)].set_char(digit).set_style(style(chosen(rank, Square::rank)));
            }
        }
    }

    /// The ground of a square: light or dark, warmed by heat, marks or selection.
    fn ground(&self, square: Square) -> Rgb {
        let dark = (square.file() + square.rank()).is_multiple_of(2);
        let mut ground = if dark { theme::DARK_SQUARE } else { theme::LIGHT_SQUARE };
        if let Some(heat) = self.heat {
            let [white, black] = heat.at(square).map(f32::from);
            if white + black > 0.0 {
                let (blue, orange) = (Group::WhiteInfluence.color(), Group::BlackInfluence.color());
                let color = blue.towards(orange, black / (white + black));
                ground = ground.towards(color, (0.2 + 0.12 * (white + black)).min(0.75));
            }
        }
        for mark in self.marks {
            if mark.fresh & square.bit() != 0 {
                ground = ground.towards(mark.color, 0.65);
            } else if mark.squares & square.bit() != 0 {
                ground = ground.towards(mark.color, 0.3);
            }
        }
        if self.source == Some(square) {
            theme::SOURCE
        } else if self.selected == Some(square) {
            ground.towards(theme::SELECTED, 0.75)
        } else {
            ground
        }
    }

    fn bit(&self, square: Square, number: u8) -> DrawnBit {
        let mask = 1 << number;
        let has = |cell: Cell| cell & mask != 0;
        DrawnBit {
            number,
            set: has(self.look.cell(square)),
            changed: self.changes && has(self.look.changed(square)),
            differs: has(self.look.differs(square)),
            pale: !has(self.layer.mask()),
            shown: has(self.shown),
        }
    }

    fn draw_cell(&self, square: Square, place: Rect, buffer: &mut Buffer) {
        let ground = self.ground(square);
        buffer.set_style(place, self.theme.bg(ground));
        match self.size {
            Size::Large => {
                self.heading(square, place, ground, buffer);
                self.letters(
                    square,
                    Rect { y: place.y + 1, x: place.x + 1, ..place },
                    2,
                    ground,
                    buffer,
                );
            }
            Size::Medium => self.letters(square, place, 1, ground, buffer),
            Size::Small | Size::Narrow => self.halves(square, place, ground, buffer),
            Size::Tiny => self.quarters(square, place, ground, buffer),
        }
    }

    fn heading(&self, square: Square, place: Rect, ground: Rgb, buffer: &mut Buffer) {
        let cell = self.look.cell(square);
        if let Some(piece) = cell::piece(cell) {
            let (figure, style) = self.man(piece.color, piece.kind, ground);
            buffer[(place.x + 1, place.y)].set_char(figure).set_style(style);
        }
        let mut style = self.theme.fg(theme::WHITE).add_modifier(Modifier::BOLD);
        if self.selected == Some(square) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        buffer.set_string(place.x + 3, place.y, square.to_string(), style);
        let value = format!("{:04x}_{:04x}", cell >> 16, cell & 0xffff);
        let faint = self.theme.fg(ground.towards(theme::WHITE, 0.5));
        buffer.set_string(place.x + 8, place.y, value, faint);
    }

    /// A piece's figure; where there are no colours, FEN's letter tells whose it is.
    fn man(&self, color: Color, kind: PieceType, ground: Rgb) -> (char, Style) {
        if self.theme == Theme::Plain {
            let letter = nucleus_core::types::Piece::new(color, kind).letter();
            return (letter, Style::new().add_modifier(Modifier::BOLD));
        }
        let figure = FIGURES[kind.index()];
        let group = if color == Color::White { Group::WhiteMen } else { Group::BlackMen };
        (figure, self.theme.fg(group.bright()).patch(self.theme.bg(ground)))
    }

    /// A character for each bit, `pitch` columns apart.
    fn letters(&self, square: Square, place: Rect, pitch: u16, ground: Rgb, buffer: &mut Buffer) {
        for (row, line) in LAYOUT.iter().enumerate() {
            for (column, &number) in line.iter().enumerate() {
                let bit = self.bit(square, number);
                let at = (place.x + pitch * column as u16, place.y + row as u16);
                let (glyph, style) = self.glyph(bit, square, ground);
                buffer[at].set_char(glyph).set_style(style);
            }
        }
    }

    fn glyph(&self, bit: DrawnBit, square: Square, ground: Rgb) -> (char, Style) {
        let plain = self.theme == Theme::Plain;
        let group = Group::of(bit.number);
        let color = group.bright();
        let color = if bit.pale { ground.towards(color, 0.3) } else { color };
        let ground_style = self.theme.bg(ground);
        if !bit.shown {
            return (' ', ground_style);
        }
        if bit.differs {
            return (if bit.set { letter(bit.number) } else { 'o' }, self.theme.alarm());
        }
        match (bit.set, bit.changed) {
            (true, true) => {
                let style = self.theme.fg(theme::BLACK).patch(self.theme.bg(color));
                let how = if plain { Modifier::REVERSED } else { Modifier::BOLD };
                let man = self.size == Size::Medium && !plain && is_man(group);
                let glyph = if man { figure(bit.number) } else { letter(bit.number) };
                (glyph, style.add_modifier(how))
            }
            (true, false) if self.size == Size::Medium && !plain && is_man(group) && !bit.pale => {
                // No heading shows the piece here: its bit does, as a figure.
                let style = self.theme.fg(theme::BLACK).patch(self.theme.bg(color));
                (figure(bit.number), style.add_modifier(Modifier::BOLD))
            }
            (true, false) => {
                let style = self.theme.fg(color).patch(ground_style).add_modifier(Modifier::BOLD);
                (letter(bit.number), style)
            }
            (false, true) => ('o', self.theme.fg(ground.towards(color, 0.7)).patch(ground_style)),
            (false, false) => {
                // Without colours the dots of every other square are left out, so that squares
                // can be told apart.
                let dark = (square.file() + square.rank()).is_multiple_of(2);
                let dot = if plain && dark { ' ' } else { '·' };
                (dot, self.theme.fg(ground.towards(theme::WHITE, 0.2)).patch(ground_style))
            }
        }
    }

    /// The colour of a bit where it is a block, none when there is nothing to draw.
    fn block(&self, bit: DrawnBit, ground: Rgb) -> Option<Rgb> {
        if self.theme == Theme::Plain && !bit.set {
            return None;
        }
        let color = Group::of(bit.number).bright();
        let color = if bit.pale { ground.towards(color, 0.3) } else { color };
        match bit {
            DrawnBit { shown: false, .. } => None,
            DrawnBit { differs: true, set: true, .. } => Some(theme::ALARM),
            DrawnBit { differs: true, .. } => Some(ground.towards(theme::ALARM, 0.5)),
            DrawnBit { set: true, changed: true, .. } => Some(color.towards(theme::WHITE, 0.6)),
            DrawnBit { set: true, .. } => Some(color.towards(ground, 0.15)),
            DrawnBit { changed: true, .. } => Some(ground.towards(color, 0.35)),
            DrawnBit { .. } => None,
        }
    }

    /// Two bits a character, one over or beside the other as the size has it.
    fn halves(&self, square: Square, place: Rect, ground: Rgb, buffer: &mut Buffer) {
        let stacked = self.size == Size::Small;
        let [first, second] = if stacked { ['▀', '▄'] } else { ['▌', '▐'] };
        for line in 0..place.height {
            for column in 0..place.width {
                let (row, at) = (usize::from(line), usize::from(column));
                let pair = if stacked {
                    [LAYOUT[2 * row][at], LAYOUT[2 * row + 1][at]]
                } else {
                    [LAYOUT[row][2 * at], LAYOUT[row][2 * at + 1]]
                };
                let bits = pair.map(|number| self.bit(square, number));
                let (glyph, front, back) = match bits.map(|bit| self.block(bit, ground)) {
                    [None, None] => (' ', ground, ground),
                    [Some(color), None] => (first, color, ground),
                    [None, Some(color)] => (second, color, ground),
                    [Some(a), Some(b)] if a == b || self.theme == Theme::Plain => ('█', a, ground),
                    [Some(a), Some(b)] => (first, a, b),
                };
                let style = self.theme.fg(front).patch(self.theme.bg(back));
                let cell = &mut buffer[(place.x + column, place.y + line)];
                cell.set_char(glyph).set_style(style);
                self.mark_plainly(&bits, cell);
            }
        }
    }

    /// Marks a character that several bits share, where there are no colours.
    fn mark_plainly(&self, bits: &[DrawnBit], cell: &mut ratatui_core::buffer::Cell) {
        if self.theme != Theme::Plain {
            return;
        }
        if bits.iter().any(|bit| bit.differs && bit.shown) {
            cell.set_char('!').set_style(self.theme.alarm());
        } else if bits.iter().any(|bit| bit.changed && bit.shown) {
            cell.set_style(Style::new().add_modifier(Modifier::UNDERLINED));
        }
    }

    fn quarters(&self, square: Square, place: Rect, ground: Rgb, buffer: &mut Buffer) {
        const GLYPHS: [char; 16] =
            [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];
        for line in 0..2usize {
            for column in 0..4usize {
                let mut glyph = 0;
                let mut front: Option<Rgb> = None;
                let bits: [DrawnBit; 4] = std::array::from_fn(|quarter| {
                    let number = LAYOUT[2 * line + quarter / 2][2 * column + quarter % 2];
                    self.bit(square, number)
                });
                for (quarter, &bit) in bits.iter().enumerate() {
                    let Some(color) = self.block(bit, ground) else { continue };
                    glyph |= 1 << quarter;
                    // Four bits share one colour: the mean of those that are set.
                    front = Some(front.map_or(color, |other| other.towards(color, 0.5)));
                }
                let at = (place.x + column as u16, place.y + line as u16);
                let alarm = bits.iter().any(|bit| bit.differs && bit.shown);
                let front = if alarm { theme::ALARM } else { front.unwrap_or(ground) };
                let style = self.theme.fg(front).patch(self.theme.bg(ground));
                buffer[at].set_char(GLYPHS[glyph]).set_style(style);
                self.mark_plainly(&bits, &mut buffer[at]);
            }
        }
    }
}
