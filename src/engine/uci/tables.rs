//! The endgame tables of a session.

use std::path::PathBuf;
use std::sync::Arc;

use crate::tablebase::gaviota::Gaviota;
use crate::tablebase::syzygy::{Syzygy, SyzygyKind};
use crate::tablebase::{TableFileError, TablebaseSet, folders};
use nucleus_search::Tablebases;

/// The default of `GaviotaTbCache`, in MiB.
pub const TABLE_CACHE: usize = 32;
/// The largest `GaviotaTbCache`, in MiB.
pub const MAX_TABLE_CACHE: usize = 4096;
/// The largest `SyzygyProbeDepth`.
pub const MAX_PROBE_DEPTH: i32 = 100;

/// The options of endgame tables.
#[derive(Clone, Debug)]
pub struct TableOptions {
    syzygy: Vec<PathBuf>,
    gaviota: Vec<PathBuf>,
    /// Size of the cache of decoded Gaviota blocks, in MiB.
    pub cache: usize,
    /// Lowest depth at which positions with as many pieces as the largest tables are looked up.
    pub probe_depth: i32,
    /// True if a win that the fifty-move rule prevents counts as a draw.
    pub fifty_moves: bool,
}

impl Default for TableOptions {
    fn default() -> Self {
        Self {
            syzygy: Vec::new(),
            gaviota: Vec::new(),
            cache: TABLE_CACHE,
            probe_depth: 1,
            fifty_moves: true,
        }
    }
}

impl TableOptions {
    /// Sets the folders of Syzygy tables or of Gaviota tables from an option's value.
    pub fn set_folders(&mut self, syzygy: bool, value: &str) {
        let value = if value == "<empty>" { "" } else { value };
        *(if syzygy { &mut self.syzygy } else { &mut self.gaviota }) = folders(value);
    }

    /// Opens the tables in the folders; `None` if there is no usable table. Also returns a
    /// description for the user.
    pub fn open(&self) -> (Option<Arc<dyn Tablebases>>, String) {
        let (mut syzygy, mut gaviota, mut words) = (None, None, Vec::new());
        if !self.syzygy.is_empty() {
            let (tables, errors) = Syzygy::open(&self.syzygy);
            let (wdl, dtz) = (tables.count(SyzygyKind::Wdl), tables.count(SyzygyKind::Dtz));
            let what = format!("Syzygy: {wdl} WDL and {dtz} DTZ tables");
            words.push(described(what, tables.men(), &errors));
            syzygy = Some(tables).filter(|tables| tables.men() > 0);
        }
        if !self.gaviota.is_empty() {
            let (tables, errors) = Gaviota::open(&self.gaviota, self.cache);
            let what = format!("Gaviota: {} tables", tables.count());
            words.push(described(what, tables.men(), &errors));
            gaviota = Some(tables).filter(|tables| tables.men() > 0);
        }
        if words.is_empty() {
            return (None, "no endgame tables".to_owned());
        }
        let set = TablebaseSet::new(syzygy, gaviota, self.probe_depth, self.fifty_moves);
        let tables: Arc<dyn Tablebases> = Arc::new(set);
        (Some(tables).filter(|tables| tables.men() > 0), words.join("; "))
    }
}

/// Describes the opened tables and the refused files.
fn described(what: String, men: u32, errors: &[TableFileError]) -> String {
    let most = if men > 0 { format!(", up to {men} pieces") } else { String::new() };
    match errors {
        [] => what + &most,
        [first, ..] => format!("{what}{most}; {} refused, the first: {first}", errors.len()),
    }
}
