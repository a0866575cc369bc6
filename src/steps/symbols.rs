//! The routines of a program's file, from the symbol table of a 64-bit little-endian ELF file.

use std::fmt::Write;
use std::path::Path;

/// Type of a section that holds a symbol table.
const SECTION_SYMBOLS: u32 = 2;
/// Type of a loaded segment.
const SEGMENT_LOAD: u32 = 1;
/// Flag of an executable segment.
const SEGMENT_CODE: u32 = 1;
/// Type of a function symbol.
const SYMBOL_FUNCTION: u8 = 2;

/// Address range and name of a routine.
#[derive(Debug, Clone)]
struct Symbol {
    begin: u64,
    size: u64,
    name: String,
}

/// The routines of a program's file.
#[derive(Debug, Clone, Default)]
pub struct SymbolTable {
    /// The symbols, sorted by address.
    symbols: Vec<Symbol>,
    /// Difference between the code's addresses and its offsets in the file.
    ahead: u64,
}

/// Reads numbers and text from a file's bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&self, at: u64, length: u64) -> Result<&'a [u8], String> {
        let begin = usize::try_from(at).ok();
        let end = at.checked_add(length).and_then(|end| usize::try_from(end).ok());
        begin
            .zip(end)
            .and_then(|(begin, end)| self.0.get(begin..end))
            .ok_or_else(|| format!("it ends before byte {}", at.saturating_add(length)))
    }

    fn number<const BYTES: usize>(&self, at: u64) -> Result<u64, String> {
        let bytes = self.bytes(at, BYTES as u64)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn u16(&self, at: u64) -> Result<u64, String> {
        self.number::<2>(at)
    }

    fn u32(&self, at: u64) -> Result<u32, String> {
        Ok(self.number::<4>(at)? as u32)
    }

    fn u64(&self, at: u64) -> Result<u64, String> {
        self.number::<8>(at)
    }

    /// Returns the text from `at` to the next zero byte.
    fn text(&self, at: u64) -> Result<String, String> {
        let from = usize::try_from(at).ok().and_then(|at| self.0.get(at..));
        let from = from.ok_or("a name beyond its end")?;
        let length = from.iter().position(|&byte| byte == 0).ok_or("a name without an end")?;
        Ok(String::from_utf8_lossy(&from[..length]).into_owned())
    }
}

impl SymbolTable {
    /// Reads the symbol table of a program's file.
    ///
    /// # Errors
    /// If the file cannot be read, is no 64-bit ELF file, or has no function symbols, as a stripped
    /// release.
    pub fn read(path: &Path) -> Result<Self, String> {
        let wrong = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
        let bytes = std::fs::read(path).map_err(|error| wrong(&error))?;
        Self::parse(&bytes).map_err(|error| wrong(&error))
    }

