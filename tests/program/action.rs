//! `action.yml` as a runner executes it, its script `ci/action`, and the page about them. External services
//! are fake: GitHub is a repository in a folder, `gh` and `cargo` are scripts.
#![cfg(unix)]

mod runner;

use std::fs;
use std::path::Path;

use crate::fake::command;
use runner::{Runner, TOKEN, inputs, page};

/// The base's later commits, which make its engine twice as fast, do not count against the pull request.
#[test]
fn a_pull_request_is_compared_with_what_it_started_from() {
    for (modes, gate, code, words) in [
        ("twice-as-fast", "0.97", 0, "faster than base"),
        ("", "0.7", 0, "passed: new/base: "),
        ("half-as-fast", "0.97", 3, "slower than base"),
    ] {
        let runner = Runner::of_pull_request(modes);
        runner.set("inputs.gate", gate);
        runner.set("inputs.arguments", "--time 0.02");
        let (ended, log) = runner.run();
        assert_eq!(ended, code, "{modes}: {log}");
        let (summary, body) = (runner.kept("summary"), runner.kept("body"));
        assert!(summary.starts_with("**new is ") && summary.contains(words), "{summary}");
        assert!(summary.contains("| base |") && !summary.contains("!["), "{summary}");
        assert!(body.starts_with("<!-- nucleus ") && body.ends_with(&summary), "{body}");
        let head = runner.value("github.event.pull_request.head.sha");
        let again =
            format!("\nnucleus compare --commits {},{head} --build 'env >>", runner.value("start"));
        assert!(summary.contains(&again), "{summary}");
        let folder = runner.value("steps.compare.outputs.folder");
        for file in ["page.md", "summary.md", "bencher.json", "github-action-benchmark.json"] {
            assert!(Path::new(&folder).join(file).is_file(), "{file}");
        }
        // Both commits were built, without the token and in separate trees; the checkout stays clean.
        let environment = runner.kept("env");
        let builds = environment.lines().filter(|line| line.starts_with("NUCLEUS=")).count();
        assert_eq!(builds, 2, "{environment}");
        assert!(!environment.contains(TOKEN), "{environment}");
        assert_eq!(runner.git("work", &["for-each-ref", "--format=%(refname)", "refs"]), "");
        assert_eq!(runner.git("work", &["status", "--porcelain"]), "");
    }
}

/// The Action adds only these options to its command, and splits `arguments` as a shell does.
#[test]
fn the_comparison_is_the_one_of_the_command_line() {
    let runner = Runner::of_pull_request("");
    let program = runner.tool("program");
    runner.set("inputs.program", program.to_str().unwrap());
    runner.set("inputs.build", "make -j");
    let (ended, log) = runner.run();
    assert_eq!(ended, 0, "{log}");
    let expected = |more: &str| {
        format!(
            "compare --commits base,new --build make -j --bin engine {more}--gate new/base>=0.97 \
             --out OUT/records --export markdown=OUT/summary.md \
             --export github-action-benchmark=OUT/github-action-benchmark.json \
             --export bencher=OUT/bencher.json "
        )
    };
    let recorded = || {
        let folder = runner.value("steps.compare.outputs.folder");
        runner.kept("arguments").replace(&folder, "OUT").replace('\n', " ")
    };
    assert_eq!(recorded(), expected(""));
    runner.set("inputs.arguments", "--run '{} a  b' --seed 3");
    runner.run();
    assert_eq!(recorded(), expected("--run {} a  b --seed 3 "));
    runner.set("inputs.arguments", "--seed '3");
    let (ended, log) = runner.run();
    assert!(ended == 2 && log.contains("ARGUMENTS: unmatched quote"), "{log}");

    // An undecided gate warns, or fails if `undecided` is `fail`. The comment reports failures too.
    runner.set("inputs.arguments", "");
    for (code, undecided, expected) in
        [(4, "pass", 0), (4, "fail", 4), (1, "pass", 1), (3, "pass", 3)]
    {
        fs::write(runner.tool("code"), code.to_string()).unwrap();
        runner.set("inputs.undecided", undecided);
        let (ended, log) = runner.run();
        assert_eq!(ended, expected, "{code} {undecided}: {log}");
        assert_eq!(log.contains("::warning::undecided: "), code == 4 && expected == 0);
        let failed = "**No result**: the comparison failed.\n\n    error: one cannot be built\n";
        assert_eq!(runner.kept("body").contains(failed), code == 1, "{}", runner.kept("body"));
    }
}

