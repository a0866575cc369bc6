"""The engine through python-chess: `python tests/python_chess.py ENGINE`. Run by cargo xtask check python-chess."""

import asyncio
import sys
import time

import chess
import chess.engine

ENGINE = sys.argv[1]
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
FIFTY = chess.engine.Limit(time=0.05)


def check(what, held, seen=""):
    """Says what was tried; ends the run when it did not hold."""
    print(f"{'ok    ' if held else 'FAILED'} {what} {seen}".rstrip())
    if not held:
        sys.exit(1)


def play_game(engine):
    """A complete game against itself by clock, every move checked by python-chess's own rules."""
    board = chess.Board()
    clocks = {chess.WHITE: 4.0, chess.BLACK: 4.0}
    while not board.is_game_over(claim_draw=True):
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=0.02, black_inc=0.02
        )
        start = time.monotonic()
        result = engine.play(board, limit, game="by clock", info=chess.engine.INFO_ALL)
        clocks[board.turn] += 0.02 - (time.monotonic() - start)
        # An illegal move would have raised an error in the driver.
        board.push(result.move)
    outcome = board.outcome(claim_draw=True)
    lost = [color for color, clock in clocks.items() if clock < 0]
    check("a game by clock", True, f"{board.ply()} plies, {outcome.result()}, {outcome.termination.name}")
    print(f"       clocks left: {clocks[chess.WHITE]:.2f} s, {clocks[chess.BLACK]:.2f} s; overstepped: {len(lost)}")


def analyse(engine):
    board = chess.Board(MATE_IN_2)
    info = engine.analyse(board, chess.engine.Limit(depth=6))
    check("mate in 2 announced", info["score"].white() == chess.engine.Mate(2), info["score"])
    line = board.copy()
    for move in info["pv"]:
        check(f"{line.san(move)} of the line is legal", move in line.legal_moves)
        line.push(move)
    check("the line ends in mate", line.is_checkmate())
    infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=5), root_moves=[chess.Move.from_uci("a2a3")])
    check("root moves are kept to", infos["pv"][0].uci() == "a2a3")
    info = engine.analyse(chess.Board(), chess.engine.Limit(nodes=20000))
    check("a node limit ends", info["nodes"] > 0, f"{info['nodes']} nodes")
    if "MultiPV" in engine.options:
        infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=5), multipv=3)
        first = {info["pv"][0] for info in infos}
        check("three lines, all different", len(infos) == 3 and len(first) == 3)
    else:
        print("       no option MultiPV")


def stop(engine):
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 4:
                break
        start = time.monotonic()
        analysis.stop()
        best = analysis.wait()
    check("endless analysis stops", best.move in chess.Board().legal_moves, f"{time.monotonic() - start:.3f} s")


def ponder(engine):
    board = chess.Board()
    first = engine.play(board, FIFTY, ponder=True)
    board.push(first.move)
    if first.ponder is None:
        print("       no move to ponder on")
        return
    check("the ponder move is legal", first.ponder in board.legal_moves, first.ponder)
    # The reply that was hoped for, then another one: a hit and a miss.
    board.push(first.ponder)
    second = engine.play(board, FIFTY, ponder=True)
    check("play goes on after a hit", second.move in board.legal_moves)
    board.push(second.move)
    board.push(next(move for move in board.legal_moves if move != second.ponder))
    check("play goes on after a miss", engine.play(board, FIFTY).move in board.legal_moves)


def odd_positions(engine):
    for fen in ["8/8/8/8/8/4k3/4p3/4K3 w - - 99 80", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "k7/2Q5/8/8/8/8/8/K7 b - - 0 1"]:
        board = chess.Board(fen)
        if board.is_game_over():
            result = engine.play(board, FIFTY)
            check(f"nothing to play in {fen}", result.move is None, result.move)
        else:
            check(f"a move in {fen}", engine.play(board, FIFTY).move in board.legal_moves)


async def stop_from_outside():
    """Cancelled by the asynchronous driver, as a GUI does when its window is closed."""
    transport, engine = await chess.engine.popen_uci(ENGINE)
    try:
        await asyncio.wait_for(engine.analyse(chess.Board(), chess.engine.Limit()), timeout=0.3)
    except asyncio.TimeoutError:
        pass
    result = await engine.play(chess.Board(), FIFTY)
    check("a cancelled analysis leaves the engine usable", result.move in chess.Board().legal_moves)
    await engine.quit()
    check("it ends at quit", transport.get_returncode() == 0, transport.get_returncode())


def main():
    print(f"python-chess {chess.__version__}")
    engine = chess.engine.SimpleEngine.popen_uci(ENGINE)
    print(f"       {engine.id['name']}, options: {', '.join(engine.options)}")
    engine.configure({"Hash": 16})
    for part in (analyse, stop, ponder, odd_positions, play_game):
        part(engine)
    engine.quit()
    asyncio.run(stop_from_outside())
    print("all held")


main()
