//! The page of results in a real browser: it sorts, filters and answers the keyboard, follows the
//! reader's colours, fits a telephone, shows a stranger's words as words, and asks nobody for anything.
#![cfg(unix)]

use crate::browser;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use browser::{Browser, chromium};
use nucleus_records::record::Record;
use serde_json::{Value, json};

const HOSTILE: &str = "\"><script>window.hacked=1</script><img src=x onerror=window.hacked=2>";

fn reports() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("reports")
}

/// The program writes a site of these paths; what it says is returned.
fn write(paths: &[&Path], site: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_nucleus"))
        .arg("report")
        .args(paths)
        .arg("--site")
        .arg(site)
        .output()
        .expect("it runs");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(output.status.success(), "{said}");
    said
}

/// The records of this repository, oldest first.
fn records() -> Vec<(PathBuf, Record)> {
    let mut all = Vec::new();
    for folder in fs::read_dir(reports()).expect("reports").flatten().filter(|f| f.path().is_dir())
    {
        for file in fs::read_dir(folder.path()).expect("a folder").flatten() {
            if file.path().extension().is_some_and(|e| e == "json") {
                let text = fs::read_to_string(file.path()).expect("a file");
                // Units of `nucleus reproduce` are on a page of their own.
                if text.contains("\"reproduce\": ") {
                    continue;
                }
                all.push((file.path(), Record::from_json(&text).expect("a record")));
            }
        }
    }
    all.sort_by(|a, b| a.1.started.cmp(&b.1.started));
    assert!(all.len() > 3, "records of this repository");
    all
}

/// A folder with the records of this repository, one of a stranger, and a broken one.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    let all = records();
    let mut stranger = all[0].1.clone();
    stranger.machine.cpu = Some(format!("{HOSTILE} CPU"));
    stranger.machine.os = Some(HOSTILE.into());
    stranger.warnings.push(HOSTILE.into());
    let named = stranger.engines[0].name.clone();
    for engine in &mut stranger.engines {
        engine.id_name = Some(HOSTILE.into());
        engine.command = HOSTILE.into();
    }
    // A name too, wherever it is referred to.
    stranger.engines[0].name = HOSTILE.into();
    for row in stranger.summaries.iter_mut().filter(|row| row.engine == named) {
        row.engine = HOSTILE.into();
    }
    fs::write(dir.path().join("stranger.json"), stranger.to_json()).expect("a file");
    fs::write(dir.path().join("broken.json"), "{\"schema\": 1, \"engines\": 7}").expect("a file");
    dir
}

/// The words of a column of the visible rows.
fn column(browser: &mut Browser, table: &str, at: usize) -> Vec<String> {
    let rows = browser.evaluate(&format!(
        "[...document.querySelectorAll('#{table} tbody tr')].filter(row => !row.hidden)\
         .map(row => row.cells[{at}].dataset.value ?? row.cells[{at}].textContent)"
    ));
    let rows = rows.as_array().expect("rows").iter();
    rows.map(|cell| cell.as_str().expect("words").to_owned()).collect()
}

fn head(browser: &mut Browser, table: &str, at: usize) {
    browser.evaluate(&format!(
        "document.querySelectorAll('#{table} thead th')[{at}].querySelector('button').click()"
    ));
}

#[test]
fn the_site_works_in_a_browser() {
    let Some(program) = chromium() else { return };
    let dir = folder();
    let site = dir.path().join("site");
    let said = write(&[&reports(), dir.path()], &site);
    assert!(said.contains("left out: broken.json"), "{said}");
    let mut browser = Browser::start(&program);
    browser.resize(1400, 1000);

    browser.open(&site.join("figures.html"));
    sorts(&mut browser);
    filters(&mut browser);
    browser.open(&site.join("index.html"));
    assert!(column(&mut browser, "cpus", 0).iter().any(|cpu| cpu.contains(HOSTILE)));
    answers(&mut browser);
    colours(&mut browser);
    for page in every_page(&site) {
        browser.open(&page);
        let hacked = browser.evaluate(
            "[window.hacked ?? 0, document.querySelectorAll('img').length, \
              document.querySelectorAll('script').length]",
        );
        assert_eq!(hacked, json!([0, 0, 2]), "{}", page.display());
        for width in [1400, 390] {
            browser.resize(width, 900);
            let wide = browser.evaluate("document.documentElement.scrollWidth");
            assert!(wide.as_u64().is_some_and(|w| w <= width.into()), "{wide}: {}", page.display());
        }
        browser.resize(1400, 1000);
    }
    // Its own files and nothing else; nothing was refused, nothing failed.
    browser.check_events("file:");
}

