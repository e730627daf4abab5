// @ts-check
import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { dataOfPage, differencesOfPage, pageHtml } from "./page-html.js";
import {
  bytesOf,
  checkPackage,
  checkStamp,
  compareHeads,
  derOf,
  fromBase64,
  isCovered,
  isPlainName,
  isSignedBy,
  PERIOD_FORMAT,
  sha256,
  textOf,
  toHex,
} from "./verify.js";

/** @typedef {import("./verify.js").Checked} Checked */
/** @typedef {import("./verify.js").PeriodManifest} PeriodManifest */

/*
 * node verify-evidence.mjs DIR|PAGE.html [--head FILE [--consistency FILE]]
 * Status 0: everything agrees. 1: something was altered, is missing or was added; each line names it. 2: nothing to check.
 */

// Replaced by the script and the style of the page (`programs.ts`).
const PAGE_SCRIPT = "PAGE_SCRIPT";
const PAGE_STYLE = "PAGE_STYLE";

/** Files that the manifest cannot list: itself, its signature, and the time stamp over it, which `checkStamp` checks. */
const BESIDE = new Set(["manifest.json", "manifest.sig", "manifest.tsr", "manifest.tsr.txt"]);

/** @param {string} folder @returns {Promise<string[]>} */
async function filesIn(folder) {
  const found = await readdir(folder, { withFileTypes: true, recursive: true });
  return found
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join("/"),
    );
}

/** @param {string} path */
const readIfThere = async (path) => readFile(path).catch(() => null);

/** @param {string} folder @param {boolean} isPart Whether it is a part of a period, whose manifest has the time stamp. @returns {Promise<Checked[]>} */
async function checkFolder(folder, isPart = false) {
  const manifest = await readFile(join(folder, "manifest.json"));
  const signature = (await readIfThere(join(folder, "manifest.sig"))) ?? new Uint8Array();
  const names = (await filesIn(folder)).filter((name) => !BESIDE.has(name));
  const period = periodOf(manifest);
  const all = period
    ? await checkPeriod(folder, { period, manifest, signature, names })
    : [await checkPackage({ manifest, signature, read: (name) => readIfThere(join(folder, name)), names })];
  const public_key = (period ?? all[0]?.manifest)?.head.public_key;
  if (!isPart && public_key) {
    const [stamp, absence] = [
      await readIfThere(join(folder, "manifest.tsr")),
      await readIfThere(join(folder, "manifest.tsr.txt")),
    ];
    const finding = await checkStamp({ manifest, stamp, absence, public_key: String(public_key) });
    if (finding) all[0]?.findings.push(finding);
  }
  return all;
}

