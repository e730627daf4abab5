// @ts-check
/*
 * Checks an evidence package by WebCrypto alone, in a browser and in Node 20 or newer. The same text is in each package's page
 * and in its `verify-evidence.mjs`, so it imports nothing.
 *
 * An entry is proven by its leaf: SHA-256(0x00 || HMAC-SHA-256(salt, text of the entry)), by the hashes that lead from the leaf
 * to the root of the log (RFC 6962), and by the Ed25519 signature of the head, which states that root. Of an entry with covered
 * words the leaf is given, and only its place is proven.
 */

/** @typedef {{ size: number, root: string, at: string, signature: string, public_key: string }} Head */
/** @typedef {{ file: string, sha256?: string, whole: boolean }} BodyOfEntry */
/**
 * An entry has its salt, or its leaf if its text or its body is covered: then its place in the log is proven, and its words
 * are not compared.
 * @typedef {{ position: number, kind: string, id: number, salt?: string, leaf?: string, hashes: string[], body?: BodyOfEntry }} ProvenEntry
 */
/** @typedef {{ head: Head, hashes: string[] }} LeftHead A head that left the machine, and the proof that the package's log continues it. */
/** @typedef {{ name: string, bytes: number, sha256: string }} ListedFile */
/**
 * @typedef {object} Manifest
 * @property {string} format
 * @property {number} schema
 * @property {string} verification_id
 * @property {string} made_at
 * @property {string} made_by
 * @property {string} language
 * @property {string} people
 * @property {string[]} notes
 * @property {{ name: string, offsets: [string, number][] }} time_zone
 * @property {Head} head
 * @property {{ review: number, statement?: number, delivery: number }} unsealed
 * @property {ProvenEntry[]} entries
 * @property {LeftHead[]} heads
 * @property {ListedFile[]} files
 */
/** @typedef {{ what: "altered" | "missing" | "added", name: string, because: string }} Finding */
/** @typedef {{ text: string, because: string | null }} CheckedEntry `because` is null for a proven entry. */
/**
 * @typedef {object} Checked
 * @property {Manifest | null} manifest
 * @property {Finding[]} findings
 * @property {string[]} unchecked Parts that this runtime could not check.
 * @property {CheckedEntry[]} entries In the order of the manifest.
 * @property {Map<string, Uint8Array>} files The intact files.
 */

/**
 * @typedef {object} PeriodManifest The manifest of the packages of a period, each in a folder of its own.
 * @property {string} format
 * @property {number} schema
 * @property {string} from
 * @property {string} to
 * @property {string} made_at
 * @property {string} made_by
 * @property {Head} head
 * @property {{ folder: string, verification_id: string, sha256: string }[]} packages
 * @property {ListedFile[]} files
 */

export const FORMAT = "cotejo-evidence-package";
export const PERIOD_FORMAT = "cotejo-evidence-period";
export const ENTRIES_FILE = "entries.jsonl";

const encoder = new TextEncoder();

/** @param {string} text */
export const bytesOf = (text) => encoder.encode(text);
/** @param {Uint8Array} bytes */
export const textOf = (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {unknown} hex */
export function fromHex(hex) {
  if (typeof hex !== "string" || !/^(?:[0-9a-f]{2})*$/.test(hex)) throw new Error("not hexadecimal");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {unknown} base64 */
export function fromBase64(base64) {
  if (typeof base64 !== "string") throw new Error("not base64");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** @param {Uint8Array} bytes */
export const sha256 = async (bytes) =>
  new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));

/** @param {Uint8Array} key @param {Uint8Array} bytes */
export async function hmac(key, bytes) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await globalThis.crypto.subtle.importKey(
    "raw",
    /** @type {BufferSource} */ (key),
    algorithm,
    false,
    ["sign"],
  );
  return new Uint8Array(await globalThis.crypto.subtle.sign("HMAC", imported, /** @type {BufferSource} */ (bytes)));
}

/** @param {Uint8Array} salt @param {Uint8Array} text */
export const leafOf = async (salt, text) => sha256(joined(Uint8Array.of(0), await hmac(salt, text)));

/** @param {Uint8Array} left @param {Uint8Array} right */
const nodeHash = (left, right) => sha256(joined(Uint8Array.of(1), left, right));

/** @param {string} pem */
export const derOf = (pem) => fromBase64(pem.replace(/-----[^-]+-----/g, "").replace(/\s/g, ""));

