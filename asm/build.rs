//! Writes the listings of the debugger: routines with their macros expanded, and a table that has each
//! instruction's offset.
//!
//! The table comes from the assembler: a copy of the routine, with a label at each instruction, is assembled
//! into a section that nothing refers to, and the linker leaves it out.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const LISTED: [&str; 5] =
    ["scanner_core", "axon32_influence", "axon32_lines", "axon32_check", "axon32_moves"];

/// A macro: the names of its arguments and its lines.
type Macros = BTreeMap<String, (Vec<String>, Vec<String>)>;

fn words(text: &str) -> Vec<String> {
    text.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}

/// Splits a line into its code, and its comment from `#` on.
fn split(line: &str) -> (&str, &str) {
    let (code, comment) = line.split_at(line.find('#').unwrap_or(line.len()));
    (code.trim_end(), comment)
}

/// Returns the lines of a file without its macros, each of which is expanded where it is used.
fn expanded(text: &str) -> Vec<String> {
    let (mut macros, mut open) = (Macros::new(), None::<String>);
    let mut lines = Vec::new();
    let mut uses = 0;
    for line in text.lines() {
        let code = split(line).0.trim();
        let (first, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
        match (first, &open) {
            (".macro", _) => {
                let (name, arguments) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
                macros.insert(name.to_owned(), (words(arguments), Vec::new()));
                open = Some(name.to_owned());
            }
            (".endm", _) => open = None,
            (_, Some(name)) => macros.entry(name.clone()).or_default().1.push(line.to_owned()),
            _ => match macros.get(first) {
                None => lines.push(line.to_owned()),
                Some((names, body)) => {
                    let values = words(rest);
                    lines.extend(body.iter().map(|line| {
                        let line = line.replace("\\@", &format!("_{uses}"));
                        names.iter().zip(&values).fold(line, |line, (name, value)| {
                            line.replace(&format!("\\{name}"), value)
                        })
                    }));
                    uses += 1;
                }
            },
        }
    }
    lines
}

/// Returns a line with a tab before its code and its operands, and its comment right behind.
fn narrow(line: &str) -> String {
    let (code, comment) = split(line);
    let name = code.trim_start();
    if name.is_empty() || name.len() == code.len() {
        return line.to_owned();
    }
    let (name, operands) = name.split_once(' ').unwrap_or((name, ""));
    let line = format!("\t{name}\t{}", operands.trim_start());
    if comment.is_empty() { line.trim_end().to_owned() } else { format!("{line}  {comment}") }
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let (mut assembly, mut rust) = (String::new(), String::new());
    let mut listings = String::new();
    for name in LISTED {
        let file = format!("{name}.s");
        println!("cargo::rerun-if-changed={file}");
        let (mut listing, mut table, mut count) = (String::new(), String::new(), 0);
        writeln!(
            assembly,
            ".pushsection .text.nucleus_listing, \"ax\", @progbits\n.p2align 6\n.Lrow_{name}:"
        )?;
        let mut number = 0;
        for line in expanded(&fs::read_to_string(&file)?) {
            let code = split(&line).0.trim();
            let is_label = code.ends_with(':');
            if code.starts_with(".text") || code.starts_with(".p2") || code.starts_with(".gl") {
                continue;
            }
            if is_label && !code.starts_with('.') {
                // The label that Windows and macOS use.
                if code.starts_with('_') {
                    continue;
                }
            } else if is_label || code.starts_with('.') {
                writeln!(assembly, "{}", code.replace(".L", ".Llisting_"))?;
            } else if !code.is_empty() {
                let label = format!(".Lrow_{name}_{count}");
                writeln!(assembly, "{label}: {}", code.replace(".L", ".Llisting_"))?;
                writeln!(table, ".long {label} - .Lrow_{name}, {number}")?;
                count += 1;
            }
            writeln!(listing, "{}", narrow(&line))?;
            number += 1;
        }
        writeln!(assembly, ".Lrow_{name}_end:\n.popsection")?;
        writeln!(
            assembly,
            ".pushsection .rodata.nucleus_listing_{name}, \"a\", @progbits\n.p2align 2"
        )?;
        writeln!(assembly, ".globl nucleus_listing_{name}\nnucleus_listing_{name}:\n{table}")?;
        writeln!(assembly, ".long .Lrow_{name}_end - .Lrow_{name}, {number}\n.popsection")?;
        writeln!(
            rust,
            "unsafe extern \"C\" {{\n    #[link_name = \"nucleus_listing_{name}\"]\n    safe static TABLE_{}: [[u32; 2]; {}];\n}}",
            name.to_uppercase(),
            count + 1
        )?;
        writeln!(
            listings,
            "    Listing {{ name: {name:?}, text: {listing:?}, table: &TABLE_{} }},",
            name.to_uppercase()
        )?;
    }
    writeln!(
        rust,
        "/// The listings of the debugger.\npub fn listings() -> [Listing; {}] {{\n    [\n{listings}    ]\n}}",
        LISTED.len()
    )?;
    let out = env::var("OUT_DIR")?;
    fs::write(Path::new(&out).join("listings.s"), assembly)?;
    fs::write(Path::new(&out).join("listings.rs"), rust)?;
    Ok(())
}
