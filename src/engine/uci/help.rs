/// Output of the command `help`.
pub const HELP: &str = "\
Nucleus is a chess engine. It speaks UCI, which a graphical interface usually does for you; by hand:

  position startpos moves e2e4 e7e5      set a position (or: position fen FEN moves …)
  go depth 12                            search it; also: movetime MS, nodes N, mate N, infinite,
                                         wtime MS btime MS winc MS binc MS movestogo N,
                                         searchmoves MOVE …, ponder, perft DEPTH
  stop, ponderhit                        end a search; the expected reply was played
  d, eval                                show the board; its evaluation, term by term
  uci                                    the name and all options
  setoption name Hash value 256          set one
  ucinewgame, isready                    forget the last game; answered by readyok when done
  bench [DEPTH], compiler                count the nodes of built-in positions; how this was built
  quit                                   end

What else the program does (matches, ratings, comparisons, test suites, books): nucleus --help";
