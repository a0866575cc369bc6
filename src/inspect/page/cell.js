// The chosen cell in large, every bit by its name, and where a bit comes from.

import { make, pieceName } from "board";

/** Where a bit of a cell comes from, in a sentence. */
export function originInWords(info, report, square, number) {
  const cell = report.cells[square];
  const bit = info.bits[number];
  const begin = `${cell.square}, ${bit.group}, ${bit.label} (bit ${number}, ${bit.name})`;
  if (!(cell.value >>> number & 1)) return `${begin}: not set.`;
  const origins = cell.origins.filter(origin => origin.bit === bit.name);
  if (origins.length === 0) return `${begin}: set, and no piece explains it.`;
  const from = origins.map(({ piece, ray }) => {
    const letter = report.cells.find(other => other.square === piece).piece;
    const way = ray.length ? ` through ${ray.join(", ")}` : "";
    return `the ${letter ? pieceName(letter) : "piece"} on ${piece}${way}`;
  });
  return `${begin}: ${bit.meaning}. It comes from ${from.join(" and ")}.`;
}

/** A label that may be broken where it is too long for its place. */
const broken = label => label.replace(/^(ortho|dia)/, "$1\u00ad");

export class LargeCell {
  /** `point(number)` is told of the bit pointed at, or of null. */
  constructor(grid, info, point) {
    this.info = info;
    this.bits = [];
    this.at = info.layout[0][0];
    for (const row of info.layout) {
      const line = make("div", {}, grid);
      line.setAttribute("role", "row");
      for (const number of row) {
        const element = make("div", {
          className: `large g${info.groupOf[number]}`, textContent: broken(info.bits[number].label), data: { bit: number },
        }, line);
        element.setAttribute("role", "gridcell");
        this.bits[number] = element;
      }
    }
    const of = event => event.target.closest("[data-bit]")?.dataset.bit;
    const told = event => {
      const number = of(event);
      if (number !== undefined) point(Number(number));
    };
    grid.addEventListener("pointerover", told);
    grid.addEventListener("focusin", event => {
      told(event);
      this.choose(Number(of(event)));
    });
    grid.addEventListener("pointerleave", () => {
      if (!grid.contains(document.activeElement)) point(null);
    });
    grid.addEventListener("focusout", () => point(null));
    grid.addEventListener("keydown", event => this.walk(event));
    this.choose(this.at);
  }

  choose(number) {
    this.at = number;
    this.bits.forEach((element, bit) => { element.tabIndex = bit === number ? 0 : -1; });
  }

  walk(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    const row = this.info.layout.findIndex(row => row.includes(this.at));
    const column = this.info.layout[row].indexOf(this.at);
    const within = (at, most) => Math.max(0, Math.min(most, at));
    this.bits[this.info.layout[within(row + step[0], 3)][within(column + step[1], 7)]].focus();
  }

  show(report, square) {
    const { value } = report.cells[square];
    this.bits.forEach((element, number) => {
      element.classList.toggle("set", Boolean(value >>> number & 1));
      element.setAttribute("aria-label", originInWords(this.info, report, square, number));
    });
  }
}
