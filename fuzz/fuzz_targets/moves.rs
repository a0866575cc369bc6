//! Any 16 bits as a move, and any text, in any position: every move reported as legal can be made.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleus_core::board::{Board, MatrixBoard, Setup, slow_magic_board};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::{ALL, GenerateMoves, generate};
use nucleus_core::notation::{san, uci_move};
use nucleus_core::types::{Move, MoveList};

fuzz_target!(|input: (&str, Vec<u16>)| {
    let (text, moves) = input;
    let mut board = MatrixBoard::new(&Setup::start(), portable::Token);
    let mut magic = slow_magic_board(&Setup::start(), portable::Token);
    for bits in moves {
        let mut list = MoveList::new();
        generate::<_, ALL>(&board, &mut list);
        assert_eq!(board.is_legal(Move(bits)), list.contains(&Move(bits)));
        // The magic board generates the same moves in the same order.
        let mut other = MoveList::new();
        generate::<_, ALL>(&magic, &mut other);
        assert_eq!(*other, *list);
        assert_eq!(magic.is_legal(Move(bits)), list.contains(&Move(bits)));
        assert_eq!(magic.influence(), board.influence());
        let _ = (uci_move::parse(&board, text), san::parse(&board, text));
        let Some(&chosen) = list.get(bits as usize % list.len().max(1)) else { return };
        let written = san::format(&board, chosen);
        assert_eq!(san::parse(&board, &written).ok(), Some(chosen), "{written}");
        let child = board.after(chosen);
        assert_eq!(child.planes(), &child.matrix().planes());
        assert_eq!(child.state().key, child.state().key_of(child.planes()));
        board = child;
        magic = magic.after(chosen);
        assert_eq!(magic.state(), board.state());
    }
});
