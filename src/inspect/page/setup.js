// Positions set up by hand: pieces from the palette, the side to move, castling rights.

import { pieceFile } from "ask";
import { make, pieceName } from "board";

export class Setup {
  /** `changed()` is called when what is set up has changed. */
  constructor(panel, changed) {
    this.panel = panel;
    this.changed = changed;
    this.on = false;
    this.pieces = Array(64).fill(null);
    this.hand = null;
    this.rights = {};
    const palette = panel.querySelector("#palette");
    for (const letter of "KQRBNPkqrbnp") {
      const button = make("button", { type: "button", title: pieceName(letter), data: { piece: letter } }, palette);
      button.setAttribute("aria-label", pieceName(letter));
      button.setAttribute("aria-pressed", "false");
      make("img", { src: pieceFile(letter), alt: "" }, button);
      // A press by the keyboard; the pointer's is told by the dragging.
      button.addEventListener("keydown", event => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          this.take(letter);
        }
      });
    }
    panel.addEventListener("change", () => changed());
    panel.querySelector("#clear").addEventListener("click", () => {
      this.pieces.fill(null);
      changed();
    });
  }

  /** Takes a piece into the hand, to be put where is pressed next, or out of it. */
  take(letter) {
    this.hand = this.hand === letter ? null : letter;
    for (const button of this.panel.querySelectorAll("[data-piece]")) {
      button.setAttribute("aria-pressed", String(button.dataset.piece === this.hand));
    }
  }

  /** Begins with a position, or ends. */
  turn(on, report) {
    this.on = on;
    this.panel.hidden = !on;
    this.take(null);
    if (!on) return;
    this.pieces = report.cells.map(cell => cell.piece);
    const [, side, castling] = report.fen.split(" ");
    this.rights = this.rightsOf(castling);
    for (const input of this.panel.querySelectorAll("input")) {
      input.checked = input.type === "radio" ? input.value === side : input.value in this.rights;
    }
  }

  /** The letter of each right to castle: a rook's file in Chess960, where it is told by its side of the king. */
  rightsOf(castling) {
    const rights = {};
    for (const letter of castling.replace("-", "")) {
      const white = letter === letter.toUpperCase();
      const king = this.pieces.indexOf(white ? "K" : "k") % 8;
      const side = "KQ".includes(letter.toUpperCase()) ? letter.toUpperCase()
        : letter.toUpperCase().charCodeAt(0) - 65 > king ? "K" : "Q";
      rights[white ? side : side.toLowerCase()] = letter;
    }
    return rights;
  }

  put(index, letter) {
    this.pieces[index] = letter;
    this.changed();
  }

  move(from, to) {
    [this.pieces[to], this.pieces[from]] = [this.pieces[from], null];
    this.changed();
  }

  /** A piece typed on a square; false for a key that is none. */
  type(index, key) {
    if (key === "Delete" || key === "Backspace") this.put(index, null);
    else if (/^[pnbrqkPNBRQK]$/.test(key)) this.put(index, key);
    else return false;
    return true;
  }

  fen() {
    const ranks = [];
    for (let rank = 7; rank >= 0; rank--) {
      const row = this.pieces.slice(8 * rank, 8 * rank + 8).map(letter => letter ?? "1").join("");
      ranks.push(row.replace(/1+/g, empty => empty.length));
    }
    const checked = [...this.panel.querySelectorAll("input:checked")].map(input => [input.type, input.value]);
    const of = type => checked.filter(([kind]) => kind === type).map(([, value]) => this.rights[value] ?? value).join("");
    return `${ranks.join("/")} ${of("radio")} ${of("checkbox") || "-"} - 0 1`;
  }
}
