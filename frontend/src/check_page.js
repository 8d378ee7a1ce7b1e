/**
 * The page of a check, and that of its certificate. Twelve exercises come when somebody begins; the
 * certificate says what its address says behind the `#`, and asks for a name when it is printed. The
 * name is written nowhere but on the sheet.
 */

import { unpack } from "./frames.js";

const SETS = 8; // of exercises that a server keeps ready; see escale/app/server/check.py

/** @param {string} name @returns {any} */
const part = (name) => document.querySelector(`[data-${name}]`);

/** @param {string} text */
const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** @param {any} data */
async function begin(data) {
  const button = part("check-begin");
  button.disabled = true;
  part("check-notice").hidden = true;
  try {
    const answer = await fetch(data.exercises.replace("{set}", String(Math.floor(Math.random() * SETS))));
    const { box, data: packed } = await answer.json();
    const { Check } = await import(new URL(data.script, document.baseURI).href);
    const about = { ...(await unpack(bytes(packed))), certificate: data.certificate, practice: data.practice };
    const { lang } = document.documentElement;
    const title = part("check-desk").querySelector("h1"); // the page keeps it, for whoever listens
    title.classList.add("hidden");
    part("check-desk").replaceWith(title);
    new Check(part("check"), await unpack(bytes(box)), about, { lang, focus: true });
  } catch {
    button.disabled = false;
    part("check-notice").hidden = false;
  }
}

/** What an address says of a check that was passed, or null. @param {string} hash */
export function passedIn(hash) {
  const asked = new URLSearchParams(hash.slice(1));
  const [right, of] = [Number(asked.get("right")), Number(asked.get("of"))];
  const on = new Date(`${asked.get("on")}T12:00`);
  const fits = Number.isInteger(right) && of === 12 && right >= 10 && right <= of && !Number.isNaN(on.getTime());
  return fits ? { right, of, on } : null;
}

/** @param {string} lang */
function showCertificate(lang) {
  const passed = passedIn(location.hash);
  part("certificate-none").hidden = Boolean(passed);
  part("certificate-bar").hidden = !passed;
  part("certificate").hidden = !passed;
  if (!passed) return;
  part("right").textContent = String(passed.right);
  part("date").textContent = new Intl.DateTimeFormat(lang, { dateStyle: "long" }).format(passed.on);
  const name = /** @type {HTMLInputElement} */ (part("name"));
  name.addEventListener("input", () => {
    part("certificate-name").textContent = name.value.trim() || "\u00a0";
  });
  part("certificate-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    window.print();
  });
}

if (globalThis.document) {
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "null");
  part("check-begin")?.addEventListener("click", () => begin(data));
  if (part("certificate")) showCertificate(document.documentElement.lang);
}
