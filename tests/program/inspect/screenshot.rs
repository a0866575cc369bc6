//! The picture of the page in docs/inspector.md.
//!
//! `NUCLEUS_RENEW=1 cargo test --test program inspect::screenshot` draws it again.

use std::fs;
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::json;

use super::MATE_IN_7;
use super::page::Page;

/// Limit of the size, since every clone of the repository loads the file.
const MOST_BYTES: usize = 200_000;

/// A script: the share of nearly equal pixels of two pictures. Fonts and their edges differ between systems.
const ALIKE: &str = "(async pictures => {
    const [a, b] = await Promise.all(pictures.map(async picture => {
        const image = new Image();
        image.src = `data:image/png;base64,${picture}`;
        await image.decode();
        const canvas = new OffscreenCanvas(1400, 1000).getContext('2d');
        canvas.drawImage(image, 0, 0);
        return canvas.getImageData(0, 0, 1400, 1000).data;
    }));
    let alike = 0;
    for (let at = 0; at < a.length; at += 4)
        alike += [0, 1, 2].every(channel => Math.abs(a[at + channel] - b[at + channel]) < 48);
    return alike / (a.length / 4);
})";

#[test]
fn the_picture_of_the_docs_is_small_and_of_this_page() {
    let Some(mut page) = Page::open(&[MATE_IN_7, "--level", "portable"]) else { return };
    page.resize(1400, 1000);
    page.prefer(&[("prefers-color-scheme", "light"), ("prefers-reduced-motion", "reduce")]);
    page.wait("[...document.images].every(image => image.complete)");
    // The queen reaches f6 along the diagonal: the bit that shows it, and its origin.
    page.click("plain");
    page.hover("#second [data-square=f6] [data-bit='22']");
    page.wait("document.querySelectorAll('#first .of').length > 0");
    page.evaluate("scrollTo(0, 0)");
    let shot = page.screenshot();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/inspector/web.png");
    if std::env::var_os("NUCLEUS_RENEW").is_some() {
        fs::write(&path, &shot).expect("the picture can be written");
    }
    let found = fs::read(&path).expect("NUCLEUS_RENEW=1 draws it");
    assert!(found.len() <= MOST_BYTES, "{} bytes", found.len());
    let pictures = json!([found, shot].map(|picture| BASE64_STANDARD.encode(picture)));
    let share = page.evaluate(&format!("{ALIKE}({pictures})"));
    assert!(share.as_f64().is_some_and(|share| share > 0.7), "{share}: draw it by NUCLEUS_RENEW=1");
}
