//! The close-up: a few large cells with every bit named.

use super::parts::{self, FAINT, INK, Inscription};
use super::pieces;
use crate::bits::{Group, PIECE_NAMES};
use crate::drawing::Drawing;
use nucleus_core::matrix::cell;
use nucleus_core::types::Square;
use nucleus_report::draw::{Anchor, Paint, Scene};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 318.0;
const MARGIN: f64 = 28.0;
const TOP: f64 = 74.0;

/// Draws some cells in their arrangement on the board, without the files and ranks that have none
/// of them.
pub fn close_up(drawing: &Drawing<'_>, squares: &[Square], title: &str, subtitle: &str) -> Scene {
    let distinct = |part: fn(Square) -> u8, reversed: bool| {
        let mut all: Vec<u8> = squares.iter().map(|&square| part(square)).collect();
        all.sort_unstable();
        all.dedup();
        if reversed {
            all.reverse();
        }
        all
    };
    let files = distinct(Square::file, drawing.flipped);
    let ranks = distinct(Square::rank, !drawing.flipped);
    let (columns, rows) = (files.len() as f64, ranks.len() as f64);
    let notes = parts::notes(drawing);
    let width = 2.0 * MARGIN + columns * WIDTH;
    let height = TOP + rows * HEIGHT + 66.0;
    let mut scene = parts::sheet([width, height], MARGIN, title, subtitle);
    for (row, &rank) in ranks.iter().enumerate() {
        for (column, &file) in files.iter().enumerate() {
            let square = Square::at(file, rank);
            if squares.contains(&square) {
                let at = [MARGIN + column as f64 * WIDTH, TOP + row as f64 * HEIGHT];
                draw_cell(&mut scene, drawing, square, at);
            }
        }
    }
    let mut y = TOP + rows * HEIGHT + 24.0;
    let mut x = MARGIN;
    for group in Group::ALL {
        scene.rect([x, y - 10.0, 12.0, 12.0], 3.0, Paint::fill(group.color()));
        scene.text([x + 17.0, y], 11.5, Anchor::Start, INK, group.name());
        x += 30.0 + 6.2 * group.name().len() as f64;
    }
    (x, y) = (MARGIN, y + 22.0);
    for (paint, words) in notes {
        scene.rect([x, y - 10.0, 12.0, 12.0], 3.0, paint);
        scene.text([x + 17.0, y], 11.5, Anchor::Start, INK, &words);
        x += 30.0 + 6.2 * words.len() as f64;
    }
    scene
}

fn draw_cell(scene: &mut Scene, drawing: &Drawing<'_>, square: Square, [x, y]: [f64; 2]) {
    let cell = drawing.look.cell(square);
    scene.open(parts::cell_group(square, cell));
    let ground = Paint::fill(parts::ground(drawing, square)).with_stroke(INK, 1.2);
    scene.rect([x, y, WIDTH, HEIGHT], 0.0, ground);
    pieces::draw(scene, cell::piece(cell), [x + 12.0, y + 8.0], 66.0);
    let right = x + WIDTH - 16.0;
    scene.bold([right, y + 36.0], 26.0, Anchor::End, INK, &square.to_string());
    scene.text([right, y + 58.0], 14.0, Anchor::End, FAINT, &parts::hex(cell));
    let words = match cell::piece(cell) {
        Some(piece) => format!("{} {}", piece.color, PIECE_NAMES[piece.kind.index()]),
        None => "empty".to_owned(),
    };
    scene.text([x + 92.0, y + 46.0], 15.0, Anchor::Start, INK, &words);
    let area = [x + 12.0, y + 84.0, WIDTH - 24.0, HEIGHT - 98.0];
    parts::bits(scene, drawing, square, area, Inscription::Name);
    scene.close();
}
