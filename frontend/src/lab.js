/**
 * JupyterLab around us. A letter that means something at a table must not also mean something to the
 * notebook, so the attribute `data-lm-suppress-shortcuts` keeps all of Lab's shortcuts away; but
 * saving the notebook is wanted wherever the focus is.
 */

const MARK = "data-lm-suppress-shortcuts";
let watching = false;

/** Is this page JupyterLab? Voilà's has a shell of the same class. */
const isLab = () => !("voila" in document.body.dataset) && Boolean(document.querySelector(".jp-LabShell"));

/** Are we in JupyterLab, in a notebook or in a panel of its own ("New View for Output")? @param {Element} element */
export const inLab = (element) =>
  Boolean(element.closest(".jp-NotebookPanel") || (isLab() && element.closest(".jp-LabShell")));

/** Let Ctrl+S through; once a page, whatever number of boards it has. */
export function letSavingThrough() {
  if (watching) return;
  watching = true;
  // Lab listens at the document, in the capturing phase: the window hears of it before.
  window.addEventListener("keydown", onKey, true);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  if (!(ctrlKey || metaKey) || altKey || key.toLowerCase() !== "s" || !(target instanceof Element)) return;
  /** @type {Element[]} */
  const marked = [];
  for (let at = target.closest(`[${MARK}]`); at; at = at.parentElement?.closest(`[${MARK}]`) ?? null) marked.push(at);
  for (const element of marked) element.removeAttribute(MARK);
  setTimeout(() => {
    for (const element of marked) element.setAttribute(MARK, "true");
  });
}
