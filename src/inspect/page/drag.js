// Pieces follow the pointer: a mouse, a finger or a pen.

import { make } from "board";

/** How far the pointer goes, in pixels, before it drags and does not press. */
const FAR = 4;

/**
 * Calls `press(source)` for a press and `drop(source, target)` for a drag within `root`; `source` is
 * an element with a square or a piece, `target` one with a square, or null off the board.
 * `picture(source)` is the file of the piece that would be dragged, if any may.
 */
export function dragging(root, { picture, press, drop }) {
  root.addEventListener("pointerdown", down => {
    const source = down.target.closest("[data-square], [data-piece]");
    if (!source || down.button !== 0) return;
    const file = picture(source);
    let ghost = null;
    const move = event => {
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > FAR;
      if (!ghost && far && file) {
        ghost = make("img", { className: "ghost", src: file, alt: "" }, document.body);
        const box = source.getBoundingClientRect();
        ghost.style.width = `${Math.min(box.width, 64)}px`;
      }
      if (ghost) {
        ghost.style.left = `${event.clientX}px`;
        ghost.style.top = `${event.clientY}px`;
      }
    };
    const end = event => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      ghost?.remove();
      if (event.type === "pointercancel") return;
      const under = document.elementFromPoint(event.clientX, event.clientY);
      if (ghost) drop(source, under?.closest("[data-square]") ?? null);
      else if (source.contains(under)) press(source);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });
}
