"use strict";
// What is said where the page does not come in full: its modules and its words can be lost on the way.
window.setTimeout(() => {
  const [page, told] = ["page", "unfinished"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
  if (page.hasChildNodes()) return;
  told.hidden = false;
  told.addEventListener("click", ({ target }) => target instanceof HTMLButtonElement && window.location.reload());
}, 8000);
