//! Any bytes are rejected as an endgame table, or probed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_engine::tablebase::TableBytes;
use nucleus_engine::tablebase::gaviota::{Gaviota, GaviotaTable};
use nucleus_engine::tablebase::syzygy::{SyzygyKind, SyzygyTable};

/// Pieces of each table: its names, and positions.
const TABLES: [(&str, &str, [&str; 3]); 4] = [
    (
        "kqk",
        "KQvK",
        [
            "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
            "8/8/8/4k3/8/8/8/KQ6 b - - 0 1",
            "kq6/8/8/8/8/7K/8/8 b - - 0 1",
        ],
    ),
    (
        "kpk",
        "KPvK",
        [
            "8/8/8/4k3/8/8/4P3/K7 w - - 0 1",
            "k7/6p1/8/8/8/8/8/K7 w - - 0 1",
            "8/8/8/4k3/8/8/P7/K7 b - - 0 1",
        ],
    ),
    (
        "kqkr",
        "KQvKR",
        [
            "8/8/8/4k3/3r4/8/8/KQ6 w - - 0 1",
            "8/8/8/4k3/3r4/8/8/KQ6 b - - 0 1",
            "kq6/8/8/8/8/7K/6R1/8 b - - 0 1",
        ],
    ),
    (
        "kpkp",
        "KPvKP",
        [
            "8/8/8/4k3/3p4/8/4P3/K7 w - - 0 1",
            "8/8/8/4k3/3p4/8/7P/K7 b - - 0 1",
            "8/p7/8/4k3/8/8/4P3/K7 b - - 0 1",
        ],
    ),
];

/// Returns the bytes as the first block of a Gaviota table after a valid header; `size` is the
/// number of positions per side.
fn with_header(bytes: &[u8], size: usize) -> Vec<u8> {
    let blocks = 2 * size.div_ceil(16 * 1024) as u32;
    let start = 40 + 4 * (blocks + 1);
    let mut file = vec![0; 40];
    file[8..12].copy_from_slice(&(16u32 * 1024).to_le_bytes());
    file[32..36].copy_from_slice(&start.to_le_bytes());
    file.extend(start.to_le_bytes());
    for _ in 0..blocks {
        file.extend((start + bytes.len() as u32).to_le_bytes());
    }
    file.extend(bytes);
    file
}

/// Returns the bytes with the length and the first bytes of a Syzygy table.
fn sealed(mut bytes: Vec<u8>, kind: SyzygyKind) -> Vec<u8> {
    let length = bytes.len().next_multiple_of(64) + 16;
    bytes.resize(length, 0);
    bytes[..4].copy_from_slice(match kind {
        SyzygyKind::Wdl => &[0x71, 0xe8, 0x23, 0x5d],
        SyzygyKind::Dtz => &[0xd7, 0x66, 0x0c, 0xa5],
    });
    bytes
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&which, bytes)) = bytes.split_first() else { return };
    let (name, syzygy_name, fens) = TABLES[usize::from(which & 3)];
    let boards = fens.map(|fen| {
        RulesBoard::new(&Setup::from_fen(fen).expect("a position"), portable::Token)
    });
    if which & 4 == 0 {
        let size = [462 * 64, 24 * 64 * 64, 462 * 64 * 64, 24 * 48 * 64 * 64][usize::from(which & 3)];
        let file = if which & 8 == 0 { bytes.to_vec() } else { with_header(bytes, size) };
        let Ok(table) = GaviotaTable::new(name, TableBytes::from(file)) else { return };
        let gaviota = Gaviota::new(vec![table], 1);
        for board in &boards {
            let _ = gaviota.probe(board.planes(), board.state());
        }
        return;
    }
    let kind = if which & 8 == 0 { SyzygyKind::Wdl } else { SyzygyKind::Dtz };
    let bytes = TableBytes::from(sealed(bytes.to_vec(), kind));
    let Ok(table) = SyzygyTable::parse(syzygy_name, kind, bytes) else { return };
    for board in &boards {
        let _ = table.wdl(board.planes(), board.side());
        let _ = table.dtz(board.planes(), board.side(), -2);
    }
});