/// The page of the matrix has its core and its scripts within.
#[test]
fn the_site_has_the_matrix_to_play_on() {
    let Some(program) = chromium() else { return };
    let dir = tempfile::tempdir().expect("a folder");
    let site = dir.path().join("site");
    write(&[&reports()], &site);
    let mut browser = Browser::start(&program);
    browser.open(&site.join("index.html"));
    browser.evaluate("document.querySelector('a[href=\"matrix.html\"]').click()");
    browser.wait("document.querySelectorAll('#first .square').length === 64");
    for width in [1400, 390] {
        browser.resize(width, 900);
        let wide = browser.evaluate("document.documentElement.scrollWidth");
        assert!(wide.as_u64().is_some_and(|w| w <= width.into()), "{wide} at {width}");
    }
    browser.drag("[data-square=e2]", "[data-square=e4]");
    browser.wait("document.getElementById('fen').value.includes(' b KQkq e3 ')");
    browser.evaluate("document.querySelector('nav a').click()");
    browser.wait("document.getElementById('cpus')");
    browser.check_events("file:");
}

/// Every page that is made of records.
fn every_page(site: &Path) -> Vec<PathBuf> {
    let of = |folder: PathBuf| fs::read_dir(folder).expect("a folder").flatten().map(|f| f.path());
    let all = of(site.to_path_buf()).chain(of(site.join("records")));
    all.filter(|path| path.extension().is_some_and(|e| e == "html"))
        .filter(|path| !path.ends_with("matrix.html"))
        .collect()
}

/// Speeds fall, then rise; what was not measured stands below both times.
fn sorts(browser: &mut Browser) {
    let before = column(browser, "figures", 5);
    for (times, falling) in [(1, true), (2, false)] {
        head(browser, "figures", 5);
        let words = column(browser, "figures", 5);
        let measured = words.iter().take_while(|w| w.parse::<f64>().is_ok()).count();
        let figures: Vec<f64> = words[..measured].iter().map(|w| w.parse().unwrap()).collect();
        assert!(measured > 10 && words[measured..].iter().all(|w| w == "–"), "{times}: {words:?}");
        let ordered = |pair: &[f64]| if falling { pair[0] >= pair[1] } else { pair[0] <= pair[1] };
        assert!(figures.windows(2).all(ordered), "{times}: {figures:?}");
        let (mut a, mut b) = (words, before.clone());
        a.sort();
        b.sort();
        assert_eq!(a, b, "sorting loses no row");
    }
    let sorted = "document.querySelectorAll('#figures thead th')[5].getAttribute('aria-sort')";
    assert_eq!(browser.evaluate(sorted), "ascending");
    assert_eq!(browser.evaluate("document.querySelectorAll('[aria-sort]').length"), 1);
}

/// Each filter keeps the rows that have its name; together they keep those that have all; the
/// address brings them back.
fn filters(browser: &mut Browser) {
    let all = column(browser, "figures", 3).len();
    for (name, at) in [("level", 3), ("board", 4)] {
        let options = browser.evaluate(&format!(
            "[...document.querySelector('select[name={name}]').options].map(o => o.value).filter(v => v)"
        ));
        for option in options.as_array().expect("options") {
            choose(browser, name, option);
            let left = column(browser, "figures", at);
            assert!(
                !left.is_empty() && left.len() < all,
                "{name} {option}: {} of {all}",
                left.len()
            );
            assert!(left.iter().all(|words| words == option), "{name} {option}: {left:?}");
        }
        choose(browser, name, &json!(""));
    }
    choose(browser, "protocol", &json!("perft"));
    choose(browser, "board", &json!("matrix"));
    let left = column(browser, "figures", 1);
    assert!(!left.is_empty() && left.iter().all(|w| w.ends_with("/perft")), "{left:?}");
    let told = browser.evaluate("document.querySelector('output').textContent");
    assert_eq!(told, format!("{} of {all}", left.len()));
    assert_eq!(browser.evaluate("location.hash"), "#board=matrix&protocol=perft");
    browser.evaluate("location.hash = '#protocol=timed'; new Promise(d => setTimeout(d, 50))");
    assert!(column(browser, "figures", 1).iter().all(|w| w.ends_with("/timed")));
    browser.evaluate(
        "document.querySelector('form.filters').reset(); new Promise(d => setTimeout(d, 50))",
    );
    assert_eq!(column(browser, "figures", 3).len(), all);
}

