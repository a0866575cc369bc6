//! The steps of SCANNER_CORE, the paper's scanner: a loop over the cells that a sentinel ends. The
//! entries that the steps show come from the portable scanner.

use super::{Mark, Moment};
use crate::bits::Group;
use nucleus_core::kernels::{PieceList, scan};
use nucleus_core::matrix::Nucleus;
use nucleus_core::matrix::cell;
use nucleus_core::types::{Bitboard, Color, Square};

/// Returns the steps of a scan for White's pieces, then for Black's.
pub fn moments(nucleus: &Nucleus) -> Vec<Moment> {
    Color::ALL.into_iter().flat_map(|color| of_color(nucleus, color)).collect()
}

fn of_color(nucleus: &Nucleus, color: Color) -> Vec<Moment> {
    let mask = cell::pieces_mask(color);
    let group = if color == Color::White { Group::WhiteMen } else { Group::BlackMen };
    let chapter = format!("{color}'s pieces");
    let mut moments = Vec::new();
    let mut list: Vec<String> = Vec::new();
    let mut found: Bitboard = 0;
    let mut passed: Vec<Square> = Vec::new();
    let mut add = |title: String, text: String, code: &str, marks, list: &[String]| {
        moments.push(Moment {
            chapter: chapter.clone(),
            title,
            text,
            code: code.to_owned(),
            marks,
            cells: nucleus.cells,
            list: list.to_vec(),
        });
    };
    let marks = |found: Bitboard, here: Bitboard| {
        vec![
            Mark { name: "found", color: group.color(), squares: found, fresh: 0 },
            Mark { name: "looked at", color: Group::Sensors.color(), squares: here, fresh: here },
        ]
        .into_iter()
        .filter(|mark| mark.squares != 0)
        .collect::<Vec<_>>()
    };
    let text = format!("The mask {mask:#010x} keeps {color}'s six piece bits of each cell.");
    add("The mask".to_owned(), text, "mov edx, white_black", Vec::new(), &list);
    let mut entries = PieceList::default();
    let count = scan::portable::scan(nucleus, mask, &mut entries);
    let mut entries = entries.0[..count].iter().copied().peekable();
    for square in Square::all() {
        let Some(word) = entries.next_if(|&word| PieceList::square(word) == square) else {
            passed.push(square);
            continue;
        };
        if let Some((title, text, here)) = run(&passed) {
            add(title, text, "and ebx, edx · jnz @fig · add eax, 4", marks(found, here), &list);
            passed.clear();
        }
        let (masked, offset) = (word & mask, 4 * square.index());
        list.push(format!("{word:#010x}  {square}"));
        let text = format!(
            "The masked cell is {masked:#010x}, not zero: a piece. Its byte offset {offset}, shifted \
             left by 12, puts the square into bits 14 to 19; the entry {word:#010x} goes to the list."
        );
        let code = "sub ecx, edi · shl ecx, 12 · or ebx, ecx · mov [esi], ebx";
        add(format!("A piece on {square}"), text, code, marks(found, square.bit()), &list);
        found |= square.bit();
    }
    if let Some((title, text, here)) = run(&passed) {
        add(title, text, "and ebx, edx · jnz @fig · add eax, 4", marks(found, here), &list);
    }
    let text = format!(
        "Behind the 64th cell stands {:#010x}: masked, it equals the mask itself, which no cell \
         can, and the loop ends without having counted. {} pieces were found.",
        nucleus.end,
        list.len()
    );
    add("The sentinel".to_owned(), text, "cmp ebx, edx · jz @finish", marks(found, 0), &list);
    moments
}

/// Describes a run of cells without a piece; `None` if there are none.
fn run(passed: &[Square]) -> Option<(String, String, Bitboard)> {
    let (first, last) = (passed.first()?, passed.last()?);
    let here = passed.iter().fold(0, |set, square| set | square.bit());
    let title = if first == last {
        format!("Nothing on {first}")
    } else {
        format!("Nothing from {first} to {last}")
    };
    let text = "Masked to zero: the loop continues with the next cell.".to_owned();
    Some((title, text, here))
}
