"""The inspector's page in Chromium, a game in it by python-chess's rules, its engine against the program.

`python tests/python_page.py ENGINE`, run by cargo xtask check python-chess. With `--renew`, it writes the recorded
steps of the page again.
"""

import gzip
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import chess
import chess.engine
import chess.pgn

ENGINE = sys.argv[1]
NODES = 30000
RECORDED = os.path.join(os.path.dirname(__file__), "../src/inspect/page/steps.json.gz")
FENS = [
    chess.STARTING_FEN,
    "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
]
# Bits of a cell that the routines set: influence of both colours; approaches and sensors.
BITS = {"axon32_influence": 0x0FFFC000, "axon32_lines": 0x70000003}
PIECES = 0x80003FFC


def check(what, held, seen=""):
    """Says what was tried; ends the run when it did not hold."""
    print(f"{'ok    ' if held else 'FAILED'} {what} {seen}".rstrip())
    if not held:
        sys.exit(1)


class Browser:
    """A browser without a window, controlled through its debugging pipe."""

    def __init__(self, program):
        self.home = tempfile.TemporaryDirectory()
        (read, to), (back, write) = os.pipe(), os.pipe()
        script = f'exec "$0" "$@" 3<&{read} 4>&{write}'
        flags = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --remote-debugging-pipe"
        profile = f"--user-data-dir={self.home.name}"
        self.process = subprocess.Popen(
            ["sh", "-c", script, program, *flags.split(), profile, "about:blank"],
            pass_fds=[read, write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read)
        os.close(write)
        self.to, self.back = open(to, "wb", buffering=0), open(back, "rb", buffering=0)
        self.number, self.session, self.rest, self.events = 0, None, b"", []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log"]:
            self.call(f"{domain}.enable")

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.to.write(json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                data = self.back.read(1 << 16)
                if not data:
                    raise RuntimeError("the browser has ended")
                self.rest += data
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(answer)
                return answer["result"]
            self.events.append(answer)

    def run(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer}")
        return answer["result"].get("value")

    def wait(self, condition):
        for _ in range(3000):
            if self.run(f"Boolean({condition})"):
                return
            time.sleep(0.02)
        raise RuntimeError(f"it never came: {condition}")

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def open(self, path):
        self.call("Page.navigate", url=f"file://{path}")
        self.wait("document.getElementById('status')?.textContent")

    def press(self, selector):
        """A press of the mouse in the middle of an element."""
        x, y = self.run(
            f"(element => {{ element.scrollIntoView({{block: 'center'}}); const box = element.getBoundingClientRect();"
            f" return [box.x + box.width / 2, box.y + box.height / 2]; }})(document.querySelector({json.dumps(selector)}))")
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def key(self, key):
        code = {"Enter": 13, "Tab": 9, " ": 32}.get(key, 0)
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **(text if kind == "keyDown" else {}))

    def errors(self):
        kinds = ["Runtime.exceptionThrown", "Log.entryAdded"]
        return [event for event in self.events if event.get("method") in kinds]


def moves_of(page):
    return page.run("(new URLSearchParams(location.hash.slice(1)).get('moves') ?? '').split(' ').filter(Boolean)")


def play_game(page, seed):
    """A whole game against the engine: random moves by the mouse, every answer legal by python-chess."""
    draw = random.Random(seed)
    page.run("document.getElementById('strength').selectedIndex = 1")
    page.press("#play-black" if seed % 2 else "#play-white")
    board, human = chess.Board(), seed % 2 == 0
    page.wait("location.hash.includes('fen=startpos')")
    while not board.is_game_over(claim_draw=False) and not board.is_repetition(3) and board.halfmove_clock < 100:
        if board.turn == human:
            move = draw.choice(list(board.legal_moves))
            for square in [move.from_square, move.to_square]:
                page.press(f"#first [data-square={chess.square_name(square)}]")
            if move.promotion:
                name = f"{'white' if human else 'black'} {chess.piece_name(move.promotion)}"
                page.wait("document.querySelector('#promotion[open]')")
                page.run(f"document.querySelector('#promotion [aria-label=\"{name}\"]').click()")
        else:
            page.wait(f"(new URLSearchParams(location.hash.slice(1)).get('moves') ?? '').split(' ').filter(Boolean).length > {board.ply()}")
            move = chess.Move.from_uci(moves_of(page)[board.ply()])
            if move not in board.legal_moves:
                check(f"{move} is legal in {board.fen()}", False)
        board.push(move)
        page.wait(f"location.hash.includes('{move.uci()}')")
        if board.ply() > 400:
            check("the game ends", False)
    result = board.outcome(claim_draw=True).result()
    page.wait(f"document.getElementById('status').textContent.startsWith('{result}, ')")
    page.press("#copy")
    page.wait("document.getElementById('text').value")
    game = chess.pgn.read_game(io.StringIO(page.run("document.getElementById('text').value")))
    page.run("document.getElementById('game-text').close()")
    same = list(game.mainline_moves()) == board.move_stack and game.headers["Result"] == result
    check(f"a game, seed {seed}", same, f"{board.ply()} plies, {page.run('document.getElementById(`status`).textContent')}")


def change(page):
    """Analysis, a game and a set-up follow each other, and the engine answers in each game."""
    for side, moves in [("black", 1), ("white", 0)]:
        page.press("#start")
        page.wait("document.getElementById('status').textContent === 'White to move'")
        page.press("#analyse")
        page.wait("document.getElementById('variations').children.length")
        page.run("document.getElementById('strength').selectedIndex = 9")
        page.press(f"#play-{side}")
        page.wait("!document.getElementById('variations').children.length")
        page.press("#stop")
        page.wait("document.getElementById('status').textContent === 'Your move'")
        check(f"a game as {side} after an analysis", len(moves_of(page)) == moves, moves_of(page))
    page.press("#first [data-square=e2]")
    page.press("#first [data-square=e4]")
    page.wait("document.getElementById('status').textContent === 'The engine thinks'")
    page.press("#edit")
    page.wait("document.getElementById('stop').disabled")
    page.press("#edit")
    time.sleep(0.5)
    check("setting up ends the game", moves_of(page) == ["e2e4"], moves_of(page))


def positions(count, seed):
    draw, found = random.Random(seed), []
    while len(found) < count:
        board = chess.Board()
        for _ in range(draw.randrange(6, 90)):
            if board.is_game_over():
                break
            board.push(draw.choice(list(board.legal_moves)))
        if not board.is_game_over():
            found.append(board)
    return found


def compare_engines(page, seed):
    """The engine of the page finds the best move of the portable program, at equal nodes."""
    page.run(
        "import('engine').then(({ Engine }) => { window.searched = (fen, words, nodes) => new Promise(done => {"
        " window.engine ??= new Engine(message => window.heard(message)); window.heard = done;"
        " window.engine.go({ place: { fen, moves: [] }, words, nodes, forget: true }); }); })")
    for profile in ["full", "axon"]:
        with chess.engine.SimpleEngine.popen_uci([ENGINE], env=dict(os.environ, NUCLEUS_LEVEL="portable")) as engine:
            engine.configure({"Hash": 16, "Profile": profile})
            for number, board in enumerate(positions(20, seed)):
                report = page.run(f"searched({json.dumps(board.fen())}, 'profile={profile} lines=1', {NODES})")["report"]
                limit = chess.engine.Limit(nodes=NODES)
                played = engine.play(board, limit, game=(profile, number), info=chess.engine.INFO_ALL)
                here, there = report["lines"][0]["moves"][0]["uci"], played.move.uci()
                if here != there:
                    check(f"{profile}: {board.fen()}: {here} in the page, {there} by the program", False)
        check(f"20 best moves of {profile} at {NODES} nodes, seed {seed}", True)


def step(page):
    """The debugger's scanner ends with the reference's list; every routine can be stepped through."""
    page.wait("!document.getElementById('debug-view').hidden && document.getElementById('debug-lines').children.length")
    for count in range(page.run("document.getElementById('debug-position').options.length")):
        page.run(f"(select => {{ select.value = {count}; select.dispatchEvent(new Event('change')); }})(document.getElementById('debug-position'))")
        fen = page.run("document.getElementById('debug-position').selectedOptions[0].text.replace(/^[^:]*: /, '')")
        page.wait(f"document.getElementById('fen').value === {json.dumps(fen)} && document.getElementById('debug-count').textContent.startsWith('1 /')")
        answer = page.run(f"import('ask').then(({{ ask }}) => ask('position', {{ fen: {json.dumps(fen)}, moves: [], ply: null, kernel: 'reference', compare: '' }}))")
        for call, side in enumerate(["white", "black"]):
            page.run(f"(select => {{ select.value = {call}; select.dispatchEvent(new Event('change')); }})(document.getElementById('debug-call'))")
            page.run("(range => { range.value = range.max; range.dispatchEvent(new Event('input')); })(document.getElementById('debug-step'))")
            words = [int(word, 16) for word in page.run("document.getElementById('debug-words').textContent").split()]
            if words != [entry["word"] for entry in answer["scanner"][side]]:
                check(f"the scanner's list of {side} in {fen}", False, words)
        steps = page.run("[...document.getElementById('debug-routine').options].map(option => option.text)")
        check(f"routines by single steps: {fen}", len(steps) == 5, ", ".join(steps))
    page.press("#debug")


def debugged(folder, fen):
    """The steps of the routines on a position as the program writes them into a page."""
    path = os.path.join(folder, "steps.html")
    subprocess.run([ENGINE, "inspect", "--html", path, "--trace", "scanner", fen], check=True)
    with open(path, encoding="utf-8") as file:
        text = file.read().split('<script type="application/json" id="kept">')[1].split("</script>")[0]
    return json.loads(text)["debugged"]


def after(call, name):
    """The words of a region after a call."""
    region = [region["name"] for region in call["regions"]].index(name)
    words = dict(enumerate(call["regions"][region]["words"]))
    for _, access, _ in call["steps"]:
        if access and access[0] == region and access[2] is not None:
            words[access[1]] = access[2]
    return words


def compare_steps(page, folder, seed):
    """Each routine, replayed step by step, ends with the outcome of the reference kernel, or of python-chess."""
    for board in [chess.Board(fen) for fen in FENS] + positions(5, seed):
        fen = board.fen(en_passant="fen")
        report = page.run(f"import('ask').then(({{ ask }}) => ask('position', {{ fen: {json.dumps(fen)}, moves: [], ply: null, kernel: 'reference', compare: '' }}))")
        cells = [cell["value"] for cell in report["cells"]]
        routines = {routine["name"]: routine["calls"] for routine in debugged(folder, fen)["routines"]}
        for name, bits in BITS.items():
            words = after(routines[name][0], "cells")
            check(f"{name}: {fen}", [words[at] for at in range(64)] == [cell & (bits | PIECES) for cell in cells])
        for call, side in zip(routines["scanner_core"], ["white", "black"]):
            entries = [entry["word"] for entry in report["scanner"][side]]
            check(f"scanner_core, {side}", list(after(call, "list").values()) == entries)
        title = routines["axon32_check"][0]["title"]
        check(f"axon32_check: {title}", title.endswith(str(board.is_check()).lower()))
        found = [word & 0xFFF for call in routines["axon32_moves"] for word in after(call, "moves").values()]
        pieces = [chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]
        moves = [move for move in board.pseudo_legal_moves if board.piece_type_at(move.from_square) in pieces]
        expected = [move.from_square | move.to_square << 6 for move in moves]
        check(f"axon32_moves: {len(found)} moves", sorted(found) == sorted(expected))


def by_keyboard(page):
    """A game is begun, and a move made, by keys alone."""
    page.run("document.getElementById('play-white').focus()")
    page.key("Enter")
    page.wait("document.getElementById('status').textContent === 'Your move'")
    page.run("document.querySelector('#first [tabindex=\"0\"]').focus()")
    for key in ["ArrowRight"] * 7 + ["ArrowLeft"] * 3 + ["ArrowDown"] * 7 + ["ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter"]:
        page.key(key)
    page.wait("location.hash.includes('e2e4+')")
    check("a move by keys, answered", moves_of(page)[0] == "e2e4", " ".join(moves_of(page)))


def main():
    with gzip.open(RECORDED) as file:
        recorded = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        steps = [debugged(folder, fen) for fen in FENS]
    # The listings are those of the first position.
    for routine in [routine for position in steps[1:] for routine in position["routines"]]:
        del routine["listing"]
    if "--renew" in sys.argv:
        with open(RECORDED, "wb") as file:
            file.write(gzip.compress(json.dumps(steps, separators=(",", ":")).encode(), 9, mtime=0))
    else:
        check("the recorded steps are those of this program (--renew)", recorded == steps)
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not program:
        print("SKIPPED: there is no Chromium on the PATH (CHROMIUM)")
        return
    seed = int(os.environ.get("NUCLEUS_SEED") or random.randrange(1 << 30))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.html")
        subprocess.run([ENGINE, "inspect", "--html", path, "--trace", "scanner"], check=True)
        check("the page is small", os.path.getsize(path) <= 1_200_000, f"{os.path.getsize(path)} bytes")
        page = Browser(program)
        try:
            page.size(1280, 900)
            page.open(path)
            paint = page.run("performance.getEntriesByType('paint')[0]?.startTime")
            print(f"       first paint after {paint:.0f} ms, seed {seed}")
            step(page)
            compare_steps(page, folder, seed)
            compare_engines(page, seed)
            change(page)
            play_game(page, seed)
            play_game(page, seed + 1)
            by_keyboard(page)
            for scheme in ["light", "dark"]:
                features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]
                page.call("Emulation.setEmulatedMedia", features=features)
                page.size(360, 740)
                page.press("#analyse")
                page.wait("document.getElementById('variations').children.length === 3")
                wide = page.run("document.documentElement.scrollWidth")
                still = page.run("[...document.querySelectorAll('.changed')].every(bit => getComputedStyle(bit).animationName === 'none')")
                check(f"at 360 pixels, {scheme}, without motion", wide <= 360 and still, f"{wide} wide")
                page.press("#stop")
                page.wait("document.getElementById('stop').disabled")
            check("no error on the console", not page.errors(), page.errors()[:2])
        finally:
            page.process.kill()


main()
