// Back closes what is laid over the page, and leaves the view where it is.
//
// As long as something is laid over it, the history has one entry more, with the same address. That entry goes with
// what is over it: Back takes it, a link in it is written over it (`router.js`), and closing steps back. So none is left.

/** What is open, the last one on top. @type {(() => void)[]} */
const open = [];

/** Whether the page stands at the entry of what is laid over it. */
const isOver = () => window.history.state !== null;

/** Something is laid over the page, until the answer is called. @param {() => void} close @returns {() => void} */
export function layOver(close) {
  open.push(close);
  settleSoon();
  return () => {
    const at = open.indexOf(close);
    if (at >= 0) open.splice(at, 1);
    settleSoon();
  };
}

/** One sheet may follow another at once, or a link lead away: what holds then is looked at, not what holds now. */
const settleSoon = () => void setTimeout(settle);

function settle() {
  if (open.length && !isOver()) window.history.pushState("over", "");
  else if (!open.length && isOver()) window.history.back();
}

// Also where the way led forward to an entry of something that is closed by now.
window.addEventListener("popstate", () => {
  if (!isOver()) open.pop()?.();
  settleSoon();
});
// The page was loaded again while something was open.
settleSoon();
