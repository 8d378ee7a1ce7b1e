/**
 * What the buttons of a table do, by the names that they have in the page (`data-do`). What is not here is
 * its keeper's: a card over the table.
 *
 * @import { Stage } from "./stage.js"
 */

import { fillScreen, pageSpeaks } from "./around.js";
import { givePicture } from "./files.js";

/** @param {Stage} stage @returns {Record<string, (button: any) => void>} */
export function acts(stage) {
  const { dialogs } = stage.house;
  return {
    ...stage.board.acts(),
    menu: () => stage.menu.toggle(),
    lang: ({ dataset: { lang } }) => pageSpeaks(lang) || stage.ask("lang", { lang }),
    "show-log": () => dialogs.log(stage.table.log, stage.table.scene.seats, stage.log),
    "full-screen": () => fillScreen(stage.root),
    undo: () => stage.step("undo"),
    redo: () => stage.step("redo"),
    save: () => stage.ask("save"),
    load: () => stage.parts.file.click(),
    svg: () => givePicture(stage, "svg"),
    png: () => givePicture(stage, "png"),
    hurry: () => stage.ask("hurry"),
    review: () => stage.ask("review"),
    go: (button) => dialogs.goTo(button.dataset.ply),
    "play-on": (button) => {
      dialogs.dialog.close();
      stage.ask("again", { ply: Number(button.dataset.ply) });
    },
    hint: () =>
      stage.table.hand &&
      (stage.board.nudge.waits() ? stage.board.nudge.say() : stage.ask("hint", { ply: stage.table.ply })),
    new: () => stage.openNew(),
    "new-game": () => stage.openNew(),
    words: () => stage.openWords(),
    log: () => stage.log.show(stage.table.log, stage.table.scene.seats, Number.POSITIVE_INFINITY),
    link: () => stage.ask("link"),
    invite: () => stage.invite.ask(),
    ...stage.invite.acts(),
    lift: () => stage.lift(),
    coach: () => stage.coach.toggle(),
    "coach-met": () => stage.coach.openMet(),
    "coach-answer": () => stage.coach.answer(),
  };
}
