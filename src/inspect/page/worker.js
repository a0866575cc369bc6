// The engine's thread. It searches in slices of nodes and hears its messages in between; the page's clock is here.

import { Core } from "core";

/** Length of a slice, in milliseconds, and nodes of the first one. */
const SLICE = 240;
const FIRST = 50000;

let core = null;
let task = null;
/** Nodes a millisecond of the last slice; 0 before the first. */
let speed = 0;

/** Lets waiting messages be heard before the next slice. */
const turns = new MessageChannel();
let waits = false;
const next = () => {
  if (!waits) turns.port2.postMessage(0);
  waits = true;
};
turns.port1.onmessage = () => {
  waits = false;
  if (task) slice(task);
};

onmessage = async ({ data }) => {
  try {
    if (data.module) {
      core = await Core.start(data.module);
      core.network(data.network);
    }
  } catch (error) {
    return postMessage({ error: error.message });
  }
  // A task that comes before the core is ready waits for it.
  if (data.task) task = { ...data.task, begin: performance.now() };
  if (data.stop) task = null;
  if (task && core) next();
};

function slice(current) {
  const { place, words, time, nodes } = current;
  const begin = performance.now();
  const left = Math.min(SLICE, time ? time - (begin - current.begin) : SLICE);
  // A weak player's own limit is below that of a first slice.
  const isWeak = words.includes(" elo=");
  const most = nodes ?? (speed && !isWeak ? Math.max(1000, Math.round(speed * left)) : FIRST);
  const settings = `${words} nodes=${most}${current.forget ? " new" : ""}`;
  let report;
  try {
    report = core.ask(["search", place.fen, place.moves.join(" "), "", "", "", settings]);
  } catch (error) {
    task = null;
    return postMessage({ id: current.id, error: error.message });
  }
  const now = performance.now();
  // A task may continue the search of an earlier one, whose nodes are not its own.
  const before = current.reached ?? Math.max(0, report.nodes - most);
  current.first ??= before;
  current.reached = report.nodes;
  current.forget = false;
  if (!report.done) speed = (report.nodes - before) / Math.max(now - begin, 1);
  const elapsed = now - current.begin;
  const ends = Boolean(report.done || nodes || time && elapsed >= time);
  if (ends) task = null;
  postMessage({ id: current.id, report, elapsed, searched: report.nodes - current.first, ends });
  if (!ends) next();
}