/**
 * Whether a signature is valid; null where the runtime has no Ed25519.
 * @param {string} pem @param {Uint8Array} signature @param {Uint8Array} bytes
 * @returns {Promise<boolean | null>}
 */
export async function isSignedBy(pem, signature, bytes) {
  const algorithm = { name: "Ed25519" };
  /** @type {CryptoKey} */
  let key;
  try {
    key = await globalThis.crypto.subtle.importKey("spki", derOf(pem), algorithm, false, ["verify"]);
  } catch (error) {
    return error instanceof Error && error.name === "NotSupportedError" ? null : false;
  }
  return globalThis.crypto.subtle.verify(
    algorithm,
    key,
    /** @type {BufferSource} */ (signature),
    /** @type {BufferSource} */ (bytes),
  );
}

/**
 * The text that a log's key signs where a manifest has no time stamp.
 * @param {string} because @param {string} digest SHA-256 of the manifest, in hexadecimal.
 */
export const unstampedText = (because, digest) => `No time stamp: ${because}\nManifest: SHA-256 ${digest}\n`;

/**
 * What is wrong with the time stamp of a manifest, or with the signed text that states its absence; null if nothing is. The
 * signature of an authority is checked by OpenSSL alone.
 * @param {{ manifest: Uint8Array, stamp: Uint8Array | null, absence: Uint8Array | null, public_key: string }} given
 * @returns {Promise<Finding | null>}
 */
export async function checkStamp({ manifest, stamp, absence, public_key }) {
  const digest = toHex(await sha256(manifest));
  if (stamp) {
    if (absence) return { what: "added", name: "manifest.tsr.txt", because: "there is a time stamp" };
    if (toHex(stamp).includes(digest)) return null;
    return { what: "altered", name: "manifest.tsr", because: "it is no time stamp of manifest.json" };
  }
  if (!absence) return { what: "missing", name: "manifest.tsr", because: "nor does manifest.tsr.txt say why" };
  const [, because, signature] = /^No time stamp: (.*)\n.*\nSignature: (.*)\n$/.exec(textOf(absence)) ?? [];
  const text = unstampedText(because ?? "", digest);
  const isWhole = textOf(absence) === `${text}Signature: ${signature}\n`;
  const isSigned = isWhole && (await isSignedBy(public_key, fromBase64(signature), bytesOf(text)).catch(() => false));
  return isSigned === false
    ? { what: "altered", name: "manifest.tsr.txt", because: "its signature is not valid" }
    : null;
}

/** @param {Head} head */
export const signedTextOf = ({ at, root, size }) => JSON.stringify({ at, root, size });

/** @param {Head} head */
export async function isHeadSigned(head) {
  try {
    return await isSignedBy(head.public_key, fromBase64(head.signature), bytesOf(signedTextOf(head)));
  } catch {
    return false;
  }
}

/** @param {number} place @param {number} last @returns {[number, number]} */
const halved = (place, last) => [Math.floor(place / 2), Math.floor(last / 2)];

/**
 * Whether the hashes lead from a leaf to the root (RFC 9162, section 2.1.3.2).
 * @param {{ position: number, size: number, leaf: Uint8Array, root: string }} claim @param {string[]} hashes
 */
export async function isIncluded({ position, size, leaf, root }, hashes) {
  if (!Number.isSafeInteger(position) || position < 0 || position >= size) return false;
  let [place, last] = [position, size - 1];
  let hash = leaf;
  for (const other of hashes.map(fromHex)) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      hash = await nodeHash(other, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = halved(place, last);
    } else hash = await nodeHash(hash, other);
    [place, last] = halved(place, last);
  }
  return last === 0 && toHex(hash) === root;
}

/**
 * Whether the hashes prove that the first head's log is the beginning of the second head's (RFC 9162, section 2.1.4.2).
 * @param {{ size: number, root: string }} first @param {{ size: number, root: string }} second @param {string[]} hashes
 */
export async function isConsistent(first, second, hashes) {
  if (first.size > second.size || first.size < 1) return false;
  if (first.size === second.size) return hashes.length === 0 && first.root === second.root;
  const [start, ...rest] = Number.isInteger(Math.log2(first.size)) ? [first.root, ...hashes] : hashes;
  if (start === undefined) return false;
  let [place, last] = [first.size - 1, second.size - 1];
  while (place % 2 === 1) [place, last] = halved(place, last);
  let [ofFirst, ofSecond] = [fromHex(start), fromHex(start)];
  for (const other of rest.map(fromHex)) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      ofFirst = await nodeHash(other, ofFirst);
      ofSecond = await nodeHash(other, ofSecond);
      while (place % 2 === 0 && place !== 0) [place, last] = halved(place, last);
    } else ofSecond = await nodeHash(ofSecond, other);
    [place, last] = halved(place, last);
  }
  return last === 0 && toHex(ofFirst) === first.root && toHex(ofSecond) === second.root;
}

