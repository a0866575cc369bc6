//! Core cycles of the scanners and of the rebuild, as `cargo bench --bench kernels` printed them.

use serde::Deserialize;

use nucleus_report::table::{Table, TableCell, left, right};

/// Cycles of one routine of one level.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct KernelCycles {
    /// The routine.
    pub kernel: String,
    /// The level.
    pub level: String,
    /// `intrinsics`, or `asm`: a routine of `asm/`.
    pub variant: String,
    /// Core cycles a board, the least of the rounds.
    pub best: f64,
    /// The median of the rounds.
    pub median: f64,
}

/// The least cycles a board: a row for each routine and level, compiled and in assembly. A rebuild has no
/// assembly: its variant `asm` runs the compiled routine again.
pub fn table(rows: &[KernelCycles]) -> Table {
    let columns = vec![
        left("kernel", "scanner"),
        left("level", "level"),
        right("compiled", "compiled"),
        right("assembly", "assembly"),
    ];
    let mut table = Table::new("kernel-cycles", "Core cycles a board", columns);
    let cell = |row: Option<&KernelCycles>| {
        TableCell::number(row.map(|row| row.best), |best| format!("{best:.1}"))
    };
    for row in rows.iter().filter(|row| row.variant == "intrinsics") {
        let assembly = rows.iter().filter(|other| other.kernel != "rebuild").find(|other| {
            (&other.kernel, &other.level, other.variant.as_str())
                == (&row.kernel, &row.level, "asm")
        });
        let names = [&row.kernel, &row.level].map(|name| TableCell::text(name.clone()));
        table.push([names, [cell(Some(row)), cell(assembly)]].concat());
    }
    table
}
