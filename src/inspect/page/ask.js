// Answers: from the core within the page, and from what the program embedded when it wrote the page.

/** What the page has within: its place, its pictures, the core as WebAssembly in base64, kernels' cells. */
const kept = JSON.parse(document.getElementById("kept").textContent);

/** What is looked at first where the address says nothing. */
export const home = kept.place;

/** The kernel whose work is shown first, if any. */
export const traced = kept.trace;

/** The picture of a piece, by its letter in FEN. */
export const pieceFile = letter => kept.pictures[letter];

let core = null;

async function startCore() {
  const bytes = Uint8Array.from(atob(kept.core), letter => letter.charCodeAt(0));
  return (await WebAssembly.instantiate(bytes)).instance.exports;
}

/** The core's answer, see src/inspect/exports.rs. */
async function answerOfCore(question) {
  const { memory, question: roomFor, answer, answer_at } = await (core ??= startCore());
  const bytes = new TextEncoder().encode(question);
  let length;
  try {
    const at = roomFor(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    length = answer();
  } catch {
    // A core that has failed once is started anew.
    core = null;
    throw new Error("the core has failed at this position");
  }
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer_at(), Math.abs(length)));
  if (length < 0) throw new Error(text);
  return JSON.parse(text);
}

/** The answer to a question about a place, such as `position`; an error where there is none. */
export async function ask(what, place) {
  const { fen, moves, ply, kernel, compare } = place;
  const lines = [what, fen.replace(/\s+/g, " "), moves.join(" "), ply ?? "", kernel, compare];
  const answer = await answerOfCore(lines.join("\n"));
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
