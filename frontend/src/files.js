/**
 * Files that go to the person at the page: a game, a picture of the board.
 *
 * @import { Board } from "./board.js"
 * @import { Stage } from "./stage.js"
 * @import { Entry } from "./hand.js"
 * @import { Layout } from "./types"
 */

import { html, SVG } from "./html.js";
import { sheetText } from "./theme.js";

const TYPE = "image/svg+xml";

/**
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/**
 * The text of a file that somebody has chosen; the same one can be chosen again.
 * @param {HTMLInputElement} field
 */
export async function chosenText(field) {
  const text = await field.files?.[0]?.text();
  field.value = "";
  return text;
}

/**
 * Hand somebody a file, and say so.
 * @param {Stage} stage
 * @param {string} name
 * @param {Blob | null} blob
 * @param {string} sentence
 */
export function give(stage, name, blob, sentence) {
  if (!blob) return;
  download(name, blob);
  stage.house.notices.mention(stage.t(sentence, { file: name }));
}

/** @param {Stage} stage @param {"svg" | "png"} kind */
export async function givePicture(stage, kind) {
  const name = `${stage.box.game}-${stage.table.ply}.${kind}`;
  give(stage, name, await pictureOf(stage.board, kind), "picture-saved");
}

/**
 * The board as a file.
 * @param {Board} board
 * @param {"svg" | "png"} kind
 * @returns {Promise<Blob | null>}
 */
async function pictureOf(board, kind) {
  board.skip();
  board.picture.motion.finish();
  const svg = portrait(board);
  if (kind === "svg") return new Blob([svg], { type: TYPE });
  const { width, height } = /** @type {Layout} */ (board.state.layout);
  const image = new Image();
  image.src = `data:${TYPE};charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * 2;
  canvas.height = height * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done));
}

/**
 * The board as SVG, with the targets that carry their own words.
 * @param {Board} board
 */
function portrait({ picture, hand, house }) {
  const { width, height, scenery, cover } = picture.layout;
  const { game } = house.box;
  const { style, symbols } = sheetText(house.box);
  const pieces = new XMLSerializer().serializeToString(picture.floor).replaceAll(" picked", "");
  const plates = [...hand.entries.values()].filter(({ box, target }) => box && target?.[2]).map(plate);
  return `<svg xmlns="${SVG}" class="es-picture es-${game}" data-theme="${house.theme}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>${style}</style><defs>${symbols}</defs>${scenery}${pieces}${plates.join("")}${cover}</svg>`;
}

/** @param {Entry} entry */
function plate({ box, target }) {
  const [x, y, w, tall] = box ?? [0, 0, 0, 0];
  const caption = target?.[2] ?? "";
  const size = Math.min(20, tall * 0.42, w / (0.56 * caption.length));
  return html`<g class="es-plate"><rect x="${x}" y="${y}" width="${w}" height="${tall}" rx="8"/><text class="serif bold" x="${x + w / 2}" y="${y + tall / 2}" font-size="${size}" text-anchor="middle" dominant-baseline="central">${caption}</text></g>`;
}
