// @ts-check
import { bytesOf, ENTRIES_FILE, fromBase64, textOf } from "./verify.js";

/** @typedef {import("./verify.js").Manifest} Manifest */
/** @typedef {{ manifest: string, signature: string, files: Map<string, Uint8Array> }} Embedded The JSON in a page. */

/** @param {Uint8Array} bytes */
export const base64Of = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** Bytes as they are in a page: as text if they are UTF-8. @param {Uint8Array} bytes */
export function written(bytes) {
  const text = textOf(bytes);
  const back = bytesOf(text);
  const isText = back.length === bytes.length && back.every((byte, at) => byte === bytes[at]);
  return isText ? text : { base64: base64Of(bytes) };
}

/** @param {string | { base64: string }} content */
const readBack = (content) => (typeof content === "string" ? bytesOf(content) : fromBase64(content.base64));

/** The data of a page's JSON. Throws for anything else. @param {string} json @returns {Embedded} */
export function dataOfJson(json) {
  const { manifest, signature, files } = JSON.parse(json);
  if (typeof manifest !== "string" || typeof signature !== "string") throw new Error("no page of an evidence package");
  /** @type {[string, string | { base64: string }][]} */
  const contents = Object.entries(files);
  return { manifest, signature, files: new Map(contents.map(([name, content]) => [name, readBack(content)])) };
}

/** @param {Embedded} embedded @param {Manifest} manifest */
export function pageDataOf({ files }, manifest) {
  /** @param {string} name */
  const file = (name) => {
    const bytes = files.get(name);
    return bytes === undefined ? null : textOf(bytes);
  };
  return { manifest, texts: (file(ENTRIES_FILE) ?? "").split("\n"), file };
}
