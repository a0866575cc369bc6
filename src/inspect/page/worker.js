// The engine's thread. It searches in slices of nodes and hears its messages in between; the page's clock is here.

import { Core } from "core";

/** Length of a slice, in milliseconds, and nodes of the first one. */
const SLICE = 240;
const FIRST = 50000;

let core = null;
let task = null;
let speed = 0;

/** Ends the message that brought us here; the next slice follows those that wait. */
const turns = new MessageChannel();
turns.port1.onmessage = () => task && slice(task);

onmessage = async ({ data }) => {
  if (data.module) {
    core = await Core.start(data.module);
    core.network(data.network);
  }
  // A task that comes before the core is ready waits for it.
  if (data.task) task = { ...data.task, begin: performance.now(), fresh: true };
  if (data.stop) task = null;
  if (task && core) turns.port2.postMessage(0);
};

function slice(current) {
  const { place, words, time, nodes } = current;
  const begin = performance.now();
  const left = Math.min(SLICE, time ? time - (begin - current.begin) : SLICE);
  const most = nodes ?? (speed ? Math.max(1000, Math.round(speed * left)) : FIRST);
  const fresh = current.fresh && current.forget ? " new" : "";
  const settings = `${words} nodes=${most}${fresh}`;
  const before = current.nodes_so_far ?? 0;
  let report;
  try {
    report = core.ask(["search", place.fen, place.moves.join(" "), "", "", "", settings]);
  } catch (error) {
    task = null;
    return postMessage({ id: current.id, error: error.message });
  }
  const now = performance.now();
  const spent = now - begin;
  if (spent > 20) speed = (report.nodes - before) / spent;
  current.fresh = false;
  current.nodes_so_far = report.nodes;
  const elapsed = now - current.begin;
  // A deeper iteration takes longer than all before it, so little is lost by the last part of the time.
  const ends = report.done || nodes || time && elapsed >= time;
  if (ends) task = null;
  postMessage({ id: current.id, report, elapsed, ends });
  if (!ends) turns.port2.postMessage(0);
}
