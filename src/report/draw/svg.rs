//! Writes a drawing as SVG.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::font::{FAMILY, SEMIBOLD, WOFF2};
use super::scene::{Anchor, Item, Paint, Scene};
use nucleus_base::Rgb;
use nucleus_base::text::escape;

/// The usual font size, which texts of this size do not repeat.
const SIZE: f64 = 13.0;

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
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FAMILY}\" font-size=\"{SIZE}\" \
         stroke-linejoin=\"round\">\n\
         <title>{title}</title>\n{style}"
    );
    let inset = scene.ground.stroke.map_or(0.0, |(_, width)| width / 2.0);
    let (w, h) = (scene.width - 2.0 * inset, scene.height - 2.0 * inset);
    let area = [inset, inset, w, h];
    out += &item(&Item::Rect { area, radius: 0.0, paint: scene.ground, bit: None });
    for run in scene.items.chunk_by(are_alike) {
        out += &match run {
            [one] => item(one),
            several => path(several),
        };
    }
    out += "</svg>\n";
    out
}

/// Returns true if one path can draw both: discs of the same size and colour, or lines of the same width
/// and colour. A chart has hundreds of them.
fn are_alike(one: &Item, next: &Item) -> bool {
    match (one, next) {
        (
            Item::Circle { radius: r1, paint: p1, .. },
            Item::Circle { radius: r2, paint: p2, .. },
        ) => r1 == r2 && p1 == p2 && p1.stroke.is_none(),
        (Item::Line { width: w1, color: c1, .. }, Item::Line { width: w2, color: c2, .. }) => {
            w1 == w2 && c1 == c2
        }
        _ => false,
    }
}

/// Returns the path of discs, as dots of a round pen, or of lines. Equal parts are drawn once.
fn path(alike: &[Item]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut pen = String::new();
    for one in alike {
        let part = match one {
            Item::Circle { at, radius, paint } => {
                let color = paint.fill.map_or_else(|| "none".to_owned(), |fill| fill.hex());
                let width = attribute("stroke-width", &number(2.0 * radius));
                pen = format!("{}{width} stroke-linecap=\"round\"", attribute("stroke", &color));
                let [x, y] = at.map(number);
                format!("M{x} {y}h0")
            }
            Item::Line { from, to, width, color } => {
                let color = attribute("stroke", &color.hex());
                pen = color + &attribute("stroke-width", &number(*width));
                let ([x1, y1], [x2, y2]) = (from.map(number), to.map(number));
                match (x1 == x2, y1 == y2) {
                    (true, _) => format!("M{x1} {y1}V{y2}"),
                    (_, true) => format!("M{x1} {y1}H{x2}"),
                    _ => format!("M{x1} {y1}L{x2} {y2}"),
                }
            }
            _ => continue,
        };
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    format!("<path d=\"{}\"{pen} fill=\"none\"/>\n", parts.concat())
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
            format!("<polyline points=\"{points}\"{} stroke-linecap=\"round\"/>\n", colors(*paint))
        }
        Item::Path { commands, at, scale, paint } => {
            let [x, y] = at.map(number);
            let scale = if *scale == 1.0 { String::new() } else { format!(" scale({scale:.4})") };
            format!(
                "<path transform=\"translate({x} {y}){scale}\" d=\"{commands}\"{} \
                 stroke-linecap=\"round\"/>\n",
                colors(*paint)
            )
        }
        Item::Text(text) => {
            let [x, y] = text.at.map(number);
            let is_usual = text.size == SIZE;
            let size =
                if is_usual { "".into() } else { attribute("font-size", &number(text.size)) };
            let anchor = match text.anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let weight =
                if text.bold { attribute("font-weight", &SEMIBOLD.to_string()) } else { "".into() };
            let rim = text.rim.map_or(String::new(), |color| {
                let color = attribute("stroke", &color.hex());
                format!("{color} stroke-width=\"4\" paint-order=\"stroke\"")
            });
            let (color, words) = (text.color.hex(), escape::xml(&text.text));
            format!(
                "<text x=\"{x}\" y=\"{y}\"{size}{weight}{anchor}{rim} \
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
