//! The whole board.

use super::Picture;
use super::parts::{self, FAINT, INK, Inscription, PAPER};
use nucleus_core::matrix::cell;
use nucleus_core::types::Square;
use nucleus_draw::{Anchor, Paint, Scene};

const CELL: f64 = 116.0;
const MARGIN: f64 = 34.0;
const TOP: f64 = 74.0;
const LEGEND: f64 = 318.0;

/// Draws all 64 cells with a legend beside them.
pub fn board(picture: &Picture<'_>) -> Scene {
    let side = 8.0 * CELL;
    let width = MARGIN + side + 36.0 + LEGEND + MARGIN;
    let height = TOP + side + 44.0;
    let description = format!("{}. {}", picture.title, picture.subtitle);
    let mut scene = Scene::new(width, height, Paint::fill(PAPER), description);
    scene.bold([MARGIN, 36.0], 22.0, Anchor::Start, INK, &picture.title);
    scene.text([MARGIN, 58.0], 13.0, Anchor::Start, FAINT, &picture.subtitle);
    for square in Square::all() {
        draw_cell(&mut scene, picture, square);
    }
    scene.rect([MARGIN, TOP, side, side], 0.0, Paint::stroke(INK, 1.5));
    for index in 0..8u8 {
        let middle = f64::from(index) * CELL + CELL / 2.0;
        let name = if picture.flipped { 7 - index } else { index };
        let file = char::from(b'a' + name).to_string();
        let rank = (8 - name).to_string();
        scene.text([MARGIN + middle, TOP + side + 22.0], 14.0, Anchor::Middle, INK, &file);
        scene.text([MARGIN - 14.0, TOP + middle + 5.0], 14.0, Anchor::Middle, INK, &rank);
    }
    parts::legend(&mut scene, picture, [MARGIN + side + 36.0, TOP], LEGEND);
    scene
}

fn draw_cell(scene: &mut Scene, picture: &Picture<'_>, square: Square) {
    let (file, rank) = (f64::from(square.file()), f64::from(square.rank()));
    let (column, row) = if picture.flipped { (7.0 - file, rank) } else { (file, 7.0 - rank) };
    let (x, y) = (MARGIN + column * CELL, TOP + row * CELL);
    let cell = picture.look.cell(square);
    scene.open(parts::cell_group(square, cell));
    scene.rect([x, y, CELL, CELL], 0.0, Paint::fill(parts::ground(picture, square)));
    parts::man(scene, cell::piece(cell), [x + 5.0, y + 3.0], 44.0);
    let right = x + CELL - 7.0;
    scene.bold([right, y + 20.0], 13.0, Anchor::End, INK, &square.to_string());
    scene.text([right, y + 36.0], 10.0, Anchor::End, FAINT, &parts::hex(cell));
    let area = [x + 4.0, y + 48.0, CELL - 8.0, CELL - 53.0];
    parts::bits(scene, picture, square, area, Inscription::Letter);
    scene.close();
}
