//! The picture of the board.

use super::parts::{self, FAINT, INK, Inscription};
use super::pieces;
use crate::drawing::Drawing;
use nucleus_core::matrix::cell;
use nucleus_core::types::Square;
use nucleus_report::draw::{Anchor, Paint, Scene};

const CELL: f64 = 116.0;
const MARGIN: f64 = 34.0;
const TOP: f64 = 74.0;
const LEGEND: f64 = 318.0;

/// Draws all 64 cells and a legend, below a title and a subtitle.
pub fn board(drawing: &Drawing<'_>, title: &str, subtitle: &str) -> Scene {
    let side = 8.0 * CELL;
    let width = MARGIN + side + 36.0 + LEGEND + MARGIN;
    let height = TOP + side + 44.0;
    let mut scene = parts::sheet([width, height], MARGIN, title, subtitle);
    for square in Square::all() {
        draw_cell(&mut scene, drawing, square);
    }
    scene.rect([MARGIN, TOP, side, side], 0.0, Paint::stroke(INK, 1.5));
    for index in 0..8u8 {
        let middle = f64::from(index) * CELL + CELL / 2.0;
        let name = drawing.square(index, index).to_string();
        let (file, rank) = name.split_at(1);
        scene.text([MARGIN + middle, TOP + side + 22.0], 14.0, Anchor::Middle, INK, file);
        scene.text([MARGIN - 14.0, TOP + middle + 5.0], 14.0, Anchor::Middle, INK, rank);
    }
    parts::legend(&mut scene, drawing, [MARGIN + side + 36.0, TOP], LEGEND);
    scene
}

fn draw_cell(scene: &mut Scene, drawing: &Drawing<'_>, square: Square) {
    let (file, rank) = (f64::from(square.file()), f64::from(square.rank()));
    let (column, row) = if drawing.flipped { (7.0 - file, rank) } else { (file, 7.0 - rank) };
    let (x, y) = (MARGIN + column * CELL, TOP + row * CELL);
    let cell = drawing.look.cell(square);
    scene.open(parts::cell_group(square, cell));
    scene.rect([x, y, CELL, CELL], 0.0, Paint::fill(parts::ground(drawing, square)));
    pieces::draw(scene, cell::piece(cell), [x + 5.0, y + 3.0], 44.0);
    let right = x + CELL - 7.0;
    scene.bold([right, y + 20.0], 13.0, Anchor::End, INK, &square.to_string());
    scene.text([right, y + 36.0], 10.0, Anchor::End, FAINT, &parts::hex(cell));
    let area = [x + 4.0, y + 48.0, CELL - 8.0, CELL - 53.0];
    parts::bits(scene, drawing, square, area, Inscription::Letter);
    scene.close();
}
