//! Writes a drawing as SVG.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::font::{FAMILY, SEMIBOLD, WOFF2};
use super::scene::{Anchor, Item, Paint, Scene};
use nucleus_base::Rgb;
use nucleus_base::text::escape;

/// Returns the drawing as a standalone document with embedded fonts, and a media query with the
/// dark colours, if any.
pub fn write(scene: &Scene) -> String {
    let faces = [400, SEMIBOLD].into_iter().zip(WOFF2);
    let faces: String = faces.map(|(weight, bytes)| face(weight, bytes)).collect();
    let dark = match scene.dark {
        [] => String::new(),
        pairs => format!("@media (prefers-color-scheme:dark){{\n{}}}\n", rules("", pairs)),
    };
    document(scene, &format!("<style>\n{faces}{dark}</style>\n"))
}

/// Returns the drawing for a page that provides fonts and colours: no style and no namespace.
pub fn inline(scene: &Scene) -> String {
    document(scene, "").replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1).replacen(
        "role=\"img\"",
        "role=\"group\"",
        1,
    )
}

/// Returns style sheet rules that replace each colour by its dark one, within the selector `scope`.
pub fn rules(scope: &str, pairs: &[(Rgb, Rgb)]) -> String {
    let rule = |(light, dark): &(Rgb, Rgb)| {
        let (light, dark) = (light.hex(), dark.hex());
        format!(
            "{scope}[fill=\"{light}\"]{{fill:{dark}}}\n{scope}[stroke=\"{light}\"]{{stroke:{dark}}}\n"
        )
    };
    pairs.iter().map(rule).collect()
}

/// Returns the drawing without fonts: for drawings without text, and pages that provide the fonts.
pub fn wordless(scene: &Scene) -> String {
    document(scene, "")
}

fn face(weight: u16, bytes: &[u8]) -> String {
    let data = STANDARD.encode(bytes);
    format!(
        "@font-face{{font-family:Inter;font-weight:{weight};\
         src:url(data:font/woff2;base64,{data}) format(\"woff2\")}}\n"
    )
}

/// Returns the drawing with this style.
fn document(scene: &Scene, style: &str) -> String {
    let (width, height) = (number(scene.width), number(scene.height));
    let title = escape::xml(&scene.description);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FAMILY}\">\n\
         <title>{title}</title>\n{style}"
    );
    let inset = scene.ground.stroke.map_or(0.0, |(_, width)| width / 2.0);
    let (w, h) = (scene.width - 2.0 * inset, scene.height - 2.0 * inset);
    let area = [inset, inset, w, h];
    out += &item(&Item::Rect { area, radius: 0.0, paint: scene.ground, bit: None });
    scene.items.iter().for_each(|shape| out += &item(shape));
    out += "</svg>\n";
    out
}

fn item(item: &Item) -> String {
    match item {
        Item::Rect { area, radius, paint, bit } => {
            let [x, y, w, h] = area.map(number);
            let round = if *radius > 0.0 { attribute("rx", &number(*radius)) } else { "".into() };
            let bit = bit.map_or(String::new(), |bit| attribute("data-bit", &bit.to_string()));
            let colors = colors(*paint);
            format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"{round}{bit}{colors}/>\n"
            )
        }
        Item::Circle { at, radius, paint } => {
            let ([x, y], radius) = (at.map(number), number(*radius));
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}/>\n", colors(*paint))
        }
        Item::Line { from, to, width, color } => {
            let ([x1, y1], [x2, y2]) = (from.map(number), to.map(number));
            let colors = colors(Paint::stroke(*color, *width));
            format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"{colors}/>\n")
        }
        Item::Polyline { points, paint } => {
            let point = |at: &[f64; 2]| at.map(number).join(",");
            let points = points.iter().map(point).collect::<Vec<_>>().join(" ");
            format!(
                "<polyline points=\"{points}\"{} stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
                colors(*paint)
            )
        }
        Item::Path { commands, at, scale, paint } => {
            let [x, y] = at.map(number);
            let scale = if *scale == 1.0 { String::new() } else { format!(" scale({scale:.4})") };
            format!(
                "<path transform=\"translate({x} {y}){scale}\" d=\"{commands}\"{} \
                 stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
                colors(*paint)
            )
        }
        Item::Text(text) => {
            let ([x, y], size) = (text.at.map(number), number(text.size));
            let anchor = match text.anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let weight =
                if text.bold { attribute("font-weight", &SEMIBOLD.to_string()) } else { "".into() };
            let rim = text.rim.map_or(String::new(), |color| {
                let color = attribute("stroke", &color.hex());
                format!(
                    "{color} stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\""
                )
            });
            let (color, words) = (text.color.hex(), escape::xml(&text.text));
            format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight}{anchor}{rim} \
                 fill=\"{color}\">{words}</text>\n"
            )
        }
        Item::Open(attributes) => {
            let attributes = attributes.iter().map(|(name, value)| attribute(name, value));
            format!("<g{}>\n", attributes.collect::<String>())
        }
        Item::Hint(words) => format!("<title>{}</title>\n", escape::xml(words)),
        Item::Close => "</g>\n".to_owned(),
    }
}

fn attribute(name: &str, value: &str) -> String {
    format!(" {name}=\"{}\"", escape::xml(value))
}

fn colors(paint: Paint) -> String {
    let fill = attribute("fill", &paint.fill.map_or("none".to_owned(), |color| color.hex()));
    let stroke = paint.stroke.map_or(String::new(), |(color, width)| {
        attribute("stroke", &color.hex()) + &attribute("stroke-width", &number(width))
    });
    fill + &stroke
}

/// Formats a number with at most two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
