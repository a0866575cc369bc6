use super::*;

const CALLGRIND: &str = "\
version: 1
positions: instr line
events: Ir
ob=/somewhere/target/release/nucleus
fl=x
fn=search
0x10 5 7
0x14 6 2
calls=3 0x900 0
0x14 6 5000
fi=y
0x18 0 1

ob=/lib/libc.so.6
fn=memcpy
0x10 0 40
ob=/somewhere/target/release/nucleus
fn=search'2
0x10 5 3
";

#[test]
fn costs_are_the_programs_own_by_address_and_what_a_call_costs_counts_once() {
    let costs = Costs::read(CALLGRIND, "nucleus").expect("an output");
    assert_eq!(costs.program, BTreeMap::from([(0x10, 10), (0x14, 2), (0x18, 1)]));
    assert_eq!(costs.library, 40);
    for (text, said) in [
        ("events: Ir\n0x10 5 7\n", "--dump-instr=yes"),
        (&CALLGRIND.replace("0x18 0 1", "0x18 0"), "line 12: no address"),
        (&CALLGRIND.replace("release/nucleus", "release/other"), "`nucleus`"),
    ] {
        let error = Costs::read(text, "nucleus").expect_err("no output");
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn samples_are_the_programs_own_by_address_and_all_others_together() {
    let text = "    555555554010 (/target/profiling/nucleus)\n    555555554010 (/target/profiling/nucleus)\n \
                ffffffff81000000 ([kernel.kallsyms])\n 7ffff7e00000 (/lib/libc.so.6)\n";
    let costs = Costs::read(text, "nucleus").expect("samples");
    assert_eq!((costs.program, costs.library), (BTreeMap::from([(0x10, 2)]), 2));
    let error = Costs::read("no address\n", "nucleus").expect_err("no sample");
    assert!(error.contains("line 1: no address"), "{error}");
}

const SOURCE: &str = "\
//! A head of fn in_a_comment.
impl A {
    pub const fn rebuild(&self) {
        self.fill(1);
    }

    #[inline(always)]
    fn write_cells<R>(cells: &mut [u32; 64]) {
        let exchange = |a: fn(u8) -> u8| a;
    }
}
macro_rules! named {
    ($name:ident) => { fn $name() {} };
}
";

#[test]
fn functions_are_found_by_their_lines() {
    let expected = [(3, "rebuild"), (8, "write_cells"), (13, "")];
    assert_eq!(heads(SOURCE), expected.map(|(line, name)| (line, name.to_owned())));
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("src")).expect("a folder");
    fs::write(folder.path().join("src/a.rs"), SOURCE).expect("a file");
    let mut sources = Sources { root: folder.path().to_owned(), ..Sources::default() };
    let mut at = |line| {
        let place = SourceLine { file: "src/a.rs".into(), line };
        sources.function(&place).expect("it is there").to_owned()
    };
    assert_eq!(
        [0, 2, 3, 5, 8, 11].map(&mut at),
        ["", "", "rebuild", "rebuild", "write_cells", "write_cells"]
    );
    let absent = SourceLine { file: "src/b.rs".into(), line: 1 };
    assert!(sources.function(&absent).is_err());
}

#[test]
fn lines_of_an_address_come_from_the_inside_out_and_are_ours() {
    let text = "0x0000000000000010\nfeed\n/rustc/59/library/core/src/num/mod.rs:12\nterms<x>\n\
                /home/me/src/nucleus/src/core/eval/mod.rs:139 (discriminator 2)\nstep\n\
                /home/me/src/nucleus/src/search/instance.rs:?\n0x0000000000000014\n??\n??:0\n";
    let place = |file: &str, line| SourceLine { file: file.into(), line };
    let expected = [
        (0x10, vec![place("src/core/eval/mod.rs", 139), place("src/search/instance.rs", 0)]),
        (0x14, vec![]),
    ];
    assert_eq!(read_frames(text), BTreeMap::from(expected));
}

#[test]
fn the_innermost_line_that_tells_a_part_decides() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    file("src/core/kernels/isa/avx2/rebuild.rs", "fn fill() {\n}\nfn write_cells() {\n}\n");
    file("src/core/board/magic/lookup.rs", "fn rook() {\n}\n");
    file(
        "src/core/board/magic/magic_board.rs",
        "fn compute_influence() {\n}\nfn find_checkers_and_pins() {\n}\nfn rook_attacks() {\n}\n",
    );
    file("src/core/movegen/generate.rs", "fn generate() {\n}\n");
    file("src/search/axon/node.rs", "fn run() {\n}\n");
    file("src/core/matrix/planes.rs", "fn kind_on() {\n}\n");
    let magic = "src/core/board/magic/magic_board.rs";
    let chains: [(&[(&str, u32)], NodePart); 8] = [
        (&[("src/core/kernels/isa/avx2/rebuild.rs", 2)], NodePart::AttackSets),
        (&[("src/core/kernels/isa/avx2/rebuild.rs", 3)], NodePart::Cells),
        (&[("src/core/board/magic/lookup.rs", 1), (magic, 1)], NodePart::AttackSets),
        (&[(magic, 4), ("src/search/axon/node.rs", 1)], NodePart::Checks),
        (
            &[
                ("src/core/board/magic/lookup.rs", 1),
                (magic, 5),
                ("src/core/movegen/generate.rs", 2),
            ],
            NodePart::Generation,
        ),
        (
            &[("src/core/board/magic/lookup.rs", 1), ("src/search/axon/node.rs", 1)],
            NodePart::Search,
        ),
        (&[("src/search/axon/node.rs", 2)], NodePart::Search),
        (
            &[("src/core/matrix/planes.rs", 1), ("src/core/movegen/generate.rs", 2)],
            NodePart::Pieces,
        ),
    ];
    let mut costs = Costs { library: 5, ..Costs::default() };
    let mut frames = String::new();
    let mut expected = BTreeMap::from([(NodePart::Library, 5)]);
    for (index, (chain, part)) in chains.iter().enumerate() {
        let (address, cost) = (index as u64, 1 << index);
        costs.program.insert(address, cost);
        *expected.entry(*part).or_default() += cost;
        frames += &format!("0x{address:x}\n");
        for (file, line) in *chain {
            frames += &format!("name\n/there/{file}:{line}\n");
        }
    }
    let parts = PartCounts::of(&costs, &frames, folder.path()).expect("all are known");
    assert_eq!(parts.0, expected);
    let unknown = PartCounts::of(&costs, "", folder.path()).expect_err("no line at all");
    assert!(unknown.to_string().contains("line tables"), "{unknown}");
}

