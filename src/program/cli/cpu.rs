use std::fmt::Write;

use nucleus_harness::affinity;
use nucleus_harness::machine;
use nucleus_records::identity::CpuIdentity;
use nucleus_records::machine_record::{Machine, Source};

/// Print the machine record: CPU, levels, caches, counters
#[derive(clap::Args)]
pub struct CpuArgs {
    /// Print JSON, in the format of records
    #[arg(long)]
    json: bool,
    /// Logical processor to inspect
    #[arg(long, value_name = "N")]
    core: Option<u32>,
}

/// Returns the output of the command; fails if the given processor cannot be used.
pub fn run(args: &CpuArgs) -> Result<String, String> {
    let choice = affinity::select(args.core.as_slice(), 1)?;
    let mut machine = machine::machine(choice.first());
    machine.affinity = Some(choice.why);
    let source = machine::source(&crate::build_info::BUILD);
    if args.json {
        let value = serde_json::json!({ "machine": machine, "source": source });
        return serde_json::to_string_pretty(&value).map(|s| s + "\n").map_err(|e| e.to_string());
    }
    Ok(text(&machine, &source))
}

fn text(machine: &Machine, source: &Source) -> String {
    let mut out = String::new();
    let mut row = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = writeln!(out, "{key:<17} {value}");
        }
    };
    let show = |v: Option<u32>| v.map_or("?".to_owned(), |v| v.to_string());
    let identity = CpuIdentity::from_machine(machine);
    row("cpu", Some(identity.title()));
    row(
        "model",
        Some(format!(
            "{}, family {}, model {}, stepping {}",
            machine.vendor.as_deref().unwrap_or("?"),
            show(machine.family),
            show(machine.model),
            show(machine.stepping)
        )),
    );
    let unknown = "not in the list of names";
    row("microarchitecture", Some(identity.microarchitecture().unwrap_or(unknown).into()));
    row("microcode", machine.microcode.clone());
    row("levels", Some(machine.levels.join(" ")));
    row("flags", Some(machine.flags.join(" ")));
    row(
        "processors",
        Some(format!(
            "{} logical, {} cores{}",
            show(machine.threads),
            show(machine.cores),
            match machine.smt {
                Some(true) => ", SMT on",
                Some(false) => ", SMT off",
                None => "",
            }
        )),
    );
    for cache in &machine.caches {
        row(
            &format!("L{} {}", cache.level, cache.kind),
            Some(format!("{} KiB, {} ways", cache.bytes >> 10, cache.ways)),
        );
    }
    row("clock", machine.clock_ghz.map(|g| format!("{g:.2} GHz, measured")));
    row("max clock", machine.max_ghz.map(|g| format!("{g:.2} GHz, stated")));
    row("governor", machine.governor.clone());
    row("boost", machine.boost.map(|b| if b { "on" } else { "off" }.to_owned()));
    row("hypervisor", machine.hypervisor.clone());
    row(
        "memory",
        machine.memory_bytes.map(|b| format!("{:.1} GiB", b as f64 / (1u64 << 30) as f64)),
    );
    row("system", machine.os.clone());
    row("kernel", machine.kernel.clone());
    row("clock source", machine.clock_source.clone());
    row("huge pages", machine.huge_pages.clone());
    row("load", machine.load_before.map(|l| format!("{l:.2}")));
    row("affinity", machine.affinity.clone());
    let counting = &machine.counting;
    row("counters", (!counting.present.is_empty()).then(|| counting.present.join(" ")));
    row("", counting.absence.clone());
    row(
        "nucleus",
        Some(format!(
            "{} {}{}, {}, {}",
            source.version,
            source.commit.as_deref().unwrap_or("without git"),
            if source.dirty == Some(true) { " (changed)" } else { "" },
            source.profile.as_deref().unwrap_or("?"),
            source.rustc.as_deref().unwrap_or("?")
        )),
    );
    out
}
