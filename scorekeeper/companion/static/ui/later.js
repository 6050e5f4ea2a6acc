// Parts that the first view can do without: fetched soon after it, or when they are asked for.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "./html.js";
import { wear } from "./looks.js";
import { speakOfAll } from "./texts.js";

/** @type {(() => Promise<any>)[]} */
const waiting = [];
/** Whether the spare time has come. */
let asked = false;

/**
 * A component that stands in another module. Nothing is drawn until that is there.
 * @param {() => Promise<any>} load such as () => import("./menu.js")
 * @param {string} name what the module exports it as
 * @param {{hurry?: boolean}} [how] hurry: false where it can wait for the spare time in which all is fetched
 */
export function later(load, name, { hurry = true } = {}) {
  let part = /** @type {any} */ (null);
  /** @type {Set<() => void>} */
  const shown = new Set();
  const fetched = () => Promise.all([load(), wear("views"), speakOfAll()]).then(([module]) => {
    part = module[name];
    shown.forEach((draw) => draw());
  });
  waiting.push(fetched);
  return (/** @type {Record<string, any>} */ props) => {
    const [, draw] = useState(0);
    useEffect(() => {
      const again = () => draw((count) => count + 1);
      shown.add(again);
      if (part) again();
      else if (hurry || asked) fetched().catch(() => {});
      return () => void shown.delete(again);
    }, []);
    return part && html`<${part} ...${props} />`;
  };
}

/**
 * A module that is called, not drawn: null until it is there.
 * @template M
 * @param {() => Promise<M>} load
 * @returns {() => M | null}
 */
export function laterModule(load) {
  let there = /** @type {M | null} */ (null);
  waiting.push(() => Promise.all([load(), speakOfAll()]).then(([module]) => (there = module)));
  return () => there;
}

/** Fetch all of them while there is a network. */
export function loadAllParts() {
  asked = true;
  return Promise.allSettled(waiting.map((fetched) => fetched()));
}