    /// Reads the symbol table from a file's bytes.
    ///
    /// # Errors
    /// See [`SymbolTable::read`].
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let file = Reader(bytes);
        // Magic number, 64-bit, little-endian.
        if !bytes.starts_with(b"\x7fELF\x02\x01") {
            return Err("no ELF file of 64 bits".to_owned());
        }
        let mut table = Self::default();
        let (headers, size, count) = (file.u64(32)?, file.u16(54)?, file.u16(56)?);
        for at in (0..count).map(|index| headers.saturating_add(index * size)) {
            if file.u32(at)? == SEGMENT_LOAD && file.u32(at + 4)? & SEGMENT_CODE != 0 {
                table.ahead = file.u64(at + 16)?.wrapping_sub(file.u64(at + 8)?);
            }
        }
        let (headers, size, count) = (file.u64(40)?, file.u16(58)?, file.u16(60)?);
        let section = |index: u64| headers.saturating_add(index.saturating_mul(size));
        for at in (0..count).map(section) {
            if file.u32(at + 4)? != SECTION_SYMBOLS {
                continue;
            }
            let names = file.u64(section(u64::from(file.u32(at + 40)?)) + 24)?;
            let (begin, length) = (file.u64(at + 24)?, file.u64(at + 32)?);
            for at in (0..length / 24).map(|index| begin.saturating_add(index * 24)) {
                let kind = file.bytes(at + 4, 1)?[0] & 15;
                let (begin, size) = (file.u64(at + 8)?, file.u64(at + 16)?);
                if kind == SYMBOL_FUNCTION && begin != 0 {
                    let name = file.text(names.saturating_add(u64::from(file.u32(at)?)))?;
                    table.symbols.push(Symbol { begin, size, name: demangle(&name) });
                }
            }
        }
        if table.symbols.is_empty() {
            return Err("no functions in its table of symbols".to_owned());
        }
        // Of several names for one address, the first in the alphabet stays.
        table.symbols.sort_by(|a, b| (a.begin, &a.name).cmp(&(b.begin, &b.name)));
        table.symbols.dedup_by_key(|symbol| symbol.begin);
        Ok(table)
    }

    /// Returns the name of the routine that contains an address of the file.
    pub fn routine(&self, address: u64) -> Option<&str> {
        let after = self.symbols.partition_point(|symbol| symbol.begin <= address);
        let symbol = self.symbols.get(after.checked_sub(1)?)?;
        // Routines in assembly may lack a size.
        let inside = symbol.size == 0 || address - symbol.begin < symbol.size;
        inside.then_some(symbol.name.as_str())
    }

    /// Returns the address, as in the symbols, of the code at an offset in the file.
    pub fn address_of(&self, offset: u64) -> u64 {
        offset.wrapping_add(self.ahead)
    }
}

/// Turns a symbol of rustc's legacy mangling, `_ZN…17h…E`, into a path; returns others unchanged.
pub fn demangle(symbol: &str) -> String {
    path_of(symbol).unwrap_or_else(|| symbol.to_owned())
}

/// Escapes of the legacy mangling, with the characters that they encode.
const ESCAPES: [(&str, &str); 8] = [
    ("SP$", "@"),
    ("BP$", "*"),
    ("RF$", "&"),
    ("LT$", "<"),
    ("GT$", ">"),
    ("LP$", "("),
    ("RP$", ")"),
    ("C$", ","),
];

fn path_of(symbol: &str) -> Option<String> {
    let mut rest = symbol.strip_prefix("_ZN")?;
    let mut parts = Vec::new();
    while !rest.starts_with('E') {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let length: usize = rest[..digits].parse().ok()?;
        let end = digits.checked_add(length)?;
        parts.push(rest.get(digits..end)?);
        rest = &rest[end..];
    }
    // The last part is a hash of the types, which changes with the compiler.
    if parts.last().is_some_and(|part| part.len() == 17 && part.starts_with('h')) {
        parts.pop();
    }
    let parts: Vec<String> = parts.into_iter().map(unescape).collect();
    Some(parts.join("::"))
}

fn unescape(part: &str) -> String {
    let part = part.strip_prefix('_').filter(|rest| rest.starts_with('$')).unwrap_or(part);
    let (mut out, mut rest) = (String::new(), part);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("..") {
            out += "::";
            rest = after;
            continue;
        }
        let escaped = rest.strip_prefix('$').and_then(|after| {
            if let Some((code, after)) = after.strip_prefix('u').and_then(|a| a.split_once('$')) {
                let character = u32::from_str_radix(code, 16).ok().and_then(char::from_u32)?;
                return Some((character.to_string(), after));
            }
            let (escape, text) = ESCAPES.iter().find(|(escape, _)| after.starts_with(escape))?;
            Some(((*text).to_owned(), &after[escape.len()..]))
        });
        match escaped {
            Some((text, after)) => {
                out += &text;
                rest = after;
            }
            None => {
                let next = rest.chars().next().expect("it is not empty");
                let _ = write!(out, "{next}");
                rest = &rest[next.len_utf8()..];
            }
        }
    }
    out
}
