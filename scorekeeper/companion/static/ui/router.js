// Where the page is: addresses are the server's own, so that each can be opened, shared and reloaded.

import { useLayoutEffect, useState } from "../vendor/hooks.js";
import { html } from "./html.js";

/** The server's root: the page may lie below a path of another site. */
export const ROOT = new URL("../../../", import.meta.url);
const CHANGED = "scorekeeper:place";

/** @typedef {{view: string, id: string, rest: string[], query: URLSearchParams, secret: string}} Place */

/** The view of an address that can't be read. */
export const NOWHERE = "nowhere";

/** Read an address. One that was cut within a letter leads nowhere. @param {Location | URL} address @returns {Place} */
export function readPlace(address) {
  const query = new URLSearchParams(address.search);
  try {
    const [view = "", id = "", ...rest] = address.pathname.slice(ROOT.pathname.length).split("/").filter(Boolean).map(decodeURIComponent);
    return { view, id, rest, query, secret: decodeURIComponent(address.hash.slice(1)) };
  } catch {
    return { view: NOWHERE, id: "", rest: [], query, secret: "" };
  }
}

/** The whole address of a path such as `play/game_1`. @param {string} path */
export const addressOf = (path) => new URL(path, ROOT).href;

/** Go to a path such as `play/game_1`; from what is laid over the page in its stead. @param {string} path @param {{instead?: boolean}} [how] */
export function go(path, { instead = false } = {}) {
  window.history[instead || window.history.state ? "replaceState" : "pushState"](null, "", addressOf(path));
  window.dispatchEvent(new Event(CHANGED));
}

/** Where the page is now; the view is drawn again when that changes. @returns {Place} */
export function usePlace() {
  const [place, setPlace] = useState(() => readPlace(window.location));
  // Before anything else happens: a change between the first look and this would be missed.
  useLayoutEffect(() => {
    const look = () => setPlace(readPlace(window.location));
    const events = [CHANGED, "popstate", "hashchange"];
    events.forEach((name) => window.addEventListener(name, look));
    return () => events.forEach((name) => window.removeEventListener(name, look));
  }, []);
  return place;
}

/** A link within the page. @param {{to: string, look?: string, children?: any, [more: string]: any}} props */
export const Link = ({ to, look, children, ...more }) => html`
  <a href=${addressOf(to)} class=${look} ...${more}
    onClick=${(/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      go(to);
    }}>${children}</a>`;
