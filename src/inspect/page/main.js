// The page: what is looked at, and what follows when something is done.

import { ask, home, kept, pieceFile, traced } from "ask";
import { Board, NAMES, bitsInWords, infoOf, make, maskOf, pieceName } from "board";
import { LargeCell, originInWords } from "cell";
import { dragging } from "drag";
import { Listing } from "listing";
import { Play } from "play";
import { paintGroups, showEvaluation, showKernels, showMoves, showScanner } from "panels";
import { Setup } from "setup";
import { Tour } from "tour";
import { Trace } from "trace";

const byId = id => document.getElementById(id);
/** What is looked at: see `Place` in answers.rs. */
let place = home;
/** What the core and the kernels say about it. */
let report = null;
let info = null;
let boards = [];
let large = null;
let chosen = 0;
let source = null;
/** The square that the words under the large cell are about. */
let told = null;
const HINT = "Point at a bit, touch it, or walk to it with the arrow keys: the pieces that it comes from are drawn on the board.";

// --- asking --------------------------------------------------------------------------------------

function queryOf({ fen, moves, ply, kernel, compare }) {
  const query = new URLSearchParams({ fen });
  if (moves.length) query.set("moves", moves.join(" "));
  if (ply !== null && ply !== moves.length) query.set("ply", ply);
  if (kernel) query.set("kernel", kernel);
  if (compare) query.set("compare", compare);
  return query;
}

function placeOfAddress() {
  const query = new URLSearchParams(location.hash.slice(1) || location.search.slice(1));
  const words = name => (query.get(name) ?? "").split(/\s+/).filter(Boolean);
  if (!query.has("fen")) return home;
  return {
    fen: query.get("fen"),
    moves: words("moves"),
    ply: query.get("ply"),
    kernel: query.get("kernel") ?? "",
    compare: query.get("compare") ?? "",
  };
}

/** What is done is done one after the other, each from where the last one led. */
let queue = Promise.resolve();
/** Within the site's first page the board and the game are shown alone. */
const framed = self !== top;
document.documentElement.classList.toggle("framed", framed);
const go = (change, how) => (queue = queue.catch(() => {}).then(() => load(change, how)));

async function load(change, { push = true, flash = false } = {}) {
  const wanted = { ...place, ...(typeof change === "function" ? change(place) : change) };
  let answer;
  try {
    answer = await ask("position", wanted);
  } catch (fault) {
    return fail(fault.message);
  }
  byId("fault").textContent = "";
  byId("boards").classList.remove("stale");
  // Played moves are kept as the core wrote them; a kernel that has not seen this position may have seen the next.
  place = { ...wanted, moves: answer.line.map(move => move.uci), ply: answer.ply, kernel: wanted.kernel || answer.kernel };
  report = answer;
  source = null;
  if (!info) begin();
  const address = `#${queryOf(place)}`;
  try {
    if (address !== location.hash) history[push && !framed ? "pushState" : "replaceState"](null, "", address);
  } catch {
    // Some browsers let no file change its address.
  }
  trace.stop(true);
  listing.stop(true);
  draw(flash);
  playing.moved(place, report);
  return true;
}

/** Says what is wrong; what is shown stays, and is marked as another position's while setting up. */
function fail(fault) {
  byId("fault").textContent = fault;
  byId("boards").classList.toggle("stale", setup.on);
  if (setup.on && report) draw(false);
  return false;
}

function say(text) {
  byId("live").textContent = text;
}

// --- drawing -------------------------------------------------------------------------------------

/** Once, when the first answer is there. */
function begin() {
  info = infoOf(report);
  boards = ["first", "second"].map(id => new Board(byId(id), info));
  large = new LargeCell(byId("bits"), info, number => point(chosen, number));
  paintGroups(report.groups);
  const king = report.cells.findIndex(cell => cell.piece === (report.side === "w" ? "K" : "k"));
  choose(Math.max(0, king));
}

function labelOf(index, letter, value, changed = 0, differs = 0) {
  const parts = [`${NAMES[index]}, ${letter ? pieceName(letter) : "empty"}`];
  parts.push(bitsInWords(info, value) || "no bit is set");
  if (changed) parts.push(`changed by the last move: ${bitsInWords(info, changed)}`);
  if (differs) parts.push(`the kernels differ: ${bitsInWords(info, differs)}`);
  return `${parts.join(". ")}.`;
}

