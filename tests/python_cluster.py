"""Ranks under mpirun: `python3 tests/python_cluster.py test ENGINE` or `… figures ENGINE COUNT`.

Run by ci/cluster. `test`: sessions of two and three ranks, a rank that is killed, two network namespaces as two hosts
where the system allows it. `figures`: time to depth of two ranks over that of one.
"""

import json
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

# How ranks share a search, as the option Parallel names it.
WAYS = ["ybw", "lazy"]
# A search by one rank is the same every time, and the depth is chosen by the time that one takes, which
# favours that one: with tables of other sizes than its 64 MiB it takes 1.08 times as many nodes, the mean of
# six sizes and 15 positions. So both are timed with tables of other sizes.
TABLES = [60, 68]
MATE = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"


class Session:
    """A UCI session with rank 0 of so many ranks, one without mpirun."""

    def __init__(self, engine, ranks, *more, mpirun=(), prefix=(), launch=False):
        command = [*prefix, "mpirun", *mpirun, "-n", str(ranks), engine, "--cluster", *more] if ranks > 1 else [engine]
        if launch:
            command = [engine, "--cluster", "--ranks", str(ranks), *more]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
        )
        self.errors = []
        self.reader = threading.Thread(target=self._read_errors, daemon=True)
        self.reader.start()

    def _read_errors(self):
        self.errors.extend(self.process.stderr)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, first):
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if line.startswith(first):
                return lines
        raise AssertionError(f"no {first}: {lines[-3:]} {''.join(self.errors)}")

    def go(self, position, limit):
        self.say(f"position {position}")
        self.say(f"go {limit}")
        return self.until("bestmove")

    def end(self):
        """The exit code and standard error."""
        try:
            self.say("quit")
        except BrokenPipeError:
            pass
        code = self.process.wait(timeout=60)
        self.reader.join(timeout=10)
        return code, "".join(self.errors)


def children(pid):
    """The processes below one, by rank as MPI says it in their environment."""
    found, tree = {}, {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            stat = open(f"/proc/{entry}/stat").read().rsplit(")", 1)[1].split()
            tree.setdefault(int(stat[1]), []).append(int(entry))
        except OSError:
            continue
    todo = [pid]
    while todo:
        here = todo.pop()
        todo.extend(tree.get(here, []))
        try:
            words = open(f"/proc/{here}/environ", "rb").read().split(b"\0")
        except OSError:
            continue
        for word in words:
            if word.startswith(b"OMPI_COMM_WORLD_RANK="):
                found[int(word.split(b"=")[1])] = here
    return found


def best_move(lines):
    move = lines[-1].split()[1]
    assert re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbn]?", move), lines[-1]
    return move


def check_session(engine, ranks, *more, way="auto", **how):
    """Options, several searches and games, limits; the answers of one rank where they are exact."""
    session = Session(engine, ranks, *more, **how)
    session.say("uci")
    session.until("uciok")
    for option in ["Hash value 8", "Threads value 2", "Contempt value 0", f"Parallel value {way}"]:
        session.say(f"setoption name {option}")
    lines = session.go(f"fen {MATE}", "depth 11")
    assert any("score mate 3 " in line for line in lines), lines[-5:]
    session.say("ucinewgame")
    session.say("setoption name Threads value 1")
    session.say("isready")
    session.until("readyok")
    best_move(session.go("startpos moves e2e4 e7e5", "movetime 500"))
    best_move(session.go("startpos", "nodes 50000"))
    best_move(session.go("startpos", "wtime 2000 btime 2000"))
    session.say("setoption name Profile value axon")
    best_move(session.go("startpos moves d2d4", "depth 6"))
    session.say("position startpos")
    session.say("go infinite")
    time.sleep(0.5)
    session.say("stop")
    best_move(session.until("bestmove"))
    code, errors = session.end()
    assert code == 0, (code, errors)
    for rank in range(ranks):
        found = re.search(rf"cluster: rank {rank} of {ranks}: messages sent (\d+) received (\d+)", errors)
        assert found and int(found[1]) > 0 and int(found[2]) > 0, errors
    print(f"ok: a session of {ranks} ranks, Parallel={way}")


