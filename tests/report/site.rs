//! The site on disk: links have targets, hostile text stays text, foreign files are never replaced.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use nucleus_report::Error;
use nucleus_report::load::Loaded;
use nucleus_report::papers::{PaperName, VerdictKind, compare};
use nucleus_report::site::{self, Site};
use serde_json::{Value, json};

use crate::fixtures::{boards, commands, cut_short, later, normal, older_schema};

const HOSTILE: &str = "\"><script>alert(1)</script><img src=x onerror=alert(2)>'&lt;";

fn write(paths: &[PathBuf], dir: &Path) -> Result<Site, Error> {
    site::write(paths, dir, None, String::new())
}

fn put(dir: &Path, all: &[Loaded]) {
    for (at, loaded) in all.iter().enumerate() {
        let path = dir.join(format!("{at}-{}.json", loaded.name()));
        fs::write(&path, loaded.record.to_json()).expect("a file");
    }
}

/// Writes a site of this folder into a subfolder.
fn written(dir: &Path) -> (Site, PathBuf) {
    let site = dir.join("site");
    (write(&[dir.to_path_buf()], &site).expect("a site"), site)
}

fn pages(site: &Path) -> Vec<(PathBuf, String)> {
    let ls = |folder: PathBuf| fs::read_dir(folder).expect("a folder").flatten().map(|f| f.path());
    let all = ls(site.to_path_buf()).chain(ls(site.join("records")));
    all.filter(|path| path.extension().is_some_and(|end| end == "html"))
        .filter(|path| !path.ends_with("matrix.html"))
        .map(|path| (path.clone(), fs::read_to_string(path).expect("a page")))
        .collect()
}

fn values(page: &str, attribute: &str) -> BTreeSet<String> {
    let mark = format!(" {attribute}=\"");
    let parts = page.split(&mark).skip(1);
    parts.filter_map(|part| Some(part.split_once('"')?.0.to_owned())).collect()
}

/// At 1280 pixels the main figures were once beyond the page's edge, and at 390 nearly all.
#[test]
fn every_record_has_a_page_every_link_a_file_and_every_chart_both_widths() {
    let dir = tempfile::tempdir().expect("a folder");
    let records = [older_schema(), cut_short(), normal(), later(), boards()];
    put(dir.path(), &records);
    fs::write(dir.path().join("broken.json"), "{\"schema\": 1, \"samples\": 3}").expect("a file");
    fs::write(dir.path().join("other.json"), "{\"schema\": 1}").expect("a file");
    let (made, site) = written(dir.path());
    assert_eq!(made.records, records.len());
    let names: Vec<&str> = made.left_out.iter().map(|l| l.name.as_str()).collect();
    assert_eq!(names, ["broken.json", "other.json"]);
    let pages = pages(&site);
    assert_eq!(pages.len(), records.len() + 4);
    for (path, page) in &pages {
        let (below, path) = (path.parent().expect("a folder"), path.display());
        for link in values(page, "href").iter().chain(&values(page, "src")) {
            assert!(below.join(link.split('#').next().unwrap()).is_file(), "{path}: {link}");
        }
        for foreign in ["http:", "https:", "\"//", "javascript:", " style=", "<style", " onclick="]
        {
            assert!(!page.contains(foreign), "{path}: {foreign}");
        }
        assert!(page.contains("Content-Security-Policy"), "{path}");
        let count = |text: &str| page.matches(text).count();
        assert_eq!(count("<script"), 2, "{path}");
        let charts = count("<figure");
        for (class, width) in [("drawing broad", 900), ("drawing narrow", 440)] {
            let drawn = [count(class), count(&format!("viewBox=\"0 0 {width} "))];
            assert_eq!(drawn, [charts; 2], "{path}: {class}");
        }
        assert_eq!(count("<td"), count("data-head=\""), "{path}");
    }
    let index = &pages.iter().find(|(path, _)| path.ends_with("index.html")).expect("an index").1;
    assert!(index.contains("broken.json") && index.contains("no record of"), "it is named");
    // Without scripts a CPU has one row, of its newest complete record; a choice shows others.
    let rows = index.split("<tr data-engine").skip(1);
    let shown: Vec<&str> =
        rows.filter(|row| !row.split('>').next().unwrap().contains(" hidden")).collect();
    assert_eq!(shown.len(), 1, "{index}");
    assert_eq!(shown[0].matches("<circle").count(), 1, "a dot");
    assert!(index.contains("What the matrix is worth"), "over magic bitboards");
}

