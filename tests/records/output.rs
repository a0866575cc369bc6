//! Files of records, which are replaced in one step, and their journals.

use std::fs;

use nucleus_records::output::{RecordFile, journaled};
use nucleus_records::record::{PERFT, Record, Sample};

#[test]
fn a_record_never_overwrites_another() {
    let directory = tempfile::tempdir().unwrap();
    let record = Record { started: "2026-11-21T00:00:00Z".into(), ..Record::default() };
    let first = RecordFile::create(directory.path(), &record).unwrap();
    let second = RecordFile::create(directory.path(), &record).unwrap();
    assert!(first.path().ends_with("unknown/2026-11-21-nocommit.json"));
    assert!(second.path().ends_with("unknown/2026-11-21-nocommit-2.json"));
    let files = fs::read_dir(first.path().parent().unwrap()).unwrap().count();
    assert_eq!(files, 2, "nothing partial is left");

    // Runs that begin at the same time get different files too.
    let make = || RecordFile::create(directory.path(), &record).unwrap().path().to_owned();
    let paths = std::thread::scope(|scope| {
        [(); 8].map(|()| scope.spawn(make)).map(|run| run.join().unwrap())
    });
    let names = std::collections::BTreeSet::from(paths);
    assert!(names.len() == 8 && names.iter().all(|path| path.is_file()), "{names:?}");

    // The bench of perft creates a record of its own, in addition to that of the comparison.
    let mut perft = record;
    perft.settings.mode = PERFT.into();
    let third = RecordFile::create(directory.path(), &perft).unwrap();
    assert!(third.path().ends_with("unknown/2026-11-21-nocommit-perft.json"));
}

#[test]
fn items_come_back_but_for_one_cut_off() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("record.json");
    let journal = directory.path().join("record.json.journal");
    let items = |started: &str| journaled::<u32>(&path, started);
    assert_eq!(items("now"), Ok(Vec::new()), "there is no file");
    let (mut output, mut record) = (RecordFile::at(path.clone()), Vec::new());
    let mut wholes = 0;
    for number in 1..=1_000_u32 {
        record.push(number);
        output.append(&record, "now", &number, record.len()).unwrap();
        wholes += u32::from(!journal.exists());
        if number % 97 == 0 || number < 20 {
            let mut all: Vec<u32> =
                serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
            all.extend(items("now").unwrap());
            assert_eq!(all, record);
        }
    }
    // From five items on, each complete write comes after a quarter more items.
    assert!((15..45).contains(&wholes), "{wholes}");
    assert!(items("then").is_err_and(|error| error.contains("began at now")));
    let (full, all) = (fs::read(&journal).unwrap(), items("now").unwrap());
    for end in 0..full.len() {
        fs::write(&journal, &full[..end]).unwrap();
        let left = items("now").expect("what is cut off is none");
        assert!(left.len() < all.len() && left == all[..left.len()]);
    }
    fs::write(&journal, "{\"match_started\":\"now\"}\n{}\n").unwrap();
    assert!(items("now").is_err_and(|error| error.contains("line 2: ")));
    fs::write(&journal, "words\n").unwrap();
    assert!(items("now").is_err_and(|error| error.contains("no journal")));
    output.settle(&record).unwrap();
    assert!(!journal.exists());
    output.settle(&record).expect("once is enough");
}

/// JSON has no infinite numbers or NaN: written, they could not be read as numbers.
#[test]
fn a_record_that_could_not_be_read_replaces_none() {
    let directory = tempfile::tempdir().unwrap();
    let good = Record { tool: "good".into(), ..Record::default() };
    let mut output = RecordFile::create(directory.path(), &good).unwrap();
    let bad = Sample { seconds: f64::INFINITY, ..Sample::default() };
    let error = output.write(&Record { samples: vec![bad], ..good.clone() }).unwrap_err();
    assert!(error.contains("it could not be read back: "), "{error}");
    let kept = Record::from_json(&fs::read_to_string(output.path()).unwrap()).unwrap();
    assert_eq!(kept.tool, "good");
}

#[cfg(unix)]
#[test]
fn a_link_in_the_way_is_not_followed() {
    use nucleus_records::output::replace;

    let directory = tempfile::tempdir().unwrap();
    let victim = directory.path().join("victim");
    fs::write(&victim, "untouched").unwrap();
    let path = directory.path().join("record.json");
    for name in ["record.json", "record.json.partial", ".record.json.partial"] {
        std::os::unix::fs::symlink(&victim, directory.path().join(name)).unwrap();
    }
    replace(&path, "new").unwrap();
    assert_eq!(fs::read_to_string(&victim).unwrap(), "untouched");
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert!(!path.is_symlink());
}