#[test]
fn a_later_result_replaces_the_comment() {
    let runner = Runner::of_pull_request("");
    runner.set("inputs.program", runner.tool("program").to_str().unwrap());
    let (ended, log) = runner.run();
    assert_eq!(ended, 0, "{log}");
    let first = runner.kept("calls");
    assert!(first.contains("\npr comment 7 --repo owner/engine --body-file "), "{first}");
    let body = runner.kept("body");
    let marker = body.lines().next().unwrap();
    let comments = format!("IC_1 <!-- nucleus 1-2 -->\nIC_2 hello\nIC_3 {marker}\nIC_4 {marker}\n");
    fs::write(runner.tool("comments"), comments).unwrap();
    // A refused comment is a warning, and with `comment: false` none is written.
    runner.set("inputs.token", "one that may not");
    let (ended, log) = runner.run();
    assert!(ended == 0 && log.contains("::warning::cannot write the comment"), "{log}");
    runner.set("inputs.token", TOKEN);
    runner.set("inputs.comment", "false");
    let (ended, log) = runner.run();
    assert!(ended == 0 && runner.kept("calls").is_empty(), "{log}");
    runner.set("inputs.comment", "true");
    runner.comment("/bench\r\nplease", "admin");
    let (ended, log) = runner.run();
    assert_eq!(ended, 0, "{log}");
    let calls = runner.kept("calls");
    assert!(
        calls.contains("\napi graphql --silent -f id=IC_3 ") && !calls.contains("pr comment"),
        "{calls}"
    );
    assert_eq!(runner.kept("body"), body);
    // Another use of the Action has its own comment.
    runner.set("inputs.arguments", "--seed 2");
    runner.run();
    assert!(runner.kept("calls").contains("\npr comment 7 "), "{}", runner.kept("calls"));
}

/// Code of a fork never runs in a step, job or event with a token that may write.
#[test]
fn a_fork_has_the_summary_and_no_token() {
    let runner = Runner::of_pull_request("half-as-fast").fork();
    runner.set("inputs.arguments", "--time 0.02");
    let (ended, log) = runner.run();
    assert_eq!(ended, 3, "{log}");
    assert!(runner.kept("summary").starts_with("**new is "), "{log}");
    assert_eq!(runner.kept("calls"), "");
    for event in ["pull_request_target", "issue_comment"] {
        let runner = Runner::of_pull_request("").fork();
        runner.set("github.event_name", event);
        if event == "issue_comment" {
            runner.comment("/bench", "admin");
        }
        let (ended, log) = runner.run();
        let summary = runner.kept("summary");
        assert!(ended == 1 && summary.starts_with("**Not run**: the code is from a fork"), "{log}");
        assert!(!runner.tool("env").exists() && !runner.kept("calls").contains("comment"), "{log}");
    }
}

#[test]
fn bench_is_for_those_who_may_push() {
    for (body, permission, code, runs) in [
        ("/bench", "write", 0, true),
        ("/bench", "admin", 0, true),
        ("/bench", "read", 1, false),
        ("/bench", "none", 1, false),
        ("/bench", "{\"message\": \"Not Found\"}", 1, false),
        ("/benchmark", "write", 0, false),
        ("please /bench", "write", 0, false),
        ("", "write", 0, false),
    ] {
        let runner = Runner::of_pull_request("");
        runner.set("inputs.program", runner.tool("program").to_str().unwrap());
        runner.comment(body, permission);
        let (ended, log) = runner.run();
        assert_eq!(ended, code, "{body} {permission}: {log}");
        assert_eq!(runner.tool("arguments").exists(), runs, "{body} {permission}: {log}");
        let (summary, calls) = (runner.kept("summary"), runner.kept("calls"));
        assert_eq!(summary.starts_with("**Not run**: /bench requires write access"), code == 1);
        let queried =
            calls.starts_with("api repos/owner/engine/collaborators/somebody/permission ");
        assert_eq!(queried, body == "/bench", "{calls}");
        assert!(queried || calls.is_empty(), "{calls}");
    }
    // A comment on an issue, not on a pull request.
    let runner = Runner::of_pull_request("");
    runner.comment("/bench", "admin");
    runner.set("github.event.issue.pull_request.url", "");
    assert_eq!(runner.run().0, 0);
    assert_eq!(runner.kept("calls"), "");
}