/** @param {Uint8Array} manifest @returns {PeriodManifest | null} */
function periodOf(manifest) {
  try {
    const read = JSON.parse(textOf(manifest));
    return read.format === PERIOD_FORMAT && [read.files, read.packages].every(Array.isArray) ? read : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} folder
 * @param {{ period: PeriodManifest, manifest: Uint8Array, signature: Uint8Array, names: string[] }} given
 * @returns {Promise<Checked[]>}
 */
async function checkPeriod(folder, { period, manifest, signature, names }) {
  /** @type {Checked} */
  const own = { manifest: null, findings: [], unchecked: [], entries: [], files: new Map() };
  const isSigned = await isSignedBy(String(period.head.public_key), signature, manifest).catch(() => false);
  if (isSigned === null) own.unchecked.push("signatures: this runtime has no Ed25519");
  if (isSigned === false)
    own.findings.push({ what: "altered", name: "manifest.json", because: "its signature is not valid" });
  const listed = new Set(period.files.map(({ name }) => name));
  const all = [own];
  const wanted = [
    ...period.files,
    ...period.packages.map((one) => ({ name: `${one.folder}/manifest.json`, sha256: one.sha256 })),
  ];
  for (const { name, sha256: expected } of wanted) {
    const content = isPlainName(name) ? await readIfThere(join(folder, name)) : null;
    if (content === null) own.findings.push({ what: "missing", name, because: "the manifest lists it" });
    else if (toHex(await sha256(content)) !== expected)
      own.findings.push({ what: "altered", name, because: "its SHA-256 is not that of the manifest" });
  }
  for (const { folder: part } of period.packages) {
    if (!isPlainName(part) || !(await readIfThere(join(folder, part, "manifest.json")))) continue;
    const [checked] = await checkFolder(join(folder, part), true);
    if (!checked) continue;
    all.push({ ...checked, findings: checked.findings.map((one) => ({ ...one, name: `${part}: ${one.name}` })) });
    if (JSON.stringify(checked.manifest?.head) !== JSON.stringify(period.head))
      own.findings.push({ what: "altered", name: `${part}: manifest.json`, because: "it is under another head" });
  }
  const parts = period.packages.map((one) => `${one.folder}/`);
  for (const name of names)
    if (!listed.has(name) && !parts.some((part) => name.startsWith(part)))
      own.findings.push({ what: "added", name, because: "the manifest does not list it" });
  return all;
}

/** @param {string} path */
async function checkPage(path) {
  const html = textOf(await readFile(path));
  const embedded = dataOfPage(html);
  const checked = await checkPackage({
    manifest: bytesOf(embedded.manifest),
    signature: fromBase64(embedded.signature),
    read: async (name) => embedded.files.get(name) ?? null,
    names: [...embedded.files.keys()],
  });
  if (!checked.manifest) return checked;
  const expected = await pageHtml(embedded, { script: PAGE_SCRIPT, style: PAGE_STYLE });
  checked.findings.push(...differencesOfPage(html, expected, embedded));
  return checked;
}

/** @param {string | undefined} path */
const readJson = async (path) => (path === undefined ? null : JSON.parse(textOf(await readFile(path))));

/** @param {string[]} given */
async function main(given) {
  /** @type {Record<string, string | undefined>} */
  const options = {};
  const paths = [];
  for (let at = 0; at < given.length; at += 1) {
    const argument = given[at] ?? "";
    if (argument === "--head" || argument === "--consistency") options[argument] = given[++at] ?? "";
    else paths.push(argument);
  }
  if (paths.length !== 1) throw new Error("node verify-evidence.mjs DIR|PAGE.html [--head FILE [--consistency FILE]]");
  const path = resolve(paths[0] ?? "");
  const all = /\.html?$/i.test(path) ? [await checkPage(path)] : await checkFolder(path);
  const findings = all.flatMap((checked) => checked.findings);
  const unchecked = new Set(all.flatMap((checked) => checked.unchecked));
  const manifests = all.flatMap(({ manifest }) => manifest ?? []);
  const [manifest] = manifests;
  const head = await readJson(options["--head"]);
  if (manifest && head) {
    const finding = await compareHeads(
      { ...manifest, heads: manifests.flatMap(({ heads }) => heads) },
      head,
      await readJson(options["--consistency"]),
    );
    if (finding) findings.push(finding);
  }
  for (const { what, name, because } of findings) say(`${what}: ${name}: ${because}`);
  for (const what of unchecked) say(`not checked: ${what}`);
  if (manifest) {
    const entries = manifests.reduce((sum, one) => sum + one.entries.length, 0);
    const files = manifests.reduce((sum, one) => sum + one.files.length, 0);
    say(`${entries} entries of the log, ${files} files${all.length > 1 ? `, ${all.length - 1} packages` : ""}`);
    const covered = manifests.flatMap((one) => one.entries).filter(isCovered).length;
    if (covered > 0) say(`${covered} of them: the place in the log is proven, the words are covered and not compared`);
    say(`head of ${manifest.head.at}: ${manifest.head.size} entries, root ${manifest.head.root}`);
    say(`key: SHA-256 ${toHex(await sha256(derOf(manifest.head.public_key)))}`);
    if (!head) say("no other head was given: compare the key and the head with those that left the machine");
  }
  say(findings.length > 0 ? "NOT as it was made" : "as it was made");
  return findings.length > 0 || unchecked.size > 0 ? 1 : 0;
}

/** Masks control characters, since others may choose names of files. @param {string} text */
const say = (text) => process.stdout.write(`${text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, "?")}\n`);

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error) => {
    process.stderr.write(`verify-evidence: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 2;
  },
);
