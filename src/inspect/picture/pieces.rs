//! The outlines of the pieces, drawn for this project in a square of 45 units.

use nucleus_core::types::{Color, Piece, PieceType};
use nucleus_report::draw::{Paint, Rgb, Scene};

/// Side of the square in which the outlines are drawn.
const UNITS: f64 = 45.0;
const FOOT: &str =
    "M9.5 39 L35.5 39 L35.5 36.5 C35.5 34.5 34 33 32 33 L13 33 C11 33 9.5 34.5 9.5 36.5 Z";
const LIGHT: Rgb = Rgb(0xff, 0xff, 0xff);
const DARK: Rgb = Rgb(0x26, 0x26, 0x2b);

/// Returns the SVG paths of a piece: its outline, and its inner lines.
const fn shape(kind: PieceType) -> (&'static str, &'static str) {
    match kind {
        PieceType::Pawn => (
            "M14.5 33 C14.5 27.5 19.4 25.5 20 20.5 L25 20.5 C25.6 25.5 30.5 27.5 30.5 33 Z \
             M16.5 20.5 C16.5 18.2 28.5 18.2 28.5 20.5 C28.5 22.4 16.5 22.4 16.5 20.5 Z \
             M16.7 13.2 C16.7 10 19.3 7.4 22.5 7.4 C25.7 7.4 28.3 10 28.3 13.2 \
             C28.3 16.4 25.7 19 22.5 19 C19.3 19 16.7 16.4 16.7 13.2 Z",
            "",
        ),
        PieceType::Knight => (
            "M12.5 33 C12.5 25.5 18.5 23.5 20.5 18 C17.5 19 15.8 21.6 13.6 23.6 \
             C12 25 9.3 23.8 9.1 21.4 C9 19.4 12.4 15.4 13.4 13 C14 11.4 13.3 9 14.5 7 \
             C16.2 7.4 17.4 8.8 18.2 10 C18.8 8.8 19.4 7.2 20.8 5.8 C22 6.6 22.6 8.2 22.8 9.6 \
             C30 11 33.6 19 32.8 33 Z",
            "M16.2 13.4 L17.8 14.4 M11.4 20.8 L12 21 M25.2 13.4 C28.4 17 29.4 22 29.2 29",
        ),
        PieceType::Bishop => (
            "M14 33 C16.6 30.5 18 28.6 18.2 25.6 L26.8 25.6 C27 28.6 28.4 30.5 31 33 Z \
             M22.5 8.6 C29.2 13.6 31 18.6 28.2 24 C26 26.2 19 26.2 16.8 24 \
             C14 18.6 15.8 13.6 22.5 8.6 Z \
             M20.3 6.8 C20.3 5.58 21.28 4.6 22.5 4.6 C23.72 4.6 24.7 5.58 24.7 6.8 \
             C24.7 8.02 23.72 9 22.5 9 C21.28 9 20.3 8.02 20.3 6.8 Z",
            "M22.5 14 L22.5 21 M19 17.2 L26 17.2",
        ),
        PieceType::Rook => (
            "M14 33 L15.4 18.5 L29.6 18.5 L31 33 Z \
             M12 18.5 L12 8.5 L16.8 8.5 L16.8 11.8 L20.2 11.8 L20.2 8.5 L24.8 8.5 L24.8 11.8 \
             L28.2 11.8 L28.2 8.5 L33 8.5 L33 18.5 Z",
            "M15.2 21.5 L29.8 21.5",
        ),
        PieceType::Queen => (
            "M8.6 13.6 L14.2 29 L30.8 29 L36.4 13.6 L29.4 21.6 L27.9 10.4 L22.5 20.6 L17.1 10.4 \
             L15.6 21.6 Z M14.2 29 L13 33 L32 33 L30.8 29 Z \
             M6.1 12 C6.1 10.73 7.13 9.7 8.4 9.7 C9.67 9.7 10.7 10.73 10.7 12 \
             C10.7 13.27 9.67 14.3 8.4 14.3 C7.13 14.3 6.1 13.27 6.1 12 Z \
             M14.7 8.6 C14.7 7.33 15.73 6.3 17 6.3 C18.27 6.3 19.3 7.33 19.3 8.6 \
             C19.3 9.87 18.27 10.9 17 10.9 C15.73 10.9 14.7 9.87 14.7 8.6 Z \
             M25.7 8.6 C25.7 7.33 26.73 6.3 28 6.3 C29.27 6.3 30.3 7.33 30.3 8.6 \
             C30.3 9.87 29.27 10.9 28 10.9 C26.73 10.9 25.7 9.87 25.7 8.6 Z \
             M34.3 12 C34.3 10.73 35.33 9.7 36.6 9.7 C37.87 9.7 38.9 10.73 38.9 12 \
             C38.9 13.27 37.87 14.3 36.6 14.3 C35.33 14.3 34.3 13.27 34.3 12 Z",
            "",
        ),
        PieceType::King => (
            "M22.5 12 C19.4 12 18.4 15 20 18.2 L22.5 22.4 L25 18.2 C26.6 15 25.6 12 22.5 12 Z \
             M13 33 C7.4 26 8.4 17 14.8 16.6 C19 16.3 21.6 19.4 22.5 22.4 \
             C23.4 19.4 26 16.3 30.2 16.6 C36.6 17 37.6 26 32 33 Z \
             M21.1 4 L23.9 4 L23.9 6.6 L26.6 6.6 L26.6 9.2 L23.9 9.2 L23.9 12.4 L21.1 12.4 \
             L21.1 9.2 L18.4 9.2 L18.4 6.6 L21.1 6.6 Z",
            "M13.6 29.6 C19 27.4 26 27.4 31.4 29.6",
        ),
    }
}

/// Returns a picture of a piece, without a background.
pub fn alone(piece: Piece) -> Scene {
    let mut scene = Scene::new(UNITS, UNITS, Paint::default(), piece.letter().to_string());
    draw(&mut scene, Some(piece), [0.0, 0.0], UNITS);
    scene
}

/// Draws a piece, if any, into a square with this side and top left corner.
pub fn draw(scene: &mut Scene, piece: Option<Piece>, at: [f64; 2], side: f64) {
    let Some(piece) = piece else { return };
    let (inside, outline) = match piece.color {
        Color::White => (LIGHT, DARK),
        Color::Black => (DARK, LIGHT),
    };
    let scale = side / UNITS;
    let paint = Paint::fill(inside).with_stroke(DARK, 1.5);
    let (outlines, lines) = shape(piece.kind);
    scene.path(FOOT, at, scale, paint);
    scene.path(outlines, at, scale, paint);
    if !lines.is_empty() {
        scene.path(lines, at, scale, Paint::stroke(outline, 1.5));
    }
}
