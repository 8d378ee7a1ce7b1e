/* Goes through a lesson (`window.stage`): every step, its question, wrong answers, hints and the
   solution. After each it looks what is outside of the window, or too long for its place. */
() => {
  const found = [];
  const { root, parts, questions, faces, steps } = stage;
  const title = root.querySelector(".es-head h2");
  if (title.scrollWidth > title.clientWidth) found.push("the title is cut off");
  const look = (what) => {
    const seen = { board: parts.board, caption: parts.words, question: parts.question };
    seen.controls = root.querySelector(".es-transport");
    for (const [name, element] of Object.entries(seen)) {
      if (!element.offsetParent) continue;
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const out = Math.max(-left, -top, right - innerWidth, bottom - innerHeight);
      if (out > 1) found.push(`${what}: ${name} is ${Math.round(out)} px outside`);
      if (element.scrollWidth > element.clientWidth + 1 && name !== "board") found.push(`${what}: ${name} is too wide`);
    }
    const dots = root.querySelector(".es-dots");
    if (dots.scrollWidth > dots.clientWidth + 1) found.push(`${what}: the dots lie over the buttons`);
    const more = parts.side.scrollHeight - parts.side.clientHeight;
    if (more > 1) found.push(`${what}: the words are ${more} px too long`);
  };
  const begin = (at) => {
    questions.forgetFailing();
    questions.answers.clear();
    stage.jump(at);
    faces.turn();
  };
  for (const [at, { ask }] of steps.entries()) {
    questions.answers.clear();
    stage.jump(at);
    look(`step ${at + 1}`);
    if (!ask) continue;
    begin(at);
    look(`step ${at + 1}, question`);
    const options = (ask.options ?? []).flatMap(([, right], number) => (right ? [] : [number]));
    for (const number of options) {
      begin(at);
      root.querySelector(`[data-answer="${number}"]`).click();
      look(`step ${at + 1}, answer ${number}`);
    }
    const moves = Object.entries(ask.wrong ?? {}).sort(([, [one]], [, [other]]) => other.length - one.length);
    for (const [keys] of moves.slice(0, 1)) {
      begin(at);
      stage.complete({ keys: keys.split("|") });
      look(`step ${at + 1}, move ${keys}`);
    }
    const right = (ask.options ?? []).findIndex(([, right]) => right);
    begin(at);
    if (ask.right) stage.complete({ keys: Object.keys(ask.right)[0].split("|") });
    else root.querySelector(`[data-answer="${right}"]`).click();
    look(`step ${at + 1}, right`);
    begin(at);
    for (const help of ["first hint", "second hint", "solution"]) {
      questions.hint();
      look(`step ${at + 1}, ${help}`);
    }
  }
  begin(0);
  return found;
}