#[test]
fn the_table_is_a_node_of_each_profile_and_board_and_csv_keeps_it() {
    let row = |profile: &str, board: &str, part, count| PartRow {
        commit: "0123456".into(),
        level: "avx2".into(),
        profile: profile.into(),
        board: board.into(),
        nodes: 100,
        part,
        count,
    };
    let rows = [
        row("axon", "matrix", NodePart::Cells, 20_000),
        row("axon", "matrix", NodePart::Search, 130_000),
        row("axon", "matrix", NodePart::Library, 10),
        row("axon", "magic", NodePart::Search, 100_000),
    ];
    let csv = to_csv(&rows);
    assert!(csv.starts_with("commit,level,profile,board,nodes,part,count\n"), "{csv}");
    assert_eq!(from_csv(&csv).expect("what was written"), rows);
    assert!(from_csv(&csv.replace("cells", "walls")).is_err());
    let table = table(&rows, "avx2");
    let shown: Vec<String> = table
        .markdown()
        .lines()
        .skip(4)
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        shown,
        [
            "| cells | 200 | – |",
            "| search, table, ordering | 1,300 | 1,000 |",
            "| all | 1,500 | 1,000 |",
            "| matrix over magic | 1.50 | – |",
        ]
    );
}

#[test]
fn shares_are_of_each_run_that_there_is_and_what_is_below_half_a_percent_is_none() {
    let row = |profile: &str, part, count| PartRow {
        commit: "0123456".into(),
        level: "avx2".into(),
        profile: profile.into(),
        board: "matrix".into(),
        nodes: 100,
        part,
        count,
    };
    let rows = [
        row("axon", NodePart::Cells, 250),
        row("axon", NodePart::Search, 750),
        row("full", NodePart::Cells, 1),
        row("full", NodePart::Search, 999),
    ];
    let markdown = shares(&rows).markdown();
    let shown: Vec<Vec<&str>> = markdown
        .lines()
        .filter(|line| line.contains('%'))
        .map(|line| line.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    assert_eq!(shown, [["cells", "25 %", "–"], ["search, table, ordering", "75 %", "100 %"]]);
}