def check_killed(engine, way="auto", **how):
    """Rank 1 is killed while it searches: rank 0 answers, says which rank was lost, exits with 1."""
    session = Session(engine, 2, **how)
    session.say(f"setoption name Parallel value {way}")
    session.say("position startpos")
    session.say("go movetime 20000")
    session.until("info depth 6 ")
    ranks = children(session.process.pid)
    assert set(ranks) == {0, 1}, ranks
    os.kill(ranks[1], signal.SIGKILL)
    start = time.monotonic()
    best_move(session.until("bestmove"))
    assert time.monotonic() - start < 10
    code, errors = session.end()
    # The code is that of mpirun, which tells of the rank that was killed.
    assert code != 0, errors
    # What rank 0 says last may be lost with mpirun.
    assert "process rank 1" in errors and "cluster: told to end" in errors, errors
    if how.get("launch"):
        assert code == 1 and "cluster: mpirun ended with" in errors, (code, errors)
        print("ok: a killed rank of those that the engine started itself (exit code 1)")
    else:
        print(f"ok: a killed rank (mpirun's exit code {code})")


def check_silent(engine, way, *more):
    """Rank 1 is stopped: after the silence it is lost, and rank 0 goes on alone."""
    session = Session(engine, 2, "--silence", "700", *more)
    session.say(f"setoption name Parallel value {way}")
    session.say("position startpos")
    session.say("go movetime 4000")
    session.until("info depth 6 ")
    ranks = children(session.process.pid)
    os.kill(ranks[1], signal.SIGSTOP)
    best_move(session.until("bestmove"))
    best_move(session.go("startpos", "depth 7"))
    session.say("quit")
    time.sleep(0.5)
    os.kill(ranks[1], signal.SIGCONT)
    code, errors = session.end()
    assert code == 1, (code, errors)
    assert "rank 1 is lost: nothing was heard of it for 700 ms" in errors, errors
    print(f"ok: a rank that falls silent, Parallel={way}")


