//! The steps of the portable rebuild: the kernel's sets, with descriptions.

use super::{LANE_COLORS, Mark, Moment};
use crate::bits::Group;
use nucleus_core::kernels::Rebuilt;
use nucleus_core::kernels::portable::{Direction, RayLanes, RebuildStep, observed_rebuild};
use nucleus_core::matrix::cell::{self, Cell};
use nucleus_core::matrix::{Matrix, Planes};
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Bitboard, Color, PieceType};

/// Number of sets that the kernel shifts together (lanes of [`RayLanes`]), without padding.
const LANES: usize = 6;
/// Index of the kings' first lane: the king of the side to move; the other king follows.
const KING_LANE: usize = 4;

/// Descriptions of a direction.
#[derive(Clone, Copy)]
struct Way {
    name: &'static str,
    arrow: &'static str,
    shift: u32,
    edge: &'static str,
    /// Index of the influence bit that a bishop or rook sets in this direction.
    influence: u32,
}

impl Way {
    fn new(direction: Direction) -> Self {
        let Direction { shift, up, .. } = direction;
        let (name, edge, influence) = match (shift, up) {
            (9, true) => ("up and right", "!FILE_A", 2),
            (9, false) => ("down and left", "!FILE_H", 2),
            (7, true) => ("up and left", "!FILE_H", 2),
            (7, false) => ("down and right", "!FILE_A", 2),
            (1, true) => ("right", "!FILE_A", 3),
            (1, false) => ("left", "!FILE_H", 3),
            (_, true) => ("up", "!0", 4),
            (_, false) => ("down", "!0", 4),
        };
        Self { name, arrow: if up { "<<" } else { ">>" }, shift, edge, influence }
    }

    const fn diagonal(self) -> bool {
        self.influence == 2
    }
}

const QUEEN: u32 = 5;

/// Returns a colour's influence bit by its index, counted from the group's highest bit.
fn influence_bit(color: Color, kind: u32) -> Cell {
    1 << (cell::influence_shift(color) + 6 - kind)
}

/// A writer that turns the kernel's steps into the steps of a trace.
struct TraceWriter<'a> {
    planes: &'a Planes,
    side: Color,
    /// The kernel's final result.
    out: &'a Rebuilt,
    /// The cells so far; a bit appears once its set is known.
    cells: Matrix,
    /// The current direction, its sources, and the squares that its lanes reached after each round of the
    /// kernel.
    way: Option<Way>,
    sources: RayLanes,
    reached: [RayLanes; 3],
    /// Squares seen in the last two directions, the latest one last.
    seen: [RayLanes; 2],
    moments: Vec<Moment>,
}

/// Returns the steps of a rebuild.
pub fn moments(planes: &Planes, side: Color) -> Vec<Moment> {
    let mut out = Rebuilt::default();
    let mut steps = Vec::new();
    observed_rebuild(planes, side, &mut out, &mut steps);
    let mut writer = TraceWriter {
        planes,
        side,
        out: &out,
        cells: Matrix::EMPTY,
        way: None,
        sources: [0; 8],
        reached: [[0; 8]; 3],
        seen: [[0; 8]; 2],
        moments: Vec::new(),
    };
    writer.pieces();
    for step in &steps {
        writer.tell(step);
    }
    writer.finish();
    writer.moments
}

