// Answers: from the core within the page, and from what the program embedded when it wrote the page.

import { Core, bytesOf, compiled } from "core";

/** What the page has within: its place, its pictures, the core as WebAssembly in base64, kernels' cells. */
export const kept = JSON.parse(document.getElementById("kept").textContent);

/** What is looked at first where the address says nothing. */
export const home = kept.place;

/** The kernel whose work is shown first, if any. */
export const traced = kept.trace;

/** The picture of a piece, by its letter in FEN. */
export const pieceFile = letter => kept.pictures[letter];

let core = null;

/** The core's answer; one that has failed once is started anew. */
async function answerOfCore(lines) {
  core ??= compiled(bytesOf(kept.core)).then(module => Core.start(module));
  const started = await core;
  try {
    return started.ask(lines);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    core = null;
    throw new Error("the core has failed at this position");
  }
}

/** The answer to a question about a place, such as `position`; an error where there is none. */
export async function ask(what, { text, fen, moves, ply, kernel, compare }, more = []) {
  if (what === "paste") return answerOfCore([what, text]);
  const place = { fen, kernel, compare };
  const lines = [what, fen.replace(/\s+/g, " "), moves.join(" "), ply ?? "", kernel, compare, ...more];
  const answer = await answerOfCore(lines);
  return what === "position" ? withKernels(answer, place) : answer;
}

/** The answer at a position of the embedded line, through the kernels of the program that wrote it. */
function withKernels(answer, { fen, kernel, compare }) {
  const { kernels, plies } = kept;
  const at = answer.ply;
  const isOfLine = at < plies.length && fen === home.fen
    && answer.line.slice(0, at).every(({ uci }, index) => uci === home.moves[index]);
  if (!isOfLine) return answer;
  const [level, other] = [kernels.includes(kernel) ? kernel : answer.kernel, kernels.includes(compare) ? compare : null];
  const of = (name, ply) => plies[ply].made[plies[ply].by[kernels.indexOf(name)]];
  const { cells, pieces, scanner } = of(level, at);
  const before = at > 0 ? of(level, at - 1).cells : cells;
  const beside = other ? of(other, at).cells : cells;
  const names = mask => answer.bits.filter((_, bit) => mask >>> bit & 1).map(bit => bit.name).reverse();
  const seen = answer.cells.map((cell, index) => ({
    ...cell,
    value: cells[index],
    hex: cells[index].toString(16).padStart(8, "0"),
    piece: pieces[index] === "." ? null : pieces[index],
    bits: names(cells[index]),
    changed: names(cells[index] ^ before[index]),
    differs: names(cells[index] ^ beside[index]),
  }));
  const changed_bits = seen.reduce((sum, cell) => sum + cell.changed.length, 0);
  const last_move = answer.last_move && { ...answer.last_move, changed_bits };
  return { ...answer, kernel: level, compared_with: other, kernels, cells: seen, scanner, last_move };
}
