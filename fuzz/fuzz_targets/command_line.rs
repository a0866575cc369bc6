//! Any text as a command line, split at line feeds: taken or refused, and what is taken makes sense.
#![no_main]

use clap::Parser;
use libfuzzer_sys::fuzz_target;
use nucleus::harness::compare_args::CompareArgs;
use nucleus::harness::workloads;
use nucleus::report::ReportArgs;
use nucleus::suite::SuiteArgs;

#[derive(Parser)]
enum Line {
    Compare(Box<CompareArgs>),
    Report(ReportArgs),
    Suite(Box<SuiteArgs>),
}

fuzz_target!(|text: &str| {
    let words = std::iter::once("nucleus").chain(text.split('\n'));
    match Line::try_parse_from(words) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(Line::Compare(args)) => {
            let plan = args.plan();
            assert!(plan.rounds > 0 && plan.seconds > 0.0);
            for workload in &args.workload {
                let _ = workloads::parse(workload, args.lengths());
            }
        }
        Ok(Line::Suite(args)) => {
            let _ = args.limit();
        }
        Ok(Line::Report(_)) => {}
    }
});