/// Appends hostile text to every string that is not a name of the record's format.
fn poison(value: &mut Value) {
    match value {
        Value::String(text) => text.push_str(HOSTILE),
        Value::Array(all) => all.iter_mut().for_each(poison),
        Value::Object(fields) => {
            let own = ["protocol", "cycles_from"];
            fields
                .iter_mut()
                .filter(|(key, _)| !own.contains(&key.as_str()))
                .for_each(|f| poison(f.1));
        }
        _ => {}
    }
}

#[test]
fn what_a_stranger_writes_is_text_wherever_it_stands() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut value = serde_json::from_str(&normal().record.to_json()).expect("JSON");
    poison(&mut value);
    let name = if cfg!(unix) { "<img src=x onerror=alert(3)>.json" } else { "x.json" };
    fs::write(dir.path().join(name), value.to_string()).expect("a file");
    put(dir.path(), &[normal()]);
    fs::write(dir.path().join("<script>.json"), "{").ok();
    let (made, site) = written(dir.path());
    assert_eq!(made.records, 2);
    for (path, page) in pages(&site) {
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(file.chars().all(|c| c.is_ascii_alphanumeric() || "-.".contains(c)), "{file}");
        assert!(!page.contains("<script>") && !page.contains("<img"), "{file}");
        assert_eq!(page.matches("<script").count(), 2, "{file}");
    }
}

#[test]
fn names_of_pages_are_apart_and_what_is_too_large_is_left_out() {
    let dir = tempfile::tempdir().expect("a folder");
    let [a, b] = ["a", "b"].map(|folder| dir.path().join(folder));
    for folder in [&a, &b] {
        fs::create_dir(folder).expect("a folder");
        fs::write(folder.join("same.json"), normal().record.to_json()).expect("a file");
    }
    let large = fs::File::create(dir.path().join("large.json")).expect("a file");
    large.set_len(33 << 20).expect("room");
    let site = dir.path().join("site");
    let made = write(&[dir.path().to_path_buf(), a.join("same.json")], &site).expect("a site");
    let of_records =
        pages(&site).into_iter().filter(|page| page.0.starts_with(site.join("records")));
    assert_eq!((made.records, of_records.count()), (2, 2));
    let [left] = &made.left_out[..] else { panic!("{:?}", made.left_out) };
    assert!(left.why.contains("33 MiB"), "{left:?}");
}

#[test]
fn a_site_replaces_its_own_and_nothing_else() {
    let dir = tempfile::tempdir().expect("a folder");
    let site = dir.path().join("site");
    let [a, b] = ["a.json", "b.json"].map(|name| {
        let path = dir.path().join(name);
        fs::write(&path, normal().record.to_json()).expect("a file");
        path
    });
    let made = write(std::slice::from_ref(&a), &site).expect("a site");
    let folders = ["", "assets", "records", "data"].map(|name| site.join(name));
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder").flatten());
    assert_eq!(made.files, files.filter(|entry| entry.path().is_file()).count());
    let mut paths = pages(&site).into_iter().map(|page| page.0);
    let page = paths.find(|page| page.starts_with(site.join("records"))).expect("a page");
    let name = page.strip_prefix(&site).expect("it is below").to_str().expect("a name");
    // Files outside the site stay, even if the manifest is manipulated.
    let outside = dir.path().join("precious");
    fs::write(&outside, "x").expect("a file");
    let old = site.join("old.html");
    fs::write(&old, "x").expect("a file");
    let manifest = json!({ "files": [name, "old.html", "../precious", "records/../../precious"] });
    fs::write(site.join("site.json"), manifest.to_string()).expect("a file");
    write(&[b], &site).expect("a site");
    assert!(outside.exists() && !page.exists() && !old.exists());
    let refused = write(&[a], dir.path()).expect_err("it holds a file");
    assert!(refused.to_string().contains("holds something else"), "{refused}");
    assert!(!dir.path().join("index.html").exists());
}

