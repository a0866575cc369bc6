//! The words of the source and of the pages: doc comments that say what an item is, the field's
//! terms in place of private ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// First words of a doc comment that name no item.
const VAGUE: [&str; 9] =
    ["What", "Whether", "It", "Its", "The same", "Who", "Whoever", "How many", "How much"];
/// The largest share of doc comments that may begin so.
const MOST_VAGUE: f64 = 0.03;

/// Identifiers that have been replaced by the field's terms.
const RETIRED: [&str; 23] = [
    "Awaited",
    "Conversation",
    "Family",
    "FoldedNode",
    "Hall",
    "Instance",
    "LeftMove",
    "MessageFlow",
    "Mirror",
    "Parts",
    "PlayingTable",
    "Presence",
    "RankDoor",
    "Speaker",
    "Standing",
    "Teller",
    "Terms",
    "Ticket",
    "plant",
    "search_beside_others",
    "unfold",
    "fn fold",
    "kernel.step",
];

/// Words that comments and pages do without.
const RETIRED_WORDS: [&str; 3] = ["man", "men", "whoever"];
/// Other meanings of these words: the command for manual pages, and the author of Syzygy.
const OTHER_MEANING: [&str; 3] = ["nucleus man", "`man`", "R. de Man"];

/// A file by its path from the root, and its text.
type File = (String, String);

/// The faults of some files, and their doc comments by the first words.
#[derive(Default)]
struct Findings {
    faults: Vec<String>,
    vague: BTreeMap<&'static str, usize>,
    comments: usize,
}

impl Findings {
    fn share(&self) -> f64 {
        self.vague.values().sum::<usize>() as f64 / self.comments.max(1) as f64
    }
}

/// Splits a line of Rust into code and comment. Strings are left out of the code; one that goes on
/// for several lines is `open` at their ends.
fn split(line: &str, open: &mut Option<String>) -> (String, String) {
    let (mut code, mut rest) = (String::new(), line);
    while !rest.is_empty() {
        if let Some(end) = open.as_ref() {
            let escaped = end == "\"" && rest.starts_with('\\');
            if escaped {
                rest = rest.char_indices().nth(2).map_or("", |(at, _)| &rest[at..]);
            } else if let Some(after) = rest.strip_prefix(end.as_str()) {
                (rest, *open) = (after, None);
            } else {
                rest = rest.char_indices().nth(1).map_or("", |(at, _)| &rest[at..]);
            }
            continue;
        }
        if rest.starts_with("//") {
            return (code, rest.to_owned());
        }
        let hashes =
            rest.strip_prefix('r').map(|raw| raw.chars().take_while(|&c| c == '#').count());
        let raw = hashes.filter(|&count| rest[1 + count..].starts_with('"'));
        let starts_word = !code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if let Some(count) = raw.filter(|_| starts_word) {
            *open = Some(format!("\"{}", "#".repeat(count)));
            rest = &rest[2 + count..];
        } else if let Some(after) = rest.strip_prefix('"') {
            (rest, *open) = (after, Some("\"".to_owned()));
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest = &rest[rest[1..].find('\'').map_or(1, |at| at + 2)..];
        } else {
            let next = rest.char_indices().nth(1).map_or(rest.len(), |(at, _)| at);
            code += &rest[..next];
            rest = &rest[next..];
        }
    }
    (code, String::new())
}

/// True if a text has this word or these words, as whole ones.
fn has(text: &str, words: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(words).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + words.len()..].starts_with(is_part)
    })
}

fn check_words(place: &str, text: &str, findings: &mut Findings) {
    let mut text = text.to_owned();
    OTHER_MEANING.iter().for_each(|other| text = text.replace(other, ""));
    let lower = text.to_lowercase();
    let found = RETIRED_WORDS.iter().filter(|word| has(&lower, word));
    findings.faults.extend(found.map(|word| format!("{place}: the word '{word}'")));
}

fn check_source(name: &str, text: &str, findings: &mut Findings) {
    let (mut open, mut in_doc) = (None, false);
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        let (code, comment) = split(line, &mut open);
        let retired = RETIRED.iter().filter(|word| has(&code, word));
        findings.faults.extend(retired.map(|word| format!("{place}: the identifier `{word}`")));
        check_words(&place, &comment, findings);
        let alone = code.trim().is_empty() && !comment.starts_with("////");
        let doc = comment.strip_prefix("///").or_else(|| comment.strip_prefix("//!"));
        let doc = doc.filter(|_| alone);
        if let Some(doc) = doc.filter(|_| !in_doc) {
            findings.comments += 1;
            let doc = doc.trim_start();
            let starts = |word: &&str| doc.starts_with(*word) && has(doc, word);
            if let Some(word) = VAGUE.iter().find(|word| starts(word)) {
                *findings.vague.entry(word).or_default() += 1;
            }
        }
        in_doc = doc.is_some();
    }
}

