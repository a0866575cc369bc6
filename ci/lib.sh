# shellcheck shell=bash
# Shared by the scripts of this folder and by `cargo xtask`: finding and installing tools, running steps, the summary.
# Sourced, never run. Works with bash 3.2 and newer, on any Linux and on macOS.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# A toolchain that rustup has just installed is not on the PATH of a shell opened before it.
if ! command -v cargo >/dev/null 2>&1 && [ -x "${CARGO_HOME:-$HOME/.cargo}/bin/cargo" ]; then
    PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
fi
# Debian puts Stockfish into /usr/games, which is not on the superuser's PATH.
PATH="$PATH:/usr/local/games:/usr/games"
export PATH

TOOLS="$PWD/target/tools"
LOGS="$PWD/target/ci"
mkdir -p "$LOGS"

say() { printf '%s\n' "$*"; }
note() { printf 'note: %s\n' "$*" >&2; }
have() { [ -x "$(type -P "$1")" ]; }

# ---------------------------------------------------------------------------------------------
# Tools

# Whether a C program can be compiled and linked: `cc` alone is not enough, the headers and start
# files of the C library may be missing.
links_c() {
    # Rust for Windows finds Microsoft's linker by itself.
    case "$(uname -s)" in MINGW* | MSYS* | CYGWIN*) return 0 ;; esac
    have cc || return 1
    local dir status
    dir=$(mktemp -d) || return 1
    printf '#include <stdio.h>\nint main(void) { return 0; }\n' >"$dir/probe.c"
    cc "$dir/probe.c" -o "$dir/probe" >/dev/null 2>&1
    status=$?
    rm -rf "$dir"
    return $status
}

has_stockfish() { [ -n "${STOCKFISH:-}" ] || have stockfish; }

# The command that brings the rights to install: nothing for the superuser, else sudo when it
# asks for no password. Fails where neither is to be had.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif have sudo && sudo -n true 2>/dev/null; then
        sudo -n "$@"
    else
        return 77
    fi
}
may_install() { have apt-get && as_root true 2>/dev/null; }

# The exact command that installs what is named (linker, stockfish, valgrind) on this system.
install_command() {
    local tool=$1
    case "$(uname -s)" in
    Darwin)
        case $tool in
        linker) say "xcode-select --install" ;;
        stockfish) say "brew install stockfish" ;;
        valgrind) say "(Valgrind does not support this system)" ;;
        *) say "brew install $tool" ;;
        esac
        return
        ;;
    esac
    local sudo="as root: "
    have sudo && sudo="sudo "
    [ "$(id -u)" = 0 ] && sudo=""
    local ids=""
    # shellcheck disable=SC1091
    [ -r /etc/os-release ] && ids=$(. /etc/os-release && say "${ID:-} ${ID_LIKE:-}")
    case " $ids " in
    *" debian "* | *" ubuntu "*)
        local package=$tool
        [ "$tool" = linker ] && package="gcc libc6-dev"
        say "${sudo}apt-get update && ${sudo#as root: }apt-get install --no-install-recommends -y $package"
        ;;
    *" fedora "* | *" rhel "* | *" centos "*)
        [ "$tool" = linker ] && tool="gcc glibc-devel"
        say "${sudo}dnf install -y $tool"
        ;;
    *" arch "*)
        [ "$tool" = linker ] && tool="gcc"
        say "${sudo}pacman -S --needed $tool"
        ;;
    *" suse "* | *" opensuse "*)
        [ "$tool" = linker ] && tool="gcc glibc-devel"
        say "${sudo}zypper install -y $tool"
        ;;
    *" alpine "*)
        [ "$tool" = linker ] && tool="build-base"
        say "${sudo}apk add $tool"
        ;;
    *)
        [ "$tool" = linker ] && tool="a C compiler with its C library's development files"
        say "install $tool with this system's package manager"
        ;;
    esac
}

apt_updated=""
# Installs Debian packages; what apt-get prints goes to a log, its errors to the screen.
apt_install() {
    local log="$LOGS/apt.log"
    if [ -z "$apt_updated" ]; then
        apt_updated=1
        as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >"$log" 2>&1 ||
            note "apt-get update failed: $(grep -E '^(E|Err|W):?' "$log" | head -1)"
    fi
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "$@" >>"$log" 2>&1 && return
    note "apt-get install $* failed: $(grep '^E:' "$log" | tail -1)"
    return 1
}

# need TOOL TEST PACKAGES LOST: makes sure that TEST succeeds, by installing PACKAGES where that is
# allowed; else says what is missing, what is lost with it, and the command that would cure it.
need() {
    local tool=$1 probe=$2 packages=$3 lost=$4
    $probe && return
    if may_install; then
        say "installing $packages"
        # shellcheck disable=SC2086  # a list of packages
        apt_install $packages && $probe && return
    fi
    note "no $tool here: $lost. To install: $(install_command "$tool")"
    return 1
}

