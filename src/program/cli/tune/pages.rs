use std::path::Path;

use nucleus_draw::{Scene, png, svg};
use nucleus_records::output::replace;

/// Writes a page with its chart: `.md`, `.svg`, `.png`.
pub fn write_page(stem: &Path, title: &str, text: &str, scene: &Scene) -> Result<(), String> {
    let write = |ending: &str, bytes: &[u8]| {
        let path = stem.with_extension(ending);
        replace(&path, bytes).map_err(|fault| format!("cannot write {}: {fault}", path.display()))
    };
    let name = stem.file_name().unwrap_or_default().to_string_lossy();
    let page = format!("# {title}\n\n![{title}]({name}.svg)\n\n{text}");
    write("md", page.as_bytes())?;
    write("svg", svg::write(scene).as_bytes())?;
    let pixels = png::write(scene, png::SCALE).map_err(|fault| format!("the chart: {fault}"))?;
    write("png", &pixels)
}
