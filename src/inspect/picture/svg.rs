//! A drawing as SVG.

use std::fmt::Write;

use super::scene::{Anchor, Item, Paint, Scene, Segment};
use crate::text::escape;

const FONT: &str = "Inter, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

/// The drawing as a document of its own.
pub fn write(scene: &Scene) -> String {
    let (width, height) = (number(scene.width), number(scene.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONT}\">\n<title>{}</title>\n",
        escape::xml(&scene.description)
    );
    for item in &scene.items {
        write_item(&mut out, item);
    }
    out += "</svg>\n";
    out
}

fn write_item(out: &mut String, item: &Item) {
    match item {
        Item::Rect { area: [x, y, w, h], radius, paint, bit } => {
            *out += &format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                number(*x),
                number(*y),
                number(*w),
                number(*h)
            );
            if *radius > 0.0 {
                *out += &format!(" rx=\"{}\"", number(*radius));
            }
            if let Some(bit) = bit {
                *out += &format!(" data-bit=\"{bit}\"");
            }
            *out += &colors(*paint);
            *out += "/>\n";
        }
        Item::Path(segments, paint) => {
            *out += "<path d=\"";
            segments.iter().for_each(|segment| *out += &path(*segment));
            *out += &format!(
                "\"{} stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
                colors(*paint)
            );
        }
        Item::Text(text) => {
            let anchor = match text.anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let weight = if text.bold { " font-weight=\"600\"" } else { "" };
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{weight}{anchor} fill=\"{}\">{}</text>",
                number(text.x),
                number(text.y),
                number(text.size),
                text.color.hex(),
                escape::xml(&text.text)
            );
        }
        Item::Open(attributes) => {
            *out += "<g";
            for (name, value) in attributes {
                *out += &format!(" {name}=\"{}\"", escape::xml(value));
            }
            *out += ">\n";
        }
        Item::Close => *out += "</g>\n",
    }
}

fn colors(paint: Paint) -> String {
    let mut out = match paint.fill {
        Some(color) => format!(" fill=\"{}\"", color.hex()),
        None => " fill=\"none\"".to_owned(),
    };
    if let Some((color, width)) = paint.stroke {
        out += &format!(" stroke=\"{}\" stroke-width=\"{}\"", color.hex(), number(width));
    }
    out
}

fn path(segment: Segment) -> String {
    let point = |x: f32, y: f32| format!("{} {}", number(x), number(y));
    match segment {
        Segment::Move(x, y) => format!("M{}", point(x, y)),
        Segment::Line(x, y) => format!("L{}", point(x, y)),
        Segment::Curve(a, b, c, d, e, f) => {
            format!("C{} {} {}", point(a, b), point(c, d), point(e, f))
        }
        Segment::Close => "Z".to_owned(),
    }
}

/// Two digits behind the point at most.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
