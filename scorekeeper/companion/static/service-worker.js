// Keeps the page's own files on the phone, so that it opens with no network. What is asked of the API is never
// touched: entries wait in a queue of the page. Before this text stands `self.SHELL`: the release and its files.

const { release, files } = /** @type {{release: string, files: string[]}} */ (/** @type {any} */ (self).SHELL);
const KEPT = `scorekeeper-${release}`;
const ROOT = new URL("./", self.location.href);
const VIEWS = /^(?:|new|join|recover|settle|settings|table\/[^/]+|watch\/[^/]+|play\/.+)$/;

const worker = /** @type {any} */ (self);
const fileUrl = (/** @type {string} */ path) => new URL(`app/${release}/${path}`, ROOT).href;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep().then(() => worker.skipWaiting())));

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== ROOT.origin) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (path.startsWith("app/")) event.respondWith(keptFile(request));
  else if (request.mode === "navigate" && (path === "" || VIEWS.test(path))) event.respondWith(page(request, path));
});

/** All files of the release, and the page itself. */
async function keep() {
  const cache = await caches.open(KEPT);
  await cache.addAll(files.map(fileUrl));
  await cache.add(new Request(ROOT, { cache: "reload" }));
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("scorekeeper-") && name !== KEPT).map((name) => caches.delete(name)));
}

/** A file of the page: what is kept, or else from the network. @param {Request} request */
const keptFile = async (request) => (await caches.match(request)) ?? fetch(request);

/** The page: the newest where there is a server, else the kept one, with paths that fit the address. @param {Request} request @param {string} path */
async function page(request, path) {
  const answer = await fetch(request).catch((/** @type {unknown} */ offline) => offline);
  // A proxy whose server is gone says 502.
  if (answer instanceof Response && answer.status < 500) return answer;
  const kept = await caches.match(ROOT.href);
  if (kept) {
    const up = "../".repeat(path.split("/").length - 1);
    const text = (await kept.text()).replaceAll(/(href|src)="(?=app\/|manifest|docs)/g, `$1="${up}`);
    const headers = ["Content-Type", "Content-Security-Policy", "Referrer-Policy"].map((name) => [name, kept.headers.get(name) ?? ""]);
    return new Response(text, { headers: Object.fromEntries(headers) });
  }
  if (answer instanceof Response) return answer;
  throw answer;
}
