"""Ranks under mpirun: `python3 tests/python_cluster.py test ENGINE` or `… figures ENGINE COUNT`.

Run by `cargo xtask check cluster` and `cargo xtask figures cluster`. `test`: sessions of two and three ranks, a rank
that is killed, two network namespaces as two hosts where the system allows it. `figures`: time to depth of two ranks
over that of one, profile axon, as CSV.
"""

import csv
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


def check_session(engine, ranks, *more, **how):
    """Options, several searches and games, limits; the answers of one rank where they are exact."""
    session = Session(engine, ranks, *more, **how)
    session.say("uci")
    session.until("uciok")
    for option in ["Hash value 8", "Threads value 2", "Contempt value 0"]:
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
    print(f"ok: a session of {ranks} ranks")


def check_killed(engine, **how):
    """Rank 1 is killed while it searches: rank 0 answers, says which rank was lost, exits with 1."""
    session = Session(engine, 2, **how)
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
    assert "process rank 1" in errors and "cluster: received a signal to end" in errors, errors
    if how.get("launch"):
        assert code == 1 and "cluster: mpirun ended with" in errors, (code, errors)
        print("ok: a killed rank of those that the engine started itself (exit code 1)")
    else:
        print(f"ok: a killed rank (mpirun's exit code {code})")


def check_silent(engine, *more):
    """Rank 1 is stopped: after the silence it is lost, and rank 0 goes on alone."""
    session = Session(engine, 2, "--silence", "700", *more)
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
    print("ok: a rank that falls silent")


def check_refusals(engine):
    for arguments in (["--silence", "1000"], ["--ranks", "2"], ["--cluster", "--ranks", "0"], ["--cluster", "--silence", "1"]):
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
        self.error = None
        for command in commands:
            done = subprocess.run(command.split(), capture_output=True, text=True)
            if done.returncode != 0:
                self.error = f"{command}: {done.stderr.strip()}"
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
    """Two namespaces as two hosts over TCP: a session, a killed rank."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("ip"):
        print("skipped: two network namespaces need the superuser and the command ip")
        return
    with TwoHosts() as hosts:
        if hosts.error:
            print(f"skipped: two network namespaces: {hosts.error}")
            return
        how = {"mpirun": hosts.mpirun, "prefix": hosts.prefix}
        check_session(os.path.abspath(engine), 2, **how)
        print("ok: two network namespaces")
        check_killed(os.path.abspath(engine), **how)


def positions(count):
    name = os.path.join(os.environ.get("NUCLEUS_DATA", "../shared/data"), "suites", "bk.epd")
    if not os.path.exists(name):
        sys.exit(f"no positions: {name} (NUCLEUS_DATA names the folder above suites)")
    with open(name) as lines:
        return [" ".join(line.split()[:4]) + " 0 1" for line in lines if line.strip()][:count]


def time_to(engine, fen, limit, ranks, table=64):
    """Seconds of a search from a new process, as the engine says them, and the depths' times."""
    session = Session(engine, ranks)
    for option in [f"Hash value {table}", "Threads value 1", "Profile value axon", "Research Counts value true"]:
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
    ratios, over_chosen = [], []
    for number, fen in enumerate(positions(count)):
        _, times = time_to(engine, fen, "movetime 4000", 1)
        # The deepest iteration that one rank ends within 4 s, and that takes it 2 s at least.
        depth, spent = max(((depth, spent) for depth, spent in times.items() if spent <= 3.9), default=(0, 0))
        if spent < 2:
            print(f"BK.{number + 1:02} left out: its last iteration of 4 s, {depth}, ended after {spent:.2f} s", file=sys.stderr)
            continue
        one, two = (mean([time_to(engine, fen, f"depth {depth}", ranks, table)[0] for table in TABLES]) for ranks in (1, 2))
        ratios.append(one / two)
        over_chosen.append(spent / two)
        print(f"BK.{number + 1:02} depth {depth}: one rank {one:.2f} s ({spent:.2f} s when the depth was chosen); "
              f"two: {two:.2f} s", file=sys.stderr)
    if not ratios:
        sys.exit("no position has a depth of 2 to 4 s")
    faster, low, high = interval(ratios)
    table = csv.writer(sys.stdout)
    table.writerow(["profile", "times as fast [95 %]", "positions", "over the search that chose the depth"])
    table.writerow(["axon", f"{faster:.2f} [{low:.2f}, {high:.2f}]", len(ratios), f"{mean(over_chosen):.2f}"])


def main():
    what, engine = sys.argv[1:3]
    if what == "figures":
        return figures(engine, int(sys.argv[3]))
    check_refusals(engine)
    check_session(engine, 2)
    check_session(engine, 3)
    check_session(engine, 2, launch=True)
    check_killed(engine)
    check_killed(engine, launch=True)
    check_silent(engine)
    check_hosts(engine)


if __name__ == "__main__":
    main()
