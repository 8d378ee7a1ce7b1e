/**
 * A site without a server is kept whole by its service worker (escale/app/site/sw.js), where browsers have
 * one: not over plain http. Here it is called, after all else, and a new version is offered to the reader.
 */

import { attempt } from "./storage.js";

const CALM = 4000; // ms after a page has come
const BUSY = 20_000; // the same while Python is fetched: the network is for that first

/** The version of the site that this page belongs to; null in the app. @returns {HTMLMetaElement | null} */
const siteMeta = () => document.querySelector('meta[name="escale-site"]');

/** Is this page one of a folder of files, with nobody who serves it? */
export const inSite = () => siteMeta() !== null;

/** Where the site begins. */
export const siteRoot = () => new URL(siteMeta()?.dataset.root ?? "./", document.baseURI);

/** Somebody who is in the middle of something is asked once, not on every page of this tab. */
const LATER = "escale/later";
const isLater = () => attempt(() => sessionStorage[LATER] === "yes", false);
const putOff = () => attempt(() => (sessionStorage[LATER] = "yes"), "");

/** @param {Promise<unknown>} [first]  what the network is needed for before */
export async function keepOffline(first) {
  const { serviceWorker } = navigator;
  if (!inSite() || !serviceWorker) return;
  const had = Boolean(serviceWorker.controller);
  let asked = false;
  const offer = (/** @type {() => void} */ act) => {
    const notice = /** @type {HTMLElement | null} */ (document.querySelector("[data-site-new]"));
    if (!notice?.hidden || isLater()) return;
    notice.hidden = false;
    notice.querySelector("[data-take]")?.addEventListener("click", act);
    notice.querySelector("[data-later]")?.addEventListener("click", () => {
      notice.hidden = true;
      putOff();
    });
  };
  const offerWaiting = (/** @type {ServiceWorkerRegistration} */ { waiting }) => {
    if (!waiting || !serviceWorker.controller) return;
    offer(() => {
      asked = true;
      waiting.postMessage("skip");
    });
  };
  // Another tab may have asked for the new version: then all of them go on with it.
  serviceWorker.addEventListener("controllerchange", () => void ((had || asked) && location.reload()));
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.version && data.version !== siteMeta()?.content) offer(() => location.reload());
  });
  if (!had) {
    const calm = new Promise((done) => setTimeout(done, first ? BUSY : CALM));
    await Promise.race([calm, ...(first ? [first] : [])]);
  }
  try {
    const found = await serviceWorker.register(new URL("sw.js", siteRoot()), { updateViaCache: "none" });
    offerWaiting(found);
    found.addEventListener("updatefound", () => {
      found.installing?.addEventListener("statechange", () => offerWaiting(found));
    });
    (await serviceWorker.ready).active?.postMessage("version");
  } catch {
    // a browser may refuse it; everything works, only not without a network
  }
}
