//! Our binary trace format: positions of any evaluation that is linear in its weights.
//!
//! Little-endian, floats in 32 bits:
//!
//! | bytes | what |
//! |---:|---|
//! | 8 | `NUCTRACE` |
//! | 4 | version: 1 |
//! | 4 | how many features, at most 65,535 |
//! | each feature | 1 byte: 1 for two numbers (middlegame, endgame), 0 for one; 2 bytes: length of the name; the name, UTF-8 |
//! | each position, to the end of the file | |
//! | 4 | game |
//! | 4 | White's score, a float from 0 to 1 |
//! | 4 | share of the middlegame, a float from 0 to 1 |
//! | 4 | White's value that no weight changes, centipawns, a float |
//! | 4, 4 | what is left of the value where White is better and where Black is, floats from 0 to 1 |
//! | 4 | bound of the tapered part, centipawns, a float above 0, infinite for none |
//! | 2 | how many features count |
//! | each 2, 2 | the feature's number from 0, White's units less Black's (signed) |

use nucleus_base::files;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::Path;

use super::FitError;
use super::model::{LinearFeature, LinearModel};
use super::rows::{TraceEntry, TraceHead, TraceRows};

/// The first bytes.
const MAGIC: &[u8; 8] = b"NUCTRACE";
/// The version.
const VERSION: u32 = 1;
/// The longest name of a feature, in bytes.
const LONGEST_NAME: u16 = 256;

/// Writes positions.
///
/// # Errors
/// When the file cannot be written.
pub fn write_binary(path: &Path, rows: &TraceRows, model: &LinearModel) -> Result<(), FitError> {
    let system = |error| FitError::System { path: path.to_owned(), error };
    let mut file = BufWriter::new(File::create(path).map_err(system)?);
    let written = to_writer(&mut file, rows, model).and_then(|()| file.flush());
    written.map_err(system)
}

fn to_writer(file: &mut impl Write, rows: &TraceRows, model: &LinearModel) -> std::io::Result<()> {
    file.write_all(MAGIC)?;
    file.write_all(&VERSION.to_le_bytes())?;
    file.write_all(&(model.features.len() as u32).to_le_bytes())?;
    for feature in &model.features {
        file.write_all(&[u8::from(feature.tapered)])?;
        file.write_all(&(feature.name.len() as u16).to_le_bytes())?;
        file.write_all(feature.name.as_bytes())?;
    }
    for row in rows.iter() {
        let TraceHead { game, result, phase, offset, scale: [white, black], bound } = row.head;
        file.write_all(&game.to_le_bytes())?;
        for number in [result, phase, offset, white, black, bound] {
            file.write_all(&number.to_le_bytes())?;
        }
        file.write_all(&(row.entries.len() as u16).to_le_bytes())?;
        for entry in row.entries {
            file.write_all(&entry.feature.to_le_bytes())?;
            file.write_all(&entry.units.to_le_bytes())?;
        }
    }
    Ok(())
}

