/**
 * Frames: the difference between two moments of a table, put together again. The counterpart of
 * session/frames.py, field by field. Nothing that is handed in is changed.
 *
 * @import { Box, Frame, Layout, Scene, SceneChanges, Table } from "./types"
 */

/**
 * The table after a frame.
 * @param {Table} table
 * @param {Frame} frame
 * @returns {Table}
 */
export function merge(table, frame) {
  const { scene: changes = {}, keep, add, after: _, ...head } = frame;
  let log = keep == null ? table.log : table.log.slice(0, keep);
  if (add) log = log.concat(add);
  return { ...table, ...head, scene: mergeScene(table.scene, changes), log };
}

/**
 * Frames as a single one, which leads where the last of them does. Of its scene, only which pieces and fields have
 * changed is to be read: what they have become is in the table after it.
 * @param {Table} table
 * @param {Frame[]} frames
 * @returns {Frame}
 */
export function together(table, frames) {
  if (frames.length === 1) return frames[0];
  const after = frames.reduce((known, frame) => frame.after ?? merge(known, frame), table);
  const scenes = frames.map(({ scene = {} }) => scene);
  const pieces = Object.assign({}, ...scenes.map((scene) => scene.pieces));
  const scene = Object.assign({}, ...scenes, { pieces });
  return Object.assign({}, ...frames, { scene, add: frames.flatMap(({ add = [] }) => add), after });
}

/**
 * @param {Scene} scene
 * @param {SceneChanges} changes
 * @returns {Scene}
 */
function mergeScene(scene, { pieces, targets, seats, words, order, ...rest }) {
  const merged = { ...scene, ...rest };
  if (pieces) merged.pieces = mergeRows(scene.pieces, pieces);
  if (targets) merged.targets = mergeRows(scene.targets, targets);
  if (order) merged.targets = inOrder(merged.targets, order);
  if (seats) merged.seats = mergeList(scene.seats, seats);
  if (words) merged.words = mergeList(scene.words, words);
  return merged;
}

/**
 * A row that comes stands for the old one; null takes it away.
 * @template T
 * @param {Record<string, T>} old
 * @param {Record<string, T | null>} changes
 * @returns {Record<string, T>}
 */
function mergeRows(old, changes) {
  const merged = { ...old };
  for (const [key, row] of Object.entries(changes)) {
    if (row === null) delete merged[key];
    else merged[key] = row;
  }
  return merged;
}

/**
 * @template T
 * @param {T[]} old
 * @param {{length?: number, [index: string]: any}} changes
 * @returns {T[]}
 */
function mergeList(old, { length, ...changes }) {
  const merged = old.slice(0, length ?? old.length);
  for (const [index, row] of Object.entries(changes)) merged[Number(index)] = row;
  return merged;
}

/**
 * A table with its keys in order: each run of keys stands after its first one, "" being the start.
 * @template T
 * @param {Record<string, T>} table
 * @param {string[][]} runs
 * @returns {Record<string, T>}
 */
export function inOrder(table, runs) {
  const moved = new Set(runs.flatMap((run) => run.slice(1)));
  const keys = ["", ...Object.keys(table).filter((key) => !moved.has(key))];
  for (const [after, ...run] of runs) keys.splice(keys.indexOf(after) + 1, 0, ...run);
  return Object.fromEntries(keys.slice(1).map((key) => [key, table[key]]));
}

/**
 * A lesson in another language, from what differs (`lesson_frames.changes` in Python): {"~": {...}}
 * says what is new in the old value, anything else stands for it.
 * @param {any} old
 * @param {any} change
 * @returns {any}
 */
export function translated(old, change) {
  if (!change || typeof change !== "object" || !("~" in change)) return change;
  const next = Array.isArray(old) ? [...old] : { ...old };
  for (const [name, value] of Object.entries(change["~"])) next[name] = translated(old[name], value);
  return next;
}

/**
 * JSON that Python has compressed.
 * @param {BlobPart} bytes
 */
export function unpack(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/**
 * A game's box with the narrow layout of this lesson or exercise, if it has one of its own.
 * @param {Box} box
 * @param {{narrow?: Layout}} lesson
 * @returns {Box}
 */
export function boxOfLesson(box, { narrow }) {
  if (!narrow) return box;
  const own = (/** @type {Layout} */ layout) =>
    layout.name === narrow.name ? { ...narrow, least: layout.least } : layout;
  return { ...box, layouts: box.layouts.map(own) };
}
