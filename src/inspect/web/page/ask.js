// Where answers come from: the program that serves the page, or the core within it where that is a file.

const element = document.getElementById("kept");

/** What a file has within: its place, its pictures, and the core as WebAssembly in base64. */
const kept = element && JSON.parse(element.textContent);

/** What is looked at first where the address says nothing. */
export const home = kept ? kept.place : { fen: "startpos", moves: [], ply: null, kernel: "", compare: "" };

/** The address of a picture. */
export const file = name => kept ? kept.pictures[name] : name;

let core = null;

async function startCore() {
  const bytes = Uint8Array.from(atob(kept.core), letter => letter.charCodeAt(0));
  return (await WebAssembly.instantiate(bytes)).instance.exports;
}

/** The core's answer, see src/view/exports.rs. */
async function answerOfCore(question) {
  const { memory, question: roomFor, answer, answer_at } = await (core ??= startCore());
  const bytes = new TextEncoder().encode(question);
  let length;
  try {
    const at = roomFor(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    length = answer();
  } catch {
    // What has failed once is not asked again.
    core = null;
    throw new Error("the core has failed at this position");
  }
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer_at(), Math.abs(length)));
  if (length < 0) throw new Error(text);
  return JSON.parse(text);
}

/** The answer to a question, such as `position`; an error where there is none. */
export async function ask(what, query) {
  if (kept) return answerOfCore(`${what}?${query}`);
  let response, answer;
  try {
    response = await fetch(`${what}.json?${query}`);
    answer = await response.json();
  } catch {
    throw new Error("no answer: nucleus inspect --web has ended");
  }
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
