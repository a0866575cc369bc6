use std::path::Path;

use nucleus_draw::{PNG_SCALE, Scene, svg};

use crate::cli::{CommandFailure, write};

/// Writes a page with its chart: `.md`, `.svg`, `.png`.
pub fn write_page(
    stem: &Path,
    title: &str,
    text: &str,
    scene: &Scene,
) -> Result<(), CommandFailure> {
    let name = stem.file_name().unwrap_or_default().to_string_lossy();
    let page = format!("# {title}\n\n![{title}]({name}.svg)\n\n{text}");
    write(&stem.with_extension("md"), &page)?;
    write(&stem.with_extension("svg"), &svg::write(scene))?;
    let pixels =
        nucleus_raster::write(scene, PNG_SCALE).map_err(|fault| format!("the chart: {fault}"))?;
    write(&stem.with_extension("png"), &pixels)
}
