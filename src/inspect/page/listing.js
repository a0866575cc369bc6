// The debugger: assembly routines as they ran by single steps, replayed instruction by instruction.

import { kept } from "ask";
import { NAMES, make } from "board";
import { bytesOf, unpacked } from "core";

const byId = id => document.getElementById(id);
/** Index of the flags among the registers, and the bits of those that routines use. */
const FLAGS = 16;
const FLAG_BITS = { carry: 0, zero: 6, sign: 7, overflow: 11 };
/** A region's address in a report is its number, from 1, times this. */
const APART = 2 ** 32;
/** How long a step is shown while the steps run, in milliseconds. */
const PACE = 120;

const hex = (value, digits = 8) => (value >>> 0).toString(16).padStart(digits, "0");

export class Listing {
  /** `open(fen)` shows a position, `chosen()` is the chosen square, `show(cells, square, writes)` draws cells, `end()` those of the position. */
  constructor({ open, show, end, chosen }) {
    Object.assign(this, { open, show, end, chosen, sets: [], at: 0, timer: null, on: false });
    byId("debug").addEventListener("click", () => this.on ? this.stop() : this.start());
    byId("debug-position").addEventListener("change", () => this.position());
    byId("debug-routine").addEventListener("change", () => this.routine());
    byId("debug-call").addEventListener("change", () => this.call());
    byId("debug-first").addEventListener("click", () => this.go(0));
    byId("debug-back").addEventListener("click", () => this.go(this.at - 1));
    byId("debug-next").addEventListener("click", () => this.go(this.at + 1));
    byId("debug-run").addEventListener("click", () => this.run(this.timer === null));
    byId("debug-cell").addEventListener("click", () => this.toCell());
    byId("debug-step").addEventListener("input", event => this.go(Number(event.target.value)));
    byId("debug-lines").addEventListener("click", event => {
      const line = event.target.closest("[data-line]");
      if (line) this.toLine(Number(line.dataset.line));
    });
    byId("debug-lines").addEventListener("keydown", event => {
      const line = event.target.closest("[data-line]");
      const to = { ArrowUp: line?.previousElementSibling, ArrowDown: line?.nextElementSibling }[event.key];
      if (to) {
        event.preventDefault();
        to.focus();
      }
      if (line && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        this.toLine(Number(line.dataset.line));
      }
    });
  }

  async start() {
    if (!this.sets.length) {
      const recorded = JSON.parse(new TextDecoder().decode(await unpacked(bytesOf(kept.recorded))));
      this.sets = [...kept.debugged ? [kept.debugged] : [], ...recorded];
      this.sets.forEach(({ fen }, index) =>
        byId("debug-position").append(new Option(index || !kept.debugged ? `recorded: ${fen}` : `this CPU: ${fen}`, index)));
    }
    await this.position();
  }

  /** Ends the replay; the position is drawn again unless `quiet`. */
  stop(quiet = false) {
    if (!this.on) return;
    this.run(false);
    this.turn(false);
    if (!quiet) this.end();
  }

  turn(on) {
    this.on = on;
    document.querySelector("main").classList.toggle("debugging", on);
    byId("debug-view").hidden = !on;
    byId("debug").setAttribute("aria-pressed", String(on));
  }

  async position() {
    this.set = this.sets[Number(byId("debug-position").value)];
    const names = this.set.routines.map(({ name }, index) => new Option(name, index));
    byId("debug-routine").replaceChildren(...names);
    await this.open(this.set.fen);
    this.turn(true);
    this.end();
    this.routine();
  }

  routine() {
    this.traced = this.set.routines[Number(byId("debug-routine").value)];
    byId("debug-call").replaceChildren(...this.traced.calls.map(({ title }, index) => new Option(title, index)));
    // All positions have the listings of the first.
    const { listing } = this.sets[0].routines.find(({ name }) => name === this.traced.name);
    byId("debug-lines").replaceChildren(...listing.trimEnd().split("\n").map((text, line) => {
      const item = make("li", { textContent: text || " ", data: { line }, tabIndex: -1 });
      item.classList.toggle("code", /^\s+[a-z]/.test(text));
      return item;
    }));
    this.call();
  }

