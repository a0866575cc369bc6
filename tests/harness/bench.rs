//! Figures that an engine prints for `bench`.

use nucleus_harness::bench::{BenchFigures, figures};

fn read(text: &str) -> Option<BenchFigures> {
    figures(&text.lines().map(str::to_owned).collect::<Vec<_>>())
}

#[test]
fn forms_of_bench() {
    let stockfish = "\n===========================\nTotal time (ms) : 2002\n\
                     Nodes searched  : 3064223\nNodes/second    : 1530581\n";
    assert_eq!(read(stockfish), Some(BenchFigures { nodes: 3_064_223, seconds: 2.002 }));
    let open = "info depth 1 nodes 20\n4512345 nodes 1504115 nps\n";
    assert_eq!(read(open), Some(BenchFigures { nodes: 4_512_345, seconds: 3.0 }));
    let open = read("Bench: 1000 nodes 500 nps").unwrap();
    assert_eq!((open.nodes, open.seconds), (1000, 2.0));
    // The formats of Ethereal and Laser, Asymptote, Lozza.
    for form in ["Nodes : 300\nNPS   : 100", "NPS: 100\nNodes: 300", "nodes 300 time 3000 nps 100"]
    {
        assert_eq!(read(form), Some(BenchFigures { nodes: 300, seconds: 3.0 }), "{form}");
    }
    // Without a time in the output, it follows from the speed.
    let two = read("Nodes searched: 100\nNodes/second: 50").unwrap();
    assert_eq!((two.nodes, two.seconds), (100, 2.0));
    for none in [
        "",
        "Nodes searched : 12",
        "0 nodes 0 nps",
        "x nodes 5 nps",
        "nps 3 nodes 4",
        "info depth 7 score cp -1 time 38 nodes 16981 nps 446868 pv a8d8",
    ] {
        assert_eq!(read(none), None, "{none}");
    }
}
