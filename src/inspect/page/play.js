// A game against the engine, and its analysis.

import { ask, kept } from "ask";
import { make } from "board";
import { Engine } from "engine";

const byId = id => document.getElementById(id);
const signed = number => (number > 0 ? "+" : "") + number.toFixed(2);
const samePlace = (a, b) => a.fen === b.fen && a.moves.join() === b.moves.join();
/** A chess player's guess of White's share of the points, for the bar. */
const share = centipawns => 1 / (1 + Math.exp(-centipawns / 220));

/** A score as players write it: pawns for White, or the moves to mate. */
const scoreText = ({ centipawns, mate, bound }) =>
  bound + (mate === null ? signed(centipawns / 100) : `${mate < 0 ? "−" : ""}M${Math.abs(mate)}`);

/** A count with its thousands or millions. */
const short = count => count < 10000 ? String(Math.round(count))
  : count < 1e7 ? `${Math.round(count / 1000)} k` : `${(count / 1e6).toFixed(1)} M`;

export class Play {
  /**
   * `play(place, uci)` makes the engine's move at the end of a place; `visit(visited)` draws the cells that are
   * searched, or the position again for null; `say(text)` is for screen readers; `open(place, flipped)` shows another
   * place, with Black at the bottom if `flipped`, turned as before for null.
   */
  constructor({ play, visit, say, open }) {
    Object.assign(this, { play, visit, say, open, place: null, report: null, human: null, game: null });
    this.engine = new Engine(message => this.heard(message));
    const strength = byId("strength");
    kept.levels.forEach((elo, index) =>
      strength.append(new Option(`${index + 1}: ${elo ? `about ${elo} Elo` : "full strength"}`, elo ?? "")));
    strength.value = kept.levels[4] ?? "";
    // Below full strength the engine answers at once.
    const seconds = () => { byId("seconds").disabled = Boolean(strength.value); };
    strength.addEventListener("change", seconds);
    seconds();
    byId("play-white").addEventListener("click", () => this.begin("w"));
    byId("play-black").addEventListener("click", () => this.begin("b"));
    byId("resume").addEventListener("click", () => this.resume());
    byId("undo").addEventListener("click", () => this.undo());
    byId("stop").addEventListener("click", () => this.stopped());
    byId("analyse").addEventListener("click", () => this.analyse(!this.analyses));
    byId("lines").addEventListener("change", () => this.analyses && this.analyse(true));
    byId("visited").addEventListener("change", () => this.visit(null));
    byId("copy").addEventListener("click", () => this.text());
    byId("text-copy").addEventListener("click", () => this.copied());
    byId("text-load").addEventListener("click", () => this.load());
    byId("profile").addEventListener("change", () => this.analyses && this.analyse(true));
  }

  /** The words of the engine's settings. */
  words(elo, lines) {
    const strength = elo ? ` elo=${elo} seed=${this.seed ??= Math.floor(Math.random() * 2 ** 32)}` : "";
    return `profile=${byId("profile").value}${strength} lines=${lines}`;
  }

  /** A new game; the person has this side. */
  begin(human) {
    this.engine.stop();
    this.clear();
    this.human = human;
    this.seed = null;
    this.forget = true;
    this.analyses = false;
    this.open({ fen: "startpos", moves: [], ply: null }, human === "b");
  }

  /** The engine plays on from what is shown, for the side that is to move. */
  resume() {
    this.engine.stop();
    this.human = this.report.side === "w" ? "b" : "w";
    this.analyses = false;
    this.open({ moves: this.place.moves.slice(0, this.place.ply), ply: null }, null);
  }

  /** Ends the game and the analysis. */
  quit() {
    this.human = null;
    this.analyses = false;
    this.engine.stop();
    this.show();
  }

  /** Takes back the person's last move, and the engine's answer to it. */
  undo() {
    const { moves, ply } = this.place;
    this.engine.stop();
    this.open({ moves: moves.slice(0, Math.max(0, ply - this.back())), ply: null }, null);
  }

  /** The number of moves that are taken back. */
  back() {
    return this.human && this.report.side === this.human ? 2 : 1;
  }

  /** Removes what was found about another position. */
  clear() {
    byId("thinking").textContent = "";
    byId("variations").replaceChildren();
    const bar = byId("bar");
    bar.style.removeProperty("--white");
    bar.setAttribute("aria-label", "Evaluation");
    bar.querySelector("span").textContent = "";
  }

  /** What is shown has changed. */
  moved(place, report) {
    const at = { fen: place.fen, moves: place.moves.slice(0, place.ply) };
    const before = this.at;
    Object.assign(this, { place, report, at });
    if (before && !samePlace(before, at) && !this.human) this.clear();
    const last = place.ply === place.moves.length;
    const thought = this.engine.thinks ? this.task : null;
    if (this.analyses) {
      if (!before || !samePlace(before, at)) this.analyse(true);
    } else if (thought && samePlace(thought, { fen: place.fen, moves: place.moves })) {
      // It thinks on while an earlier position is looked at.
    } else {
      this.engine.stop();
      if (this.human && last && !report.ending && report.side !== this.human) this.think();
    }
    this.show();
  }

