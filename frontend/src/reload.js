/**
 * Only in pages of `escale serve --reload`: the page is loaded again when its author has changed a game's files.
 * The server answers when something has changed since the page was made, or after a while.
 */

const REST = 1000; // ms until a server is asked again that does not answer
const link = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="escale-changes"]'));

async function follow() {
  for (;;) {
    try {
      const answer = await fetch(link.content, { cache: "no-store" });
      if (answer.ok && (await answer.text()) === "changed") return location.reload();
      if (answer.ok) continue;
    } catch {} // the server is not there, for now
    await new Promise((done) => setTimeout(done, REST));
  }
}

follow();
