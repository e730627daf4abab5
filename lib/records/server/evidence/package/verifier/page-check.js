// @ts-check
import { dataOfJson, pageDataOf } from "./page-data.js";
import { frameOf, mainOf, sectionsOf } from "./render.js";
import { bytesOf, checkPackage, fromBase64, isCovered } from "./verify.js";

/*
 * The check in a package's page: compares the shown rows with the rows that the checked data give. A row that differs, or
 * whose source is not proven, turns red.
 */

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string | undefined} word @param {"proven" | "altered"} state @param {Element} row */
function mark(word, state, row) {
  row.classList.add(state);
  const cell = row.querySelector(".mark");
  if (cell) cell.textContent = word ?? "✗";
}

/** The HTML of the page's main part without its rows. @param {Node} main */
function frame(main) {
  const copy = /** @type {Element} */ (main.cloneNode(true));
  for (const part of copy.querySelectorAll("[data-part]")) part.remove();
  copy.normalize();
  return (copy.innerHTML ?? "").replace(/\s+/g, " ");
}

async function main() {
  const record = element("record");
  const verdict = element("verdict");
  /** @param {string} state @param {string} text @param {string[]} lines */
  const say = (state, text, lines) => {
    document.documentElement.dataset.state = state;
    verdict.textContent = text;
    element("findings").replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })),
    );
  };
  const rows = [...record.querySelectorAll("[data-part]")];
  /** @param {unknown} error */
  const failed = (error) => {
    for (const row of rows) mark(undefined, "altered", row);
    say("altered", "ALTERADO · ALTERED", [error instanceof Error ? error.message : String(error)]);
  };
  if (!globalThis.crypto?.subtle)
    return say("unchecked", "Sin WebCrypto: nada se comprobó · No WebCrypto: nothing was checked", []);
  try {
    const embedded = dataOfJson(element("data").textContent ?? "");
    const checked = await checkPackage({
      manifest: bytesOf(embedded.manifest),
      signature: fromBase64(embedded.signature),
      read: async (name) => embedded.files.get(name) ?? null,
      names: [...embedded.files.keys()],
    });
    const { manifest, findings, unchecked, entries, files } = checked;
    if (!manifest) return failed(findings[0]?.because);
    const data = pageDataOf(embedded, manifest);
    const words = frameOf(data).words.check ?? {};
    const lines = findings.map(({ name, because }) => `${name}: ${because}`);
    const isSigned = !findings.some(({ name }) => name === "manifest.json");
    const fits = files.has("words.json") && isSigned;
    const proven = new Set(
      manifest.entries.flatMap(({ position }, at) => (entries[at]?.because === null ? [String(position)] : [])),
    );
    const covered = new Set(manifest.entries.filter(isCovered).map(({ position }) => String(position)));
    const sections = sectionsOf(data);
    const expected = document.createElement("template");
    expected.innerHTML = `<main>${mainOf(sections)}</main>`;
    const wanted = [...expected.content.querySelectorAll("[data-part]")];
    const isFrameSame = frame(/** @type {Node} */ (expected.content.firstChild)) === frame(record);
    if (!isFrameSame || document.title !== frameTitle(data)) lines.push(words.frame);
    const places = new Map(wanted.map((row, at) => [row.getAttribute("data-part"), at]));
    let last = -1;
    let altered = 0;
    for (const row of rows) {
      const at = places.get(row.getAttribute("data-part")) ?? -1;
      const source = row.getAttribute("data-source") ?? "";
      const holds = proven.has(source) || files.has(source) || (source === "manifest.json" && isSigned);
      const isSame = at >= 0 && wanted[at]?.isEqualNode(row) === true;
      const isInOrder = at > last;
      last = Math.max(last, at);
      const state = fits && holds && isSame && isInOrder ? "proven" : "altered";
      if (state === "altered") {
        altered += 1;
        lines.push(`${row.getAttribute("data-part")}: ${words[isSame ? (isInOrder ? "source" : "order") : "row"]}`);
      }
      // Marked after the comparison, since the mark is part of the compared row.
      const word = words[state === "altered" ? "changed" : covered.has(source) ? "placed" : "proven"];
      queueMicrotask(() => mark(word, state, row));
    }
    const shown = new Set(rows.map((row) => row.getAttribute("data-part")));
    for (const name of places.keys()) if (!shown.has(name)) lines.push(`${name}: ${words.missing}`);
    if (altered > 0 || lines.length > 0) return say("altered", words.altered, lines);
    if (unchecked.length > 0) return say("unchecked", words.unchecked, [words.no_ed25519]);
    say("proven", covered.size > 0 ? words.all_placed?.replace("{count}", `${covered.size}`) : words.all, []);
  } catch (error) {
    failed(error);
  }
}

/** @param {import("./render.js").PageData} data */
function frameTitle(data) {
  const template = document.createElement("template");
  template.innerHTML = frameOf(data).title;
  return (template.content.textContent ?? "").replace(/\s+/g, " ").trim();
}

addEventListener("beforeprint", () => {
  if (!(/** @type {HTMLInputElement} */ (element("everything")).checked)) return;
  for (const details of document.querySelectorAll("details")) details.open = true;
});

main();
