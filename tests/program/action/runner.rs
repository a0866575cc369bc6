//! A fake GitHub runner for `action.yml`: events, steps, a checkout, and fake programs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::bench_room::BenchRoom;
use crate::fake::command;
use crate::program::{Ended, git};
use crate::support::root;

pub const TOKEN: &str = "a-token-that-may-write";

/// The fake `gh`: records its arguments, answers from files, and saves the text of a comment.
const GH: &str = r#"cd "$(dirname "$0")" && echo "$*" >>calls && [ "$GH_TOKEN" = a-token-that-may-write ] || exit 4
case "$*" in
*/collaborators/*) cat permission ;;
*/pulls/7\ *) cat pull ;;
"pr view 7 "*) [ ! -f comments ] || cat comments ;;
esac
for word; do case $word in body=@* | */body.md) cp "${word#body=@}" body ;; esac; done"#;

/// The fake `cargo`: installs the program under test.
const CARGO: &str = r#"[ "$*" = "install --quiet --locked --path . --no-default-features --root $RUNNER_TEMP/nucleus" ] || exit 9
[ -f src/program/main.rs ] && mkdir -p "$RUNNER_TEMP/nucleus/bin" && ln -sf "$BUILT" "$RUNNER_TEMP/nucleus/bin/nucleus""#;

/// The fake `nucleus`: records its arguments, writes its exports, and exits with a code.
const PROGRAM: &str = r#"cd "$(dirname "$0")" && : >arguments
for word; do
    echo "$word" >>arguments
    case $word in *=/*) echo "| base |" >"${word#*=}" ;; esac
done
[ ! -f code ] && echo "passed: new/base: 1" >&2 && echo "new is as fast" && exit
echo "error: one cannot be built" >&2
exit "$(cat code)""#;

pub fn page(name: &str) -> String {
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
    // Steps that use other actions are not run.
    let steps =
        page.split("\n    - name: ").skip(1).filter(|step| !step.contains("\n      uses: "));
    steps.map(read).collect()
}

/// Returns the inputs of action.yml with their defaults.
pub fn inputs() -> BTreeMap<String, String> {
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
pub struct Runner {
    pub room: BenchRoom,
    /// Values by expression, such as `inputs.gate`.
    values: RefCell<BTreeMap<String, String>>,
}

impl Runner {
    pub fn new() -> Self {
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

    /// Returns a runner after `actions/checkout` of a pull request whose engine has these modes; the base
    /// has later commits and became twice as fast.
    pub fn of_pull_request(modes: &str) -> Self {
        let runner = Self::new();
        let git = |arguments: &[&str]| runner.git("github", arguments);
        let commit = |modes: &str, message: &str| {
            let engine = format!("exec {} {modes}", command(&["player", "computes"]));
            runner.room.script("github/engine.sh", &engine);
            git(&["add", "."]);
            git(&["commit", "--quiet", "--allow-empty", "-m", message]);
            git(&["rev-parse", "HEAD"])
        };
        git(&["init", "--quiet", "--initial-branch=main"]);
        git(&["config", "uploadpack.allowAnySHA1InWant", "true"]);
        runner.set("start", &commit("", "an engine"));
        git(&["checkout", "--quiet", "-b", "change"]);
        let head = commit(modes, "a change");
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

    /// Sets the event of a comment on the pull request.
    pub fn comment(&self, body: &str, permission: &str) {
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

    /// Turns the pull request into a fork's.
    pub fn fork(self) -> Self {
        self.set("github.event.pull_request.head.repo.full_name", "stranger/engine");
        self
    }

    pub fn git(&self, folder: &str, arguments: &[&str]) -> String {
        git(&self.room.path(folder), arguments)
    }

    pub fn set(&self, name: &str, value: &str) {
        self.values.borrow_mut().insert(name.to_owned(), value.to_owned());
    }

    pub fn tool(&self, name: &str) -> PathBuf {
        self.room.path("tools").join(name)
    }

    /// Returns a file of the fake tools, empty if it was not written.
    pub fn kept(&self, name: &str) -> String {
        fs::read_to_string(self.tool(name)).unwrap_or_default()
    }

    /// Returns the value of an expression: a name, or several separated by `||`. Names that the event lacks
    /// are empty.
    pub fn value(&self, expression: &str) -> String {
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

    /// Returns true if a step with this condition runs; `good` means that no step before it failed.
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

    /// Returns the command of a script in the checkout, as a runner starts it. `PATH`, the cache
    /// and the outputs are folders and files of this runner.
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

    /// Runs all steps; returns the code of the first one that fails, and the output of all.
    pub fn run(&self) -> (i32, String) {
        let (mut code, mut output) = (0, String::new());
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
            let Ended { code: ended, stdout, stderr } = shell.output().unwrap().into();
            output += &(stdout + &stderr);
            for (name, value) in self.kept("output").lines().filter_map(|line| line.split_once('='))
            {
                self.set(&format!("steps.{}.outputs.{name}", step.id), value);
            }
            if code == 0 {
                code = ended.unwrap();
            }
        }
        (code, output)
    }

    /// Runs the script alone, with these variables.
    pub fn script(&self, variables: &[(&str, &str)]) -> (Option<i32>, String) {
        let mut shell = self.shell("\"$SOURCE/ci/action\"");
        shell.env("SOURCE", root()).env("NUCLEUS", env!("CARGO_BIN_EXE_nucleus"));
        shell.env("OUT", self.room.path("out")).envs(variables.iter().copied());
        let Ended { code, stdout, stderr } = shell.output().unwrap().into();
        (code, stdout + &stderr)
    }
}