function draw(flash) {
  const plain = isPlain();
  const two = plain || Boolean(report.compared_with);
  byId("beside").hidden = !two;
  document.querySelector("main").classList.toggle("two", two);
  document.querySelector("main").classList.toggle("plain", plain);
  // Two boards leave room for the large cell below them.
  const cell = byId("cell");
  if (plain && cell.parentElement !== byId("left")) byId("left").append(cell);
  else if (!plain && cell.parentElement === byId("left")) byId("play").before(cell);
  if (flash) boards.forEach(board => board.flash());
  report.cells.forEach((cell, index) => {
    const letter = setup.on ? setup.pieces[index] : cell.piece;
    const [changed, differs] = [maskOf(info, cell.changed), maskOf(info, cell.differs)];
    boards.slice(0, two ? 2 : 1).forEach((board, which) => {
      const first = which === 0 || plain;
      const value = first ? cell.value : (cell.value ^ differs) >>> 0;
      const label = labelOf(index, letter, value, first ? changed : 0, differs);
      board.show(index, { value, letter, changed: first ? changed : 0, differs, label });
    });
  });
  boards.forEach(board => board.showMarks([]));
  const king = report.check ? report.cells.findIndex(cell => cell.piece === (report.side === "w" ? "K" : "k")) : null;
  const ends = report.last_move ? [0, 2].map(at => NAMES.indexOf(report.last_move.uci.slice(at, at + 2))) : [];
  boards.forEach(board => board.showMove(setup.on ? [] : ends, setup.on ? null : king));
  showGoals();
  told = null;
  choose(chosen);
  if (!typing) byId("fen").value = setup.on ? setup.fen() : report.fen;
  byId("notes").textContent = [...report.corrections, ...missingKernels()].join("; ");
  showKernels(report);
  if (plain) {
    byId("name-first").textContent = "The board";
    byId("name-second").textContent = `The matrix: the cells that ${report.kernel} makes`;
  }
  showMoves(report, ply => {
    endSetup();
    go({ ply });
  });
  showEvaluation(report);
  showScanner(report);
  const last = report.last_move;
  document.title = `${last ? last.san : "The matrix"} – nucleus inspect`;
  const moved = last ? `${report.side === "w" ? "Black" : "White"} has played ${last.san}, ${last.changed_bits} bits have changed. ` : "";
  say(`${moved}${report.side === "w" ? "White" : "Black"} to move, ${report.legal_moves.length} legal moves.`);
}

/** The board with large pieces, and the matrix next to it. */
function isPlain() {
  return byId("plain").checked && !report.compared_with && !trace.kernel && !setup.on && !listing.on;
}

let visiting = false;
/** True while a FEN is typed, which nothing overwrites. */
let typing = false;

/** Draws the cells of a position that is searched; the position that is looked at for null. */
function visit(visited) {
  if (!visited && visiting && report && !trace.kernel && !listing.on) draw(false);
  visiting = Boolean(visited);
  if (!visited || trace.kernel || setup.on || listing.on) return;
  const board = boards[isPlain() ? 1 : 0];
  visited.cells.forEach((value, index) => {
    const letter = visited.pieces[index] === "." ? null : visited.pieces[index];
    board.show(index, { value, letter, label: labelOf(index, letter, value) });
  });
  const line = visited.moves.map(move => move.san).join(" ");
  byId(isPlain() ? "name-second" : "name-first").textContent = `Searched now: ${line || "the position itself"}`;
}

/** What is said of kernels that were wanted and are not here. */
function missingKernels() {
  if (isPlain()) return [];
  return [place.kernel, place.compare].filter(name => name && !report.kernels.includes(name))
    .map(name => `no cells of ${name} at this position: the page has the kernels ${report.kernels.join(", ")}`);
}

function choose(index) {
  chosen = index;
  boards.forEach(board => board.choose(index));
  point(index, null);
}

const movesFrom = index => report.legal_moves.filter(move => move.uci.slice(0, 2) === NAMES[index]);

const movesTo = (from, to) => movesFrom(from).filter(move => move.uci.slice(2, 4) === NAMES[to]);

function showGoals() {
  const goals = source === null || setup.on ? [] : movesFrom(source).map(move => move.uci.slice(2, 4));
  const movable = setup.on ? [] : report.legal_moves.map(move => move.uci.slice(0, 2));
  boards.forEach(board => board.showGoals(source, new Set(goals), new Set(movable)));
}

