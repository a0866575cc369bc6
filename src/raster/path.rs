//! Paths from the commands of a scene.

use tiny_skia::{Path, PathBuilder, Rect};

/// How far a cubic's control points lie from its ends for a quarter of a circle of radius 1.
const QUARTER: f32 = 0.552_284_8;

/// Returns the path of these commands: `M x y`, `L x y`, `C x1 y1 x2 y2 x y` and `Z`, in absolute
/// coordinates with blanks or commas between numbers; `None` when there is nothing to draw or a
/// command cannot be read.
pub fn of(commands: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    for part in commands.split_inclusive(['M', 'L', 'C', 'Z']).collect::<Vec<_>>().windows(2) {
        // A part ends with the letter of the next one's numbers.
        let letter = part[0].chars().last()?;
        let numbers = part[1].trim_end_matches(['M', 'L', 'C', 'Z']);
        command(&mut path, letter, numbers)?;
    }
    if commands.trim_end().ends_with('Z') {
        path.close();
    }
    path.finish()
}

/// Adds a command; `None` when its numbers are not those that it takes.
fn command(path: &mut PathBuilder, letter: char, numbers: &str) -> Option<()> {
    let words = numbers.split([' ', ',']).filter(|word| !word.is_empty());
    let numbers: Vec<f32> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    match (letter, &numbers[..]) {
        ('M', &[x, y]) => path.move_to(x, y),
        ('L', &[x, y]) => path.line_to(x, y),
        ('C', &[x1, y1, x2, y2, x, y]) => path.cubic_to(x1, y1, x2, y2, x, y),
        ('Z', []) => path.close(),
        _ => return None,
    }
    Some(())
}

/// Returns the rectangle of left, top, width and height, with rounded corners.
pub fn rounded([left, top, width, height]: [f32; 4], radius: f32) -> Option<Path> {
    let area = Rect::from_xywh(left, top, width, height)?;
    let r = radius.min(width / 2.0).min(height / 2.0);
    if r <= 0.0 {
        return Some(PathBuilder::from_rect(area));
    }
    let (right, bottom, far) = (area.right(), area.bottom(), r * (1.0 - QUARTER));
    let mut path = PathBuilder::new();
    path.move_to(left + r, top);
    path.line_to(right - r, top);
    path.cubic_to(right - far, top, right, top + far, right, top + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - far, right - far, bottom, right - r, bottom);
    path.line_to(left + r, bottom);
    path.cubic_to(left + far, bottom, left, bottom - far, left, bottom - r);
    path.line_to(left, top + r);
    path.cubic_to(left, top + far, left + far, top, left + r, top);
    path.close();
    path.finish()
}