  think() {
    const elo = Number(byId("strength").value) || null;
    this.search(this.words(elo, 1), { time: 1000 * Number(byId("seconds").value) });
  }

  analyse(on) {
    this.analyses = on;
    this.human = on ? null : this.human;
    if (on && !this.report.ending) this.search(this.words(null, byId("lines").value), {});
    else this.engine.stop();
    this.show();
    if (!on) this.visit(null);
  }

  search(words, limits) {
    this.task = this.at;
    this.result = null;
    this.hurries = false;
    this.engine.go({ place: this.at, words, forget: this.forget, ...limits });
    this.forget = false;
  }

  /** The person wants a move now, or an end of the analysis. */
  stopped() {
    if (this.analyses) return this.analyse(false);
    const move = this.result?.report.lines[0]?.moves[0];
    // Before the first report there is no move yet.
    this.hurries = !move;
    if (move) this.answer(move);
  }

  answer(move) {
    this.engine.stop();
    this.visit(null);
    this.say(`${this.human === "w" ? "Black" : "White"} plays ${move.san}.`);
    this.play(this.task, move.uci);
  }

  heard(message) {
    if (message.error) {
      this.human = null;
      this.analyses = false;
      this.say(message.error);
      byId("thinking").textContent = message.error;
      return this.show();
    }
    this.result = message;
    this.showThinking();
    if ((message.ends || this.hurries) && this.human && !this.analyses) {
      const move = message.report.lines[0]?.moves[0];
      if (move) return this.answer(move);
    }
    if (message.ends) this.show();
    this.visit(byId("visited").checked && this.engine.thinks ? message.report.visited : null);
  }

  /** The panel's words and buttons. */
  show() {
    const { ending, check, side } = this.report;
    const mover = side === "w" ? "White" : "Black";
    const last = this.place.ply === this.place.moves.length;
    const turn = this.analyses ? "Analysis" : this.engine.thinks ? "The engine thinks"
      : last && side === this.human ? "Your move" : `${mover} to move`;
    byId("status").textContent = ending ? `${ending.result}, ${ending.reason}` : turn + (check ? ", check" : "");
    byId("stop").disabled = !this.engine.thinks;
    byId("stop").textContent = this.analyses ? "Stop" : "Move now";
    byId("undo").disabled = !last || this.place.ply < this.back();
    byId("resume").textContent = `The engine plays ${mover}`;
    byId("resume").disabled = Boolean(ending);
    byId("analyse").setAttribute("aria-pressed", String(Boolean(this.analyses)));
    byId("play-white").setAttribute("aria-pressed", String(this.human === "w"));
    byId("play-black").setAttribute("aria-pressed", String(this.human === "b"));
  }

  /** Depth, score, speed and lines as GUIs show them, and the bar. */
  showThinking() {
    const { report, elapsed, searched } = this.result;
    const { depth, selective_depth, nodes, hashfull, lines } = report;
    const rate = elapsed > 0 ? `${short(1000 * searched / elapsed)} nodes/s` : "";
    byId("thinking").textContent = `depth ${depth}/${Math.max(depth, selective_depth)} · ${short(nodes)} nodes · ${rate} · `
      + `${(elapsed / 1000).toFixed(1)} s · table ${Math.round(hashfull / 10)} %`;
    byId("variations").replaceChildren(...lines.map(line => {
      const item = document.createElement("li");
      make("b", { textContent: scoreText(line) }, item);
      item.append(` ${line.moves.slice(0, 12).map(move => move.san).join(" ")}`);
      return item;
    }));
    const best = lines[0];
    if (!best) return;
    const white = best.mate === null ? share(best.centipawns) : best.mate > 0 ? 1 : 0;
    const bar = byId("bar");
    bar.style.setProperty("--white", `${Math.round(100 * white)}%`);
    bar.setAttribute("aria-label", `Evaluation ${scoreText(best)}`);
    bar.querySelector("span").textContent = scoreText(best);
  }

  /** The game as PGN, to copy; or another to paste. */
  async text() {
    const engine = `Nucleus ${byId("strength").selectedOptions[0].text}`;
    const [white, black] = this.human === "b" ? [engine, "You"] : this.human ? ["You", engine] : ["?", "?"];
    const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    const tags = ["Event Game in the page", `Date ${date}`, `White ${white}`, `Black ${black}`];
    byId("text-fault").textContent = "";
    try {
      byId("text").value = await ask("pgn", { ...this.place, ply: null }, tags);
    } catch (error) {
      byId("text-fault").textContent = error.message;
    }
    byId("game-text").showModal();
    byId("text").select();
  }

  async copied() {
    byId("text").select();
    let done = true;
    try {
      await navigator.clipboard.writeText(byId("text").value);
    } catch {
      // Without the permission the older way works: the text is selected.
      done = document.execCommand("copy");
    }
    byId("text-fault").textContent = done ? "Copied." : "Not copied: press Ctrl+C.";
  }

  async load() {
    try {
      const { fen, moves } = await ask("paste", { text: byId("text").value });
      this.human = null;
      byId("game-text").close();
      this.open({ fen, moves, ply: null }, null);
    } catch (error) {
      byId("text-fault").textContent = error.message;
    }
  }
}
