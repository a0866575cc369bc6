"""Opening books against python-chess: `python tests/python_books.py ENGINE BOOK [PROBES]`.

Run by cargo xtask check python-chess. PROBES positions of the book, reached by random moves, most of them the book's, and those
just outside of it that were met on the way: for each `nucleus book show` must give exactly what python-chess reads.
"""

import json
import random
import subprocess
import sys

import chess
import chess.polyglot

ENGINE, BOOK = sys.argv[1:3]
PROBES = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000


def fail(what):
    print(f"FAILED {what}")
    sys.exit(1)


def positions(reader):
    """Distinct positions in and just outside of the book, with what python-chess finds in each."""
    generator = random.Random(20260101)
    found, known, last = {}, 0, 0
    # A small book has fewer: it ends when 1000 games in a row have brought nothing new.
    while known < PROBES and last < 1000:
        before, board = known, chess.Board()
        while not board.is_game_over() and board.ply() < 60:
            # A weight of zero is an entry like any other here.
            entries = [(e.move.uci(), e.weight, e.learn) for e in reader.find_all(board, minimum_weight=0)]
            fen = board.fen(en_passant="fen")
            known += bool(entries) and fen not in found
            found[fen] = (chess.polyglot.zobrist_hash(board), entries)
            if known == PROBES or not entries and generator.random() < 0.8:
                break
            moves = [move for move, _, _ in entries]
            if not moves or generator.random() < 0.05:
                moves = [move.uci() for move in board.legal_moves]
            board.push_uci(generator.choice(moves))
        last = last + 1 if known == before else 0
    return found


def main():
    with chess.polyglot.open_reader(BOOK) as reader:
        expected = positions(reader)
    text = "".join(f"{fen}\n" for fen in expected)
    shown = subprocess.run(
        [ENGINE, "book", "show", "-", "--json", "--book", BOOK], input=text, capture_output=True, text=True
    )
    if shown.returncode != 0:
        fail(f"exit code {shown.returncode}: {shown.stderr}")
    lines = shown.stdout.splitlines()
    if len(lines) != len(expected):
        fail(f"{len(lines)} answers to {len(expected)} positions")
    entries = 0
    for (fen, (key, moves)), line in zip(expected.items(), lines):
        ours = json.loads(line)
        read = [(move["uci"], move["weight"], move["learn"]) for move in ours["moves"]]
        if int(ours["key"], 16) != key or read != moves:
            fail(f"{fen}: {key:016x} {moves}, ours {ours['key']} {read}")
        entries += len(moves)
    known = sum(1 for _, moves in expected.values() if moves)
    castlings = sum(1 for _, moves in expected.values() for move in moves if move[0] in ("e1g1", "e1c1", "e8g8", "e8c8"))
    print(f"ok     {len(lines)} probes as python-chess, {known} of them in the book, {entries} entries,", end=" ")
    print(f"{castlings} of e1g1, e1c1, e8g8 or e8c8")


main()
