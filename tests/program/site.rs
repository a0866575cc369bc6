//! The page of results in a real browser: it sorts, filters and supports the keyboard, follows the reader's
//! colour scheme, fits a telephone, shows hostile text as text, and requests nothing from other hosts.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::browser::{Browser, chromium};
use crate::program::nucleus;
use nucleus_records::record::Record;
use serde_json::{Value, json};

const HOSTILE: &str = "\"><script>window.hacked=1</script><img src=x onerror=window.hacked=2>";

fn reports() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("reports")
}

/// Writes a site from these paths; returns the program's messages.
fn write(paths: &[&Path], site: &Path) -> String {
    let paths = paths.iter().map(|path| path.to_str().expect("a plain path"));
    let line: Vec<&str> =
        ["report"].into_iter().chain(paths).chain(["--site", site.to_str().unwrap()]).collect();
    nucleus(&line).done().stderr
}

/// Returns the records of this repository, oldest first.
fn records() -> Vec<Record> {
    let files =
        |folder: PathBuf| fs::read_dir(folder).expect("a folder").flatten().map(|f| f.path());
    let all = files(reports()).filter(|path| path.is_dir()).flat_map(files);
    let all = all.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let texts = all.map(|path| fs::read_to_string(path).expect("a file"));
    // Units of `nucleus reproduce` have their own page.
    let texts = texts.filter(|text| !text.contains("\"reproduce\": "));
    let mut all: Vec<Record> =
        texts.map(|text| Record::from_json(&text).expect("a record")).collect();
    all.sort_by(|a, b| a.started.cmp(&b.started));
    assert!(all.len() > 3, "records of this repository");
    all
}

/// Returns a folder with a hostile record and an invalid one.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    let mut stranger = records().swap_remove(0);
    stranger.machine.cpu = Some(format!("{HOSTILE} CPU"));
    stranger.machine.os = Some(HOSTILE.into());
    stranger.warnings.push(HOSTILE.into());
    for engine in &mut stranger.engines {
        engine.id_name = Some(HOSTILE.into());
        engine.command = HOSTILE.into();
    }
    let named = stranger.engines[0].name.clone();
    let stranger = renamed(&stranger, &named, HOSTILE);
    fs::write(dir.path().join("stranger.json"), stranger.to_json()).expect("a file");
    fs::write(dir.path().join("broken.json"), "{\"schema\": 1, \"engines\": 7}").expect("a file");
    dir
}

/// Returns the texts of a column in the visible rows.
fn column(browser: &mut Browser, table: &str, at: usize) -> Vec<String> {
    let rows = browser.evaluate(&format!(
        "document.querySelector('button.more:not([hidden])')?.click(), \
         [...document.querySelectorAll('#{table} tbody tr')].filter(row => !row.hidden)\
         .map(row => row.cells[{at}].dataset.value ?? row.cells[{at}].textContent.replaceAll(',', ''))"
    ));
    let rows = rows.as_array().expect("rows").iter();
    rows.map(|cell| cell.as_str().expect("words").to_owned()).collect()
}

#[test]
fn the_site_works_in_a_browser() {
    let Some(program) = chromium() else { return };
    let dir = folder();
    let site = dir.path().join("site");
    let output = write(&[&reports(), dir.path()], &site);
    assert!(output.contains("skipped: broken.json"), "{output}");
    assert_eq!(output.matches("skipped").count(), 1, "{output}");
    let mut browser = Browser::start(&program);
    browser.resize(1400, 1000);
    browser.open(&site.join("figures.html"));
    sorts(&mut browser);
    filters(&mut browser);
    browser.open(&site.join("index.html"));
    chooses(&mut browser);
    let hostile = "document.getElementById('cpus').textContent.includes('window.hacked')";
    assert_eq!(browser.evaluate(hostile), true);
    let record = every_page(&site).into_iter().find(|p| p.to_string_lossy().contains("-of-9"));
    browser.open(&record.expect("a page with charts"));
    answers(&mut browser);
    colours(&mut browser);
    check_pages(&mut browser, &site, false);
    // The page loads its own files only; no request was refused, and none failed.
    browser.check_events("file:");
}