def check_refusals(engine):
    for arguments in (["--silence", "1000"], ["--ranks", "2"], ["--cluster", "--ranks", "0"], ["--cluster", "--silence", "1"], ["--cluster", "--message-delay", "x"]):
        done = subprocess.run([engine, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert done.returncode == 2, (arguments, done)
    # Without mpirun there is one rank, which is a session as any other.
    done = subprocess.run([engine, "--cluster"], capture_output=True, text=True, input="go depth 5\nquit\n")
    assert done.returncode == 0 and "bestmove" in done.stdout, done
    print("ok: wrong command lines, and one rank alone")


AGENT = """#!/bin/sh
# Starts what mpirun wants started on the other host: in the other namespace, under another name.
shift
exec ip netns exec {space} unshare --uts sh -c 'hostname {space}; eval "$0"' "$*"
"""


class TwoHosts:
    """Two network namespaces with a cable between them; `mpirun` runs in the first."""

    def __init__(self):
        self.names = [f"nucleus-{os.getpid()}-{side}" for side in "ab"]
        self.folder = tempfile.TemporaryDirectory()
        one, two = self.names
        links = [f"nuc{os.getpid() % 100000}{side}" for side in "ab"]
        commands = [f"ip netns add {name}" for name in self.names]
        commands.append(f"ip link add {links[0]} type veth peer name {links[1]}")
        for number, (name, link) in enumerate(zip(self.names, links), 1):
            inside = f"ip netns exec {name} ip"
            commands += [
                f"ip link set {link} netns {name}",
                f"{inside} addr add 10.77.31.{number}/24 dev {link}",
                f"{inside} link set {link} up",
                f"{inside} link set lo up",
            ]
        self.fault = None
        for command in commands:
            done = subprocess.run(command.split(), capture_output=True, text=True)
            if done.returncode != 0:
                self.fault = f"{command}: {done.stderr.strip()}"
                break
        agent = os.path.join(self.folder.name, "agent")
        with open(agent, "w") as file:
            file.write(AGENT.format(space=two))
        os.chmod(agent, 0o755)
        self.prefix = ["ip", "netns", "exec", one]
        self.mpirun = ["--host", "10.77.31.1:1,10.77.31.2:1", "--mca", "plm_rsh_agent", agent, "--mca", "btl",
                       "tcp,self", "--mca", "btl_tcp_if_include", "10.77.31.0/24", "--mca", "oob_tcp_if_include",
                       "10.77.31.0/24"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], capture_output=True)
        self.folder.cleanup()


def check_hosts(engine):
    """Two namespaces as two hosts over TCP: a session, also with 1 ms more a message; a killed rank; a fleet."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("ip"):
        print("skipped: two network namespaces need the superuser and the command ip")
        return
    with TwoHosts() as hosts:
        if hosts.fault:
            print(f"skipped: two network namespaces: {hosts.fault}")
            return
        how = {"mpirun": hosts.mpirun, "prefix": hosts.prefix}
        check_session(os.path.abspath(engine), 2, **how)
        check_session(os.path.abspath(engine), 2, "--message-delay", "1000", **how)
        print("ok: two network namespaces")
        check_killed(os.path.abspath(engine), **how)
        with tempfile.TemporaryDirectory() as out:
            check_fleet(os.path.abspath(engine), out, hosts)


def check_fleet(engine, out, hosts):
    """Every host measures itself: two records, one table."""
    limits = ["--quick", "--workload", "start=startpos@depth 4", "--rounds", "1", "--warmup", "0", "--time", "0.05"]
    arguments = ["compare", "--cluster", *limits, "--out", out]
    command = [*hosts.prefix, "mpirun", *hosts.mpirun, "-n", "2", engine, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300)
    records = [os.path.join(at, name) for at, _, names in os.walk(out) for name in names if name.endswith(".json")]
    assert len(records) == 2, (records, done.stderr)
    assert os.path.exists(os.path.join(out, "fleet", "report.md")), done.stderr
    assert done.returncode == 0, done.stderr
    print("ok: a fleet of two hosts")


# Positions with the move that was played, as `tune data` writes them.
PLAYED = """\
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id "1";
rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - bm Nc3; id "2";
rnbqkb1r/ppp1pp1p/5np1/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - bm cxd5; id "3";
r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - bm Bg5; id "4";
r2q1rk1/pp2bppp/2n1bn2/3p4/3P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - bm Be3; id "5";
2r3k1/5ppp/p3p3/1p1b4/3P4/P4N2/1P3PPP/2R3K1 w - - bm Rxc8+; id "6";
8/5pk1/4p1p1/3pP2p/3P3P/4KPP1/8/8 w - - bm g4; id "7";
r4rk1/1bqnbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4RK1 b - - bm Nc5; id "8";
"""


def check_evolution(engine):
    """`tune ep --cluster`: two and three ranks write the runs that one process writes, and go on with them."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("training", "test"):
            with open(os.path.join(folder, f"{name}.epd"), "w") as file:
                file.write(PLAYED)

        def command_of(out, generations, *more, ranks=1):
            command = ["mpirun", "-n", str(ranks)] if ranks > 1 else []
            return [*command, engine, "tune", "ep", "--data", folder, "--out", out, "--runs", "5", "--population", "6",
                    "--generations", str(generations), "--threads", "1", *more]

        def evolve(out, generations, *more, ranks=1):
            out = os.path.join(folder, out)
            command = command_of(out, generations, *more, ranks=ranks)
            done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300)
            assert done.returncode == 0, (command, done.stderr)
            runs = []
            for name in sorted(name for name in os.listdir(out) if name.endswith(".json")):
                with open(os.path.join(out, name)) as file:
                    run = json.load(file)
                # The only thing that another machine, or another run, writes otherwise.
                del run["seconds"]
                runs.append(run)
            with open(os.path.join(out, "ep.toml")) as file:
                return runs, file.read(), done.stdout

        runs, weights, _ = evolve("alone", 6)
        assert len(runs) == 5 and all(len(run["curve"]) == 7 for run in runs), runs
        assert len({json.dumps(run["players"]) for run in runs}) > 1, "runs differ"
        for ranks in (2, 3):
            shared, of_ranks, said = evolve(f"ranks-{ranks}", 6, "--cluster", ranks=ranks)
            assert (shared, of_ranks) == (runs, weights), f"{ranks} ranks"
            assert said.count("generation 0, best") == 1, "rank 0 alone reports"
        again, of_ranks, _ = evolve("ranks-2", 6, "--cluster", "--resume", ranks=2)
        assert (again, of_ranks) == (runs, weights), "nothing is left to do"
        os.remove(os.path.join(folder, "ranks-3", "ep-02.json"))
        again, of_ranks, _ = evolve("ranks-3", 6, "--cluster", "--resume", ranks=3)
        assert (again, of_ranks) == (runs, weights), "one run is done again"

        # Ctrl-C at rank 0 alone ends all ranks, and --resume goes on to what one process comes to.
        runs, weights, _ = evolve("alone-long", 150)
        out = os.path.join(folder, "cut")
        command = command_of(out, 150, "--cluster", ranks=2)
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        first = os.path.join(out, "ep-02.json")
        while not os.path.exists(first):
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.01)
        os.kill(children(process.pid)[0], signal.SIGINT)
        said = process.communicate(timeout=120)[1]
        assert process.returncode == 130 and "--resume goes on" in said, (process.returncode, said)
        shared, of_ranks, _ = evolve("cut", 150, "--cluster", "--resume", ranks=2)
        assert (shared, of_ranks) == (runs, weights), "taken up again after Ctrl-C"
    print("ok: evolution shared among ranks")


