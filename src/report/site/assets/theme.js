// Before anything is painted: the colours that the reader chose here the last time.
"use strict";
try {
  const chosen = localStorage.getItem("nucleus-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // No storage is allowed: the system's colours then.
}
