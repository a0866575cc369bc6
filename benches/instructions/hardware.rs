//! The bodies counted by the CPU itself, for levels that Valgrind does not know.

use nucleus_core::kernels::Level;
use perf_event::events::Hardware;
use perf_event::{Builder, Counter};

use crate::bodies::BODIES;

/// Prints `hardware::body.level count` for each body, or one line that says why not.
///
/// # Panics
/// When an answer is wrong.
pub fn count(name: &str) {
    let Some(level) = Level::usable().find(|level| level.name() == name) else {
        println!("skipped: this CPU has no level {name}");
        return;
    };
    let mut counter = match Builder::new(Hardware::INSTRUCTIONS).build() {
        Ok(counter) => counter,
        Err(error) => {
            println!("skipped: no hardware counter of instructions here ({error})");
            return;
        }
    };
    for (name, body) in BODIES {
        // Searches learn, so that each run wants a body of its own. The first one warms up.
        let counts = [(); 4].map(|()| {
            let prepared = body(level);
            measured(&mut counter, || prepared.run())
        });
        match counts.into_iter().skip(1).collect::<Result<Vec<u64>, _>>() {
            // Interrupts only ever add.
            Ok(counts) => {
                println!("hardware::{name}.{level} {}", counts.iter().min().expect("three runs"));
            }
            Err(error) => {
                println!("skipped: the hardware counter cannot be read ({error})");
                return;
            }
        }
    }
}

fn measured(counter: &mut Counter, work: impl FnOnce() -> u64) -> std::io::Result<u64> {
    counter.reset()?;
    counter.enable()?;
    std::hint::black_box(work());
    counter.disable()?;
    counter.read()
}