/// Reads positions, at most `most`; the weights begin at zero and have no bounds. Tells whether
/// there are more.
///
/// # Errors
/// When the file cannot be read or is at fault; the error has the byte.
pub fn read_binary(path: &Path, most: usize) -> Result<(TraceRows, LinearModel, bool), FitError> {
    let file =
        files::open(path).map_err(|error| FitError::System { path: path.to_owned(), error })?;
    let mut input = Bytes { path, input: BufReader::new(file), at: 0 };
    if input.array::<8>()?.as_ref() != Some(MAGIC) {
        return Err(input.fault(0, "expected NUCTRACE, the beginning of a trace file"));
    }
    if u32::from_le_bytes(input.whole()?) != VERSION {
        return Err(input.fault(8, &format!("expected version {VERSION}")));
    }
    let count = u32::from_le_bytes(input.whole()?);
    if count == 0 || count > u32::from(u16::MAX) {
        return Err(input.fault(12, "expected 1 to 65535 features"));
    }
    let mut names = HashSet::new();
    let mut features = Vec::with_capacity(count as usize);
    for _ in 0..count {
        let feature = input.feature()?;
        if !names.insert(feature.name.clone()) {
            return Err(input.fault(input.at, &format!("a second feature '{}'", feature.name)));
        }
        features.push(feature);
    }
    let mut rows = TraceRows::default();
    let mut entries = Vec::new();
    while let Some(game) = input.array::<4>()? {
        if rows.len() >= most {
            return Ok((rows, LinearModel { features }, true));
        }
        let head = input.head(u32::from_le_bytes(game))?;
        let counted = u16::from_le_bytes(input.whole()?);
        entries.clear();
        for _ in 0..counted {
            let at = input.at;
            let feature = u16::from_le_bytes(input.whole()?);
            let units = i16::from_le_bytes(input.whole()?);
            if u32::from(feature) >= count {
                return Err(input.fault(at, &format!("expected a feature below {count}")));
            }
            entries.push(TraceEntry { feature, units });
        }
        rows.push(head, entries.iter().copied());
    }
    Ok((rows, LinearModel { features }, false))
}

/// A file that is read, and how far.
struct Bytes<'a, R> {
    path: &'a Path,
    input: R,
    at: u64,
}

impl<R: Read> Bytes<'_, R> {
    fn fault(&self, at: u64, fault: &str) -> FitError {
        let (path, fault) = (self.path.to_owned(), fault.to_owned());
        FitError::File { path, place: format!("byte {at}"), fault }
    }

    /// The next bytes; `None` at the end of the file.
    fn array<const N: usize>(&mut self) -> Result<Option<[u8; N]>, FitError> {
        let mut bytes = [0; N];
        let mut filled = 0;
        while filled < N {
            match self.input.read(&mut bytes[filled..]) {
                Ok(0) if filled == 0 => return Ok(None),
                Ok(0) => return Err(self.fault(self.at + filled as u64, "the file ends here")),
                Ok(read) => filled += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(FitError::System { path: self.path.to_owned(), error });
                }
            }
        }
        self.at += N as u64;
        Ok(Some(bytes))
    }

    /// The next bytes, which have to be there.
    fn whole<const N: usize>(&mut self) -> Result<[u8; N], FitError> {
        self.array()?.ok_or_else(|| self.fault(self.at, "the file ends here"))
    }

    fn feature(&mut self) -> Result<LinearFeature, FitError> {
        let begin = self.at;
        let [tapered] = self.whole()?;
        if tapered > 1 {
            return Err(self.fault(begin, "expected 0 or 1: numbers of a weight"));
        }
        let length = u16::from_le_bytes(self.whole()?);
        if length == 0 || length > LONGEST_NAME {
            let fault = format!("expected a name of 1 to {LONGEST_NAME} bytes");
            return Err(self.fault(begin + 1, &fault));
        }
        let mut name = Vec::with_capacity(usize::from(length));
        for _ in 0..length {
            let [byte] = self.whole()?;
            name.push(byte);
        }
        let name = String::from_utf8(name).ok().filter(|name| nucleus_base::text::is_name(name));
        let name = name.ok_or_else(|| self.fault(begin + 3, "a name that does not print"))?;
        let range = [f64::NEG_INFINITY, f64::INFINITY];
        Ok(LinearFeature { name, tapered: tapered == 1, start: [0.0; 2], range })
    }

    fn head(&mut self, game: u32) -> Result<TraceHead, FitError> {
        let begin = self.at;
        let mut numbers = [0.0; 6];
        for number in &mut numbers {
            *number = f32::from_le_bytes(self.whole()?);
        }
        let [result, phase, offset, white, black, bound] = numbers;
        let head = TraceHead { game, result, phase, offset, scale: [white, black], bound };
        head.check().map_err(|fault| self.fault(begin, &fault))?;
        Ok(head)
    }
}