/** @param {{ position: number, kind: string, id: number }} entry */
export const nameOfEntry = ({ position, kind, id }) => `entry ${position} of the log (${kind} ${id})`;

/** @param {ProvenEntry} entry */
export const isCovered = ({ leaf }) => leaf !== undefined;

/**
 * Why an entry is not proven; null if it is, or if its place is and its covered line is the signed one.
 * @param {ProvenEntry} entry @param {string | undefined} text @param {Manifest} manifest @param {boolean} isFileIntact
 */
async function faultOfEntry(entry, text, { head, files, people }, isFileIntact) {
  if (text === undefined) return "its line is missing";
  try {
    if (isCovered(entry)) {
      if (people !== "shortened") return "its words are covered, and the package shows people whole";
      if (!isFileIntact) return `its words are covered, and ${ENTRIES_FILE} is not the signed one`;
    }
    const salt = fromHex(entry.salt ?? "");
    const leaf = isCovered(entry) ? fromHex(entry.leaf) : await leafOf(salt, bytesOf(text));
    if (!(await isIncluded({ ...entry, ...head, leaf }, entry.hashes)))
      return isCovered(entry) ? "its leaf is not in the log" : "its text is not the sealed one";
    const { kind, entry: columns } = JSON.parse(text);
    if (kind !== entry.kind || columns.id !== entry.id) return "its text is that of another entry";
    if (!entry.body) return null;
    if (isCovered(entry)) return entry.body.whole ? "its body is not the sealed one" : null;
    const { file, sha256 } = entry.body;
    const digest = toHex(await hmac(salt, fromHex(sha256)));
    const listed = files.find(({ name }) => name === file);
    const isSealed = columns.body_digest === digest && (!listed || listed.sha256 === sha256);
    return isSealed ? null : "its body is not the sealed one";
  } catch {
    return "it cannot be read";
  }
}

/**
 * Entries that are absent: gaps in the numbers of review steps, and positions that proven events state as deleted without a
 * cause. Steps of versions before 0.5 have no number, and count.
 * @param {Manifest} manifest @param {string[]} lines @param {CheckedEntry[]} checked
 */
function* missingOf({ entries }, lines, checked) {
  /** @type {{ id: number, step?: number }[]} */
  const steps = [];
  for (const [at, { kind }] of entries.entries()) {
    if (checked[at]?.because !== null) continue;
    const { entry } = JSON.parse(lines[at] ?? "");
    if (kind === "review") steps.push(entry);
    if (kind === "event" && entry.kind === "entries_removed" && entry.cause === "none")
      for (const position of entry.positions)
        yield/** @type {const} */ ([`entry ${position} of the log`, "it was deleted without a cause"]);
  }
  let expected = 0;
  for (const { step } of steps.toSorted((a, b) => a.id - b.id)) {
    expected += 1;
    if (step === undefined || step === expected) continue;
    const gap = step > expected + 1 ? `steps ${expected} to ${step - 1}` : `step ${expected}`;
    yield/** @type {const} */ ([`${gap} of the review`, "the number of the next step shows the gap"]);
    expected = step;
  }
}

/** Whether a name is a path within its folder. @param {unknown} name */
export const isPlainName = (name) =>
  typeof name === "string" && /^[A-Za-z0-9_-][\w.-]*(?:\/[A-Za-z0-9_-][\w.-]*)*$/.test(name);

/**
 * Checks a package: its manifest by the signature, its files by the manifest, its entries by the signed head. `names` are the
 * existing files, if they can be listed.
 * @param {{ manifest: Uint8Array, signature: Uint8Array, read: (name: string) => Promise<Uint8Array | null>, names: string[] | null }} given
 * @returns {Promise<Checked>}
 */
