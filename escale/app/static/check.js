// Made from frontend/src by `make bundle`: change it there.

// src/frames.js
function unpack(bytes2) {
  const stream = new Blob([bytes2]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

// src/check_page.js
var SETS = 8;
var part = (name) => document.querySelector(`[data-${name}]`);
var bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
async function begin(data) {
  const button = part("check-begin");
  button.disabled = true;
  part("check-notice").hidden = true;
  try {
    const answer = await fetch(data.exercises.replace("{set}", String(Math.floor(Math.random() * SETS))));
    const { box, data: packed } = await answer.json();
    const { Check } = await import(new URL(data.script, document.baseURI).href);
    const about = { ...await unpack(bytes(packed)), certificate: data.certificate, practice: data.practice };
    const { lang } = document.documentElement;
    const title = part("check-desk").querySelector("h1");
    title.classList.add("hidden");
    part("check-desk").replaceWith(title);
    new Check(part("check"), await unpack(bytes(box)), about, { lang, focus: true });
  } catch {
    button.disabled = false;
    part("check-notice").hidden = false;
  }
}
function passedIn(hash) {
  const asked = new URLSearchParams(hash.slice(1));
  const [right, of] = [Number(asked.get("right")), Number(asked.get("of"))];
  const on = /* @__PURE__ */ new Date(`${asked.get("on")}T12:00`);
  const fits = Number.isInteger(right) && of === 12 && right >= 10 && right <= of && !Number.isNaN(on.getTime());
  return fits ? { right, of, on } : null;
}
function showCertificate(lang) {
  const passed = passedIn(location.hash);
  part("certificate-none").hidden = Boolean(passed);
  part("certificate-bar").hidden = !passed;
  part("certificate").hidden = !passed;
  if (!passed) return;
  part("right").textContent = String(passed.right);
  part("date").textContent = new Intl.DateTimeFormat(lang, { dateStyle: "long" }).format(passed.on);
  const name = (
    /** @type {HTMLInputElement} */
    part("name")
  );
  name.addEventListener("input", () => {
    part("certificate-name").textContent = name.value.trim() || " ";
  });
  part("certificate-form").addEventListener("submit", (event) => {
    event.preventDefault();
    window.print();
  });
}
if (globalThis.document) {
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "null");
  part("check-begin")?.addEventListener("click", () => begin(data));
  if (part("certificate")) showCertificate(document.documentElement.lang);
}
export {
  passedIn
};