fn check(files: &[File]) -> Findings {
    let mut findings = Findings::default();
    for (name, text) in files {
        if name.ends_with(".rs") {
            check_source(name, text, &mut findings);
        } else if name.ends_with(".md") {
            for (number, line) in text.lines().enumerate() {
                check_words(&format!("{name}:{}", number + 1), line, &mut findings);
            }
        } else {
            for (number, line) in text.lines().enumerate() {
                let comment = line.split_once('#').map_or("", |(_, comment)| comment);
                check_words(&format!("{name}:{}", number + 1), comment, &mut findings);
            }
        }
    }
    if findings.share() > MOST_VAGUE {
        let share = 100.0 * findings.share();
        let fault = format!("{share:.1} % of the doc comments begin with {:?}", findings.vague);
        findings.faults.push(fault);
    }
    findings
}

/// Reads the source, scripts and pages below a folder. Records and the pages made from them quote
/// names that are not ours.
fn files(root: &Path, folder: &str, found: &mut Vec<File>) {
    for entry in fs::read_dir(root.join(folder)).expect("a folder").flatten() {
        let path = entry.path();
        let name = path.strip_prefix(root).expect("below the root").display().to_string();
        let is_text = path
            .extension()
            .is_none_or(|e| ["rs", "md", "s", "py", "sh"].iter().any(|known| e == *known));
        if path.is_dir() {
            if !matches!(name.as_str(), "target" | "fuzz/target") && !name.contains(".git/") {
                files(root, &name, found);
            }
        } else if is_text && let Ok(text) = fs::read_to_string(&path) {
            found.push((name.replace('\\', "/"), text));
        }
    }
}

/// The retired words are named here to be found.
const OWN: &str = "tests/program/words.rs";

#[test]
fn the_repository_speaks_the_fields_language() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["asm", "benches", "ci", "docs", "examples", "reports", "src", "tests"] {
        files(root, folder, &mut found);
    }
    for page in ["README.md", "CHANGELOG.md"] {
        found.push((page.to_owned(), fs::read_to_string(root.join(page)).expect("a page")));
    }
    found.retain(|(name, _)| name != OWN);
    let findings = check(&found);
    println!(
        "{} doc comments, {:.2} % with vague first words: {:?}",
        findings.comments,
        100.0 * findings.share(),
        findings.vague
    );
    assert!(findings.comments > 7_000, "{} doc comments", findings.comments);
    assert!(findings.faults.is_empty(), "{:#?}", findings.faults);
}

#[test]
fn planted_faults_are_found() {
    let faults = |name: &str, text: &str| check(&[(name.to_owned(), text.to_owned())]).faults;
    let documented = "/// Returns the piece.\nfn a() {}\n\n".repeat(40);
    let planted = |line: &str| faults("src/a.rs", &format!("{documented}{line}\n"));
    assert_eq!(planted("/// A piece."), [""; 0]);
    assert_eq!(planted("struct Hall;"), ["src/a.rs:121: the identifier `Hall`"]);
    assert_eq!(planted("kernel.step(1);"), ["src/a.rs:121: the identifier `kernel.step`"]);
    assert_eq!(planted("let hall = Halls::fold(\"Hall // Terms\", r#\"Hall\"#);"), [""; 0]);
    assert_eq!(planted("let a = '\"'; Hall; // \""), ["src/a.rs:121: the identifier `Hall`"]);
    assert_eq!(planted("// Whoever sees it"), ["src/a.rs:121: the word 'whoever'"]);
    assert_eq!(planted("let a = 1; // a kind of man"), ["src/a.rs:121: the word 'man'"]);
    assert_eq!(planted("let men = \"men\"; // womenfolk"), [""; 0]);
    assert_eq!(planted("/// What it is."), [""; 0], "one of 41 is allowed");
    assert_eq!(planted(&"/// What it is.\nfn b() {}\n".repeat(2)).len(), 1, "two of 42 are not");
    assert_eq!(planted(&"/// The same.\nfn b() {}\n".repeat(2)).len(), 1);
    assert_eq!(planted("/// Its\n/// It\nfn b() {}\n"), [""; 0], "one comment");
    assert_eq!(planted(&"/// Items.\nfn b() {}\n".repeat(9)), [""; 0]);
    assert_eq!(
        faults("docs/a.md", "`nucleus man DIR`\n\nfive men"),
        ["docs/a.md:3: the word 'men'"]
    );
    assert_eq!(faults("asm/a.s", "men: mov # White's men"), ["asm/a.s:1: the word 'men'"]);
}
