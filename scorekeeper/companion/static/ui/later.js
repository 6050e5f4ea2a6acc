// Parts that the first view can do without: fetched soon after it, or when they are asked for.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "./html.js";
import { wear } from "./looks.js";
import { speakOfAll } from "./texts.js";

/** @type {(() => Promise<any>)[]} */
const waiting = [];

/**
 * A component that stands in another module. Nothing is drawn until that is there.
 * @param {() => Promise<any>} load such as () => import("./menu.js")
 * @param {string} name what the module exports it as
 */
export function later(load, name) {
  let part = /** @type {any} */ (null);
  const fetched = () => Promise.all([load(), wear("views"), speakOfAll()]).then(([module]) => (part = module[name]));
  waiting.push(fetched);
  return (/** @type {Record<string, any>} */ props) => {
    const [, draw] = useState(0);
    useEffect(() => {
      if (!part) fetched().then(() => draw((count) => count + 1), () => {});
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
export const loadAllParts = () => Promise.allSettled(waiting.map((fetched) => fetched()));