/// Histories are fetched as deep as needed, and a complete clone stays complete.
#[test]
fn clones_of_any_depth_have_both_commits() {
    let runner = Runner::of_pull_request("");
    for number in 0..60 {
        runner.git("github", &["commit", "--quiet", "--allow-empty", "-m", &number.to_string()]);
    }
    let base = runner.git("github", &["rev-parse", "HEAD"]);
    runner.set("github.event.pull_request.base.sha", &base);
    runner.set("inputs.program", runner.tool("program").to_str().unwrap());
    let (ended, log) = runner.run();
    assert_eq!(ended, 0, "{log}");
    assert_eq!(runner.value("steps.plan.outputs.base"), runner.value("start"));
    let everything =
        ["fetch", "--quiet", "--unshallow", "origin", "refs/heads/*:refs/remotes/origin/*"];
    runner.git("work", &everything);
    runner.git("github", &["checkout", "--quiet", "--detach", &base]);
    runner.git("github", &["commit", "--quiet", "--allow-empty", "-m", "one more"]);
    let head = runner.git("github", &["rev-parse", "HEAD"]);
    runner.set("github.event.pull_request.head.sha", &head);
    runner.run();
    assert_eq!(runner.value("steps.plan.outputs.base"), base);
    assert_eq!(runner.git("work", &["rev-parse", "--is-shallow-repository"]), "false");
    runner.set("github.event.pull_request.base.sha", &"1".repeat(40));
    let (ended, log) = runner.run();
    assert!(ended == 1 && log.contains("::error::not run: cannot fetch the commits"), "{log}");
}

/// Commands instead of commits, also without a pull request.
#[test]
fn two_commands_are_compared_where_something_else_built_them() {
    let runner = Runner::new();
    let engine = command(&["player", "computes"]);
    runner.set("inputs.base", &engine);
    runner.set("inputs.new", &engine);
    runner.set("inputs.gate", "0.000001");
    runner.set("inputs.arguments", "--rounds 8 --time 0.02");
    runner.set("github.event_name", "push");
    let (ended, log) = runner.run();
    assert_eq!(ended, 0, "{log}");
    let summary = runner.kept("summary");
    assert!(summary.contains("\npassed: new/base: ") && summary.contains("| base |"), "{summary}");
    assert_eq!(runner.kept("calls"), "");
    runner.set("inputs.gate", "1000000");
    assert_eq!(runner.run().0, 3);
    runner.set("inputs.base", "/nothing/here");
    assert_eq!(runner.run().0, 2);
    runner.set("inputs.build", "make");
    let (ended, log) = runner.run();
    assert!(ended == 2 && log.contains("without one, set base and new"), "{log}");
}

/// The script compares commands that are not engines by a number that they print, and rejects contradictions.
#[test]
fn the_script_runs_anywhere() {
    let runner = Runner::new();
    let any = [
        ("ANY_COMMAND", "true"),
        ("BASE", "echo rate: 20"),
        ("METRIC", "rate: ([0-9]+)"),
        ("HIGHER_IS_BETTER", "true"),
        ("ARGUMENTS", "--warmup 0"),
    ];
    let run = |new: &str| runner.script(&[&any[..], &[("NEW", new)]].concat());
    let (code, log) = run("echo rate: 19");
    assert_eq!(code, Some(3), "{log}");
    assert!(log.contains("below: new/base: 0.9500 [0.9500, 0.9500]: below 0.97"), "{log}");
    let comment = fs::read_to_string(runner.room.path("out/comment.md")).unwrap();
    assert!(comment.starts_with("**new is 5.00 % slower than base ± 0.000 % (95 %)"), "{comment}");
    assert_eq!(run("echo rate: 20").0, Some(0));
    assert_eq!(run("echo nothing").0, Some(1));
    for (variables, words) in [
        (&[("BASE", "a")][..], "BASE and NEW to two commands"),
        (&[("BASE", "a"), ("NEW", "b"), ("UNDECIDED", "maybe")], "pass or fail, not maybe"),
        (&[("BUILD", "make")], "BUILD and BIN require each other"),
        (&[("BUILD", "make"), ("BIN", "engine"), ("BASE", "a")], "BUILD excludes BASE"),
        (&[("BUILD", "make"), ("BIN", "engine")], "no commit '' for base"),
    ] {
        let (code, log) = runner.script(variables);
        assert!(code == Some(2) && log.contains(words), "{variables:?}: {log}");
    }
}

/// The workflows on the page use existing inputs, and the first one is complete.
#[test]
fn the_workflows_on_the_page_can_be_copied() {
    let (page, inputs) = (page("docs/COMPARE.md"), inputs());
    let blocks: Vec<&str> =
        page.split("```yaml\n").skip(1).filter_map(|b| b.split("```").next()).collect();
    for key in ["on:", "permissions:", "jobs:"] {
        assert!(blocks[0].lines().any(|line| line == key), "{key}");
    }
    for needed in [
        "pull_request:",
        "issue_comment:",
        "runs-on: ",
        "actions/checkout@",
        "pull-requests: write",
    ] {
        assert!(blocks[0].contains(needed), "{needed}");
    }
    let mut count = 0;
    for block in blocks {
        let (_, with) = block.split_once("with:\n").expect("inputs");
        for (name, _) in with.lines().filter_map(|line| line.split_once(": ")) {
            assert!(inputs.contains_key(&format!("inputs.{}", name.trim())), "{name}");
            count += 1;
        }
    }
    assert!(count >= 5, "{count} inputs");
}