#[test]
fn a_site_of_another_project_has_its_own_title_and_a_row_for_each_comparison() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut one = normal();
    one.record = crate::fixtures::pair(&[1.21], 8);
    one.record.schema = nucleus_records::record::SCHEMA;
    one.record.complete = true;
    one.record.started = "2026-11-24T10:00:00Z".into();
    put(dir.path(), &[one]);
    let config = "title = \"Speed of Fish\"\nabout = \"Every build over the release.\"\n\
                  ours = \"old\"\nreference = \"new\"\n";
    fs::write(dir.path().join("site.toml"), config).expect("a file");
    let (_, site) = written(dir.path());
    let index = fs::read_to_string(site.join("index.html")).expect("an index");
    for expected in [
        "<h1>Speed of Fish</h1>",
        "<p>Every build over the release.</p>",
        // The `ours` of site.toml is compared with its `reference`.
        "data-head=\"engine\">old</td><td data-head=\"over\">new</td>",
        "0.83 [",
    ] {
        assert!(index.contains(expected), "no {expected} in {index}");
    }
    assert_eq!(index.matches("<tr data-cpu").count(), 1, "{index}");
    fs::write(dir.path().join("site.toml"), "titel = \"x\"\n").expect("a file");
    let error = write(&[dir.path().to_path_buf()], &site).expect_err("no such key").to_string();
    assert!(error.contains("site.toml") && error.contains("titel"), "{error}");
}

/// A site of other projects' records was once called Nucleus, and named their commits as ours.
#[test]
fn a_site_without_ours_is_called_after_its_project() {
    let dir = tempfile::tempdir().expect("a folder");
    put(dir.path(), &[commands(None)]);
    let (_, site) = written(dir.path());
    let index = || fs::read_to_string(site.join("index.html")).expect("a page");
    // The tests run in the repository's folder.
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository");
    let name = top.file_name().expect("a name").to_string_lossy();
    assert!(index().contains(&format!("<h1>{name}: results</h1>")));
    let paths = [dir.path().to_path_buf()];
    site::write(&paths, &site, Some("Speed <of> grep".into()), String::new()).expect("a site");
    assert!(index().contains("<h1>Speed &lt;of&gt; grep</h1>"));
    let pages = pages(&site);
    for (path, page) in &pages {
        let lower = page.to_lowercase();
        for word in ["node", "nps", "nucleus on", "0123456789ab"] {
            assert!(!lower.contains(word), "{word}: {}: {page}", path.display());
        }
    }
    assert!(pages.iter().any(|(_, page)| page.contains("001122334455+")));
}

#[test]
fn published_figures_have_a_page_with_every_figure_and_its_verdict() {
    let dir = tempfile::tempdir().expect("a folder");
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    write(std::slice::from_ref(&reports), dir.path()).expect("a site");
    let read = |name: &str| fs::read_to_string(dir.path().join(name)).expect("a page");
    assert!(read("index.html").contains("href=\"papers.html\""), "the index leads to it");
    let papers = PaperName::ALL.map(|name| compare(&reports, name).expect("a paper"));
    let page: String = PaperName::ALL.map(|name| read(&format!("paper-{name}.html"))).concat();
    for row in papers.iter().flat_map(|paper| &paper.figures) {
        let shown = maud::html! { (row.figure.what) }.into_string();
        assert!(page.contains(&shown), "{shown}");
    }
    for (path, page) in pages(dir.path()) {
        assert!(page.len() <= 300_000, "{}: {} bytes", path.display(), page.len());
    }
    for kind in VerdictKind::ALL {
        let shown = page.matches(&format!("<strong>{kind}</strong></summary>")).count();
        assert_eq!(shown, papers.iter().map(|paper| paper.count(kind)).sum::<usize>(), "{kind}");
    }
}

/// A run over numbers of threads once had no page.
#[test]
fn a_run_over_threads_has_a_page() {
    let dir = tempfile::tempdir().expect("a folder");
    put(dir.path(), &[normal()]);
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    let run = reports.join("amd-epyc-zen3-25-1-1/threads/2026-11-23-full.json");
    fs::copy(run, dir.path().join("threads.json")).expect("a file");
    let (made, site) = written(dir.path());
    assert_eq!((made.records, made.left_out.len()), (2, 0), "{:?}", made.left_out);
    let pages = pages(&site);
    let about = |name: &str| {
        let found = pages.iter().find(|(path, _)| path.to_string_lossy().contains(name));
        &found.expect("a page").1
    };
    let page = about("-threads.html");
    assert!(page.contains("Over threads") && page.contains("Nodes to depth"), "{page}");
}
