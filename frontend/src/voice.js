/**
 * What is said to somebody who listens instead of looking: a live region of the page.
 */

const LULL = 40; // ms: an empty region in between, or a repeated sentence is not read again

export class Voice {
  constructor() {
    /** @type {HTMLElement | null} */
    this.region = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** What has happened last, to be said again. */
    this.happened = "";
  }

  /** Nothing of what was said stays, not even unread. */
  forget() {
    clearTimeout(this.timer);
    this.region?.replaceChildren();
  }

  /**
   * Say something now, even if it is what was said before.
   * @param {string} text
   */
  say(text) {
    const { region } = this;
    if (!region) return;
    region.textContent = "";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      region.textContent = text;
    }, LULL);
  }
}