/** Shows a cell in large, draws where a bit of it comes from and says it; no bit for null. */
function point(index, number) {
  const letter = setup.on ? setup.pieces[index] : report.cells[index].piece;
  byId("cell-name").textContent = `${NAMES[index]}, ${letter ? pieceName(letter) : "empty"}: ${report.cells[index].hex}`;
  large.show(report, index);
  const names = number === null ? [] : report.cells[index].origins.filter(origin => origin.bit === info.bits[number].name);
  boards.forEach(board => board.showOrigins(index, names));
  if (number !== null) byId("origin").textContent = originInWords(info, report, index, number);
  else if (told !== index) byId("origin").textContent = HINT;
  told = index;
}

// --- playing -------------------------------------------------------------------------------------

async function play(from, to) {
  const found = movesTo(from, to);
  source = null;
  showGoals();
  if (found.length === 0) return say(`There is no legal move from ${NAMES[from]} to ${NAMES[to]}.`);
  const uci = found.length === 1 ? found[0].uci : await promotion(found);
  if (!uci) return;
  chosen = to;
  go(place => ({ moves: [...place.moves.slice(0, place.ply), uci], ply: null }), { flash: true });
}

/** Asks which of several promotions is meant. */
function promotion(moves) {
  const dialog = byId("promotion");
  dialog.replaceChildren(...moves.map(({ uci }) => {
    const letter = report.side === "w" ? uci[4].toUpperCase() : uci[4];
    const button = make("button", { type: "button" });
    button.setAttribute("aria-label", pieceName(letter));
    make("img", { src: pieceFile(letter), alt: "" }, button);
    button.addEventListener("click", () => dialog.close(uci));
    return button;
  }));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise(done => dialog.addEventListener("close", () => done(dialog.returnValue), { once: true }));
}

/** A square is pressed, by the pointer or by Enter. */
function press(index) {
  choose(index);
  boards[0].uncover(index, byId("cell"));
  if (trace.kernel) return;
  if (setup.on) {
    if (setup.hand) setup.put(index, setup.hand);
  } else if (source === null || source === index) {
    source = source === null && movesFrom(index).length ? index : null;
    if (source !== null) say(`${NAMES[index]}: choose where to.`);
    showGoals();
  } else if (!movesTo(source, index).length && movesFrom(index).length) {
    source = index;
    showGoals();
  } else {
    play(source, index);
  }
}

const indexOf = element => NAMES.indexOf(element.dataset.square);

dragging(document.querySelector("main"), {
  picture(element) {
    if (element.dataset.piece) return pieceFile(element.dataset.piece);
    const index = indexOf(element);
    element.focus();
    choose(index);
    const letter = setup.on ? setup.pieces[index] : movesFrom(index).length ? report.cells[index].piece : null;
    if (!letter || trace.kernel) return null;
    if (!setup.on && source === null) boards.forEach(board =>
      board.showGoals(index, new Set(movesFrom(index).map(move => move.uci.slice(2, 4))), new Set()));
    return pieceFile(letter);
  },
  press(element) {
    if (element.dataset.piece) setup.take(element.dataset.piece);
    else press(indexOf(element));
  },
  drop(element, target) {
    if (element.dataset.piece) {
      if (target) setup.put(indexOf(target), element.dataset.piece);
    } else if (setup.on) {
      if (!target) setup.put(indexOf(element), null);
      else if (target !== element) setup.move(indexOf(element), indexOf(target));
    } else if (target && target.dataset.square !== element.dataset.square) {
      play(indexOf(element), indexOf(target));
    } else {
      source = null;
      showGoals();
    }
  },
});

byId("boards").addEventListener("keydown", event => {
  const element = event.target.closest("[data-square]");
  if (!element || event.ctrlKey || event.metaKey || event.altKey) return;
  const board = boards.find(board => board.grid.contains(element));
  const [column, row] = board.seen(chosen);
  const to = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    Home: [-column, 0], End: [7 - column, 0] }[event.key];
  const within = at => Math.max(0, Math.min(7, at));
  if (to) {
    choose(board.index(within(column + to[0]), within(row + to[1])));
    board.squares[chosen].element.focus();
  } else if (event.key === "Enter" || event.key === " ") press(chosen);
  else if (event.key === "Escape") {
    source = null;
    showGoals();
  } else if (!setup.on || !setup.type(chosen, event.key)) return;
  event.preventDefault();
});

byId("boards").addEventListener("pointerover", event => {
  const square = event.target.closest("[data-square]");
  const bit = event.target.closest(".bit");
  if (report) point(square ? indexOf(square) : chosen, square && bit ? Number(bit.dataset.bit) : null);
});
byId("boards").addEventListener("pointerleave", () => report && point(chosen, null));

// --- choosing ------------------------------------------------------------------------------------

