// The engine, which searches in a thread of its own.

import { kept } from "ask";
import { bytesOf, compiled } from "core";

/**
 * The thread's script is made of scripts of the page, without their imports and exports: a page from a disk may
 * not start a thread with a module.
 */
function start(failed) {
  const text = ["core", "worker"].map(name => kept.texts[name].replace(/^import .*$|^export /gm, "")).join("\n");
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const worker = new Worker(url);
  worker.onerror = ({ message }) => failed(message || "its thread does not start");
  compiled(bytesOf(kept.core))
    .then(module => worker.postMessage({ module, network: bytesOf(kept.network) }))
    .catch(error => failed(error.message));
  return worker;
}

export class Engine {
  /** `heard(message)` gets the reports of the current task, and errors. */
  constructor(heard) {
    this.worker = null;
    this.id = 0;
    this.thinks = false;
    this.heard = heard;
  }

  /** Begins a task, which ends another: a place, the words of its settings, and its time or nodes. */
  go(task) {
    // A thread that has failed is started anew for the next task.
    const failed = error => {
      this.worker?.terminate();
      this.worker = null;
      this.thinks = false;
      this.heard({ error: `The engine has failed: ${error}` });
    };
    if (!this.worker) {
      try {
        this.worker = start(failed);
      } catch (error) {
        return failed(error.message);
      }
      this.worker.onmessage = ({ data }) => {
        if (data.error) return failed(data.error);
        if (data.id !== this.id || !this.thinks) return;
        if (data.ends) this.thinks = false;
        this.heard(data);
      };
    }
    this.thinks = true;
    this.worker.postMessage({ task: { ...task, id: ++this.id } });
  }

  stop() {
    this.thinks = false;
    this.worker?.postMessage({ stop: true });
  }
}