impl TraceWriter<'_> {
    fn set(&mut self, set: Bitboard, bit: Cell) {
        for square in squares(set) {
            self.cells.0[square.index()] |= bit;
        }
    }

    fn add(&mut self, chapter: &str, title: &str, text: String, code: String, marks: Vec<Mark>) {
        self.moments.push(Moment {
            chapter: chapter.to_owned(),
            title: title.to_owned(),
            text,
            code,
            marks: marks.into_iter().filter(|mark| mark.squares != 0).collect(),
            cells: self.cells,
            list: Vec::new(),
        });
    }

    fn tell(&mut self, step: &RebuildStep) {
        match *step {
            RebuildStep::Sources { direction, lanes } => {
                self.way = Some(Way::new(direction));
                self.sources = lanes;
                self.depart();
            }
            RebuildStep::Travelled { lane, reached } => {
                for (round, set) in reached.into_iter().enumerate() {
                    self.reached[round][lane] = set;
                }
            }
            RebuildStep::Seen { lanes } => {
                self.seen = [self.seen[1], lanes];
                self.arrive();
            }
            RebuildStep::Between { squares } => self.pins(squares & self.out.pinned),
            RebuildStep::Leapers { color, kind, from, reached } => {
                self.leapers(color, kind, from, reached);
            }
            RebuildStep::KnightApproaches { king, reached } => self.approaches(king, reached),
            RebuildStep::Sets { distance, .. } => self.transpose(distance),
        }
    }

    fn pieces(&mut self) {
        let planes = self.planes;
        let mark = |color, group: Group| {
            let set = planes.color(color);
            let name = if color == Color::White { "White's pieces" } else { "Black's pieces" };
            Mark { name, color: group.color(), squares: set, fresh: set }
        };
        let marks = vec![mark(Color::White, Group::WhiteMen), mark(Color::Black, Group::BlackMen)];
        let text = "A kernel starts from eight planes, sets of squares of one 64-bit word each: \
            pawns, knights, bishops, rooks, queens, kings, White's pieces, Black's pieces. \
            Everything it writes follows from them and from whose turn it is."
            .to_owned();
        let code = "let [pawns, knights, bishops, rooks, queens, kings, white, black] = planes.0;";
        self.add("pieces", "The planes", text, code.to_owned(), marks.clone());
        self.set(planes.occupied(), cell::FIGURE);
        for color in Color::ALL {
            for kind in PieceType::ALL {
                self.set(planes.pieces(color, kind), cell::piece_bit(color, kind));
            }
        }
        let text = "Thirteen of the 32 bits are the planes themselves: who stands here, and that \
            somebody does. The kernel keeps all bits as sets until the end and writes the cells \
            in one go; here each bit is shown in its cell as soon as its set is known."
            .to_owned();
        let code = "p[5] & white, p[4] & white, … p[0] & black, white | black".to_owned();
        self.add("pieces", "Pieces into cells", text, code, marks);
    }

    /// Writes the sources of a direction.
    fn depart(&mut self) {
        let Some(way) = self.way else { return };
        let text = format!(
            "Six sets travel {} together, each in a lane of its own: sliders and queens of both \
             colours, and the two kings as if they were sliders. A step is a shift by {}.",
            way.name, way.shift
        );
        let code =
            "[sliders & white, queens & white, sliders & black, queens & black, king, other]";
        let marks = lane_marks(way, &self.sources, &[0; 8]);
        self.add(&format!("ray {}", way.name), "Sources", text, code.to_owned(), marks);
    }

    /// Writes the rounds of a direction, and the squares seen at the end.
    fn arrive(&mut self) {
        let Some(way) = self.way else { return };
        let chapter = format!("ray {}", way.name);
        let Way { arrow, shift, edge, .. } = way;
        let mut before = self.sources;
        for (round, (title, steps, name, words)) in [
            (
                "One step",
                1,
                "one",
                "Each piece that can steps onto an empty square; none wraps around the edge",
            ),
            (
                "Two more",
                2,
                "two",
                "The squares reached so far take two steps at once, where both are empty",
            ),
            ("Four more", 4, "four", "And four at once: seven steps are covered in three rounds"),
        ]
        .into_iter()
        .enumerate()
        {
            let travel = self.reached[round];
            let grew = travel != before;
            let text = format!("{words}.{}", if grew { "" } else { " None gets further here." });
            let made = match steps {
                1 => format!("one = empty & {edge};"),
                2 => format!("two = one & (one {arrow} {shift});"),
                _ => format!("four = two & (two {arrow} {});", 2 * shift),
            };
            let code = format!("{made}  travel |= {name} & (travel {arrow} {});", steps * shift);
            self.add(&chapter, title, text, code, lane_marks(way, &travel, &before));
            before = travel;
        }
        let [_, seen] = self.seen;
        for color in Color::ALL {
            let lane = 2 * color.index();
            self.set(seen[lane], influence_bit(color, way.influence));
            self.set(seen[lane + 1], influence_bit(color, QUEEN));
        }
        let (sensor, approach) = if way.diagonal() {
            (cell::SENSOR_DIAGONAL, cell::KING_DIAGONAL)
        } else {
            (cell::SENSOR_ORTHOGONAL, cell::KING_ORTHOGONAL)
        };
        self.set(seen[KING_LANE], sensor);
        self.set(seen[KING_LANE + 1], approach);
        let text = "One last step onto whatever stands there: the first piece met, of either \
            colour, is reached too. The sliders' squares are influence; those seen from the king \
            to move are sensors, those seen from the other king are where a check would come from."
            .to_owned();
        let code = format!("seen = (travel {arrow} {shift}) & {edge};");
        self.add(&chapter, "Seen", text, code, lane_marks(way, &seen, &[0; 8]));
    }

    fn pins(&mut self, pinned: Bitboard) {
        let (Some(way), true) = (self.way, pinned != 0) else { return };
        let enemy = if self.side == Color::White { 2 } else { 0 };
        let [forth, back] = self.seen;
        let names = lane_names(way.diagonal());
        let text = "A piece of the side to move that an enemy slider sees from one side and its \
            own king from the opposite side stands between them: it is pinned to this line."
            .to_owned();
        let code = "(forth[enemy] | forth[enemy + 1]) & back[4] | (back[enemy] | …) & forth[4]";
        let sliders = forth[enemy] | forth[enemy + 1] | back[enemy] | back[enemy + 1];
        let king = forth[KING_LANE] | back[KING_LANE];
        let mark = |lane: usize, squares| Mark {
            name: names[lane],
            color: LANE_COLORS[lane],
            squares,
            fresh: 0,
        };
        let marks = vec![mark(enemy, sliders), mark(KING_LANE, king), pinned_mark(pinned, pinned)];
        self.add("pins", "A pin", text, code.to_owned(), marks);
    }

    fn leapers(&mut self, color: Color, kind: PieceType, from: Bitboard, reached: Bitboard) {
        if from == 0 {
            return;
        }
        let (word, up) = match color {
            Color::White => ("white", true),
            Color::Black => ("black", false),
        };
        let (name, bit, text, code) = match kind {
            PieceType::Pawn => (
                "pawns",
                0,
                format!(
                    "All {word} pawns at once: the whole set moves one file left and one file \
                     right, and one rank {}. What falls off the edge is masked away before it \
                     shifts.",
                    if up { "up" } else { "down" }
                ),
                format!("{}(east(pawns) | west(pawns))", if up { "north" } else { "south" }),
            ),
            PieceType::Knight => (
                "knights",
                1,
                format!(
                    "All {word} knights at once: one file aside goes two ranks up and down, two \
                     files aside one rank."
                ),
                "one << 16 | one >> 16 | two << 8 | two >> 8".to_owned(),
            ),
            _ => (
                "king",
                6,
                format!("The eight squares around {color}'s king."),
                "row | north(row | king) | south(row | king)".to_owned(),
            ),
        };
        self.set(reached, influence_bit(color, bit));
        let lane = if color == Color::White { 0 } else { 2 };
        let marks = vec![
            Mark { name, color: LANE_COLORS[lane + 1], squares: from, fresh: 0 },
            Mark { name: "reached", color: LANE_COLORS[lane], squares: reached, fresh: reached },
        ];
        self.add("leapers", &format!("{color}'s {name}"), text, code, marks);
    }

    fn approaches(&mut self, king: Bitboard, reached: Bitboard) {
        self.set(reached, cell::KING_KNIGHT);
        let text = format!(
            "A knight of {}'s would give check from where a knight on the king's own square would \
             go.",
            self.side
        );
        let marks = vec![
            Mark { name: "the other king", color: LANE_COLORS[1], squares: king, fresh: 0 },
            Mark { name: "approaches", color: LANE_COLORS[5], squares: reached, fresh: reached },
        ];
        let code = "knight_influence(kings & enemy)".to_owned();
        self.add("leapers", "Knight approaches", text, code, marks);
    }

    fn transpose(&mut self, distance: usize) {
        let (title, mask, words) = match distance {
            4 => ("Transpose, by four", "0x0f0f…", "Row and bit index exchange their highest bit"),
            2 => ("Transpose, by two", "0x3333…", "Then their middle bit"),
            1 => ("Transpose, by one", "0x5555…", "Then their lowest"),
            _ => return,
        };
        let text = format!(
            "All 32 sets are known: 32 words of 64 bits. The matrix wants 64 words of 32 bits, \
             so the table of bits is transposed. {words}: sets and files change places in blocks \
             of {distance}."
        );
        let code = format!("exchange(&mut sets, {distance}, {mask});");
        self.add("transpose", title, text, code, Vec::new());
    }

    fn finish(&mut self) {
        let text = "Byte r of each word now belongs to rank r: four bytes make a cell, and all 64 \
            are written. This is the matrix."
            .to_owned();
        let code =
            "cells[8 * rank + file] = u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]);";
        self.cells = self.out.nucleus.cells;
        let marks = vec![pinned_mark(self.out.pinned, 0)];
        self.add("transpose", "The matrix", text, code.to_owned(), marks);
    }
}

fn pinned_mark(squares: Bitboard, fresh: Bitboard) -> Mark {
    Mark { name: "pinned", color: LANE_COLORS[5], squares, fresh }
}

/// Returns the six sets of a step, with their new squares.
fn lane_marks(way: Way, now: &RayLanes, before: &RayLanes) -> Vec<Mark> {
    let names = lane_names(way.diagonal());
    (0..LANES)
        .map(|lane| Mark {
            name: names[lane],
            color: LANE_COLORS[lane],
            squares: now[lane],
            fresh: now[lane] & !before[lane],
        })
        .collect()
}

const fn lane_names(diagonal: bool) -> [&'static str; LANES] {
    let [white, black] = if diagonal {
        ["White's bishops", "Black's bishops"]
    } else {
        ["White's rooks", "Black's rooks"]
    };
    [white, "White's queens", black, "Black's queens", "king to move", "other king"]
}
