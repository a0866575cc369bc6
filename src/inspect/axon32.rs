//! The kernels of the axon32 board, listed next to those of the matrix.

use nucleus_core::board::Setup;
use nucleus_core::kernels::{Choice, Level, Rebuilt, Routines, Variant, routines};
use nucleus_core::matrix::{Influence, Planes};
use nucleus_core::types::Color;
use nucleus_core::with_board;

const PREFIX: &str = "axon32-";

/// A kernel: its choice, its name, and its rebuild as a plain function.
struct RecordKernel {
    choice: Choice,
    name: &'static str,
    rebuild: fn(&Planes, Color, &mut Rebuilt),
}

/// The kernels, lowest level first. The board runs the portable code at levels popcnt and neon.
const KERNELS: [RecordKernel; 6] = [
    kernel::<{ Level::Portable as usize }, 0>("axon32-portable"),
    kernel::<{ Level::Portable as usize }, 1>("axon32-portable+asm"),
    kernel::<{ Level::Avx2 as usize }, 0>("axon32-avx2"),
    kernel::<{ Level::Avx2 as usize }, 1>("axon32-avx2+asm"),
    kernel::<{ Level::Avx512 as usize }, 0>("axon32-avx512"),
    kernel::<{ Level::Avx512 as usize }, 1>("axon32-avx512+asm"),
];

/// Returns the kernel of a level and a variant, indices of `Level::ALL` and `Variant::ALL`.
const fn kernel<const LEVEL: usize, const VARIANT: usize>(name: &'static str) -> RecordKernel {
    const fn choice<const LEVEL: usize, const VARIANT: usize>() -> Choice {
        Choice { level: Level::ALL[LEVEL], variant: Variant::ALL[VARIANT] }
    }
    let rebuild =
        |planes: &_, side, out: &mut _| write(choice::<LEVEL, VARIANT>(), planes, side, out);
    RecordKernel { choice: choice::<LEVEL, VARIANT>(), name, rebuild }
}

/// Writes the cells that the axon32 board has for this position.
fn write(choice: Choice, planes: &Planes, side: Color, out: &mut Rebuilt) {
    let mut setup = Setup { planes: *planes, ..Setup::start() };
    setup.state.side = side;
    setup.state.castling = nucleus_core::board::Castling(0);
    out.nucleus.cells = with_board!(axon32: choice, &setup, board => *board.matrix());
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
    let requested = Choice { level, ..choice };
    let kernel = KERNELS.into_iter().find(|kernel| kernel.choice == requested);
    kernel.map_or("axon32-portable", |kernel| kernel.name)
}

/// Returns true for the name of an axon32 kernel.
pub fn is_of_record(name: &str) -> bool {
    name.starts_with(PREFIX)
}
