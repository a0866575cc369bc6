//! Styles of characters and their escape sequences in a terminal: true colour, 256 colours, or
//! none.

use nucleus_base::Rgb;

/// The colours that a terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// None, without escape sequences.
    #[default]
    Plain,
    /// 256 colours, as most terminals have.
    Indexed,
    /// All 16 million colours.
    Full,
}

impl Theme {
    /// Returns the theme for the environment: plain if `NO_COLOR` is not empty or `TERM` is `dumb`,
    /// full if `COLORTERM` announces true colour, otherwise indexed.
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
}

/// The style of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextStyle {
    /// Colour of the letter.
    pub front: Option<Rgb>,
    /// Colour of the background.
    pub ground: Option<Rgb>,
    bold: bool,
    dim: bool,
    underlined: bool,
    reversed: bool,
}

const WHITE: Rgb = Rgb(0xff, 0xff, 0xff);
const BLACK: Rgb = Rgb(0x10, 0x10, 0x14);
/// The background of a bit in which two kernels differ.
const ALARM: Rgb = Rgb(0xff, 0x2d, 0x3f);
/// Colour of headings.
const ACCENT: Rgb = Rgb(0xe6, 0xc3, 0x4a);

impl TextStyle {
    /// Returns the style of a heading.
    pub fn heading() -> Self {
        Self::letter(ACCENT).bold()
    }

    /// Returns the style of less important words.
    pub fn faint() -> Self {
        Self { dim: true, ..Self::default() }
    }

    /// Returns the style of an alarm.
    pub fn alarm() -> Self {
        Self::letter(WHITE).on(ALARM).bold()
    }

    /// Returns the style of the selected word.
    pub fn chosen() -> Self {
        Self { reversed: true, ..Self::default() }.bold()
    }

    /// Returns the style of a letter in a colour.
    pub fn letter(color: Rgb) -> Self {
        Self { front: Some(color), ..Self::default() }
    }

    /// Returns the style of a dark letter on a coloured block.
    pub fn block(color: Rgb) -> Self {
        Self::letter(BLACK).on(color).bold()
    }

    /// Returns this style on a background of a colour.
    pub fn on(self, color: Rgb) -> Self {
        Self { ground: Some(color), ..self }
    }

    /// Returns this style in bold.
    pub fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Returns this style, underlined if `underlined` is set.
    pub fn underlined(self, underlined: bool) -> Self {
        Self { underlined, ..self }
    }

    /// Returns the escape sequence that resets the style and sets this one.
    fn escape(self, theme: Theme) -> String {
        let mut codes = "0".to_owned();
        for (is_set, code) in
            [(self.bold, 1), (self.dim, 2), (self.underlined, 4), (self.reversed, 7)]
        {
            if is_set {
                codes += &format!(";{code}");
            }
        }
        for (color, base) in [(self.front, 38), (self.ground, 48)] {
            match (color, theme) {
                (None, _) | (_, Theme::Plain) => {}
                (Some(color), Theme::Indexed) => codes += &format!(";{base};5;{}", nearest(color)),
                (Some(Rgb(r, g, b)), Theme::Full) => codes += &format!(";{base};2;{r};{g};{b}"),
            }
        }
        format!("\x1b[{codes}m")
    }
}

/// A text in one style.
#[derive(Clone, Debug)]
pub struct Span {
    /// Characters to print.
    pub text: String,
    /// Style of all its characters.
    pub style: TextStyle,
}

impl Span {
    /// Creates a text in a style.
    pub fn new(text: impl Into<String>, style: TextStyle) -> Self {
        Self { text: text.into(), style }
    }

    /// Creates a text without style.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new(text, TextStyle::default())
    }
}

/// A line of text, as spans.
pub type Spans = Vec<Span>;

/// Writes a line. Without colours, trailing spaces are removed.
pub fn write(line: &[Span], theme: Theme, out: &mut String) {
    let mut current = String::new();
    for Span { text, style } in line.iter().filter(|span| !span.text.is_empty()) {
        let escape = style.escape(theme);
        if theme != Theme::Plain && escape != current {
            *out += &escape;
            current = escape;
        }
        *out += text;
    }
    if theme == Theme::Plain {
        out.truncate(out.trim_end_matches(' ').len());
    } else if !current.is_empty() {
        *out += "\x1b[0m";
    }
    out.push('\n');
}

/// Returns the nearest of the 256 colours, from the cube of 6 × 6 × 6 or the 24 greys.
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