  call() {
    this.current = this.traced.calls[Number(byId("debug-call").value)];
    byId("debug-step").max = this.current.steps.length - 1;
    this.go(0);
  }

  /** The state before a step: registers, and the words of each region. */
  before(at) {
    const { start, steps, regions } = this.current;
    const registers = [...start];
    const words = regions.map(region => [...region.words]);
    for (const [, access, changed] of steps.slice(0, at)) {
      if (access && access[2] !== null) words[access[0]][access[1]] = access[2];
      for (const [register, value] of changed) registers[register] = value;
    }
    return { registers, words };
  }

  run(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.go(this.at + 1, true), PACE) : null;
    byId("debug-run").setAttribute("aria-pressed", String(on));
  }

  /** Goes on to the next step for which `is` holds; from the last one on from the first. */
  find(is) {
    const { steps } = this.current;
    for (let ahead = 1; ahead <= steps.length; ahead++) {
      const at = (this.at + ahead) % steps.length;
      if (is(steps[at])) return this.go(at);
    }
  }

  toLine(line) {
    this.find(step => step[0] === line);
  }

  /** To the next instruction that reads or writes the chosen square's cell. */
  toCell() {
    const region = this.current.regions.findIndex(({ name }) => name === "cells");
    this.find(([, access]) => access && access[0] === region && access[1] === this.chosen());
  }

  /** A register in words: a place in a region, or its 32 bits. */
  value(content) {
    if (content === null || content === undefined) return "caller's";
    if (content < APART) return hex(content);
    return `${this.current.regions[Math.floor(content / APART) - 1].name} + ${content % APART}`;
  }

  go(at, running = false) {
    if (!running) this.run(false);
    const { steps, regions } = this.current;
    this.at = Math.max(0, Math.min(steps.length - 1, at));
    if (running && this.at === steps.length - 1) this.run(false);
    const { registers, words } = this.before(this.at);
    const [line, access, changed] = steps[this.at];
    const now = new Set(changed.map(([register]) => register));
    const last = new Set((steps[this.at - 1]?.[2] ?? []).map(([register]) => register));
    [...byId("debug-lines").children].forEach((item, index) => {
      item.classList.toggle("now", index === line);
      item.tabIndex = index === line ? 0 : -1;
      if (index === line) item.parentElement.scrollTop = item.offsetTop - item.parentElement.offsetTop - 80;
    });
    byId("debug-registers").replaceChildren(...this.set.registers.map((name, register) => {
      const row = make("div", {});
      row.classList.toggle("old", last.has(register));
      row.classList.toggle("new", now.has(register));
      make("dt", { textContent: name }, row);
      make("dd", { textContent: this.value(registers[register]) }, row);
      return row;
    }));
    const set = Object.entries(FLAG_BITS).filter(([, bit]) => registers[FLAGS] >>> bit & 1).map(([name]) => name);
    byId("debug-flags").textContent = `Flags: ${set.join(", ") || "none"}`;
    byId("debug-access").textContent = access ? this.accessText(access, words) : "uses no cell and no entry";
    byId("debug-words").textContent = regions.map(({ name }, index) => !["list", "moves"].includes(name) ? ""
      : words[index].map(word => hex(word ?? 0)).join(" ")).join(" ").trim();
    byId("debug-step").value = this.at;
    byId("debug-count").textContent = `${this.at + 1} / ${steps.length}`;
    byId("debug-back").disabled = byId("debug-first").disabled = this.at === 0;
    byId("debug-next").disabled = this.at === steps.length - 1;
    const cells = regions.findIndex(({ name }) => name === "cells");
    const square = access && access[0] === cells && access[1] < 64 ? access[1] : null;
    this.show(words[cells].slice(0, 64), square, Boolean(access && access[2] !== null));
  }

  accessText([region, index, written], words) {
    const { name } = this.current.regions[region];
    const place = name === "cells" && index < 64 ? `the cell of ${NAMES[index]}` : name === "cells" ? "the sentinel"
      : `${name}, word ${index}`;
    const word = words[region][index];
    if (written === null) return `reads ${place}${word === undefined ? "" : `: ${hex(word)}`}`;
    return `writes ${place}: ${hex(written)}`;
  }
}
