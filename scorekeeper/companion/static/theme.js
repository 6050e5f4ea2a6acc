"use strict";
// Light or dark, before anything is drawn: what was chosen on this phone, or else what the phone itself is set to.
(() => {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => {
    try {
      return window.localStorage.getItem("scorekeeper.theme");
    } catch {
      return null;
    }
  };
  const apply = () => {
    const theme = chosen() || (system.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
    const bar = document.querySelector('meta[name="theme-color"]');
    if (bar) bar.setAttribute("content", theme === "dark" ? "#20150d" : "#c99a5f");
  };
  system.addEventListener("change", apply);
  window.addEventListener("scorekeeper:theme", apply);
  apply();
})();
