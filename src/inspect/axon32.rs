//! The kernels of the axon32 board, listed next to those of the matrix.

use nucleus_core::board::Setup;
use nucleus_core::kernels::{Choice, Level, Rebuilt, Routines, Variant, routines};
use nucleus_core::matrix::{Influence, Planes};
use nucleus_core::types::Color;
use nucleus_core::with_axon32_board;

/// Prefix of the kernels' names.
const PREFIX: &str = "axon32-";

/// A kernel: its choice, its name, and its rebuild as a plain function.
struct RecordKernel {
    choice: Choice,
    name: &'static str,
    rebuild: fn(&Planes, Color, &mut Rebuilt),
}

macro_rules! kernel {
    ($level:ident, $variant:ident, $name:literal) => {{
        const CHOICE: Choice = Choice { level: Level::$level, variant: Variant::$variant };
        RecordKernel {
            choice: CHOICE,
            name: $name,
            rebuild: |planes, side, out| write(CHOICE, planes, side, out),
        }
    }};
}

/// At level popcnt the board runs the portable code.
const KERNELS: [RecordKernel; 6] = [
    kernel!(Portable, Intrinsics, "axon32-portable"),
    kernel!(Portable, Asm, "axon32-portable+asm"),
    kernel!(Avx2, Intrinsics, "axon32-avx2"),
    kernel!(Avx2, Asm, "axon32-avx2+asm"),
    kernel!(Avx512, Intrinsics, "axon32-avx512"),
    kernel!(Avx512, Asm, "axon32-avx512+asm"),
];

/// Writes the cells that the axon32 board has for this position.
fn write(choice: Choice, planes: &Planes, side: Color, out: &mut Rebuilt) {
    let mut setup = Setup { planes: *planes, ..Setup::start() };
    setup.state.side = side;
    setup.state.castling = nucleus_core::board::Castling(0);
    out.nucleus.cells = with_axon32_board!(choice, &setup, board => *board.matrix());
    out.influence = Influence::from_cells(&out.nucleus.cells);
}

/// Returns the kernels that run on this CPU, lowest level first, each with the matrix's scanner of the same
/// level and variant.
pub fn available() -> Vec<Routines> {
    let routines = |kernel: RecordKernel| {
        let matrix = routines(kernel.choice)?;
        Some(Routines { name: kernel.name, rebuild: kernel.rebuild, ..matrix })
    };
    KERNELS.into_iter().filter_map(routines).collect()
}

/// Returns the name of the kernel that the board runs for a choice.
pub fn kernel_name(choice: Choice) -> &'static str {
    let level = if choice.level == Level::Popcnt { Level::Portable } else { choice.level };
    let wanted = Choice { level, ..choice };
    let kernel = KERNELS.into_iter().find(|kernel| kernel.choice == wanted);
    kernel.map_or("axon32-portable", |kernel| kernel.name)
}

/// Returns true for the name of an axon32 kernel.
pub fn is_of_record(name: &str) -> bool {
    name.starts_with(PREFIX)
}
