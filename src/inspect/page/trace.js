// A kernel's work on the position, one step after the other.

import { ask } from "ask";
import { make } from "board";

const byId = id => document.getElementById(id);
/** How long a step is shown while the steps run, in milliseconds. */
const PACE = 700;

export class Trace {
  /** `begin()` makes room for the steps, `show(moment, before)` draws one, `end()` the position again; `place()` is the position. */
  constructor({ place, begin, show, end, fail }) {
    Object.assign(this, { place, begin, show, end, fail, kernel: null, moments: [], at: 0, timer: null });
    for (const kernel of ["rebuild", "scan"]) {
      byId(`trace-${kernel}`).addEventListener("click", () =>
        this.kernel === kernel ? this.stop() : this.start(kernel));
    }
    byId("step-back").addEventListener("click", () => this.go(this.at - 1));
    byId("step-next").addEventListener("click", () => this.go(this.at + 1));
    byId("step-run").addEventListener("click", () => this.run(this.timer === null));
    byId("step").addEventListener("input", event => this.go(Number(event.target.value) - 1));
  }

  async start(kernel) {
    this.run(false);
    try {
      this.moments = (await ask(kernel, this.place())).moments;
    } catch (fault) {
      return this.fail(fault.message);
    }
    this.turn(kernel);
    this.begin();
    byId("step").max = this.moments.length;
    this.go(0);
  }

  turn(kernel) {
    this.kernel = kernel;
    byId("trace-view").hidden = !kernel;
    for (const name of ["rebuild", "scan"]) {
      byId(`trace-${name}`).setAttribute("aria-pressed", String(name === kernel));
    }
  }

  /** Ends the trace; the position is drawn again unless `quiet`. */
  stop(quiet = false) {
    if (!this.kernel) return;
    this.run(false);
    this.turn(null);
    if (!quiet) this.end();
  }

  run(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.go(this.at + 1, true), PACE) : null;
    byId("step-run").setAttribute("aria-pressed", String(on));
    if (on && this.at === this.moments.length - 1) this.go(0, true);
  }

  go(at, running = false) {
    if (!running) this.run(false);
    const last = this.moments.length - 1;
    this.at = Math.max(0, Math.min(last, at));
    const moment = this.moments[this.at];
    byId("chapter").textContent = moment.chapter;
    byId("step-title").textContent = moment.title;
    byId("step-text").textContent = moment.text;
    byId("step-code").textContent = moment.code;
    byId("step-list").hidden = moment.list.length === 0;
    byId("step-list").textContent = moment.list.join("\n");
    byId("step-list").scrollTop = byId("step-list").scrollHeight;
    byId("step-marks").replaceChildren(...moment.marks.map(mark => {
      const item = document.createElement("li");
      make("i", {}, item).style.background = mark.color;
      item.append(`${mark.name}, ${mark.squares.length}`);
      return item;
    }));
    byId("step").value = this.at + 1;
    byId("step-count").textContent = `${this.at + 1} / ${this.moments.length}`;
    byId("step-back").disabled = this.at === 0;
    byId("step-next").disabled = this.at === last;
    this.show(moment, this.moments[this.at - 1]);
    if (running && this.at === last) this.run(false);
  }
}
