//! Colours of the terminal: true colour, its 256, or none.

use ratatui_core::style::{Color, Modifier, Style};

use nucleus_draw::Rgb;

/// Number of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// None: bold, underlined and reversed must do.
    #[default]
    Plain,
    /// The 256 of most terminals.
    Indexed,
    /// All 16 million.
    Full,
}

/// The ground of a light square; the inspector's own, whatever the terminal's is.
pub const LIGHT_SQUARE: Rgb = Rgb(0x33, 0x37, 0x40);
/// The ground of a dark square.
pub const DARK_SQUARE: Rgb = Rgb(0x22, 0x25, 0x2c);
/// The ground of the selected square.
pub const SELECTED: Rgb = Rgb(0x5a, 0x51, 0x1c);
/// The ground of the square that a move is to start from.
pub const SOURCE: Rgb = Rgb(0x1c, 0x55, 0x3a);
/// Colour of a bit in which two kernels differ.
pub const ALARM: Rgb = Rgb(0xff, 0x2d, 0x3f);
/// White.
pub const WHITE: Rgb = Rgb(0xff, 0xff, 0xff);
/// Black.
pub const BLACK: Rgb = Rgb(0x10, 0x10, 0x14);
/// The headings' colour.
pub const ACCENT: Rgb = Rgb(0xe6, 0xc3, 0x4a);

impl Theme {
    /// Returns the theme of the environment: none when `NO_COLOR` is set and not empty, all when
    /// `COLORTERM` promises them.
    pub fn of_environment() -> Self {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let depth = std::env::var("COLORTERM").unwrap_or_default();
        if set("NO_COLOR") || std::env::var("TERM").is_ok_and(|term| term == "dumb") {
            Self::Plain
        } else if depth == "truecolor" || depth == "24bit" {
            Self::Full
        } else {
            Self::Indexed
        }
    }

    /// A colour as this terminal has it.
    pub fn color(self, color: Rgb) -> Option<Color> {
        let Rgb(r, g, b) = color;
        match self {
            Self::Plain => None,
            Self::Indexed => Some(Color::Indexed(nearest(color))),
            Self::Full => Some(Color::Rgb(r, g, b)),
        }
    }

    /// Letters of a colour.
    pub fn fg(self, color: Rgb) -> Style {
        self.color(color).map_or_else(Style::new, |color| Style::new().fg(color))
    }

    /// A ground of a colour.
    pub fn bg(self, color: Rgb) -> Style {
        self.color(color).map_or_else(Style::new, |color| Style::new().bg(color))
    }

    /// A heading.
    pub fn heading(self) -> Style {
        self.fg(ACCENT).add_modifier(Modifier::BOLD)
    }

    /// Words of less importance.
    pub fn faint(self) -> Style {
        match self {
            Self::Plain => Style::new(),
            _ => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// Something that must be seen.
    pub fn alarm(self) -> Style {
        match self {
            Self::Plain => Style::new().add_modifier(Modifier::REVERSED),
            _ => self.fg(WHITE).patch(self.bg(ALARM)).add_modifier(Modifier::BOLD),
        }
    }
}

/// The nearest of the 256 colours: the cube of 6 × 6 × 6 or the ramp of 24 greys.
fn nearest(Rgb(r, g, b): Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |value: u8| {
        (0..6u8).min_by_key(|&i| STEPS[usize::from(i)].abs_diff(value)).unwrap_or_default()
    };
    let distance = |a: [u8; 3]| -> u32 {
        [r, g, b].into_iter().zip(a).map(|(x, y)| u32::from(x.abs_diff(y)).pow(2)).sum()
    };
    let cube = [step(r), step(g), step(b)];
    let of_cube = distance(cube.map(|i| STEPS[usize::from(i)]));
    let mean = (u32::from(r) + u32::from(g) + u32::from(b)) / 3;
    let grey = (mean.saturating_sub(8) / 10).min(23) as u8;
    if distance([8 + 10 * grey; 3]) < of_cube {
        232 + grey
    } else {
        16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_the_256_are_their_own_nearest() {
        assert_eq!(nearest(Rgb(0, 0, 0)), 16);
        assert_eq!(nearest(Rgb(255, 255, 255)), 231);
        assert_eq!(nearest(Rgb(95, 135, 175)), 67);
        assert_eq!(nearest(Rgb(38, 38, 38)), 235);
        assert_eq!(nearest(Rgb(255, 0, 0)), 196);
    }
}
