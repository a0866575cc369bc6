//! The portable rebuild, taken apart.

use super::{LANE_COLORS, Mark, Moment};
use crate::inspect::bits::Group;
use crate::matrix::cell::{self, Cell};
use crate::matrix::{Matrix, Planes};
use crate::types::bitboard::{
    FILE_A, FILE_H, black_pawn_influence, king_influence, knight_influence, squares,
    white_pawn_influence,
};
use crate::types::{Bitboard, Color, PieceType};

/// A ray's way over the board, as the kernel knows it.
struct Direction {
    name: &'static str,
    shift: u32,
    up: bool,
    on_board: Bitboard,
    edge: &'static str,
    /// Which of White's influence bits a bishop or rook travelling this way sets.
    influence: u32,
}

impl Direction {
    fn go(&self, set: Bitboard, steps: u32) -> Bitboard {
        let by = steps * self.shift;
        if self.up { set << by } else { set >> by }
    }

    fn arrow(&self) -> &'static str {
        if self.up { "<<" } else { ">>" }
    }

    fn diagonal(&self) -> bool {
        self.influence == 2
    }
}

/// In the kernel's order; opposite ones follow each other.
const DIRECTIONS: [Direction; 8] = [
    Direction {
        name: "up and right",
        shift: 9,
        up: true,
        on_board: !FILE_A,
        edge: "!FILE_A",
        influence: 2,
    },
    Direction {
        name: "down and left",
        shift: 9,
        up: false,
        on_board: !FILE_H,
        edge: "!FILE_H",
        influence: 2,
    },
    Direction {
        name: "up and left",
        shift: 7,
        up: true,
        on_board: !FILE_H,
        edge: "!FILE_H",
        influence: 2,
    },
    Direction {
        name: "down and right",
        shift: 7,
        up: false,
        on_board: !FILE_A,
        edge: "!FILE_A",
        influence: 2,
    },
    Direction {
        name: "right",
        shift: 1,
        up: true,
        on_board: !FILE_A,
        edge: "!FILE_A",
        influence: 3,
    },
    Direction {
        name: "left",
        shift: 1,
        up: false,
        on_board: !FILE_H,
        edge: "!FILE_H",
        influence: 3,
    },
    Direction { name: "up", shift: 8, up: true, on_board: !0, edge: "!0", influence: 4 },
    Direction { name: "down", shift: 8, up: false, on_board: !0, edge: "!0", influence: 4 },
];

const QUEEN: u32 = 5;
const KING: u32 = 6;

fn influence_bit(color: Color, kind: u32) -> Cell {
    1 << (cell::influence_shift(color) + 6 - kind)
}

struct Recorder<'a> {
    planes: &'a Planes,
    side: Color,
    cells: Matrix,
    pinned: Bitboard,
    moments: Vec<Moment>,
}

/// The moments of a rebuild.
pub fn moments(planes: &Planes, side: Color) -> Vec<Moment> {
    let mut recorder =
        Recorder { planes, side, cells: Matrix::EMPTY, pinned: 0, moments: Vec::new() };
    recorder.men();
    recorder.leapers();
    for pair in DIRECTIONS.chunks(2) {
        let seen = [recorder.ray(&pair[0]), recorder.ray(&pair[1])];
        recorder.pins(&seen, pair[0].diagonal());
    }
    recorder.kings();
    recorder.finish();
    recorder.moments
}

