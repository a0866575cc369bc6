// The panels that only show: kernels, moves, evaluation, the scanner's list.

import { make } from "board";

const byId = id => document.getElementById(id);

/** The colours of the groups, as the ground wants them: `color-scheme` chooses. */
export function paintGroups(groups) {
  groups.forEach((group, index) => {
    document.documentElement.style.setProperty(`--g${index}`, `light-dark(${group.color}, ${group.bright})`);
    const item = make("li", { className: `g${index}` }, byId("groups"));
    make("i", {}, item);
    const words = make("span", {}, item);
    make("b", { textContent: group.name }, words);
    words.append(`: ${group.meaning}`);
  });
}

/** Which kernels there are to choose from, which are looked through, and whether they agree. */
export function showKernels(report) {
  const fill = (select, names) => select.replaceChildren(...names.map(([value, text]) => new Option(text, value)));
  const names = report.kernels.map(name => [name, name]);
  fill(byId("kernel"), names);
  fill(byId("compare"), [["", "no other"], ...names]);
  byId("kernel").value = report.kernel;
  byId("compare").value = report.compared_with ?? "";
  byId("name-first").textContent = `The cells that ${report.kernel} makes`;
  byId("name-second").textContent = report.compared_with ? `The cells that ${report.compared_with} makes` : "";
  const differing = report.cells.filter(cell => cell.differs.length);
  const bits = differing.reduce((sum, cell) => sum + cell.differs.length, 0);
  const agree = byId("agree");
  agree.classList.toggle("alarm", bits > 0);
  agree.textContent = !report.compared_with ? "" : bits === 0
    ? "They agree in all 64 cells."
    : `They differ in ${bits} bits of ${differing.map(cell => cell.square).join(", ")}.`;
}

/** The line of moves; `go(ply)` looks at a position of it. */
export function showMoves(report, go) {
  const fields = report.fen.split(" ");
  // The full move number of the position counts back to the first.
  const plies = 2 * (Number(fields[5]) - 1) + (fields[1] === "b" ? 1 : 0) - report.ply;
  byId("moves").replaceChildren(...report.line.map(({ san }, index) => {
    const at = plies + index;
    const number = at % 2 === 0 ? `${at / 2 + 1}. ` : index === 0 ? `${(at + 1) / 2}… ` : "";
    const item = document.createElement("li");
    const button = make("button", { type: "button", textContent: number + san }, item);
    button.setAttribute("aria-pressed", String(index + 1 === report.ply));
    button.addEventListener("click", () => go(index + 1));
    return item;
  }));
  byId("first-ply").disabled = byId("back").disabled = report.ply === 0;
  byId("last-ply").disabled = byId("next").disabled = report.ply === report.line.length;
}

const signed = number => (number > 0 ? "+" : "") + Math.round(number);

/** The evaluation, term by term. */
export function showEvaluation(report) {
  const { terms, total } = report.evaluation;
  byId("evaluation").querySelector("summary").textContent = `Evaluation: ${signed(total)} centipawns for White`;
  const share = both => both ? both.join("/") : "";
  const rows = terms.filter(term => term.total || term.white?.some(Boolean) || term.black?.some(Boolean));
  byId("evaluation").querySelector("tbody").replaceChildren(...rows.map(term => {
    const row = document.createElement("tr");
    for (const text of [term.name, signed(term.total), share(term.white), share(term.black)]) {
      make("td", { textContent: text }, row);
    }
    return row;
  }));
}

/** The list that the kernel's scanner makes of the cells. */
export function showScanner(report) {
  const list = byId("scanner").querySelector("dl");
  list.replaceChildren();
  for (const side of ["white", "black"]) {
    const entries = report.scanner[side];
    make("dt", { textContent: `${side}, ${entries.length} entries` }, list);
    const words = entries.map(entry => `${entry.piece ?? "?"}${entry.square}:${entry.word.toString(16).padStart(5, "0")}`);
    make("dd", { textContent: words.join(" ") }, list);
  }
}
