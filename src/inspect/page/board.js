// A board: 64 squares, each with its piece and the 32 bits of its cell.

import { pieceFile } from "ask";

export const NAMES = Array.from({ length: 64 }, (_, index) => "abcdefgh"[index % 8] + (1 + (index >> 3)));

export const make = (tag, attributes, parent) => {
  const { data, ...rest } = attributes;
  const element = Object.assign(document.createElement(tag), rest);
  Object.assign(element.dataset, data);
  parent?.append(element);
  return element;
};

const KINDS = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const isWhite = letter => letter !== letter.toLowerCase();

/** What a piece is called, by its letter in FEN. */
export const pieceName = letter => (isWhite(letter) ? "white " : "black ") + KINDS[letter.toLowerCase()];

/** The bits of these names as one number. */
export const maskOf = (info, names) =>
  names.reduce((mask, name) => (mask | 1 << info.numbers.get(name)) >>> 0, 0);

/** What the report says about every cell in general: the bits, their groups and places. */
export const infoOf = report => ({
  bits: report.bits,
  groups: report.groups,
  layout: report.layout,
  numbers: new Map(report.bits.map((bit, number) => [bit.name, number])),
  groupOf: report.bits.map(bit => report.groups.findIndex(group => group.name === bit.group)),
});

/** A set of bits in words, a group after the other. */
export function bitsInWords(info, mask) {
  return info.groups.map((group, index) => {
    const labels = info.bits.map((bit, number) => [bit.label, number])
      .filter(([, number]) => info.groupOf[number] === index && mask >>> number & 1)
      .map(([label]) => label.replace("rook –", "rook along its rank").replace("rook |", "rook along its file"));
    return labels.length ? `${group.name}: ${labels.reverse().join(", ")}` : "";
  }).filter(Boolean).join("; ");
}

export class Board {
  constructor(grid, info) {
    this.grid = grid;
    this.info = info;
    this.squares = [];
    this.again = true;
    this.lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.lines.setAttribute("class", "lines");
    this.lines.setAttribute("viewBox", "0 0 8 8");
    this.lines.setAttribute("aria-hidden", "true");
    grid.after(this.lines);
    for (let index = 0; index < 64; index++) this.squares.push(this.square(index));
    this.turn(false);
  }

  square(index) {
    const dark = ((index >> 3) + index) % 2 === 0;
    const element = make("div", { className: "square" + (dark ? " dark" : ""), tabIndex: -1, data: { square: NAMES[index] } });
    element.setAttribute("role", "gridcell");
    make("span", { className: "name", textContent: NAMES[index] }, element).setAttribute("aria-hidden", "true");
    const top = make("div", { className: "top" }, element);
    const piece = make("img", { alt: "", hidden: true, draggable: false }, top);
    const marks = make("span", { className: "marks" }, top);
    const cells = make("div", { className: "cells" }, element);
    cells.setAttribute("aria-hidden", "true");
    const bits = [];
    for (const number of this.info.layout.flat()) {
      bits[number] = make("span", { className: `bit g${this.info.groupOf[number]}`, data: { bit: number } }, cells);
    }
    return { element, piece, letter: null, marks, bits, value: 0 };
  }

  /** Puts the squares in their order, Black at the bottom if `flipped`. */
  turn(flipped) {
    this.flipped = flipped;
    this.grid.replaceChildren();
    for (let row = 0; row < 8; row++) {
      const rank = make("div", { className: "rank" }, this.grid);
      rank.setAttribute("role", "row");
      for (let column = 0; column < 8; column++) {
        rank.append(this.squares[this.index(column, row)].element);
      }
    }
  }

  /** The square at a column and row as seen. */
  index(column, row) {
    return this.flipped ? 7 - column + 8 * row : column + 8 * (7 - row);
  }

  /** Where a square is seen. */
  seen(index) {
    const [column, row] = [index % 8, 7 - (index >> 3)];
    return this.flipped ? [7 - column, 7 - row] : [column, row];
  }

  /** What is shown next flashes even where the bits that changed are the same: by its other name. */
  flash() {
    this.again = !this.again;
  }

  /** Shows a cell; `changed` and `differs` are the bits to mark. */
  show(index, { value, letter, changed = 0, differs = 0, label }) {
    const view = this.squares[index];
    if (letter !== view.letter) {
      view.letter = letter;
      view.piece.hidden = !letter;
      if (letter) view.piece.src = pieceFile(letter);
    }
    view.value = value;
    view.bits.forEach((element, number) => {
      const has = mask => Boolean(mask >>> number & 1);
      element.classList.toggle("set", has(value));
      element.classList.toggle("changed", has(changed));
      element.classList.toggle("again", has(changed) && this.again);
      element.classList.toggle("differs", has(differs));
    });
    view.element.setAttribute("aria-label", label);
  }

  /** Makes one square the one that Tab comes to. */
  choose(index) {
    this.squares.forEach(({ element }, at) => {
      element.tabIndex = at === index ? 0 : -1;
      element.classList.toggle("chosen", at === index);
      element.setAttribute("aria-selected", at === index);
    });
  }

  /** Scrolls a square out from under a panel that stays in sight where the window is small. */
  uncover(index, panel) {
    const [square, over] = [this.squares[index].element, panel].map(element => element.getBoundingClientRect());
    const beside = over.right <= square.left || over.left >= square.right;
    if (!beside && over.top < square.bottom && over.bottom > square.top) scrollBy(0, square.bottom - over.top);
  }

  /** Marks the squares of the last move, and the king in check. */
  showMove(squares, king) {
    this.squares.forEach(({ element }, index) => {
      element.classList.toggle("moved", squares.includes(index));
      element.classList.toggle("check", index === king);
    });
  }

  /** Marks the start of a move and where it may end. */
  showGoals(source, goals, movable) {
    this.squares.forEach(({ element }, index) => {
      element.classList.toggle("source", index === source);
      element.classList.toggle("goal", goals.has(NAMES[index]));
      element.classList.toggle("movable", movable.has(NAMES[index]));
    });
  }

  /** Puts a dot of each mark into its squares. */
  showMarks(marks) {
    this.squares.forEach(({ marks }) => marks.replaceChildren());
    for (const mark of marks) {
      for (const index of mark.squares) {
        const dot = make("i", { className: "dot", title: mark.name }, this.squares[index].marks);
        dot.style.borderColor = mark.color;
        if (mark.fresh.includes(index)) dot.style.background = mark.color;
      }
    }
  }

  /** Draws where a bit of a cell comes from. */
  showOrigins(index, origins) {
    const pieces = new Set(origins.map(origin => origin.piece));
    const rays = new Set(origins.flatMap(origin => origin.ray));
    this.squares.forEach(({ element }, at) => {
      element.classList.toggle("of", pieces.has(NAMES[at]));
      element.classList.toggle("ray", rays.has(NAMES[at]));
    });
    const shape = (tag, attributes) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      return element;
    };
    const [x2, y2] = this.seen(index).map(at => at + .5);
    this.lines.replaceChildren(...[...pieces].filter(piece => piece !== NAMES[index]).flatMap(piece => {
      const [x1, y1] = this.seen(NAMES.indexOf(piece)).map(at => at + .5);
      return [shape("line", { x1, y1, x2, y2 }), shape("circle", { cx: x2, cy: y2, r: .13 })];
    }));
  }
}
