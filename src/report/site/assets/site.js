// The switch of colours, tables that sort, filters, charts that answer. Everything is on the page
// without it; it only chooses and tells.
"use strict";

const root = document.documentElement;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// Colours: the system's until the reader chooses.
function themes() {
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const show = () => { button.textContent = dark() ? "Light" : "Dark"; };
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("nucleus-theme", root.dataset.theme); } catch { /* for this page alone */ }
    show();
  });
  system.addEventListener("change", show);
  show();
}

// What a cell is sorted by: its figure, else its words; nothing at all where it has a dash.
function key(row, column) {
  const cell = row.cells[column];
  if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
  const words = cell.textContent.trim();
  if (words === "–" || words === "") return null;
  return cell.classList.contains("num") ? parseFloat(words.replaceAll(",", "")) : words;
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

function sort(table, column, head) {
  const heads = all("thead th", table);
  // Figures begin with the largest, words with the first.
  const first = head.classList.contains("num") ? "descending" : "ascending";
  const other = first === "ascending" ? "descending" : "ascending";
  const order = head.getAttribute("aria-sort") === first ? other : first;
  heads.forEach(h => h.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  const body = table.tBodies[0];
  const rows = [...body.rows].map(row => [key(row, column), row]);
  // What was not measured stands below, whichever way.
  rows.sort(([a], [b]) => (a === null) - (b === null) || sign * compare(a, b));
  body.append(...rows.map(([, row]) => row));
  show(table);
}

// Shows the rows that match the filters. A long table shows the first ones until its button is pressed.
const FIRST = matchMedia("(max-width: 600px)").matches ? 12 : 40;
const taken = new WeakMap();

function show(table) {
  const takes = taken.get(table) ?? (() => true);
  const rows = [...table.tBodies[0].rows];
  const kept = rows.filter(takes);
  const more = table.parentElement.nextElementSibling?.matches("button.more")
    ? table.parentElement.nextElementSibling : null;
  const most = more && !more.dataset.all ? FIRST : kept.length;
  rows.forEach(row => { row.hidden = true; });
  kept.slice(0, most).forEach(row => { row.hidden = false; });
  if (more) {
    more.hidden = kept.length <= most;
    more.textContent = `Show all ${kept.length} rows`;
  }
  return kept.length;
}

function long(table) {
  if (table.tBodies[0].rows.length <= FIRST) return;
  const more = document.createElement("button");
  more.type = "button";
  more.className = "more";
  more.addEventListener("click", () => { more.dataset.all = "yes"; show(table); });
  table.parentElement.after(more);
  show(table);
}

function sortable(table) {
  all("thead th", table).forEach((head, column) => {
    if (head.querySelector("svg")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.replaceChildren(button);
    button.addEventListener("click", () => sort(table, column, head));
  });
}

// The address has the filters after #, so that a link shows the same rows. In a form with data-one every
// filter has a value; if no row matches all of them, the others change to those of a row with the new one.
function filters(form) {
  const table = document.getElementById(form.dataset.table);
  const rows = [...table.tBodies[0].rows];
  const selects = all("select", form);
  const usual = new Map(selects.map(s => [s, s.value]));
  const of = (row, select) => (row.dataset[select.name] ?? "").split("\n");
  const takes = row => selects.every(s => s.value === "" || of(row, s).includes(s.value));
  taken.set(table, takes);
  const apply = () => {
    const count = show(table);
    form.querySelector("output").textContent =
      form.dataset.one ? `${count} ${form.dataset.one}` : `${count} of ${rows.length}`;
  };
  const read = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    selects.forEach(s => {
      const value = asked.get(s.name) ?? usual.get(s);
      s.value = [...s.options].some(o => o.value === value) ? value : usual.get(s);
    });
    apply();
  };
  const write = event => {
    if (form.dataset.one && !rows.some(takes)) {
      const row = rows.find(one => of(one, event.target).includes(event.target.value));
      selects.forEach(s => { s.value = of(row, s)[0]; });
    }
    const chosen = new URLSearchParams();
    selects.filter(s => s.value !== usual.get(s)).forEach(s => chosen.set(s.name, s.value));
    history.replaceState(null, "", `#${chosen}`);
    apply();
  };
  form.hidden = false;
  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("change", write);
  form.addEventListener("reset", event => setTimeout(write, 0, event));
  addEventListener("hashchange", read);
  read();
}

// A chart's rows and points say what they are, pointed at or reached with the arrow keys. A chart has
// a wide and a narrow drawing, of which one is shown.
function drawing(element) {
  const readout = element.parentElement.querySelector(".readout");
  const marks = all(".mark", element);
  if (marks.length === 0) return;
  const words = mark => mark.querySelector("title").textContent;
  const show = mark => {
    marks.forEach(m => m.classList.toggle("on", m === mark));
    readout.textContent = words(mark);
  };
  const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1,
    Home: -marks.length, End: marks.length };
  marks.forEach((mark, at) => {
    mark.setAttribute("tabindex", at === 0 ? "0" : "-1");
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", words(mark));
    mark.addEventListener("pointerenter", () => show(mark));
    mark.addEventListener("focus", () => show(mark));
    mark.addEventListener("keydown", event => {
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = marks[Math.max(0, Math.min(marks.length - 1, at + step))];
      marks.forEach(m => m.setAttribute("tabindex", m === next ? "0" : "-1"));
      next.focus();
    });
  });
  readout.hidden = false;
}

themes();
all("table.sortable").forEach(sortable);
all("table.sortable").forEach(long);
all("form.filters").forEach(filters);
all(".drawing").forEach(drawing);
