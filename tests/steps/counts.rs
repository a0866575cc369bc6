//! Instruction counts of routines. The counts repeat exactly, grow with a loop's iterations, and
//! exclude the C library and other threads.

use std::hint::black_box;

use nucleus_core::kernels::{PieceList, Rebuilt, available};
use nucleus_core::matrix::cell;
use nucleus_core::types::Color;
use nucleus_steps::{StepCounts, SymbolTable, count};

/// Counts, or prints why this machine cannot count, which is a failure if levels are required.
fn counted<T>(work: impl FnOnce() -> T) -> Option<(T, StepCounts)> {
    match count(work) {
        Ok(counted) => Some(counted),
        Err(error) => {
            let required = std::env::var("NUCLEUS_REQUIRE_LEVELS").unwrap_or_default();
            assert!(required.is_empty(), "{error}; NUCLEUS_REQUIRE_LEVELS is {required}");
            println!("SKIPPED: {error}");
            None
        }
    }
}

fn symbols() -> SymbolTable {
    SymbolTable::read(&std::env::current_exe().expect("a program")).expect("its symbols")
}

/// A loop of a few instructions per iteration.
#[inline(never)]
fn turns(number: u64) -> u64 {
    (0..number).fold(0, |sum, turn| black_box(sum ^ turn))
}

#[test]
fn a_count_grows_by_the_turns_of_a_loop_and_repeats_to_the_digit() {
    let count = |number| counted(|| turns(black_box(number))).map(|(_, counts)| counts.total());
    let (Some(one), Some(two), Some(three)) = (count(100), count(200), count(300)) else { return };
    assert_eq!(three - two, two - one, "{one} {two} {three}");
    assert_eq!((two - one) % 100, 0, "{one} {two}");
    assert!(two - one >= 200, "a turn has more than one instruction: {one} {two}");
    assert_eq!(count(200), Some(two));
}

#[test]
fn instructions_are_put_down_to_their_routines() {
    let Some((_, counts)) = counted(|| turns(black_box(500))) else { return };
    let routines = counts.by_routine(&symbols());
    assert_eq!(routines.values().sum::<u64>(), counts.total());
    let of_turns: u64 =
        routines.iter().filter(|(name, _)| name.contains("::turns")).map(|(_, count)| count).sum();
    // A few instructions per iteration, and fewer than 100 outside the loop.
    assert!(of_turns >= 500 && of_turns % 500 < 100, "{routines:?}");
}

#[test]
fn the_c_library_is_counted_apart() {
    let from = vec![7_u8; 100_000];
    let Some((to, counts)) = counted(|| black_box(&from).clone()) else { return };
    assert_eq!(to, from);
    assert!(counts.elsewhere > 50, "memcpy and malloc: {}", counts.elsewhere);
    assert!(counts.total() < 5_000, "no copy by turns of ours: {}", counts.total());
}

#[test]
fn nothing_of_another_thread_is_counted() {
    let stop = std::sync::atomic::AtomicBool::new(false);
    let relaxed = std::sync::atomic::Ordering::Relaxed;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(relaxed) {
                black_box(turns(100));
            }
        });
        let count = || counted(|| turns(black_box(200))).map(|(_, counts)| counts.total());
        let busy = count();
        stop.store(true, relaxed);
        assert_eq!(busy, count());
    });
}

#[test]
fn a_step_changes_nothing_that_a_kernel_computes() {
    let setup = nucleus_core::board::Setup::start();
    for routines in available() {
        let run = || {
            let (mut frame, mut list) = (Rebuilt::default(), PieceList::default());
            (routines.rebuild)(&setup.planes, Color::White, &mut frame);
            let count = (routines.scan)(&frame.nucleus, cell::pieces_mask(Color::White), &mut list);
            (frame.nucleus.cells.0, list.0[..count].to_vec())
        };
        let expected = run();
        let Some((stepped, counts)) = counted(run) else { return };
        assert_eq!(stepped, expected, "{}", routines.name);
        println!("{}: {} instructions", routines.name, counts.total());
        assert!(counts.total() > 100, "{}: {}", routines.name, counts.total());
    }
}

/// A run of a branchless scanner of `asm/` counts as many instructions as its source has.
#[test]
fn a_routine_in_assembly_has_the_instructions_of_its_source() {
    let mut frame = Rebuilt::default();
    let planes = nucleus_core::board::Setup::start().planes;
    (nucleus_core::kernels::REFERENCE.rebuild)(&planes, Color::White, &mut frame);
    for (level, file) in [("avx2", "squares_avx2"), ("avx512", "squares_avx512")] {
        let name = format!("{level}+asm");
        let Some(routines) = available().into_iter().find(|r| r.name == name) else {
            println!("SKIPPED: this CPU has no level {level}");
            continue;
        };
        let source = crate::program::root().join(format!("asm/{file}.s"));
        let source = std::fs::read_to_string(source).expect("the source");
        let expected = instructions(&source);
        let mut list = nucleus_core::kernels::SquareList::default();
        let mask = cell::pieces_mask(Color::White);
        let run = || (routines.squares)(&frame.nucleus, mask, &mut list);
        let Some((_, counts)) = counted(run) else { return };
        let routine = counts.by_routine(&symbols());
        assert_eq!(routine.get(&format!("nucleus_{file}")), Some(&expected), "{routine:?}");
    }
}

/// Returns the instructions of a branchless source, with `.rept` unrolled.
fn instructions(source: &str) -> u64 {
    let (mut count, mut times) = (0, 1);
    for line in source.lines().map(|line| line.split('#').next().unwrap_or("").trim()) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some(".rept") => times = words.next().and_then(|n| n.parse().ok()).expect("a number"),
            Some(".endr") => times = 1,
            Some(word) if word.starts_with('.') || word.ends_with(':') => {}
            Some(word) => {
                assert!(!word.starts_with('j') && word != "call", "a branch: {line}");
                count += times;
            }
            None => {}
        }
    }
    count
}