/// Nothing is cut off, the matrix page has its core and scripts, and tables need no scripts.
#[test]
fn pages_are_complete_and_the_matrix_is_played_on() {
    let Some(program) = chromium() else { return };
    let dir = tempfile::tempdir().expect("a folder");
    let site = dir.path().join("site");
    write(&[&reports()], &site);
    let mut browser = Browser::start(&program);
    check_pages(&mut browser, &site, true);
    browser.open(&site.join("index.html"));
    browser.evaluate("location.href = document.querySelector('iframe.board').src");
    browser.wait("document.querySelectorAll('#first .square').length === 64");
    for width in [390, 1400] {
        browser.resize(width, 900);
        let is_wide = browser.evaluate("document.documentElement.scrollWidth > innerWidth");
        assert_eq!(is_wide, false, "{width}");
    }
    browser.drag("[data-square=e2]", "[data-square=e4]");
    browser.wait("document.getElementById('fen').value.includes(' b KQkq e3 ')");
    browser.evaluate("document.querySelector('nav a').click()");
    browser.wait("document.getElementById('cpus')");
    // Disables the page's own scripts; the test's scripts still run.
    for name in ["site.js", "theme.js"] {
        fs::write(site.join("assets").join(name), "").expect("a file");
    }
    browser.open(&site.join("index.html"));
    assert!(column(&mut browser, "cpus", 0).len() > 1);
    let hidden = "[getComputedStyle(document.querySelector('form.filters')).display, \
        getComputedStyle(document.getElementById('theme')).display]";
    assert_eq!(browser.evaluate(hidden), json!(["none", "none"]));
    browser.check_events("file:");
}

/// Returns the paths of all pages made from records.
fn every_page(site: &Path) -> Vec<PathBuf> {
    let ls = |folder: PathBuf| fs::read_dir(folder).expect("a folder").flatten().map(|f| f.path());
    let all = ls(site.to_path_buf()).chain(ls(site.join("records")));
    all.filter(|path| path.extension().is_some_and(|e| e == "html"))
        .filter(|path| !path.ends_with("matrix.html"))
        .collect()
}

/// Checks that speeds sort in descending, then ascending order, with missing values last both times.
fn sorts(browser: &mut Browser) {
    let mut before = column(browser, "figures", 5);
    before.sort();
    for falling in [true, false] {
        browser.evaluate(
            "document.querySelectorAll('#figures thead th')[5].querySelector('button').click()",
        );
        let mut words = column(browser, "figures", 5);
        let figures: Vec<f64> = words.iter().map_while(|w| w.parse().ok()).collect();
        let rest = &words[figures.len()..];
        assert!(figures.len() > 10 && rest.iter().all(|w| w == "–"), "{falling}: {words:?}");
        let ordered = |pair: &[f64]| if falling { pair[0] >= pair[1] } else { pair[0] <= pair[1] };
        assert!(figures.windows(2).all(ordered), "{falling}: {figures:?}");
        words.sort();
        assert_eq!(words, before, "sorting loses no row");
    }
    let sorted = "[...document.querySelectorAll('[aria-sort]')]\
        .map(one => [one.cellIndex, one.getAttribute('aria-sort')])";
    assert_eq!(browser.evaluate(sorted), json!([[5, "ascending"]]));
}

