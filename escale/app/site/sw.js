/**
 * The service worker of a site without a server: keeps all of its files, so that everything works
 * without a network after one visit. A version is kept whole, by the list of its files and their
 * hashes, and never mixed with another: a new one waits until a page asks for it.
 */

const VERSION = "escale-site-version";
const SCOPE = self.registration.scope;
const OURS = `escale ${SCOPE} `; // several sites may share a host
const CACHE = OURS + VERSION;
const AT_ONCE = 4; // files that are fetched at a time: whoever reads comes first
const HASH = "x-escale-sha256";
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8", mjs: "text/javascript; charset=utf-8", wasm: "application/wasm" };

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", ({ data, source }) => {
  if (data === "skip") self.skipWaiting();
  if (data === "version") source?.postMessage({ version: VERSION });
});

async function fetchAll() {
  const answer = await fetch(new URL("files.json", SCOPE), { cache: "no-cache" });
  const { version, files } = await answer.json();
  if (version !== VERSION) throw new Error("the list is that of another version");
  const cache = await caches.open(CACHE);
  const before = await oldCache();
  // Pages first, what is large last: whoever loses the network has as much as there was time for.
  const waiting = Object.entries(files).sort(([, [one]], [, [other]]) => one - other);
  const fetchNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await fetchOne(cache, before, next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
}

async function oldCache() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  return names.length ? caches.open(names[names.length - 1]) : null;
}

/** A file, unless it is there; what has not changed is taken from the version of before. */
async function fetchOne(cache, before, [path, [, hash]]) {
  const address = new URL(path, SCOPE).href;
  for (const known of [cache, before]) {
    const kept = await known?.match(address);
    if (kept?.headers.get(HASH) === hash) return known === cache ? undefined : cache.put(address, kept);
  }
  for (const mode of ["default", "reload"]) {
    const answer = await fetch(address, { cache: mode });
    const body = answer.ok ? await answer.arrayBuffer() : null;
    if (!body || (await digest(body)) !== hash) continue; // an older one, out of the browser's memory
    const kind = TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? answer.headers.get("content-type") ?? "";
    return cache.put(address, new Response(body, { headers: { "content-type": kind, [HASH]: hash } }));
  }
  throw new Error(`${path} is not that of this version`);
}

async function digest(body) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(SCOPE)) event.respondWith(answer(request));
});

async function answer(request) {
  const { href, path, search } = parts(request.url);
  const cache = await caches.open(CACHE);
  const names = !path || path.endsWith("/") ? [`${path}index.html`] : [path, `${path}.html`];
  for (const name of names) {
    const kept = await cache.match(new URL(name, SCOPE).href);
    // A new answer has no address of its own, so a page and a worker keep that which they were asked for by.
    if (kept) return new Response(kept.body, { headers: kept.headers });
  }
  if (await cache.match(`${href}/index.html`)) return Response.redirect(`${href}/${search}`);
  return fetch(request);
}

function parts(address) {
  const url = new URL(address);
  const { search } = url;
  url.search = url.hash = "";
  return { href: url.href, path: decodeURI(url.href.slice(SCOPE.length)), search };
}
