//! The picture of the page in docs/inspector.md.
//!
//! `NUCLEUS_RENEW=1 cargo test --test program inspect_web::picture` draws it anew.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Cursor, Seek};
use std::path::Path;

use nucleus_raster::encode;

use super::Served;
use super::driver::{Browser, chromium};

const MATE: &str = "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1";
const SIZE: [u32; 2] = [1400, 1000];
/// Limit of the size, since every clone of the repository loads the file.
const MOST_BYTES: usize = 200_000;

/// The size of a PNG and its pixels without their transparency.
fn decode(file: impl BufRead + Seek) -> ([u32; 2], Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut bytes).expect("pixels");
    let each = frame.color_type.samples();
    assert!(each >= 3, "a picture in colours");
    let pixels = bytes.chunks_exact(each).map(|pixel| [pixel[0], pixel[1], pixel[2]]);
    ([frame.width, frame.height], pixels.collect())
}

#[test]
fn the_picture_of_the_docs_is_small_and_of_this_page() {
    let Some(program) = chromium() else { return };
    let served = Served::start(&[MATE, "--level", "portable"]);
    let mut browser = Browser::start(&program);
    let [width, height] = SIZE;
    browser.resize(width, height);
    browser.prefer(&[("prefers-color-scheme", "light"), ("prefers-reduced-motion", "reduce")]);
    browser.visit(&served.address);
    browser.wait("document.querySelectorAll('#first .square').length === 64");
    browser.wait("[...document.images].every(image => image.complete)");
    // The queen reaches f6 along the diagonal: the bit that says so, and where it comes from.
    browser.hover("#first [data-square=f6] [data-bit='22']");
    browser.wait("document.querySelectorAll('#first .of').length > 0");
    browser.evaluate("scrollTo(0, 0)");
    let (size, pixels) = decode(Cursor::new(browser.screenshot()));
    assert_eq!(size, SIZE);
    let small = encode(size, &pixels).expect("a PNG");
    assert!(small.len() <= MOST_BYTES, "{} bytes", small.len());

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/inspector/web.png");
    if std::env::var_os("NUCLEUS_RENEW").is_some() {
        fs::write(&path, small).expect("the picture can be written");
    }
    let file = File::open(&path).expect("NUCLEUS_RENEW=1 draws it");
    assert!(file.metadata().expect("a size").len() <= MOST_BYTES as u64);
    let (size, shown) = decode(BufReader::new(file));
    assert_eq!(size, SIZE);
    // Fonts and their edges differ from system to system, the page does not.
    let same = |(a, b): &(&[u8; 3], &[u8; 3])| a.iter().zip(*b).all(|(a, b)| a.abs_diff(*b) < 48);
    let alike = shown.iter().zip(&pixels).filter(same).count();
    let share = alike as f64 / pixels.len() as f64;
    println!("pixels of docs/inspector/web.png as the page is now: {:.1} %", share * 100.0);
    assert!(share > 0.7, "{share}: NUCLEUS_RENEW=1 draws it anew");
}
