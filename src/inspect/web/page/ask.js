// Where answers come from: the program that serves the page, or the page itself where that is a file.

const element = document.getElementById("kept");

/** What a file has within: its place, its answers by the moves that lead to them, and its pictures. */
const kept = element && JSON.parse(element.textContent);

/** True where no program answers. */
export const isFile = Boolean(kept);

/** What is looked at first where the address says nothing. */
export const home = kept ? kept.place : { fen: "startpos", moves: [], ply: null, kernel: "", compare: "" };

/** The address of a picture. */
export const file = name => kept ? kept.pictures[name] : name;

function keptAnswer(what, query) {
  const moves = (query.get("moves") ?? "").split(" ").filter(Boolean);
  const ply = query.has("ply") ? Number(query.get("ply")) : moves.length;
  const answer = query.get("fen") === kept.place.fen && kept[what][moves.slice(0, ply).join(" ")];
  if (!answer) throw new Error("this is a file, which has one line and the moves from its shown position: nucleus inspect --web has all");
  return answer;
}

/** The answer to a question, such as `position`; an error where there is none. */
export async function ask(what, query) {
  if (kept) return keptAnswer(what, query);
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