/// Checks that each filter keeps the rows with its name, that several keep those with all names, and that the
/// address restores them.
fn filters(browser: &mut Browser) {
    let all = column(browser, "figures", 3).len();
    for (name, at) in [("level", 3), ("board", 4)] {
        let options = browser.evaluate(&format!(
            "[...document.querySelector('select[name={name}]').options].map(o => o.value).filter(v => v)"
        ));
        for option in options.as_array().expect("options") {
            choose(browser, name, option);
            let left = column(browser, "figures", at);
            assert!((1..all).contains(&left.len()), "{name} {option}: {} of {all}", left.len());
            assert!(left.iter().all(|words| words == option), "{name} {option}: {left:?}");
        }
        choose(browser, name, &json!(""));
    }
    choose(browser, "protocol", &json!("perft"));
    choose(browser, "board", &json!("matrix"));
    let left = column(browser, "figures", 1);
    assert!(!left.is_empty() && left.iter().all(|w| w.ends_with("/perft")), "{left:?}");
    let count = browser.evaluate("document.querySelector('output').textContent");
    assert_eq!(count, format!("{} of {all}", left.len()));
    assert_eq!(browser.evaluate("location.hash"), "#board=matrix&protocol=perft");
    let soon = "; new Promise(d => setTimeout(d, 50))";
    browser.evaluate(&format!("location.hash = '#protocol=timed'{soon}"));
    assert!(column(browser, "figures", 1).iter().all(|w| w.ends_with("/timed")));
    browser.evaluate(&format!("document.querySelector('form.filters').reset(){soon}"));
    assert_eq!(column(browser, "figures", 3).len(), all);
}

/// Checks that the first table has one row a CPU for every choice, and that a choice that no CPU has
/// changes the others.
fn chooses(browser: &mut Browser) {
    let options = "[...document.querySelectorAll('#NAME option')].map(o => o.value)";
    for name in ["engine", "reference", "workload"] {
        let options =
            options.replace("#NAME", &format!("form[data-table=cpus] select[name={name}]"));
        for option in browser.evaluate(&options).as_array().expect("options") {
            choose(browser, name, option);
            let mut cpus = column(browser, "cpus", 0);
            let shown = cpus.len();
            assert!(shown > 0, "{name} {option}");
            cpus.sort();
            cpus.dedup();
            assert_eq!(cpus.len(), shown, "{name} {option}: {cpus:?}");
        }
    }
}

