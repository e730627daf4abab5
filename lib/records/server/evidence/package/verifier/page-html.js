// @ts-check
import { base64Of, dataOfJson, pageDataOf, written } from "./page-data.js";
import { frameOf, mainOf, sectionsOf } from "./render.js";
import { bytesOf, sha256 } from "./verify.js";

/** @typedef {import("./verify.js").Finding} Finding */
/** @typedef {import("./verify.js").Manifest} Manifest */
/** @typedef {import("./page-data.js").Embedded} Embedded */

const OPENS = '<script type="application/json" id="data">';
const CLOSES = "</script>";

/** @param {string} html */
export function dataOfPage(html) {
  const from = html.indexOf(OPENS);
  const to = html.indexOf(CLOSES, from);
  if (from < 0 || to < 0) throw new Error("no page of an evidence package");
  return dataOfJson(html.slice(from + OPENS.length, to));
}

/**
 * The page of a package: its data, their rows, and the check that compares both. Its policy allows only its own script and
 * style, and no requests.
 * @param {Embedded} embedded @param {{ script: string, style: string }} own
 */
export async function pageHtml(embedded, { script, style }) {
  /** @type {Manifest} */
  const manifest = JSON.parse(embedded.manifest);
  const data = pageDataOf(embedded, manifest);
  const { title, heading, waiting, printing } = frameOf(data);
  const { manifest: text, signature, files } = embedded;
  const contents = Object.fromEntries([...files].map(([name, bytes]) => [name, written(bytes)]));
  const json = JSON.stringify({ manifest: text, signature, files: contents }).replaceAll("<", "\\u003c");
  /** @param {string} source */
  const allowed = async (source) => `'sha256-${base64Of(await sha256(bytesOf(source)))}'`;
  const policy = `default-src 'none'; script-src ${await allowed(script)}; style-src ${await allowed(style)}; base-uri 'none'; form-action 'none'`;
  const language = manifest.language === "en" ? "en" : "es-MX";
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${heading}</h1><p id="verdict" role="status">${waiting}</p><ul id="findings"></ul><p class="printing"><label><input type="checkbox" id="everything"> ${printing}</label></p></header>
<main id="record">${mainOf(sectionsOf(data))}</main>
${OPENS}${json}${CLOSES}
<script>${script}</script>
</body>
</html>
`;
}

/**
 * The differences of a page from the page that its data give, byte for byte.
 * @param {string} html @param {string} expected @param {Embedded} embedded
 * @returns {Finding[]}
 */
export function differencesOfPage(html, expected, embedded) {
  if (html === expected) return [];
  const parts = sectionsOf(pageDataOf(embedded, JSON.parse(embedded.manifest))).flatMap((section) => section.parts);
  const differing = parts.filter((part) => !html.includes(part.html));
  if (differing.length === 0)
    return [
      { what: "altered", name: "the page", because: "its frame, or the order of its rows, is not as it was made" },
    ];
  return differing.map(({ id }) => ({
    what: "altered",
    name: `row "${id}"`,
    because: "it does not show what is sealed",
  }));
}
