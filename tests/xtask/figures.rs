for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }//! The tables of pages that quote a record are read back from it.
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }//!
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }//! A line before such a table says what it is of: `<!-- table boards of reports/CPU/RECORD.json -->`
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }//! for a table of `nucleus report`, `<!-- table threads of … -->` for one of `compare --threads`, or
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }//! `<!-- table breakdown LEVEL of reports/CPU/FILE.csv -->` for one of `ci/boards`. With `<!-- table
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }//! short of … … -->` it is the table of `nucleus report --markdown`, for one record after the other.
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }//! The page may leave out columns, and with `rows` for `table` rows too.
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }//! `NUCLEUS_FIGURES=1 cargo test -p xtask --test xtask` writes the tables anew.
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }use std::collections::BTreeMap;
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }use std::fs;
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }use std::path::{Path, PathBuf};
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }use nucleus_records::scaling::ScalingRecord;
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }use nucleus_report::export::{self, ExportFormat};
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }use nucleus_report::load;
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }use nucleus_report::scaling;
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }use nucleus_report::tables;
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }use xtask::breakdown::{self, from_csv};
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }fn root() -> PathBuf {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }}
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }/// README.md and the pages of docs/, docs/notebook/ and reports/ that people write.
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }fn pages() -> Vec<PathBuf> {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let mut pages = vec![root().join("README.md")];
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    for folder in ["docs", "docs/notebook", "reports"] {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        for entry in fs::read_dir(root().join(folder)).expect("a folder").flatten() {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            pages.push(entry.path());
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    pages.retain(|page| page.extension().is_some_and(|e| e == "md"));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    pages.sort();
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    pages
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }}
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }/// The cells of a line of a table.
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }fn cells(line: &str) -> Vec<String> {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    inner.split('|').map(|cell| cell.trim().to_owned()).collect()
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }}
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }/// A table as the page has it: its head and its rows.
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }type Shown = (Vec<String>, Vec<Vec<String>>);
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }fn shown<'a>(lines: impl Iterator<Item = &'a str>) -> Shown {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let mut lines = lines.filter(|line| line.starts_with('|')).map(cells);
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let head = lines.next().expect("a head");
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    (head, lines.skip(1).collect())
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }}
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }/// Makes the table that a mark names from its file, in Markdown.
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }fn made(what: &str, file: &str) -> String {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let path = root().join(file);
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    if what == "short" {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        let tables = file.split(' ').enumerate().map(|(number, file)| {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let loaded = load::read(&root().join(file)).unwrap_or_else(|e| panic!("{e}"));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let page = export::text(ExportFormat::Markdown, &[loaded]);
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let page = page.unwrap_or_else(|e| panic!("{file}: {e}"));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let lines = page.lines().filter(|line| line.starts_with('|'));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            lines.skip(if number == 0 { 0 } else { 2 }).collect::<Vec<_>>().join("\n")
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        });
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        return tables.collect::<Vec<_>>().join("\n");
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    if let Some(level) = what.strip_prefix("breakdown ") {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        let rows = from_csv(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        return breakdown::table(&rows, level).markdown();
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    if what == "threads" {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        let record = ScalingRecord::from_json(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        return scaling::table(&record).markdown();
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let loaded = load::read(&path).unwrap_or_else(|e| panic!("{e}"));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let all = tables::all(&[loaded]);
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let table = all.into_iter().find(|t| t.name == what);
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    table.unwrap_or_else(|| panic!("{file}: no table {what}")).markdown()
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }}
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }/// The rows of a table, with the columns that a page shows of it.
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }fn projected(markdown: &str, head: &[String], place: &str) -> Vec<Vec<String>> {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let (all, rows) = shown(markdown.lines());
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let columns: Vec<usize> = head
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        .iter()
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        .map(|name| {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let at = all.iter().position(|column| column == name);
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            at.unwrap_or_else(|| panic!("{place}: the record has no column `{name}`: {all:?}"))
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        })
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        .collect();
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    rows.iter().map(|row| columns.iter().map(|&at| row[at].clone()).collect()).collect()
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }}
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }/// Reads a mark: true if all rows must be there, the subject, and the file.
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }fn read_mark(line: &str) -> Option<(bool, &str, String)> {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let mark = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let (what, file) = mark.split_once(" of reports/")?;
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let (kind, what) = what.split_once(' ')?;
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let all = match kind {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        "table" => true,
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        "rows" => false,
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        _ => return None,
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    };
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    Some((all, what, format!("reports/{file}")))
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }}
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }#[test]
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }fn tables_on_pages_are_those_of_their_records() {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let write = std::env::var_os("NUCLEUS_FIGURES").is_some();
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    let mut read: BTreeMap<String, usize> = BTreeMap::new();
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    for page in pages() {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        let name = page.file_name().expect("a name").to_string_lossy().into_owned();
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        let text = fs::read_to_string(&page).expect("a page");
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        let mut at = 0;
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        while at < lines.len() {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let mark = lines[at].clone();
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            at += 1;
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let Some((all, what, file)) = read_mark(&mark) else { continue };
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let place = format!("{name}:{at}");
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let begin = (at..lines.len()).find(|&i| lines[i].starts_with('|'));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let begin = begin.unwrap_or_else(|| panic!("{place}: no table follows"));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let end = (begin..lines.len()).find(|&i| !lines[i].starts_with('|'));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let end = end.unwrap_or(lines.len());
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let (head, rows) = shown(lines[begin..end].iter().map(String::as_str));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            let expected = projected(&made(what, &file), &head, &place);
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            if write && all {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }                let anew = expected.iter().map(|row| format!("| {} |", row.join(" | ")));
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }                lines.splice(begin + 2..end, anew);
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }                continue;
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            assert!(!rows.is_empty(), "{place}: no row");
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            if all {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }                assert_eq!(rows, expected, "{place}");
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            for row in &rows {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }                assert!(expected.contains(row), "{place}: {row:?} is no row of {expected:?}");
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            *read.entry(name.clone()).or_default() += rows.len();
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        if write {
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }            fs::write(&page, lines.join("\n") + "\n").expect("the page can be written");
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }        }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    }
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    println!("rows read back: {read:?}");
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }    assert!(write || read.contains_key("MATRIX.md"), "reports/MATRIX.md quotes its record");
for page in ["README.md", "MATRIX.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }}
