// A tour in five steps, each on a position of its own.

const byId = id => document.getElementById(id);
const MATE = "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1";

/** `bit` is pointed at in the cell of `square`; `trace` is a kernel whose work is shown. */
const STEPS = [
  { title: "A bit", fen: "startpos", square: "e2", bit: 13,
    text: "The cell of e2 in large: 32 bits, filled where they are 1. One of them says that a white pawn stands here. "
      + "Black's rows lie above White's, as on the board; each type of piece has its column." },
  { title: "A ray", fen: "startpos", moves: ["e2e4"], square: "c4", bit: 25,
    text: "After 1. e4 the bishop on f1 sees as far as a6. Each square of its ray has the bit “a white bishop reaches it”; "
      + "the line shows where that of c4 comes from." },
  { title: "An approach", fen: MATE, square: "f6", bit: 30,
    text: "From f6 a bishop or queen of White would give check: the bit is an approach to Black's king. "
      + "“Queen” is lit among White's influence, too, so the queen can go there: a check is two bits of one cell." },
  { title: "The scanner", fen: MATE, square: "g5", trace: "scan",
    text: "The engine reads the 64 cells with a mask that keeps one colour's pieces, and writes a list: an entry is what is "
      + "left of a cell, with its square. Step through it below." },
  { title: "A move's changes", fen: MATE, moves: ["g5f6"], square: "f6",
    text: "After Qf6+ the bits that changed are ringed: rays opened and closed, and approaches and sensors are new, because "
      + "they follow the side to move. Drag a piece to see more." },
];

export class Tour {
  /** `show(step)` puts a step on the board; `end()` takes away what only the tour shows. */
  constructor({ show, end }) {
    Object.assign(this, { show, end, at: 0 });
    byId("tour-begin").addEventListener("click", () => this.go(0));
    byId("tour-back").addEventListener("click", () => this.go(this.at - 1));
    byId("tour-next").addEventListener("click", () => this.at + 1 < STEPS.length ? this.go(this.at + 1) : this.leave());
    byId("tour-end").addEventListener("click", () => this.leave());
  }

  go(at) {
    this.at = at;
    const { title, text } = STEPS[at];
    byId("tour").hidden = false;
    byId("tour-title").textContent = `${at + 1} of ${STEPS.length}: ${title}`;
    byId("tour-text").textContent = text;
    byId("tour").scrollIntoView();
    byId("tour-back").disabled = at === 0;
    byId("tour-next").textContent = at + 1 < STEPS.length ? "Next" : "Done";
    this.show({ moves: [], bit: null, trace: null, ...STEPS[at] });
  }

  leave() {
    byId("tour").hidden = true;
    this.end();
  }
}