impl Recorder<'_> {
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

    fn men(&mut self) {
        let planes = self.planes;
        let mark = |color, group: Group| {
            let set = planes.color(color);
            let name = if color == Color::White { "White's men" } else { "Black's men" };
            Mark { name, color: group.color(), squares: set, fresh: set }
        };
        let marks = vec![mark(Color::White, Group::WhiteMen), mark(Color::Black, Group::BlackMen)];
        let text = "A kernel starts from eight planes, sets of squares of one 64-bit word each: \
            pawns, knights, bishops, rooks, queens, kings, White's men, Black's men. Everything \
            it writes follows from them and from whose turn it is."
            .to_owned();
        let code = "let [pawns, knights, bishops, rooks, queens, kings, white, black] = planes.0;";
        self.add("men", "The planes", text, code.to_owned(), marks.clone());
        self.set(planes.occupied(), cell::FIGURE);
        for color in Color::ALL {
            for kind in PieceType::ALL {
                self.set(planes.of(color, kind), cell::piece_bit(color, kind));
            }
        }
        let text = "Thirteen of the 32 bits are the planes themselves: who stands here, and that \
            somebody does. The kernel keeps all bits as sets until the end and writes the cells \
            in one go; here each bit is shown in its cell as soon as its set is known."
            .to_owned();
        let code = "p[5] & white, p[4] & white, … p[0] & black, white | black".to_owned();
        self.add("men", "Men into cells", text, code, marks);
    }

    fn leapers(&mut self) {
        for color in Color::ALL {
            let up = color == Color::White;
            let pawns = self.planes.of(color, PieceType::Pawn);
            let reached =
                if up { white_pawn_influence(pawns) } else { black_pawn_influence(pawns) };
            let text = format!(
                "All {} pawns at once: the whole set moves one file left and one file right, and \
                 one rank {}. What falls off the edge is masked away before it shifts.",
                word(color),
                if up { "up" } else { "down" }
            );
            let code = format!("{}(east(pawns) | west(pawns))", if up { "north" } else { "south" });
            self.leap(color, "pawns", 0, pawns, reached, text, code);
        }
        for color in Color::ALL {
            let knights = self.planes.of(color, PieceType::Knight);
            let text = format!(
                "All {} knights at once: one file aside goes two ranks up and down, two files \
                 aside one rank.",
                word(color)
            );
            let code = "one << 16 | one >> 16 | two << 8 | two >> 8".to_owned();
            self.leap(color, "knights", 1, knights, knight_influence(knights), text, code);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one row of the table that the callers are")]
    fn leap(
        &mut self,
        color: Color,
        men: &'static str,
        kind: u32,
        from: Bitboard,
        reached: Bitboard,
        text: String,
        code: String,
    ) {
        if from == 0 {
            return;
        }
        self.set(reached, influence_bit(color, kind));
        let lane = if color == Color::White { 0 } else { 2 };
        let marks = vec![
            Mark { name: men, color: LANE_COLORS[lane + 1], squares: from, fresh: 0 },
            Mark { name: "reached", color: LANE_COLORS[lane], squares: reached, fresh: reached },
        ];
        let title = format!("{color}'s {men}");
        self.add("leapers", &title, text, code, marks);
    }

    /// The six sets that travel together.
    fn lanes(&self, diagonal: bool) -> [Bitboard; 6] {
        let planes = self.planes;
        let sliders = if diagonal { PieceType::Bishop } else { PieceType::Rook };
        [
            planes.of(Color::White, sliders),
            planes.of(Color::White, PieceType::Queen),
            planes.of(Color::Black, sliders),
            planes.of(Color::Black, PieceType::Queen),
            planes.of(self.side, PieceType::King),
            planes.of(!self.side, PieceType::King),
        ]
    }

    fn ray(&mut self, direction: &Direction) -> [Bitboard; 6] {
        let chapter = format!("ray {}", direction.name);
        let names = lane_names(direction.diagonal());
        let sources = self.lanes(direction.diagonal());
        let marks = |now: &[Bitboard; 6], before: &[Bitboard; 6]| -> Vec<Mark> {
            (0..6)
                .map(|lane| Mark {
                    name: names[lane],
                    color: LANE_COLORS[lane],
                    squares: now[lane],
                    fresh: now[lane] & !before[lane],
                })
                .collect()
        };
        let (arrow, shift) = (direction.arrow(), direction.shift);
        let text = format!(
            "Six sets travel {} together, each in a lane of its own: sliders and queens of both \
             colours, and the two kings as if they were sliders. A step is a shift by {shift}.",
            direction.name
        );
        let code =
            "[sliders & white, queens & white, sliders & black, queens & black, king, other]";
        self.add(&chapter, "Sources", text, code.to_owned(), marks(&sources, &[0; 6]));

        let one = !self.planes.occupied() & direction.on_board;
        let two = one & direction.go(one, 1);
        let four = two & direction.go(two, 2);
        let mut travel = sources;
        for (steps, open, name, words) in [
            (
                1,
                one,
                "one",
                "Who can takes a step onto an empty square; nobody wraps around the edge",
            ),
            (
                2,
                two,
                "two",
                "The squares reached so far take two steps at once, where both are empty",
            ),
            (4, four, "four", "And four at once: seven steps are covered in three rounds"),
        ] {
            let before = travel;
            for set in &mut travel {
                *set |= open & direction.go(*set, steps);
            }
            let grew = travel != before;
            let text = format!("{words}.{}", if grew { "" } else { " Here nobody gets further." });
            let made = match steps {
                1 => format!("one = empty & {};", direction.edge),
                2 => format!("two = one & (one {arrow} {shift});"),
                _ => format!("four = two & (two {arrow} {});", 2 * shift),
            };
            let code = format!("{made}  travel |= {name} & (travel {arrow} {});", steps * shift);
            let title = ["", "One step", "Two more", "", "Four more"][steps as usize];
            self.add(&chapter, title, text, code, marks(&travel, &before));
        }

        let seen = travel.map(|set| direction.go(set, 1) & direction.on_board);
        for color in Color::ALL {
            let lane = 2 * color.index();
            self.set(seen[lane], influence_bit(color, direction.influence));
            self.set(seen[lane + 1], influence_bit(color, QUEEN));
        }
        let (sensor, approach) = if direction.diagonal() {
            (cell::SENSOR_DIAGONAL, cell::KING_DIAGONAL)
        } else {
            (cell::SENSOR_ORTHOGONAL, cell::KING_ORTHOGONAL)
        };
        self.set(seen[4], sensor);
        self.set(seen[5], approach);
        let text = "One last step onto whatever stands there: the first piece met, of either \
            colour, is reached too. The sliders' squares are influence; those seen from the king \
            to move are sensors, those seen from the other king are where a check would come from."
            .to_owned();
        let code = format!("seen = (travel {arrow} {shift}) & {};", direction.edge);
        self.add(&chapter, "Seen", text, code, marks(&seen, &[0; 6]));
        seen
    }

    fn pins(&mut self, seen: &[[Bitboard; 6]; 2], diagonal: bool) {
        let enemy = if self.side == Color::White { 2 } else { 0 };
        let [forth, back] = seen;
        let found = (forth[enemy] | forth[enemy + 1]) & back[4]
            | (back[enemy] | back[enemy + 1]) & forth[4];
        let pinned = found & self.planes.color(self.side) & !self.planes.kind(PieceType::King);
        self.pinned |= pinned;
        if pinned == 0 {
            return;
        }
        let names = lane_names(diagonal);
        let text = "A man of the side to move that an enemy slider sees from one side and its own \
            king from the opposite side stands between them: it is pinned to this line."
            .to_owned();
        let code = "(forth[enemy] | forth[enemy + 1]) & back[4] | (back[enemy] | …) & forth[4]";
        let sliders = forth[enemy] | forth[enemy + 1] | back[enemy] | back[enemy + 1];
        let marks = vec![
            Mark { name: names[enemy], color: LANE_COLORS[enemy], squares: sliders, fresh: 0 },
            Mark { name: names[4], color: LANE_COLORS[4], squares: forth[4] | back[4], fresh: 0 },
            Mark { name: "pinned", color: LANE_COLORS[5], squares: pinned, fresh: pinned },
        ];
        self.add("pins", "A pin", text, code.to_owned(), marks);
    }

    fn kings(&mut self) {
        for color in Color::ALL {
            let king = self.planes.of(color, PieceType::King);
            let reached = king_influence(king);
            let text = format!("The eight squares around {color}'s king.");
            let code = "row | north(row | king) | south(row | king)".to_owned();
            self.leap(color, "king", KING, king, reached, text, code);
        }
        let other = self.planes.of(!self.side, PieceType::King);
        let reached = knight_influence(other);
        self.set(reached, cell::KING_KNIGHT);
        let mover = self.side;
        let text = format!(
            "A knight of {mover}'s would give check from where a knight on the king's own square \
             would go."
        );
        let marks = vec![
            Mark { name: "the other king", color: LANE_COLORS[1], squares: other, fresh: 0 },
            Mark { name: "approaches", color: LANE_COLORS[5], squares: reached, fresh: reached },
        ];
        let code = "knight_influence(kings & enemy)".to_owned();
        self.add("leapers", "Knight approaches", text, code, marks);
    }

    fn finish(&mut self) {
        for (title, distance, mask, words) in [
            ("Transpose, by four", 4, "0x0f0f…", "Row and bit index exchange their highest bit"),
            ("Transpose, by two", 2, "0x3333…", "Then their middle bit"),
            ("Transpose, by one", 1, "0x5555…", "Then their lowest"),
        ] {
            let text = format!(
                "All 32 sets are known: 32 words of 64 bits. The matrix wants 64 words of 32 bits, \
                 so the table of bits is transposed. {words}: sets and files change places in \
                 blocks of {distance}."
            );
            let code = format!("exchange(&mut sets, {distance}, {mask});");
            self.add("transpose", title, text, code, Vec::new());
        }
        let pinned = self.pinned;
        let marks = vec![Mark { name: "pinned", color: LANE_COLORS[5], squares: pinned, fresh: 0 }];
        let text = "Byte r of each word now belongs to rank r: four bytes make a cell, and all 64 \
            are written. This is the matrix."
            .to_owned();
        let code =
            "cells[8 * rank + file] = u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]);";
        self.add("transpose", "The matrix", text, code.to_owned(), marks);
    }
}

fn word(color: Color) -> &'static str {
    if color == Color::White { "white" } else { "black" }
}

const fn lane_names(diagonal: bool) -> [&'static str; 6] {
    if diagonal {
        [
            "White's bishops",
            "White's queens",
            "Black's bishops",
            "Black's queens",
            "king to move",
            "other king",
        ]
    } else {
        [
            "White's rooks",
            "White's queens",
            "Black's rooks",
            "Black's queens",
            "king to move",
            "other king",
        ]
    }
}