byId("position").addEventListener("submit", event => {
  event.preventDefault();
  typing = false;
  leave();
  go({ fen: byId("fen").value.trim(), moves: [], ply: null });
});
byId("fen").addEventListener("input", () => { typing = true; });
byId("fen").addEventListener("blur", () => { typing = false; });
byId("start").addEventListener("click", () => {
  leave();
  go({ fen: "startpos", moves: [], ply: null });
});
byId("kernel").addEventListener("change", event => go({ kernel: event.target.value }));
byId("compare").addEventListener("change", event => go({ compare: event.target.value }));
for (const [id, ply] of [
  ["first-ply", () => 0],
  ["back", place => Math.max(0, place.ply - 1)],
  ["next", place => Math.min(place.moves.length, place.ply + 1)],
  ["last-ply", place => place.moves.length],
]) {
  byId(id).addEventListener("click", () => {
    endSetup();
    go(place => ({ ply: ply(place) }), { flash: true });
  });
}
byId("flip").addEventListener("click", () => {
  boards.forEach(board => board.turn(!board.flipped));
  point(chosen, null);
});
byId("edit").addEventListener("click", () => {
  trace.stop();
  listing.stop(true);
  if (!setup.on) playing.quit();
  setup.turn(!setup.on, report);
  showSetup();
  source = null;
  draw(false);
});

function endSetup() {
  setup.turn(false);
  showSetup();
}

/** Another position is opened: a game or a set-up ends. */
function leave() {
  endSetup();
  playing.human = null;
}

function showSetup() {
  byId("edit").setAttribute("aria-pressed", String(setup.on));
  byId("boards").classList.toggle("setting", setup.on);
}

const setup = new Setup(byId("setup"), () => {
  draw(false);
  go({ fen: setup.fen(), moves: [], ply: null });
});

const trace = new Trace({
  place: () => place,
  begin() {
    listing.stop(true);
    draw(false);
  },
  show(moment, before) {
    moment.cells.forEach((value, index) => {
      const letter = report.cells[index].piece;
      const changed = (value & ~(before?.cells[index] ?? 0)) >>> 0;
      boards[0].show(index, { value, letter, changed, label: labelOf(index, letter, value) });
    });
    boards[0].showMarks(moment.marks);
    say(`${moment.chapter}, ${moment.title}. ${moment.text}`);
  },
  end: () => draw(false),
  fail,
});

const playing = new Play({
  visit,
  say,
  /** The engine's move is played after the place that it thought about; who looks at an earlier ply stays there. */
  play: (at, uci) => go(place => {
    const before = at.moves.length;
    const stays = place.ply < before ? place.ply : null;
    return { fen: at.fen, moves: [...at.moves, uci], ply: stays };
  }, { flash: true }),
  open(change, flipped) {
    endSetup();
    if (flipped !== null) boards.forEach(board => board.turn(flipped));
    return go(change);
  },
});
byId("plain").checked = kept.plain;
byId("plain").addEventListener("change", () => draw(false));

const listing = new Listing({
  open: async fen => {
    endSetup();
    trace.stop(true);
    playing.quit();
    if (report.fen !== fen) await go({ fen, moves: [], ply: null });
  },
  show(cells, square, writes) {
    cells.forEach((value, index) => {
      const letter = report.cells[index].piece;
      boards[0].show(index, { value, letter, label: labelOf(index, letter, value) });
    });
    const color = writes ? "var(--alarm)" : "var(--accent)";
    boards[0].showMarks(square === null ? [] : [{ name: writes ? "written" : "read", color, squares: [square], fresh: [square] }]);
  },
  end: () => draw(false),
  chosen: () => chosen,
});

const tour = new Tour({
  async show({ fen, moves, square, bit, trace: kernel }) {
    leave();
    if (!await go({ fen, moves, ply: null }, { flash: true })) return;
    choose(NAMES.indexOf(square));
    if (bit !== null) point(chosen, bit);
    if (kernel) trace.start(kernel);
  },
  end: () => trace.stop(),
});

addEventListener("hashchange", () => {
  leave();
  go(placeOfAddress(), { push: false });
});
const begun = location.hash;
go(placeOfAddress(), { push: false }).then(done => {
  if (begun === "#tour") return tour.go(0);
  if (begun === "#play") return playing.begin("w");
  // Without an answer there is no board: the start position, under what is said about the other.
  const fault = byId("fault").textContent;
  if (!done) return go(home, { push: false }).then(() => { if (report) byId("fault").textContent = fault; });
  if (traced === "scanner") listing.start();
  else if (traced) trace.start(traced);
});