fn choose(browser: &mut Browser, name: &str, value: &Value) {
    browser.evaluate(&format!(
        "(() => {{ const s = document.querySelector('select[name={name}]'); s.value = {value}; \
         s.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    ));
}

/// A chart tells what is pointed at, and what the arrow keys reach.
fn answers(browser: &mut Browser) {
    let read = "document.querySelector('figure.chart .readout').textContent";
    let title = |at: usize| {
        format!(
            "document.querySelectorAll('figure.chart')[0].querySelectorAll('.mark title')[{at}].textContent"
        )
    };
    let box_of = "(() => { const m = document.querySelectorAll('figure.chart .mark')[1]; \
        m.scrollIntoView({ block: 'center' }); const b = m.getBoundingClientRect(); \
        return [b.x + b.width / 2, b.y + b.height / 2]; })()";
    let place = browser.evaluate(box_of);
    let params = json!({"type": "mouseMoved", "x": place[0], "y": place[1]});
    browser.call("Input.dispatchMouseEvent", params);
    let second = browser.evaluate(&title(1));
    assert_eq!(browser.evaluate(read), second);
    browser.evaluate("document.querySelector('figure.chart .mark').focus()");
    let first = browser.evaluate(&title(0));
    assert_eq!(browser.evaluate(read), first);
    browser.press("ArrowDown");
    assert_eq!(browser.evaluate(read), second);
    browser.press("Home");
    assert_eq!(browser.evaluate(read), first);
    assert_ne!(first, second);
}

/// Dark when the system is, and otherwise when the reader says so, charts too.
fn colours(browser: &mut Browser) {
    let ground = "getComputedStyle(document.body).backgroundColor";
    let sheet = "getComputedStyle(document.querySelector('.chart svg > rect')).fill";
    let both = |browser: &mut Browser| [browser.evaluate(ground), browser.evaluate(sheet)];
    let (light, dark) = ("rgb(255, 255, 255)", "rgb(13, 17, 23)");
    let system = |browser: &mut Browser, value: &str| {
        let features = json!([{"name": "prefers-color-scheme", "value": value}]);
        browser.call("Emulation.setEmulatedMedia", json!({"features": features}));
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

#[test]
fn without_a_script_the_tables_are_there() {
    let Some(program) = chromium() else { return };
    let dir = tempfile::tempdir().expect("a folder");
    let site = dir.path().join("site");
    write(&[&reports()], &site);
    let mut browser = Browser::start(&program);
    // The page's own scripts alone: what the test asks is still answered.
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

/// A row of a table is a line and has all its columns; on a telephone nothing is beside the page.
fn check_nothing_is_cut(browser: &mut Browser, site: &Path) {
    let cut = "[...document.querySelectorAll('.wide, .drawing')]\
        .filter(part => part.scrollWidth > part.clientWidth).length";
    browser.resize(1280, 800);
    for page in every_page(site) {
        browser.open(&page);
        assert_eq!(browser.evaluate(cut), 0, "{}", page.display());
        let lines =
            "[...document.querySelectorAll('tbody tr')].every(row => row.offsetHeight < 40)";
        assert_eq!(browser.evaluate(lines), true, "{}", page.display());
    }
    browser.resize(390, 844);
    for page in every_page(site) {
        browser.open(&page);
        assert_eq!(browser.evaluate(cut), 0, "{}", page.display());
        let shown = "[...document.querySelectorAll('.drawing')]\
            .every(one => (one.offsetWidth > 0) === one.classList.contains('narrow'))";
        assert_eq!(browser.evaluate(shown), true, "{}", page.display());
    }
}

#[test]
fn nothing_is_cut_at_1280_and_390_pixels() {
    let Some(program) = chromium() else { return };
    let dir = tempfile::tempdir().expect("a folder");
    let site = dir.path().join("site");
    let said = write(&[&reports()], &site);
    assert!(!said.contains("left out"), "{said}");
    check_nothing_is_cut(&mut Browser::start(&program), &site);
}

/// The reports of one CPU, since those that a user adds take room, too.
#[test]
fn the_matrix_over_magic_is_on_the_first_screen() {
    let Some(program) = chromium() else { return };
    let dir = tempfile::tempdir().expect("a folder");
    let site = dir.path().join("site");
    write(&[&reports().join("amd-epyc-zen5-26-2-1")], &site);
    let mut browser = Browser::start(&program);
    browser.resize(1280, 800);
    browser.open(&site.join("index.html"));
    let magic = "(() => { const rows = [...document.querySelectorAll('#cpus tbody tr')]\
        .filter(row => row.textContent.includes('magic'));\
        return rows.length > 0 && rows.every(row => row.getBoundingClientRect().bottom < 800); })()";
    assert_eq!(browser.evaluate(magic), true);
}

/// Tables of engines on the paper's record were wider than the page: their names are long, and many.
#[test]
fn long_names_have_keys_where_a_table_has_no_room_for_them() {
    let Some(program) = chromium() else { return };
    let dir = tempfile::tempdir().expect("a folder");
    let site = dir.path().join("site");
    let is_of_levels = |record: &Record| {
        ["nucleus-popcnt", "nucleus-avx2-asm"].iter().all(|name| {
            record.summary(name, "mate7/timed").is_some_and(|row| row.rebuilds_per_node.is_some())
        })
    };
    let mut all = records().into_iter().map(|(_, record)| record).rev();
    let mut record = all.find(is_of_levels).expect("a record of levels");
    for (from, to) in [
        ("nucleus-popcnt", "nucleus-avx512-axon32"),
        ("nucleus-avx2-asm", "nucleus-avx512-asm-axon32"),
    ] {
        rename(&mut record, from, to);
        let engine = record.engines.iter_mut().find(|e| e.name == to).expect("it is there");
        engine.board = Some("axon32".into());
    }
    fs::write(dir.path().join("record.json"), record.to_json()).expect("a file");
    write(&[dir.path()], &site);
    let mut browser = Browser::start(&program);
    check_nothing_is_cut(&mut browser, &site);
    let page = fs::read_dir(site.join("records")).expect("pages").flatten().next();
    let page = page.expect("a page").path();
    let shown = |width| {
        browser.resize(width, 800);
        browser.open(&page);
        browser.evaluate(
            "[...document.querySelectorAll('td span')].filter(one => one.offsetWidth > 0)\
             .map(one => [one.className, one.textContent, one.parentElement.title])",
        )
    };
    let [wide, telephone] = [1280, 390].map(shown);
    let (wide, telephone) = (wide.as_array().expect("keys"), telephone.as_array().expect("names"));
    assert!(wide.len() > 10 && wide.len() == telephone.len(), "{wide:?} {telephone:?}");
    browser.resize(1280, 800);
    browser.open(&page);
    let below = "[...document.querySelectorAll('section > div.broad div')]\
        .map(one => [one.querySelector('dt').textContent, one.querySelector('dd').textContent])";
    let below = browser.evaluate(below);
    let below = below.as_array().expect("names with their keys");
    for (key, name) in wide.iter().zip(telephone) {
        assert_eq!((&key[0], &name[0]), (&json!("broad"), &json!("narrow")));
        assert_eq!((&name[1], &name[1]), (&key[2], &name[2]));
        let entries = below.iter().filter(|entry| entry[0] == key[1] && entry[1] == name[1]);
        assert!(entries.count() > 0, "{key} {name} in {below:?}");
    }
}

/// Gives an engine another name, wherever it is referred to.
fn rename(record: &mut Record, from: &str, to: &str) {
    let mut names: Vec<&mut String> = Vec::new();
    names.extend(record.engines.iter_mut().map(|engine| &mut engine.name));
    names.extend(record.samples.iter_mut().map(|sample| &mut sample.engine));
    names.extend(record.summaries.iter_mut().map(|row| &mut row.engine));
    names.into_iter().filter(|name| *name == from).for_each(|name| *name = to.to_owned());
}

/// The time of a hundred records is shown, not judged: machines differ.
#[test]
fn a_hundred_records_become_a_site() {
    let dir = tempfile::tempdir().expect("a folder");
    let all = records();
    for number in 0..100_u32 {
        let mut record = all[number as usize % all.len()].1.clone();
        record.machine.stepping = Some(number);
        fs::write(dir.path().join(format!("{number}.json")), record.to_json()).expect("a file");
    }
    let site = dir.path().join("site");
    let begin = Instant::now();
    let said = write(&[dir.path()], &site);
    println!("100 records in {:.2} s: {said}", begin.elapsed().as_secs_f64());
    assert_eq!(fs::read_dir(site.join("records")).expect("pages").count(), 100);
}