export async function checkPackage({ manifest: manifestBytes, signature, read, names }) {
  /** @type {Finding[]} */
  const findings = [];
  /** @type {Checked} */
  const checked = { manifest: null, findings, unchecked: [], entries: [], files: new Map() };
  /** @param {Finding["what"]} what @param {string} name @param {string} because */
  const found = (what, name, because) => findings.push({ what, name, because });
  /** @type {Manifest} */
  let manifest;
  try {
    manifest = JSON.parse(textOf(manifestBytes));
    if (manifest.format !== FORMAT || manifest.schema !== 1) throw new Error("another format");
    if (![manifest.files, manifest.entries, manifest.heads].every(Array.isArray)) throw new Error("no lists");
  } catch {
    found("altered", "manifest.json", "it is not the manifest of an evidence package of schema 1");
    return checked;
  }
  checked.manifest = manifest;
  const isSigned = await isSignedBy(String(manifest.head.public_key), signature, manifestBytes).catch(() => false);
  const isHeadValid = await isHeadSigned(manifest.head);
  if (isSigned === null) checked.unchecked.push("signatures: this runtime has no Ed25519");
  if (isSigned === false) found("altered", "manifest.json", "its signature is not valid");
  if (isHeadValid === false) found("altered", "manifest.json", "the signature of its head is not valid");
  for (const { name, bytes, sha256: expected } of manifest.files) {
    const content = isPlainName(name) ? await read(name) : null;
    if (content === null) found("missing", String(name), "the manifest lists it");
    else if (content.length !== bytes || toHex(await sha256(content)) !== expected)
      found("altered", name, "its SHA-256 is not that of the manifest");
    else checked.files.set(name, content);
  }
  const listed = new Set(manifest.files.map(({ name }) => name));
  for (const name of names ?? []) if (!listed.has(name)) found("added", name, "the manifest does not list it");
  const written = (await read(ENTRIES_FILE)) ?? new Uint8Array();
  const lines = textOf(written).split("\n");
  if (lines.at(-1) === "") lines.pop();
  /** @type {Set<number>} */
  const deleted = new Set();
  for (const [at, entry] of manifest.entries.entries()) {
    const because = await faultOfEntry(entry, lines[at], manifest, checked.files.has(ENTRIES_FILE));
    if (because !== null) found(lines[at] === undefined ? "missing" : "altered", nameOfEntry(entry), because);
    checked.entries.push({ text: lines[at] ?? "", because });
    const columns = entry.kind === "event" && because === null ? JSON.parse(lines[at] ?? "").entry : null;
    if (columns?.kind === "payloads_removed") for (const position of columns.positions) deleted.add(position);
  }
  for (const entry of manifest.entries)
    if (entry.kind === "delivery" && !entry.body && !deleted.has(entry.position))
      found("missing", nameOfEntry(entry), "the package lacks its body, and no event of the log names its deletion");
  for (const [name, because] of missingOf(manifest, lines, checked.entries)) found("missing", name, because);
  for (let at = manifest.entries.length; at < lines.length; at += 1)
    found("added", `${ENTRIES_FILE} line ${at + 1}`, "the manifest does not list it");
  for (const { head, hashes } of manifest.heads) {
    const holds =
      (await isHeadSigned(head)) !== false && (await isConsistent(head, manifest.head, hashes).catch(() => false));
    if (!holds) found("altered", `head of ${head.at}`, "the log of the package does not continue it");
  }
  return checked;
}

/**
 * Compares the head of a package with a head that left the machine at another time. `proof` is the answer of
 * `/api/evidence/consistency` for both sizes, unless the package has it.
 * @param {Manifest} manifest @param {Head} other @param {{ hashes: string[] } | null} proof
 * @returns {Promise<Finding | null>}
 */
export async function compareHeads({ head, heads }, other, proof) {
  /** @param {string} because @returns {Finding} */
  const differs = (because) => ({ what: "altered", name: "the given head", because });
  try {
    if (derOf(other.public_key).toString() !== derOf(head.public_key).toString())
      return differs("it was signed by another key than this package's");
    if ((await isHeadSigned(other)) === false) return differs("its signature is not valid");
    const [first, second] = other.size <= head.size ? [other, head] : [head, other];
    const known = heads.find((left) => left.head.size === other.size && left.head.root === other.root);
    const hashes = first.size === second.size ? [] : (known?.hashes ?? proof?.hashes);
    if (!hashes)
      return {
        what: "missing",
        name: "the proof of consistency",
        because: `get /api/evidence/consistency?first=${first.size}&second=${second.size} and give it by --consistency FILE`,
      };
    return (await isConsistent(first, second, hashes)) ? null : differs("its log and that of the package differ");
  } catch {
    return differs("it cannot be read");
  }
}
