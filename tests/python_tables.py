"""Endgame tables against python-chess's readers: `python tests/python_tables.py ENGINE FOLDER [COUNT]`.

FOLDER has gaviota34 and syzygy34. COUNT random positions (100,000 when left out), as many of each of
the 35 tables of three and four pieces: both colours on either side, either to move, en passant among
them. The engine is started once. Positions are probed in the order of their places in the tables,
because either reader keeps but some of the blocks that it has decoded. Run by cargo xtask check python-chess."""

import itertools
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import chess
import chess.gaviota
import chess.syzygy

ENGINE, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000
TABLES = [(a, "") for a in "qrbnp"]
TABLES += [(a + b, "") for a, b in itertools.combinations_with_replacement("qrbnp", 2)]
TABLES += list(itertools.combinations_with_replacement("qrbnp", 2))


def position(first, second, number):
    """A random legal position of a table's pieces."""
    while True:
        board = chess.Board(None)
        colors = random.sample([chess.WHITE, chess.BLACK], 2)
        for color, letters in zip(colors, ("k" + first, "k" + second)):
            for letter in letters:
                board.set_piece_at(random.randrange(64), chess.Piece(chess.PIECE_SYMBOLS.index(letter), color))
        if len(board.piece_map()) != 2 + len(first) + len(second):
            continue
        board.turn = bool(random.getrandbits(1))
        if (first, second) == ("p", "p") and number % 4 == 0:
            # A pawn that has just gone two, and one beside it.
            pawns = board.pieces(chess.PAWN, not board.turn)
            for pawn in pawns:
                if chess.square_rank(pawn) == (3 if board.turn == chess.BLACK else 4):
                    board.ep_square = pawn + (8 if board.turn == chess.WHITE else -8)
            if not board.is_valid() or not board.has_legal_en_passant():
                continue
        if board.is_valid():
            return board


def place(number, board):
    """What positions of one part of a table have in common, then where they lie in it: the table,
    whether the first side is White and to move, the kings."""
    letters = "".join(TABLES[number % len(TABLES)][0])
    first = next((chess.PIECE_SYMBOLS.index(letter) for letter in letters), chess.KING)
    white = bool(board.pieces(first, chess.WHITE))
    kings = (board.king(white), board.king(not white))
    return number % len(TABLES), board.turn == white, white, kings


def distance(tables, board):
    """The distance to mate, en passant captures looked at: signed plies, None for a mate on the board."""
    if board.has_legal_en_passant():
        merits = []
        for move in board.legal_moves:
            board.push(move)
            plies = distance(tables, board)
            mated = board.is_checkmate()
            board.pop()
            # The reply's view, turned; a mate comes a ply later than after the move.
            if plies == 0 and not mated:
                merits.append((0, 0))
            elif plies > 0:
                merits.append((-1000 + plies, -plies - 1))
            else:
                merits.append((1000 + plies, 1 - plies))
        return max(merits)[1]
    return tables.probe_dtm(board)


def main():
    random.seed(20260101)
    began = time.monotonic()
    numbered = [(number, position(*TABLES[number % len(TABLES)], number // len(TABLES))) for number in range(COUNT)]
    boards = [board for _, board in sorted(numbered, key=lambda pair: place(*pair))]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "positions")
        file.write_text("\n".join(board.fen() for board in boards) + "\n")
        gaviota, syzygy = FOLDER / "gaviota34", FOLDER / "syzygy34"
        command = [ENGINE, "table", "--gaviota", gaviota, "--syzygy", syzygy, "--positions", file]
        answer = subprocess.run(command, capture_output=True, text=True)
    lines = answer.stdout.splitlines()
    print(answer.stderr, end="")
    if answer.returncode != 0 or len(lines) != len(boards):
        print(f"FAILED: exit code {answer.returncode}, {len(lines)} lines for {len(boards)} positions")
        sys.exit(1)
    wrong, passants, mates, rounded, cursed = 0, 0, 0, 0, 0
    with chess.gaviota.PythonTablebase() as distances, chess.syzygy.open_tablebase(str(syzygy)) as results:
        distances.add_directory(str(gaviota))
        for number, (board, line) in enumerate(zip(boards, lines)):
            if number % 10_000 == 0 and number > 0:
                print(f"       {number} of {COUNT} after {time.monotonic() - began:.0f} s", file=sys.stderr)
            _, wdl, dtz, mate = line.split("\t")
            plies = distance(distances, board)
            passants += board.has_legal_en_passant()
            mates += plies != 0
            cursed += abs(int(wdl)) == 1
            if board.is_checkmate():
                expected = "loss 0"
            else:
                expected = "draw" if plies == 0 else f"{'win' if plies > 0 else 'loss'} {abs(plies)}"
            expected_dtz = results.probe_dtz(board)
            # Distances of tables in moves may be one off, and either way of rounding is right.
            near = abs(int(dtz) - expected_dtz) <= 1 and (int(dtz) > 0) == (expected_dtz > 0)
            rounded += int(dtz) != expected_dtz
            if mate != expected or int(wdl) != results.probe_wdl(board) or not near:
                wrong += 1
                if wrong <= 20:
                    print(f"FAILED {board.fen()}: {wdl} {dtz} {mate}; python-chess: {results.probe_wdl(board)} {expected_dtz} {expected}")
    what = f"{len(boards)} positions of {len(TABLES)} tables, {mates} won or lost, {passants} with en passant, {cursed} too late for fifty moves"
    print(f"{'ok    ' if wrong == 0 else 'FAILED'} {what}: {wrong} wrong; {rounded} DTZ rounded otherwise; {time.monotonic() - began:.0f} s")
    sys.exit(wrong > 0)


main()