need_cargo() {
    have cargo && return
    note "no cargo here: nothing can be built. To install: https://rustup.rs"
    exit 1
}
need_linker() { need linker links_c "gcc libc6-dev" "nothing that compiles can run"; }
need_stockfish() { need stockfish has_stockfish stockfish "no comparison with a reference"; }
has_chromium() {
    [ -n "${CHROMIUM:-}" ] || have chromium || have chromium-browser || have google-chrome
}
need_chromium() { need chromium has_chromium chromium "no test of pages in a browser"; }
has_valgrind() { have valgrind; }
need_valgrind() {
    if [ "$(uname -s)" != Linux ]; then
        note "no instruction counts: they need Valgrind, and that Linux"
        return 1
    fi
    need valgrind has_valgrind valgrind "no instruction counts"
}

have_mpi() {
    have mpirun && have mpicc &&
        { compgen -G "/usr/lib/*/libclang*.so*" || compgen -G "/usr/lib/llvm-*/lib/libclang*.so*"; } >/dev/null
}
has_advisories() {
    cargo deny --version >/dev/null 2>&1 && compgen -G "${CARGO_HOME:-$HOME/.cargo}/advisory-dbs/*" >/dev/null
}

# The runner of gungraun, in exactly the version that Cargo.lock has of the library: the two
# speak to each other and refuse any other.
need_runner() {
    local version bin="$TOOLS/bin/gungraun-runner"
    version=$(awk -F '"' '/^name = "gungraun"$/ { found = 1; next }
                          found && /^version/ { print $2; exit }' Cargo.lock)
    if [ -z "$version" ]; then
        note "Cargo.lock has no gungraun: no instruction counts"
        return 1
    fi
    # The runner itself has no way to be asked; cargo wrote down what it installed.
    if [ ! -x "$bin" ] || ! grep -q "^\"gungraun-runner $version " "$TOOLS/.crates.toml"; then
        say "installing gungraun-runner $version into target/tools"
        if ! cargo install --quiet --locked --root "$TOOLS" --force \
            --version "=$version" gungraun-runner >"$LOGS/runner.log" 2>&1; then
            note "gungraun-runner could not be built: $(grep -m1 '^error' "$LOGS/runner.log")." \
                "To install: cargo install --locked --root target/tools" \
                "--version =$version gungraun-runner"
            return 1
        fi
    fi
    # Found by name: a path given by environment would be compiled into the bench.
    PATH="$TOOLS/bin:$PATH"
}

# ---------------------------------------------------------------------------------------------
# Cargo

# All crates. What builds with the tests names these and a target that needs what is for tests alone (an example):
# cargo then chooses the same features of every crate, and takes what is built already.
# shellcheck disable=SC2034 # for those that source this
crates=(--workspace)

# ---------------------------------------------------------------------------------------------
# Steps and their summary

summary=""
failures=0
skips=0
began=$(date +%s)

record_step() { summary="$summary$(printf '| %-16s | %7s | %-7s | %s' "$1" "$2" "$3" "$4")"$'\n'; }

# step NAME COMMAND…: runs it, shows and keeps its output, notes the outcome and the seconds.
# Never ends the script: what comes after must run.
step() {
    local name=$1 start seconds status
    shift
    say "" && say "== $name: $*"
    start=$(date +%s)
    { "$@" 2>&1; echo $? >"$LOGS/status"; } | tee "$LOGS/${name// /-}.log" | shown
    status=$(cat "$LOGS/status")
    seconds=$(($(date +%s) - start))
    if [ "$status" = 0 ]; then
        record_step "$name" "$seconds" ok ""
    else
        failures=$((failures + 1))
        record_step "$name" "$seconds" FAILED "exit $status, log target/ci/${name// /-}.log"
        say "== $name failed with exit code $status"
    fi
    return "$status"
}

# What of a step's output the screen shows: not the line of every test that passed; the log has it.
shown() {
    # Not awk: Debian's reads whole blocks, and nothing would be seen for minutes.
    grep -vE --line-buffered '^test .* \.\.\. ok$|^ +PASS \['
}

# skip NAME WHY: a step that cannot run here, named in the summary.
skip() {
    skips=$((skips + 1))
    record_step "$1" - skipped "$2"
    say "" && say "== $1 skipped: $2"
}

# fail WHAT: a failure that is not a step's.
fail() {
    failures=$((failures + 1))
    record_step "" - FAILED "$1"
}

# Prints the steps as a table; the exit code is 1 when one failed.
finish() {
    say "" && say "== summary"
    printf '| %-16s | %7s | %-7s | %s\n' step seconds outcome remark
    printf '|------------------|--------:|---------|---\n%s' "$summary"
    printf '| %-16s | %7s | %-7s | %s\n' total "$(($(date +%s) - began))" "" "$failures failed, $skips skipped"
    [ "$failures" = 0 ]
}
