//! `action.yml` as a runner executes it, its script `ci/action`, and the page about them. What is not
//! here is fake: GitHub is a repository in a folder, `gh` and `cargo` are scripts.
#![cfg(unix)]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::bench_room::{BenchRoom, Compared};
use crate::fake::command;

const TOKEN: &str = "a-token-that-may-write";

/// Records its arguments, answers from files, and keeps the text of a comment.
const GH: &str = r#"cd "$(dirname "$0")" && echo "$*" >>calls && [ "$GH_TOKEN" = a-token-that-may-write ] || exit 4
case "$*" in
*/collaborators/*) cat permission ;;
*/pulls/7\ *) cat pull ;;
"pr view 7 "*) [ ! -f comments ] || cat comments ;;
esac
for word; do case $word in body=@* | */body.md) cp "${word#body=@}" body ;; esac; done"#;

/// Installs the program of this test.
const CARGO: &str = r#"[ "$*" = "install --quiet --locked --path src/light --root $RUNNER_TEMP/nucleus" ] || exit 9
[ -f src/light/Cargo.toml ] && mkdir -p "$RUNNER_TEMP/nucleus/bin" && ln -sf "$BUILT" "$RUNNER_TEMP/nucleus/bin/nucleus-light""#;

/// In the place of `nucleus`: records its arguments, writes what it is told to, and ends with a code.
const PROGRAM: &str = r#"cd "$(dirname "$0")" && : >arguments
for word; do
    echo "$word" >>arguments
    case $word in *=/*) echo "| base |" >"${word#*=}" ;; esac
done
[ ! -f code ] && echo "passed: new/base: 1" >&2 && echo "new is as fast" && exit
echo "error: one cannot be built" >&2
exit "$(cat code)""#;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// A step of action.yml that runs a script.
struct Step {
    id: String,
    condition: String,
    script: String,
    variables: Vec<(String, String)>,
}

fn steps() -> Vec<Step> {
    let page = page("action.yml");
    let read = |step: &str| {
        let lines = |key: &str| {
            let (_, after) = step.split_once(&format!("\n      {key}:")).unwrap_or_default();
            let (first, rest) = after.split_once('\n').unwrap_or((after, ""));
            let below = rest.lines().take_while(|line| line.starts_with("        "));
            let below = below.map(|line| line[8..].to_owned()).collect::<Vec<_>>();
            (first.trim().to_owned(), below)
        };
        let variable = |line: String| {
            let (name, value) = line.split_once(": ").expect("a variable");
            (name.to_owned(), value.to_owned())
        };
        let (first, below) = lines("run");
        let script = if first == "|" { below.join("\n") } else { first };
        assert!(lines("shell").0 == "bash" && !script.contains("${{"), "{step}");
        let variables = lines("env").1.into_iter().map(variable).collect();
        Step { id: lines("id").0, condition: lines("if").0, script, variables }
    };
    // What another action does is not run here.
    let steps =
        page.split("\n    - name: ").skip(1).filter(|step| !step.contains("\n      uses: "));
    steps.map(read).collect()
}

/// The inputs of action.yml with their defaults.
fn inputs() -> BTreeMap<String, String> {
    let page = page("action.yml");
    let (_, inputs) = page.split_once("\ninputs:\n").unwrap();
    let (inputs, _) = inputs.split_once("\noutputs:\n").unwrap();
    let (mut name, mut found) = (String::new(), BTreeMap::new());
    for line in inputs.lines() {
        if let Some(default) = line.strip_prefix("    default: ") {
            found.insert(format!("inputs.{name}"), default.trim_matches('"').to_owned());
        } else if let Some(key) = line.strip_prefix("  ").filter(|line| !line.starts_with(' ')) {
            name = key.trim_end_matches(':').to_owned();
        }
    }
    found
}

/// A runner with a checkout: `github` is the repository on GitHub, `work` the checkout.
struct Runner {
    room: BenchRoom,
    /// Values of expressions.
    values: RefCell<BTreeMap<String, String>>,
}

impl Runner {
    fn new() -> Self {
        let room = BenchRoom::new();
        for (name, script) in [("gh", GH), ("cargo", CARGO), ("program", PROGRAM)] {
            room.script(&format!("tools/{name}"), script);
        }
        for folder in ["temp", "work", "github"] {
            fs::create_dir_all(room.path(folder)).unwrap();
        }
        let runner = Self { room, values: RefCell::new(inputs()) };
        runner.set("github.action_path", root().to_str().unwrap());
        runner.set("inputs.token", TOKEN);
        runner
    }

    /// A runner after `actions/checkout` of a pull request whose engine has these faults, of a base that
    /// went on and became twice as fast.
    fn of_pull_request(faults: &str) -> Self {
        let runner = Self::new();
        let git = |arguments: &[&str]| runner.git("github", arguments);
        let commit = |faults: &str, message: &str| {
            let engine = format!("exec {} {faults}", command(&["player", "computes"]));
            runner.room.script("github/engine.sh", &engine);
            git(&["add", "."]);
            git(&["commit", "--quiet", "--allow-empty", "-m", message]);
            git(&["rev-parse", "HEAD"])
        };
        git(&["init", "--quiet", "--initial-branch=main"]);
        git(&["config", "uploadpack.allowAnySHA1InWant", "true"]);
        runner.set("start", &commit("", "an engine"));
        git(&["checkout", "--quiet", "-b", "change"]);
        let head = commit(faults, "a change");
        git(&["checkout", "--quiet", "main"]);
        let base = commit("twice-as-fast", "a better engine");
        git(&["merge", "--quiet", "--no-edit", "-s", "ours", "change"]);
        let merged = git(&["rev-parse", "HEAD"]);
        git(&["reset", "--quiet", "--hard", &base]);
        git(&["update-ref", "refs/pull/7/head", &head]);
        git(&["update-ref", "refs/pull/7/merge", &merged]);
        git(&["branch", "--quiet", "-D", "change"]);
        let here = |arguments: &[&str]| runner.git("work", arguments);
        here(&["init", "--quiet"]);
        let address = format!("file://{}", runner.room.path("github").display());
        here(&["remote", "add", "origin", &address]);
        here(&["fetch", "--quiet", "--no-tags", "--depth=1", "origin", &merged]);
        here(&["checkout", "--quiet", "--detach", &merged]);
        runner.set(
            "inputs.build",
            &format!("env >>'{}'; cp engine.sh engine", runner.tool("env").display()),
        );
        runner.set("inputs.bin", "engine");
        runner.set("github.event_name", "pull_request");
        runner.set("github.event.pull_request.number", "7");
        runner.set("github.event.pull_request.base.sha", &base);
        runner.set("github.event.pull_request.head.sha", &head);
        runner.set("github.event.pull_request.head.repo.full_name", "owner/engine");
        runner
    }

    /// The event of a comment on the pull request.
    fn comment(&self, body: &str, permission: &str) {
        let values = |name: &str| self.value(&format!("github.event.pull_request.{name}"));
        let names = ["base.sha", "head.sha", "head.repo.full_name"];
        fs::write(self.tool("pull"), names.map(values).join(" ")).unwrap();
        fs::write(self.tool("permission"), permission).unwrap();
        self.values.borrow_mut().retain(|name, _| !name.starts_with("github.event"));
        self.set("github.event_name", "issue_comment");
        self.set("github.event.issue.number", "7");
        self.set("github.event.issue.pull_request.url", "https://api.github.com/7");
        self.set("github.event.comment.body", body);
        self.set("github.event.comment.user.login", "somebody");
    }

    /// Makes the pull request a fork's.
    fn fork(self) -> Self {
        self.set("github.event.pull_request.head.repo.full_name", "stranger/engine");
        self
    }

    fn git(&self, folder: &str, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        git.current_dir(self.room.path(folder)).args(["-c", "user.name=x", "-c", "user.email=x"]);
        let output = git.args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {said}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn set(&self, name: &str, value: &str) {
        self.values.borrow_mut().insert(name.to_owned(), value.to_owned());
    }

    fn tool(&self, name: &str) -> PathBuf {
        self.room.path("tools").join(name)
    }

    /// A file of the fake tools; empty if it has not been written.
    fn kept(&self, name: &str) -> String {
        fs::read_to_string(self.tool(name)).unwrap_or_default()
    }

    /// The value of an expression: a name, or several with `||` between them. What an event does not
    /// have is empty.
    fn value(&self, expression: &str) -> String {
        let values = self.values.borrow();
        let one = |name: &str| {
            let known = name.starts_with("github.event.") || name.starts_with("steps.");
            let value = values.get(name);
            assert!(value.is_some() || known, "there is no `{name}`");
            value.cloned().unwrap_or_default()
        };
        let mut all = expression.split(" || ").map(one);
        all.find(|value| !value.is_empty()).unwrap_or_default()
    }

    /// True if a step runs, after all before it went well or not.
    fn runs(&self, condition: &str, good: bool) -> bool {
        let inner = condition.trim_start_matches("${{").trim_end_matches("}}").trim();
        let holds = |part: &str| {
            let compared = part.split_once(" == ").map(|pair| (pair, true));
            let compared = compared.or_else(|| Some((part.split_once(" != ")?, false)));
            let ((left, right), equal) = compared.unwrap_or_else(|| panic!("`{part}`"));
            (self.value(left) == right.trim_matches('\'')) == equal
        };
        let mut parts =
            inner.split(" && ").filter(|part| !part.is_empty() && *part != "!cancelled()");
        (good || inner.contains("!cancelled()")) && parts.all(holds)
    }

    /// Runs a script in the checkout, as a runner would. The folders of programs and of what they keep
    /// are the runner's own.
    fn shell(&self, script: &str) -> Command {
        let mut shell = Command::new("bash");
        shell.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]);
        let path = std::env::var("PATH").unwrap();
        shell.env("PATH", format!("{}:{path}", self.room.path("tools").display()));
        shell.env("XDG_CACHE_HOME", self.room.path("cache"));
        shell.env("GITHUB_STEP_SUMMARY", self.tool("summary"));
        shell.env("GITHUB_OUTPUT", self.tool("output"));
        shell.env("GITHUB_REPOSITORY", "owner/engine");
        shell.env("RUNNER_TEMP", self.room.path("temp"));
        shell.env("BUILT", env!("CARGO_BIN_EXE_nucleus"));
        shell.current_dir(self.room.path("work"));
        shell
    }

    /// Runs all steps; the code of the first one that fails, and everything that was said.
    fn run(&self) -> (i32, String) {
        let (mut code, mut said) = (0, String::new());
        for name in ["summary", "calls", "body", "env"] {
            let _ = fs::remove_file(self.tool(name));
        }
        self.values.borrow_mut().retain(|name, _| !name.starts_with("steps."));
        for step in steps() {
            if !self.runs(&step.condition, code == 0) {
                continue;
            }
            let mut shell = self.shell(&step.script);
            fs::write(self.tool("output"), "").unwrap();
            for (name, value) in &step.variables {
                let inner = value.trim_start_matches("${{").trim_end_matches("}}").trim();
                shell.env(name, self.value(inner));
            }
            let Compared { code: ended, stdout, stderr } = shell.output().unwrap().into();
            said += &(stdout + &stderr);
            for (name, value) in self.kept("output").lines().filter_map(|line| line.split_once('='))
            {
                self.set(&format!("steps.{}.outputs.{name}", step.id), value);
            }
            if code == 0 {
                code = ended.unwrap();
            }
        }
        (code, said)
    }

    /// The script itself, with other variables.
    fn script(&self, variables: &[(&str, &str)]) -> (Option<i32>, String) {
        let mut shell = self.shell("\"$SOURCE/ci/action\"");
        shell.env("SOURCE", root()).env("NUCLEUS", env!("CARGO_BIN_EXE_nucleus"));
        shell.env("OUT", self.room.path("out")).envs(variables.iter().copied());
        let Compared { code, stdout, stderr } = shell.output().unwrap().into();
        (code, stdout + &stderr)
    }
}

/// The base's later commits are not held against it: all of them run against an engine twice as fast.
#[test]
fn a_pull_request_is_compared_with_what_it_started_from() {
    for (faults, gate, code, words) in [
        ("twice-as-fast", "0.97", 0, "faster than base"),
        ("", "0.7", 0, "passed: new/base: "),
        ("half-as-fast", "0.97", 3, "slower than base"),
    ] {
        let runner = Runner::of_pull_request(faults);
        runner.set("inputs.gate", gate);
        runner.set("inputs.arguments", "--time 0.02");
        let (ended, said) = runner.run();
        assert_eq!(ended, code, "{faults}: {said}");
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
        // Both were built, without the token and in trees of their own; nothing stays in the checkout.
        let environment = runner.kept("env");
        let builds = environment.lines().filter(|line| line.starts_with("NUCLEUS=")).count();
        assert_eq!(builds, 2, "{environment}");
        assert!(!environment.contains(TOKEN), "{environment}");
        assert_eq!(runner.git("work", &["for-each-ref", "--format=%(refname)", "refs"]), "");
        assert_eq!(runner.git("work", &["status", "--porcelain"]), "");
    }
}

/// The command is that of a shell, with no default of it replaced.
#[test]
fn the_comparison_is_the_one_of_the_command_line() {
    let runner = Runner::of_pull_request("");
    let program = runner.tool("program");
    runner.set("inputs.program", program.to_str().unwrap());
    runner.set("inputs.build", "make -j");
    let (ended, said) = runner.run();
    assert_eq!(ended, 0, "{said}");
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
    let (ended, said) = runner.run();
    assert!(ended == 2 && said.contains("ARGUMENTS: quotes do not match"), "{said}");

    // Undecided passes with a warning unless it shall fail; what fails is in the comment, too.
    runner.set("inputs.arguments", "");
    for (code, undecided, expected) in
        [(4, "pass", 0), (4, "fail", 4), (1, "pass", 1), (3, "pass", 3)]
    {
        fs::write(runner.tool("code"), code.to_string()).unwrap();
        runner.set("inputs.undecided", undecided);
        let (ended, said) = runner.run();
        assert_eq!(ended, expected, "{code} {undecided}: {said}");
        assert_eq!(said.contains("::warning::it was not decided"), code == 4 && expected == 0);
        let failed = "**No result**: the comparison failed.\n\n    error: one cannot be built\n";
        assert_eq!(runner.kept("body").contains(failed), code == 1, "{}", runner.kept("body"));
    }
}

#[test]
fn a_later_result_replaces_the_comment() {
    let runner = Runner::of_pull_request("");
    runner.set("inputs.program", runner.tool("program").to_str().unwrap());
    let (ended, said) = runner.run();
    assert_eq!(ended, 0, "{said}");
    let first = runner.kept("calls");
    assert!(first.contains("\npr comment 7 --repo owner/engine --body-file "), "{first}");
    let body = runner.kept("body");
    let marker = body.lines().next().unwrap();
    let comments = format!("IC_1 <!-- nucleus 1-2 -->\nIC_2 hello\nIC_3 {marker}\nIC_4 {marker}\n");
    fs::write(runner.tool("comments"), comments).unwrap();
    // One that is refused is a warning, and none is written where none is to be.
    runner.set("inputs.token", "one that may not");
    let (ended, said) = runner.run();
    assert!(ended == 0 && said.contains("::warning::the comment could not be written"), "{said}");
    runner.set("inputs.token", TOKEN);
    runner.set("inputs.comment", "false");
    let (ended, said) = runner.run();
    assert!(ended == 0 && runner.kept("calls").is_empty(), "{said}");
    runner.set("inputs.comment", "true");
    runner.comment("/bench\r\nplease", "admin");
    let (ended, said) = runner.run();
    assert_eq!(ended, 0, "{said}");
    let calls = runner.kept("calls");
    assert!(
        calls.contains("\napi graphql --silent -f id=IC_3 ") && !calls.contains("pr comment"),
        "{calls}"
    );
    assert_eq!(runner.kept("body"), body);
    // Another use of the Action has a comment of its own.
    runner.set("inputs.arguments", "--seed 2");
    runner.run();
    assert!(runner.kept("calls").contains("\npr comment 7 "), "{}", runner.kept("calls"));
}

/// Code of a fork never runs in a step, a job or an event with a token that may write.
#[test]
fn a_fork_has_the_summary_and_no_token() {
    let runner = Runner::of_pull_request("half-as-fast").fork();
    runner.set("inputs.arguments", "--time 0.02");
    let (ended, said) = runner.run();
    assert_eq!(ended, 3, "{said}");
    assert!(runner.kept("summary").starts_with("**new is "), "{said}");
    assert_eq!(runner.kept("calls"), "");
    for event in ["pull_request_target", "issue_comment"] {
        let runner = Runner::of_pull_request("").fork();
        runner.set("github.event_name", event);
        if event == "issue_comment" {
            runner.comment("/bench", "admin");
        }
        let (ended, said) = runner.run();
        let summary = runner.kept("summary");
        assert!(ended == 1 && summary.starts_with("**Not run**: the code is a fork's"), "{said}");
        assert!(
            !runner.tool("env").exists() && !runner.kept("calls").contains("comment"),
            "{said}"
        );
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
        let (ended, said) = runner.run();
        assert_eq!(ended, code, "{body} {permission}: {said}");
        assert_eq!(runner.tool("arguments").exists(), runs, "{body} {permission}: {said}");
        let (summary, calls) = (runner.kept("summary"), runner.kept("calls"));
        assert_eq!(summary.starts_with("**Not run**: /bench is for those who may push"), code == 1);
        let asked = calls.starts_with("api repos/owner/engine/collaborators/somebody/permission ");
        assert_eq!(asked, body == "/bench", "{calls}");
        assert!(asked || calls.is_empty(), "{calls}");
    }
    // A comment on an issue.
    let runner = Runner::of_pull_request("");
    runner.comment("/bench", "admin");
    runner.set("github.event.issue.pull_request.url", "");
    assert_eq!(runner.run().0, 0);
    assert_eq!(runner.kept("calls"), "");
}

/// Histories are fetched as far as they are needed, and a complete clone stays complete.
#[test]
fn clones_of_any_depth_have_both_commits() {
    let runner = Runner::of_pull_request("");
    for number in 0..60 {
        runner.git("github", &["commit", "--quiet", "--allow-empty", "-m", &number.to_string()]);
    }
    let base = runner.git("github", &["rev-parse", "HEAD"]);
    runner.set("github.event.pull_request.base.sha", &base);
    runner.set("inputs.program", runner.tool("program").to_str().unwrap());
    let (ended, said) = runner.run();
    assert_eq!(ended, 0, "{said}");
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
    let (ended, said) = runner.run();
    assert!(
        ended == 1 && said.contains("::error::not run: the commits could not be fetched"),
        "{said}"
    );
}

/// Commands in the place of commits, where there is no pull request, too.
#[test]
fn two_commands_are_compared_where_something_else_built_them() {
    let runner = Runner::new();
    let engine = command(&["player", "computes"]);
    runner.set("inputs.base", &engine);
    runner.set("inputs.new", &engine);
    runner.set("inputs.gate", "0.000001");
    runner.set("inputs.arguments", "--rounds 8 --time 0.02");
    runner.set("github.event_name", "push");
    let (ended, said) = runner.run();
    assert_eq!(ended, 0, "{said}");
    let summary = runner.kept("summary");
    assert!(summary.contains("\npassed: new/base: ") && summary.contains("| base |"), "{summary}");
    assert_eq!(runner.kept("calls"), "");
    runner.set("inputs.gate", "1000000");
    assert_eq!(runner.run().0, 3);
    runner.set("inputs.base", "/nothing/here");
    assert_eq!(runner.run().0, 2);
    runner.set("inputs.build", "make");
    let (ended, said) = runner.run();
    assert!(ended == 2 && said.contains("there is none; give base and new"), "{said}");
}

/// Commands that are no engines, by a number that they print; and what cannot be meant.
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
    let (code, said) = run("echo rate: 19");
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("below: new/base: 0.9500 [0.9500, 0.9500]: below 0.97"), "{said}");
    let comment = fs::read_to_string(runner.room.path("out/comment.md")).unwrap();
    assert!(comment.starts_with("**new is 5.00 % slower than base ± 0.000 % (95 %)"), "{comment}");
    assert_eq!(run("echo rate: 20").0, Some(0));
    assert_eq!(run("echo nothing").0, Some(1));
    for (variables, words) in [
        (&[("BASE", "a")][..], "BASE and NEW the two commands"),
        (&[("BASE", "a"), ("NEW", "b"), ("UNDECIDED", "maybe")], "pass or fail, not maybe"),
        (&[("BUILD", "make")], "BUILD and BIN belong together"),
        (&[("BUILD", "make"), ("BIN", "engine"), ("BASE", "a")], "with BUILD no BASE"),
        (&[("BUILD", "make"), ("BIN", "engine")], "there is no commit '' for the base"),
    ] {
        let (code, said) = runner.script(variables);
        assert!(code == Some(2) && said.contains(words), "{variables:?}: {said}");
    }
}

/// The workflows on the page use inputs that there are, and the first is a complete one.
#[test]
fn the_workflows_on_the_page_can_be_copied() {
    let (page, inputs) = (page("docs/CI.md"), inputs());
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
