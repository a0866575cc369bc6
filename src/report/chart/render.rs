//! A scene as SVG or PNG. Both are drawn at twice the scene's size, since the drawing library
//! knows whole pixels only; the SVG is then shown at the size that was meant.

use std::path::Path;

use plotters::backend::DrawingBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Rectangle};
use plotters::prelude::{BitMapBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoTextStyle, ShapeStyle};

use super::scene::{Anchor, POINT, Scene, Shape, WIDTH, colour, font};
use crate::text::escape;

const SCALE: f64 = 2.0;

/// What "vertically centred" lacks to the middle of the capitals, in shares of the font's size:
/// the library centres the line's box in one case and lowers by half an x-height in the other.
const NUDGE_PNG: f64 = 0.22;
const NUDGE_SVG: f64 = 0.07;

/// The scene as SVG with its font embedded and its title for screen readers.
pub fn svg(scene: &Scene, title: &str) -> Result<String, String> {
    let mut text = String::new();
    let (w, h) = size(scene);
    {
        let area = SVGBackend::with_string(&mut text, (w, h)).into_drawing_area();
        draw(&area, scene, NUDGE_SVG)?;
        area.present().map_err(|e| e.to_string())?;
    }
    let drawn = format!("width=\"{w}\" height=\"{h}\"");
    let meant = format!("width=\"{WIDTH}\" height=\"{}\" role=\"img\"", f64::from(h) / SCALE);
    let begin = text.find('>').ok_or("the SVG has no first tag")? + 1;
    let head = text[..begin].replacen(&drawn, &meant, 1);
    Ok(format!("{head}\n<title>{}</title>\n{}{}", escape::xml(title), fonts(), &text[begin..]))
}

/// Writes the scene as PNG.
pub fn png(scene: &Scene, path: &Path) -> Result<(), String> {
    let area = BitMapBackend::new(path, size(scene)).into_drawing_area();
    draw(&area, scene, NUDGE_PNG)?;
    area.present().map_err(|e| e.to_string())
}

fn size(scene: &Scene) -> (u32, u32) {
    ((WIDTH * SCALE) as u32, (scene.height.ceil() * SCALE) as u32)
}

/// Draws the scene; `nudge` lowers every text by this share of its size.
fn draw<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scene: &Scene,
    nudge: f64,
) -> Result<(), String> {
    let fail = |e: plotters::drawing::DrawingAreaErrorKind<DB::ErrorType>| e.to_string();
    let px = |v: f64| (v * SCALE).round() as i32;
    let point = |(x, y): (f64, f64)| (px(x), px(y));
    area.fill(&colour::PAPER).map_err(fail)?;
    let (w, h) = size(scene);
    let edge = [(0, 0), (w as i32 - 1, h as i32 - 1)];
    area.draw(&Rectangle::new(edge, colour::EDGE.stroke_width(1))).map_err(fail)?;
    for shape in &scene.shapes {
        match shape {
            Shape::Rect { x, y, w, h, fill } => {
                area.draw(&Rectangle::new([point((*x, *y)), point((x + w, y + h))], fill.filled()))
            }
            Shape::Line { from, to, width, colour } => {
                let style = ShapeStyle::from(colour).stroke_width(px(*width).max(1) as u32);
                area.draw(&PathElement::new(vec![point(*from), point(*to)], style))
            }
            Shape::Disc { at, radius, colour, hollow } => {
                let style = if *hollow { colour.stroke_width(3) } else { colour.filled() };
                if *hollow {
                    // The line behind must not show through the ring.
                    area.draw(&Circle::new(point(*at), px(*radius), colour::PAPER.filled()))
                        .map_err(fail)?;
                }
                area.draw(&Circle::new(point(*at), px(*radius), style))
            }
            Shape::Text { at, text, size, bold, colour, anchor } => {
                let across = match anchor {
                    Anchor::Start => HPos::Left,
                    Anchor::Middle => HPos::Center,
                    Anchor::End => HPos::Right,
                };
                let style = font(size * SCALE * POINT, *bold)
                    .into_text_style(area)
                    .color(colour)
                    .pos(Pos::new(across, VPos::Center));
                area.draw_text(text, &style, point((at.0, at.1 + size * nudge)))
            }
        }
        .map_err(fail)?;
    }
    Ok(())
}

/// The font as a style sheet, so that an SVG needs none installed.
fn fonts() -> String {
    let face = |weight: &str, bytes: &[u8]| {
        format!(
            "@font-face{{font-family:Inter;font-weight:{weight};\
             src:url(data:font/woff2;base64,{}) format(\"woff2\")}}\n",
            base64(bytes)
        )
    };
    let regular = face("normal", include_bytes!("../font/Inter-Regular-subset.woff2"));
    let bold = face("bold", include_bytes!("../font/Inter-SemiBold-subset.woff2"));
    format!("<style>\n{regular}{bold}</style>\n")
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().enumerate().fold(0, |w, (i, b)| w | u32::from(*b) << (16 - 8 * i));
        for i in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * i) & 63) as usize];
            out.push(if i <= chunk.len() { digit as char } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn base64_pads_as_the_standard_says() {
        let encoded =
            ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|s| super::base64(s.as_bytes()));
        assert_eq!(encoded, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }
}