def positions(count):
    name = os.path.join(os.environ.get("NUCLEUS_DATA", "../shared/data"), "suites", "bk.epd")
    if not os.path.exists(name):
        sys.exit(f"no positions: {name} (NUCLEUS_DATA names the folder above suites)")
    with open(name) as lines:
        return [" ".join(line.split()[:4]) + " 0 1" for line in lines if line.strip()][:count]


def time_to(engine, fen, limit, ranks, delay=0, way="auto", table=64, profile="full"):
    """Seconds of a search from a new process, as the engine says them, and the depths' times."""
    more = ["--message-delay", str(delay)] if ranks > 1 else []
    session = Session(engine, ranks, *more)
    for option in [f"Hash value {table}", "Threads value 1", f"Profile value {profile}", f"Parallel value {way}",
                   "Research Counts value true"]:
        session.say(f"setoption name {option}")
    session.say("isready")
    session.until("readyok")
    lines = session.go(f"fen {fen}", limit)
    session.end()
    times = {}
    for line in lines:
        found = re.match(r"info depth (\d+) .* time (\d+) pv", line)
        if found:
            times[int(found[1])] = int(found[2]) / 1000
    micros = re.search(r"time_us (\d+)", "\n".join(lines))
    return int(micros[1]) / 1e6, times


def mean(numbers):
    """The geometric mean."""
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def interval(ratios):
    """The geometric mean and its 95 % interval, by drawing the positions again."""
    logs = [math.log(ratio) for ratio in ratios]
    draw = random.Random(1)
    means = sorted(sum(draw.choices(logs, k=len(logs))) / len(logs) for _ in range(10_000))
    return [math.exp(x) for x in (sum(logs) / len(logs), means[249], means[9749])]


def figures(engine, count):
    """Time to depth of two ranks over one rank's, both with each of TABLES."""
    print("| profile | Parallel | added to every message | times as fast [95 %] | positions | over the search that chose the depth |")
    print("|---|---|---:|---:|---:|---:|", flush=True)
    full = [(way, delay) for way in WAYS for delay in (0, 1000)]
    rows = rows_of(engine, positions(count), "full", full)
    rows += rows_of(engine, positions(count), "axon", [("ybw", 0)])
    print("\n".join(rows), flush=True)


def rows_of(engine, fens, profile, cases):
    """The rows of a profile: ways to share a search, with microseconds added to every message."""
    ratios = {case: [] for case in cases}
    over_chosen = {case: [] for case in cases}
    for number, fen in enumerate(fens):
        _, times = time_to(engine, fen, "movetime 4000", 1, profile=profile)
        # The deepest iteration that one rank ends within 4 s, and that takes it 2 s at least.
        depth, spent = max(((depth, spent) for depth, spent in times.items() if spent <= 3.9), default=(0, 0))
        if spent < 2:
            print(f"BK.{number + 1:02} left out: its last iteration of 4 s, {depth}, ended after {spent:.2f} s", flush=True)
            continue
        limit = f"depth {depth}"
        alone, both = [], {case: [] for case in cases}
        for table in TABLES:
            alone.append(time_to(engine, fen, limit, 1, table=table, profile=profile)[0])
            for way, delay in cases:
                both[way, delay].append(time_to(engine, fen, limit, 2, delay, way, table, profile)[0])
        one = mean(alone)
        for case in cases:
            ratios[case].append(one / mean(both[case]))
            over_chosen[case].append(spent / mean(both[case]))
        shown = ", ".join(f"{way} {delay} us {mean(both[way, delay]):.2f}" for way, delay in cases)
        print(f"{profile} BK.{number + 1:02} depth {depth}: one rank {one:.2f} s ({spent:.2f} s when the depth was chosen); "
              f"two: {shown} s", flush=True)
    rows = []
    for way, delay in cases:
        if not ratios[way, delay]:
            sys.exit(f"profile {profile}: no position has a depth of 2 to 4 s")
        faster, low, high = interval(ratios[way, delay])
        added = f"{delay // 1000} ms" if delay else "nothing"
        rows.append(f"| {profile} | {way} | {added} | {faster:.2f} [{low:.2f}, {high:.2f}] | {len(ratios[way, delay])} | "
                    f"{mean(over_chosen[way, delay]):.2f} |")
    return rows


def main():
    what, engine = sys.argv[1:3]
    if what == "figures":
        return figures(engine, int(sys.argv[3]))
    check_refusals(engine)
    check_evolution(engine)
    check_session(engine, 2)
    check_session(engine, 3)
    for way in WAYS:
        check_session(engine, 2, way=way)
    check_session(engine, 2, launch=True)
    for way in WAYS:
        check_killed(engine, way)
    check_killed(engine, launch=True)
    for way in WAYS:
        check_silent(engine, way)
    check_hosts(engine)


if __name__ == "__main__":
    main()