fn choose(browser: &mut Browser, name: &str, value: &Value) {
    browser.evaluate(&format!(
        "(() => {{ const s = document.querySelector('select[name={name}]'); s.value = {value}; \
         s.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    ));
}

/// Checks that a chart describes the mark under the mouse or reached by the arrow keys.
fn answers(browser: &mut Browser) {
    let marks = "document.querySelector('figure.chart').querySelectorAll('.mark title')";
    let [first, second] = [0, 1].map(|at| browser.evaluate(&format!("{marks}[{at}].textContent")));
    assert_ne!(first, second);
    let check = |browser: &mut Browser, expected: &Value| {
        let read = "document.querySelector('figure.chart .readout').textContent";
        assert_eq!(browser.evaluate(read), *expected);
    };
    let box_of = "(() => { const m = document.querySelectorAll('figure.chart .mark')[1]; \
        m.scrollIntoView({ block: 'center' }); const b = m.getBoundingClientRect(); \
        return [b.x + b.width / 2, b.y + b.height / 2]; })()";
    let place = browser.evaluate(box_of);
    let params = json!({"type": "mouseMoved", "x": place[0], "y": place[1]});
    browser.call("Input.dispatchMouseEvent", params);
    check(browser, &second);
    browser.evaluate("document.querySelector('figure.chart .mark').focus()");
    check(browser, &first);
    browser.press("ArrowDown");
    check(browser, &second);
    browser.press("Home");
    check(browser, &first);
}

/// Checks that the page and its charts are dark if the system is, or if the reader chooses it.
fn colours(browser: &mut Browser) {
    let ground = "getComputedStyle(document.body).backgroundColor";
    let sheet = "getComputedStyle(document.querySelector('.chart svg > rect')).fill";
    let both = |browser: &mut Browser| [browser.evaluate(ground), browser.evaluate(sheet)];
    let (light, dark) = ("rgb(255, 255, 255)", "rgb(13, 17, 23)");
    let system = |browser: &mut Browser, value: &str| {
        browser.prefer(&[("prefers-color-scheme", value)]);
    };
    system(browser, "light");
    assert_eq!(both(browser), [light, light]);
    system(browser, "dark");
    assert_eq!(both(browser), [dark, dark]);
    browser.evaluate("document.getElementById('theme').click()");
    assert_eq!(both(browser), [light, light], "the reader's word counts more than the system's");
    system(browser, "light");
    browser.evaluate("document.getElementById('theme').click()");
    assert_eq!(both(browser), [dark, dark]);
    browser.evaluate("localStorage.clear(); delete document.documentElement.dataset.theme");
    assert_eq!(both(browser), [light, light]);
}

/// Checks on every page that hostile text is text, that nothing overflows, and that a table's row
/// is one line; if `is_complete`, that tables and drawings have room for all their columns.
fn check_pages(browser: &mut Browser, site: &Path, is_complete: bool) {
    let shown = "[window.hacked ?? 0, document.querySelectorAll('img').length, \
        document.querySelectorAll('script').length, \
        [...document.querySelectorAll('.wide, .drawing')]\
            .filter(part => part.scrollWidth > part.clientWidth).length, \
        document.documentElement.scrollWidth > innerWidth, \
        [...document.querySelectorAll('.drawing')]\
            .every(one => (one.offsetWidth > 0) === one.classList.contains(NAME)), \
        [...document.querySelectorAll('tbody tr')].every(row => row.offsetHeight < 40)]";
    for (width, drawing) in [(1280, "'broad'"), (390, "'narrow'")] {
        browser.resize(width, 844);
        for page in every_page(site) {
            browser.open(&page);
            let mut shown = browser.evaluate(&shown.replace("NAME", drawing));
            if !is_complete {
                shown[3] = json!(0);
            }
            // On a telephone a row is a card.
            if width < 1280 {
                shown[6] = json!(true);
            }
            let expected = json!([0, 0, 2, 0, false, true, true]);
            assert_eq!(shown, expected, "{width}: {}", page.display());
        }
    }
}

/// The site has the reports of one CPU, because every further CPU takes room on the first screen.
#[test]
fn the_matrix_over_magic_is_on_the_first_screen() {
    let Some(program) = chromium() else { return };
    let dir = tempfile::tempdir().expect("a folder");
    let site = dir.path().join("site");
    write(&[&reports().join("amd-epyc-zen5-26-2-1")], &site);
    let mut browser = Browser::start(&program);
    browser.resize(1280, 800);
    browser.open(&site.join("index.html"));
    let magic = "document.querySelector('.worth').getBoundingClientRect().bottom < 800";
    assert_eq!(browser.evaluate(magic), true);
}

/// Tables of engines on the axon32 board were wider than the page, because their many names are long.
#[test]
fn long_names_fit_a_page() {
    let Some(program) = chromium() else { return };
    let dir = tempfile::tempdir().expect("a folder");
    let site = dir.path().join("site");
    let is_of_levels = |record: &Record| {
        ["nucleus-popcnt", "nucleus-avx512-asm"].iter().all(|name| {
            record.summary(name, "mate7/timed").is_some_and(|row| row.rebuilds_per_node.is_some())
        })
    };
    let mut record = records().into_iter().rev().find(is_of_levels).expect("a record of levels");
    for (from, to) in [
        ("nucleus-popcnt", "nucleus-avx512-axon32"),
        ("nucleus-avx512-asm", "nucleus-avx512-asm-axon32"),
    ] {
        record = renamed(&record, from, to);
        let engine = record.engines.iter_mut().find(|e| e.name == to).expect("it is there");
        engine.board = Some("axon32".into());
    }
    fs::write(dir.path().join("record.json"), record.to_json()).expect("a file");
    write(&[dir.path()], &site);
    check_pages(&mut Browser::start(&program), &site, true);
}

/// Returns the record with another name for an engine, in all references to it.
fn renamed(record: &Record, from: &str, to: &str) -> Record {
    let [from, to] = [from, to].map(|name| json!(name).to_string());
    Record::from_json(&record.to_json().replace(&from, &to)).expect("a record")
}
