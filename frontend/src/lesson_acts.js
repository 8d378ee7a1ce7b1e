/**
 * What the buttons of a lesson do, and its keys beside those of the board.
 *
 * @import { Player } from "./player.js"
 */

import { fillScreen } from "./around.js";

/**
 * What a key does, if anything; arrows belong to the board while one is in it.
 * @param {Player} player
 * @param {string} pressed
 * @param {HTMLElement} target
 */
export function nameOfKey(player, pressed, target) {
  const key = pressed.length > 1 ? pressed : pressed.toLowerCase();
  const free = !player.parts.hand.contains(target) && !target.matches("input");
  /** @type {Record<string, string | false | undefined>} */
  const names = {
    ...{ ArrowRight: free && "next", ArrowLeft: free && "back", PageDown: "next", PageUp: "back" },
    ...{ Home: free && "first", End: free && "last", n: "next", p: "back" },
    ...{ h: player.step.ask && "hint", " ": free && !target.matches("button, a") && "autoplay" },
  };
  return names[key];
}

/**
 * By the data-do of a button.
 * @param {Player} player
 * @returns {Record<string, (button: any) => void>}
 */
export function actsOf(player) {
  const stopped = (/** @type {() => void} */ go) => () => {
    player.transport.stop();
    go();
  };
  const { scene } = player.board.table;
  return {
    ...player.board.acts(),
    ...player.questions.acts(),
    next: stopped(() => player.forward()),
    back: () => player.backward(),
    first: stopped(() => player.jump(0)),
    last: stopped(() => player.jump(player.steps.length - 1)),
    go: (button) => stopped(() => player.jump(Number(button.dataset.step)))(),
    autoplay: () => player.transport.autoplay(),
    speed: () => player.transport.faster(),
    lang: ({ dataset }) => (player.around ? player.around.speak(dataset.lang) : player.language(dataset.lang)),
    menu: () => player.menu.toggle(),
    "full-screen": () => fillScreen(player.root),
    hint: () => player.questions.hint(),
    retry: () => player.questions.retry(),
    words: () => player.house.dialogs.words([scene.heading, scene.status, ...scene.words]),
    undo: () => player.backward(),
    redo: stopped(() => player.forward()),
    try: () => player.trial.ask(),
    "end-trial": () => player.trial.end(true),
  };
}
