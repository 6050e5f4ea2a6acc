// Parts that the first view can do without: fetched soon after it, or when they are asked for.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "./html.js";
import { wear } from "./looks.js";
import { speakOfAll } from "./texts.js";

const A_WHILE = 30_000;
/** What fetches each part that is not there yet. @type {Set<() => Promise<any>>} */
const missing = new Set();
/** Whether the spare time has come. */
let isSpareTime = false;

/** Counts a part as missing until it was fetched once. @template M @param {() => Promise<M>} load @param {(module: M) => void} take @returns {() => Promise<void>} */
function missed(load, take) {
  const fetched = async () => {
    const [module] = await Promise.all([load(), speakOfAll()]);
    missing.delete(fetched);
    take(module);
  };
  missing.add(fetched);
  return fetched;
}

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
  const fetched = missed(() => Promise.all([load(), wear("views")]), ([module]) => {
    part = module[name];
    shown.forEach((draw) => draw());
  });
  return (/** @type {Record<string, any>} */ props) => {
    const [, draw] = useState(0);
    useEffect(() => {
      const again = () => draw((count) => count + 1);
      shown.add(again);
      if (part) again();
      // What does not come now is asked for again with all that is missing.
      else if (hurry || isSpareTime) fetched().catch(() => {});
      return () => void shown.delete(again);
    }, []);
    return part && html`<${part} ...${props} />`;
  };
}

/**
 * A module that is called, not drawn: null until it is there, which can be asked for.
 * @template M
 * @param {() => Promise<M>} load
 * @returns {[() => M | null, () => Promise<void>]}
 */
export function laterModule(load) {
  let there = /** @type {M | null} */ (null);
  const fetched = missed(load, (module) => (there = module));
  return [() => there, fetched];
}

/** Fetch all of them while there is a network. @returns {Promise<boolean>} whether all are there */
export async function loadAllParts() {
  isSpareTime = true;
  await Promise.allSettled([...missing].map((fetched) => fetched()));
  return missing.size === 0;
}

/** Calls once: as soon as the browser says that the network is back, or after a while, for it may not notice. @param {() => void} act */
export function whenBack(act) {
  const now = () => {
    clearTimeout(timer);
    window.removeEventListener("online", now);
    act();
  };
  const timer = setTimeout(now, A_WHILE);
  window.addEventListener("online", now);
}
