// The engine, which searches in a thread of its own.

import { kept } from "ask";
import { bytesOf, compiled } from "core";

/**
 * The thread's script is made of scripts of the page, without their imports and exports: a page from a disk may
 * not start a thread with a module.
 */
function start() {
  const text = ["core", "worker"].map(name => kept.texts[name].replace(/^import .*$|^export /gm, "")).join("\n");
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const worker = new Worker(url);
  compiled(bytesOf(kept.core)).then(module => worker.postMessage({ module, network: bytesOf(kept.network) }));
  return worker;
}

export class Engine {
  /** `heard(id, message)` gets the reports of the current task. */
  constructor(heard) {
    this.worker = null;
    this.id = 0;
    this.thinks = false;
    this.heard = heard;
  }

  /** Begins a task, which ends another: a place, the words of its settings, and its time or nodes. */
  go(task) {
    if (!this.worker) {
      this.worker = start();
      this.worker.onmessage = ({ data }) => {
        if (data.id !== this.id || !this.thinks) return;
        if (data.ends || data.error) this.thinks = false;
        this.heard(data);
      };
    }
    this.thinks = true;
    this.worker.postMessage({ task: { ...task, id: ++this.id } });
    return this.id;
  }

  stop() {
    this.thinks = false;
    this.worker?.postMessage({ stop: true });
  }
}
