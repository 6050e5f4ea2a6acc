// The page: which view it shows, and what all views share.

import { useEffect, useErrorBoundary, useState } from "../vendor/hooks.js";
import { Trouble } from "../views/trouble.js";
import { html } from "./html.js";
import { loadAllParts, whenBack } from "./later.js";
import { wear } from "./looks.js";
import { Waiting } from "./parts.js";
import { PhoneContext, usePhone } from "./phone.js";
import { NOWHERE, ROOT, usePlace } from "./router.js";
import { Speaker } from "./speak.js";
import { speakOfAll, spoken } from "./texts.js";

const HOME = "home";
const A_MOMENT = 1_500;
const MOST_WAIT = 5_000;
/** Each view is a module of its own, `views/<name>.js`, that exports `View`. */
const NAMES = [HOME, "new", "play", "turns", "join", "recover", "table", "settle", "settings", "watch"];
/** The stylesheets of a view's own; `routes.py` knows them too. @type {Record<string, string[]>} */
const LOOKS = { play: [], watch: ["wall"] };
/** Views that say nothing but the first part of the texts. */
const FIRST = [HOME, "play"];
/** @type {Record<string, any>} */
const loaded = {};

/** @param {{phone: import("./phone.js").Phone}} props */
export const App = ({ phone }) => html`
  <${PhoneContext.Provider} value=${phone}><${Shown} /><${Speaker} /><//>`;

/** Fetch the other views and what they need later while there is a network: it may be gone when they are needed. What does not come is fetched again. */
async function loadAll() {
  await Promise.allSettled(NAMES.map((name) => loaded[name] || load(name)));
  const isThere = await loadAllParts();
  if (!isThere || NAMES.some((name) => !loaded[name])) whenBack(loadAll);
}

/** Calls back in spare time, once the first view stands: until then the network is the view's alone. @param {() => void} act */
export function whenShown(act) {
  if (document.querySelector("#page .waiting")) setTimeout(() => whenShown(act), A_MOMENT);
  else if (window.requestIdleCallback) window.requestIdleCallback(act, { timeout: MOST_WAIT });
  else setTimeout(act, A_MOMENT);
}

/** What no view needs yet: the rest of the page, and the worker that keeps it. */
export function getReady() {
  loadAll();
  if (navigator.onLine) keepPage();
  else window.addEventListener("online", keepPage, { once: true });
}

/** Over TLS and on the phone's own loopback a browser keeps the page; elsewhere it works without. */
function keepPage() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("service-worker.js", ROOT)).catch(() => {});
}

/** @param {string} name */
async function load(name) {
  const looks = (LOOKS[name] ?? ["views"]).map(wear);
  const [module] = await Promise.all([import(`../views/${name}.js`), FIRST.includes(name) || speakOfAll(), ...looks]);
  loaded[name] = module.View;
}

/** @param {import("./router.js").Place} place */
function nameOf({ view, rest }) {
  if (view === "play" && rest.length) return "turns";
  return NAMES.includes(view) ? view : HOME;
}

function Shown() {
  const place = usePlace();
  usePhone();
  const [broken] = useErrorBoundary((error) => console.error(error));
  const name = nameOf(place);
  const view = useView(name);
  if (broken) return html`<${Trouble} failure=${{ kind: "page" }} />`;
  if (view.failed) return html`<${Trouble} failure=${{ kind: "offline" }} onRetry=${view.again} />`;
  if (!loaded[name]) return html`<${Waiting} />`;
  if (place.view === NOWHERE) return html`<${Trouble} failure=${{ kind: NOWHERE }} />`;
  return html`<${loaded[name]} key=${`${name}/${place.id}/${spoken()}`} place=${place} />`;
}

/** Sees to it that a view is there. @param {string} name */
function useView(name) {
  const [state, setState] = useState({ failed: "", attempt: 0 });
  useEffect(() => {
    const show = (/** @type {string} */ failed) => setState((now) => ({ ...now, failed }));
    if (!loaded[name]) load(name).then(() => show(""), () => show(name));
  }, [name, state.attempt]);
  return { failed: state.failed === name, again: () => setState((now) => ({ failed: "", attempt: now.attempt + 1 })) };
}
