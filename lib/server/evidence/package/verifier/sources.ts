// Written by `npm run verifier` from the modules of this folder.

/** The script of a package's page. */
export const PAGE_SCRIPT = `
/*
 * Checks an evidence package by WebCrypto alone, in a browser and in Node 20 or newer. The same text is in each package's page
 * and in its \`verify-evidence.mjs\`, so it imports nothing.
 *
 * An entry is proven by its leaf: SHA-256(0x00 || HMAC-SHA-256(salt, text of the entry)), by the hashes that lead from the leaf
 * to the root of the log (RFC 6962), and by the Ed25519 signature of the head, which states that root.
 */

/** @typedef {{ size: number, root: string, at: string, signature: string, public_key: string }} Head */
/** @typedef {{ file: string, sha256: string, whole: boolean }} BodyOfEntry */
/** @typedef {{ position: number, kind: string, id: number, salt: string, hashes: string[], body?: BodyOfEntry }} ProvenEntry */
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
 * @property {{ review: number, delivery: number }} unsealed
 * @property {ProvenEntry[]} entries
 * @property {LeftHead[]} heads
 * @property {ListedFile[]} files
 */
/** @typedef {{ what: "altered" | "missing" | "added", name: string, because: string }} Finding */
/** @typedef {{ text: string, because: string | null }} CheckedEntry \`because\` is null for a proven entry. */
/**
 * @typedef {object} Checked
 * @property {Manifest | null} manifest
 * @property {Finding[]} findings
 * @property {string[]} unchecked What this runtime could not check.
 * @property {CheckedEntry[]} entries In the order of the manifest.
 * @property {Map<string, Uint8Array>} files The intact files.
 */

const FORMAT = "cotejo-evidence-package";
const ENTRIES_FILE = "entries.jsonl";

const encoder = new TextEncoder();

/** @param {string} text */
const bytesOf = (text) => encoder.encode(text);
/** @param {Uint8Array} bytes */
const textOf = (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {unknown} hex */
function fromHex(hex) {
  if (typeof hex !== "string" || !/^(?:[0-9a-f]{2})*$/.test(hex)) throw new Error("not hexadecimal");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {unknown} base64 */
function fromBase64(base64) {
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
const sha256 = async (bytes) =>
  new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));

/** @param {Uint8Array} key @param {Uint8Array} bytes */
async function hmac(key, bytes) {
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
const leafOf = async (salt, text) => sha256(joined(Uint8Array.of(0), await hmac(salt, text)));

/** @param {Uint8Array} left @param {Uint8Array} right */
const nodeHash = (left, right) => sha256(joined(Uint8Array.of(1), left, right));

/** @param {string} pem */
const derOf = (pem) => fromBase64(pem.replace(/-----[^-]+-----/g, "").replace(/\\s/g, ""));

/**
 * Whether a signature is valid; null where the runtime has no Ed25519.
 * @param {string} pem @param {Uint8Array} signature @param {Uint8Array} bytes
 * @returns {Promise<boolean | null>}
 */
async function isSignedBy(pem, signature, bytes) {
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

/** @param {Head} head */
const signedTextOf = ({ at, root, size }) => JSON.stringify({ at, root, size });

/** @param {Head} head */
async function isHeadSigned(head) {
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
async function isIncluded({ position, size, leaf, root }, hashes) {
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
 * Whether the hashes show that the log of the first head is the beginning of that of the second (RFC 9162, section 2.1.4.2).
 * @param {{ size: number, root: string }} first @param {{ size: number, root: string }} second @param {string[]} hashes
 */
async function isConsistent(first, second, hashes) {
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
const nameOfEntry = ({ position, kind, id }) => \`entry \${position} of the log (\${kind} \${id})\`;

/**
 * Why an entry is not proven; null if it is.
 * @param {ProvenEntry} entry @param {string | undefined} text @param {Manifest} manifest
 */
async function faultOfEntry(entry, text, { head, files }) {
  if (text === undefined) return "its line is missing";
  try {
    const salt = fromHex(entry.salt);
    const leaf = await leafOf(salt, bytesOf(text));
    if (!(await isIncluded({ ...entry, ...head, leaf }, entry.hashes))) return "its text is not the sealed one";
    const { kind, entry: columns } = JSON.parse(text);
    if (kind !== entry.kind || columns.id !== entry.id) return "its text is that of another entry";
    if (!entry.body) return null;
    const digest = toHex(await hmac(salt, fromHex(entry.body.sha256)));
    if (columns.body_digest !== digest) return "its body is not the sealed one";
    const { file, whole, sha256 } = entry.body;
    const listed = files.find(({ name }) => name === file);
    return whole && listed && listed.sha256 !== sha256 ? "its body is not the sealed one" : null;
  } catch {
    return "it cannot be read";
  }
}

/** Names that lead out of no folder. @param {unknown} name */
const isPlainName = (name) =>
  typeof name === "string" && /^[A-Za-z0-9_-][\\w.-]*(?:\\/[A-Za-z0-9_-][\\w.-]*)*$/.test(name);

/**
 * Checks a package: its manifest by the signature, its files by the manifest, its entries by the signed head. \`names\` are the
 * files that are there, if they can be listed.
 * @param {{ manifest: Uint8Array, signature: Uint8Array, read: (name: string) => Promise<Uint8Array | null>, names: string[] | null }} given
 * @returns {Promise<Checked>}
 */
async function checkPackage({ manifest: manifestBytes, signature, read, names }) {
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
  const lines = textOf(written).split("\\n");
  if (lines.at(-1) === "") lines.pop();
  /** @type {Set<number>} */
  const deleted = new Set();
  for (const [at, entry] of manifest.entries.entries()) {
    const because = await faultOfEntry(entry, lines[at], manifest);
    if (because !== null) found(lines[at] === undefined ? "missing" : "altered", nameOfEntry(entry), because);
    checked.entries.push({ text: lines[at] ?? "", because });
    const columns = entry.kind === "event" && because === null ? JSON.parse(lines[at] ?? "").entry : null;
    if (columns?.kind === "payloads_removed") for (const position of columns.positions) deleted.add(position);
  }
  for (const entry of manifest.entries)
    if (entry.kind === "delivery" && !entry.body && !deleted.has(entry.position))
      found("missing", nameOfEntry(entry), "the package lacks its body, and no event of the log names its deletion");
  for (let at = manifest.entries.length; at < lines.length; at += 1)
    found("added", \`\${ENTRIES_FILE} line \${at + 1}\`, "the manifest does not list it");
  for (const { head, hashes } of manifest.heads) {
    const holds =
      (await isHeadSigned(head)) !== false && (await isConsistent(head, manifest.head, hashes).catch(() => false));
    if (!holds) found("altered", \`head of \${head.at}\`, "the log of the package does not continue it");
  }
  return checked;
}

/**
 * Compares the head of a package with one that left the machine at another time. \`proof\` is the answer of
 * \`/api/evidence/consistency\` for both sizes, unless the package has it.
 * @param {Manifest} manifest @param {Head} other @param {{ hashes: string[] } | null} proof
 * @returns {Promise<Finding | null>}
 */
async function compareHeads({ head, heads }, other, proof) {
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
        because: \`get /api/evidence/consistency?first=\${first.size}&second=\${second.size} and give it by --consistency FILE\`,
      };
    return (await isConsistent(first, second, hashes)) ? null : differs("its log and that of the package differ");
  } catch {
    return differs("it cannot be read");
  }
}

/*
 * The visible part of a package's page, from its checked data alone. The server writes it into the page, and the page's own
 * check and \`verify-evidence.mjs\` write it again and compare, so it gives the same text everywhere: no locale of the runtime,
 * no clock. Every value is others' text and is escaped.
 */

/** @typedef {import("./verify.js").Manifest} Manifest */
/** @typedef {Record<string, any>} Json */
/** @typedef {{ id: string, source: string, html: string }} Part A row; its source is a file, or a position in the log. */
/** @typedef {{ name: string, head: string, parts: Part[], foot: string, count: number }} Section */
/**
 * @typedef {object} PageData
 * @property {Manifest} manifest
 * @property {string[]} texts The entries, in the order of the manifest.
 * @property {(name: string) => string | null} file
 */

/** @type {Record<string, string>} */
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Control characters and those that change the direction of writing are shown by their number. @param {unknown} value */
const escaped = (value) =>
  String(value)
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "")
    .replace(/[\\p{Cc}\\p{Bidi_Control}\\p{Zl}\\p{Zp}]/gu, (character) =>
      character === "\\n" || character === "\\t"
        ? character
        : \`[U+\${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]\`,
    );

/** @param {string | null} json @returns {any} */
const parsed = (json) => {
  try {
    return json === null ? null : JSON.parse(json);
  } catch {
    return null;
  }
};

/** @param {unknown} list @returns {any[]} */
const listOf = (list) => (Array.isArray(list) ? list : []);

/** @param {PageData} data @returns {Section[]} */
function sectionsOf({ manifest, texts, file }) {
  /** @type {Json} */
  const words = parsed(file("words.json")) ?? {};
  /** @param {string} group @param {unknown} code */
  const word = (group, code) => {
    if (code === null || code === undefined || code === "") return "–";
    const known = words[group];
    return typeof code === "string" && known && Object.hasOwn(known, code) ? escaped(known[code]) : escaped(code);
  };
  /** @param {string} name */
  const label = (name) => word("label", name);
  const { offsets } = manifest.time_zone;

  /** An instant in the zone of the package, with its distance from UTC. @param {unknown} instant */
  function time(instant) {
    const ms = typeof instant === "string" ? Date.parse(instant) : Number.NaN;
    if (Number.isNaN(ms)) return escaped(instant ?? "–");
    const minutes = offsets.findLast(([from]) => Date.parse(from) <= ms)?.[1] ?? 0;
    const local = new Date(ms + minutes * 60_000).toISOString();
    const sign = minutes < 0 ? "−" : "+";
    const distance = \`\${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, "0")}:\${String(Math.abs(minutes) % 60).padStart(2, "0")}\`;
    return \`<time datetime="\${escaped(instant)}">\${local.slice(0, 10)} \${local.slice(11, 19)} <small>UTC\${sign}\${distance}</small></time>\`;
  }

  /** @param {string} name @param {string} html */
  const fact = (name, html) => \`<dt>\${label(name)}</dt><dd>\${html}</dd>\`;
  /** @param {unknown} value */
  const text = (value) => (value === null || value === undefined || value === "" ? "–" : escaped(value));
  /** @param {string} summary @param {string} content */
  const more = (summary, content) =>
    \`<details><summary>\${label(summary)}</summary><pre>\${escaped(content)}</pre></details>\`;
  const policiesKept = listOf(parsed(file("policies.json")));
  /** The reason of a decision in the words of its policy. @param {Json} columns */
  const reasonOf = ({ policy_version, reason_code }) => {
    const policy = policiesKept.find(({ version }) => version === policy_version);
    const reason = listOf(policy?.catalogue).find(({ code }) => code === reason_code);
    return text(reason?.[manifest.language === "en" ? "en" : "es"] ?? reason_code);
  };
  /** @param {string} id @param {string} source @param {string[]} cells @returns {Part} */
  const row = (id, source, cells) => ({
    id,
    source,
    html: \`<tr data-part="\${escaped(id)}" data-source="\${escaped(source)}"><td class="mark">–</td>\${cells.map((cell) => \`<td>\${cell}</td>\`).join("")}</tr>\`,
  });
  /** @param {string} name @param {string[]} columns @param {Part[]} parts @returns {Section} */
  const table = (name, columns, parts) => ({
    name,
    head: \`<table><thead><tr><th>\${label("mark")}</th>\${columns.map((column) => \`<th>\${label(column)}</th>\`).join("")}</tr></thead><tbody>\`,
    parts,
    foot: "</tbody></table>",
    count: parts.length,
  });
  /** @param {string} name @param {Part[]} parts @returns {Section} */
  const articles = (name, parts) => ({ name, head: "<div>", parts, foot: "</div>", count: parts.length });

  const entries = manifest.entries.map((entry, at) => {
    const sealed = parsed(texts[at] ?? null);
    return { ...entry, text: texts[at] ?? "", columns: /** @type {Json} */ (sealed?.entry ?? {}) };
  });
  /** @param {string} kind */
  const ofKind = (kind) => entries.filter((entry) => entry.kind === kind);
  const logged = ofKind("review");
  const undone = new Set(logged.flatMap(({ columns }) => columns.undoes ?? []));

  /** @param {Json} run */
  const findingsOf = (run) =>
    listOf(run.items)
      .map(
        (finding) =>
          \`<li>\${word("severity", finding.severity)}: \${text(finding.message)}\${finding.missing_field ? \` (\${text(finding.missing_field)})\` : ""}</li>\`,
      )
      .join("");

  /** @param {Json} basis */
  function basisOf(basis) {
    const items = listOf(basis.items);
    const people = listOf(basis.people);
    return [
      fact("status", word("status", basis.status)),
      fact("documents_status", word("documents_status", basis.documents_status)),
      fact(
        "findings",
        basis.run
          ? \`\${word("source", basis.run.source)}, \${time(basis.run.computed_at)}<ul>\${findingsOf(basis.run)}</ul>\`
          : label("none"),
      ),
      fact(
        "documents",
        \`\${items.length}<ul>\${items.map((item) => \`<li>\${text(item.item_id)} · \${text(item.item_type)}\${item.item_error ? \` · \${text(item.item_error)}\` : ""}</li>\`).join("")}</ul>\`,
      ),
      fact(
        "people",
        \`\${people.length}<ul>\${people.map((person) => \`<li>\${text(person.people_id)} · \${word("outcome", person.outcome)}\${person.people_error ? \` · \${text(person.people_error)}\` : ""}</li>\`).join("")}</ul>\`,
      ),
      fact("labels", text(listOf(basis.labels).join(", "))),
    ].join("");
  }

  const decisions = logged
    .filter(({ columns }) => columns.digest)
    .map(({ position, columns, text: sealed }) => ({
      id: \`decision \${position}\`,
      source: String(position),
      html: \`<article data-part="decision \${position}" data-source="\${position}"><p class="mark">–</p><h3>\${word("resolution", columns.resolution)} · \${word("kind", columns.kind)}\${undone.has(columns.id) ? \` · \${label("undone")}\` : ""}</h3><dl>\${[
        fact("who", text(columns.user_name)),
        fact("when", time(columns.at)),
        fact(
          "reason",
          \`\${reasonOf(columns)}\${columns.reason ? \`<blockquote>\${text(columns.reason)}</blockquote>\` : ""}\`,
        ),
        fact("policy", text(columns.policy_version)),
        fact("digest", \`<code>\${text(columns.digest)}</code>\`),
        columns.pdfs
          ? fact(
              "pdfs",
              \`<ul>\${listOf(columns.pdfs)
                .map(
                  (pdf) =>
                    \`<li>\${text(pdf.people_id)} · \${time(pdf.opened_at)} · <code>\${text(pdf.sha256)}</code></li>\`,
                )
                .join("")}</ul>\`,
            )
          : "",
        columns.basis ? basisOf(columns.basis) : "",
      ].join("")}</dl>\${more("sealed", sealed)}</article>\`,
    }));

  const history = logged.map(({ position, columns, text: sealed }) =>
    row(\`review \${position}\`, String(position), [
      time(columns.at),
      word("kind", columns.kind),
      columns.user_name === undefined ? label("rules") : text(columns.user_name),
      \`\${word("state", columns.state)}\${columns.resolution ? \` · \${word("resolution", columns.resolution)}\` : ""}\`,
      \`\${text(columns.reason)}\${more("sealed", sealed)}\`,
    ]),
  );

  const deliveries = ofKind("delivery").map(({ position, columns, body, text: sealed }) => {
    const content = body ? file(body.file) : null;
    const event = parsed(content)?.event_name;
    const state = body
      ? content === null
        ? label("body_apart")
        : body.whole
          ? ""
          : label("body_shortened")
      : label("body_deleted");
    return row(\`delivery \${position}\`, String(position), [
      time(columns.received_at),
      word("event", event),
      \`\${time(new Date(Number(columns.t) * 1000).toISOString())}<br><code>v1=\${text(columns.signature)}</code>\`,
      \`\${body ? \`<code>\${text(body.file)}</code> \` : ""}\${state}\${content === null ? "" : more("body", content)}\${more("sealed", sealed)}\`,
    ]);
  });

  const openings = ofKind("audit").map(({ position, columns, text: sealed }) =>
    row(\`audit \${position}\`, String(position), [
      time(columns.at),
      word("action", columns.action),
      text(columns.user_email ?? columns.token_id),
      word("result", columns.outcome),
      \`\${text(columns.address)}\${more("sealed", sealed)}\`,
    ]),
  );

  const events = ofKind("event").map(({ position, columns, text: sealed }) =>
    row(\`event \${position}\`, String(position), [
      time(columns.at),
      word("event_kind", columns.kind),
      more("sealed", sealed),
    ]),
  );

  const facts = parsed(file("file.json"));
  const people = listOf(parsed(file("people.json"))).map((person, at) =>
    row(\`person \${at}\`, "people.json", [
      text(person.people_id),
      text(person.name),
      text(person.curp),
      word("outcome", person.outcome),
      person.answer === undefined ? "" : more("answer", JSON.stringify(person.answer, null, 2)),
    ]),
  );
  const notes = listOf(parsed(file("notes.json"))).map((note, at) =>
    row(\`note \${at}\`, "notes.json", [
      time(note.created_at),
      text(note.author?.name),
      word("note", note.kind),
      \`<blockquote>\${text(note.text)}</blockquote>\${listOf(note.history).length > 0 ? more("history", JSON.stringify(note.history, null, 2)) : ""}\`,
    ]),
  );
  const letters = listOf(parsed(file("letters.json"))).map((letter, at) =>
    row(\`letter \${at}\`, "letters.json", [
      time(letter.created_at),
      text(letter.author?.name),
      text(letter.to),
      word("letter", letter.state),
      \`\${text(letter.subject)}<blockquote>\${text(letter.text)}</blockquote>\`,
    ]),
  );
  const policies = policiesKept.map((policy, at) =>
    row(\`policy \${at}\`, "policies.json", [text(policy.version), more("policy_text", JSON.stringify(policy, null, 2))]),
  );
  const { head, unsealed } = manifest;
  const left = manifest.heads.map((one, at) =>
    row(\`head \${at}\`, "manifest.json", [time(one.head.at), text(one.head.size), \`<code>\${text(one.head.root)}</code>\`]),
  );
  /** @type {Part} */
  const summary = {
    id: "summary",
    source: "file.json",
    html: \`<div data-part="summary" data-source="file.json"><p class="mark">–</p><dl>\${[
      fact("title", text(facts?.title)),
      fact("tag", text(facts?.tag)),
      fact("verification_id", \`<code>\${text(manifest.verification_id)}</code>\`),
      fact("tax_id", text(facts?.tax_id)),
      fact("account_name", text(facts?.account_name)),
      fact("status", word("status", facts?.status)),
      fact("documents_status", word("documents_status", facts?.documents_status)),
      fact("created_at", time(facts?.created_at)),
    ].join("")}</dl></div>\`,
  };
  /** @type {Part} */
  const proof = {
    id: "proof",
    source: "manifest.json",
    html: \`<div data-part="proof" data-source="manifest.json"><p class="mark">–</p><dl>\${[
      fact("made_at", time(manifest.made_at)),
      fact("made_by", text(manifest.made_by)),
      fact("people_shown", word("people_choice", manifest.people)),
      fact("notes_shown", manifest.notes.map((kind) => word("note", kind)).join(", ") || label("none")),
      fact("entries", text(manifest.entries.length)),
      fact("unsealed", text(unsealed.review + unsealed.delivery)),
      fact("head_at", time(head.at)),
      fact("head_size", text(head.size)),
      fact("head_root", \`<code>\${text(head.root)}</code>\`),
      fact("public_key", \`<pre>\${text(head.public_key)}</pre>\`),
    ].join("")}</dl></div>\`,
  };
  return [
    articles("file", [summary]),
    articles("decisions", decisions),
    table("history", ["when", "step", "who", "state", "reason"], history),
    table("people", ["people_id", "name", "curp", "outcome", "details"], people),
    table("deliveries", ["received_at", "event", "signature", "body"], deliveries),
    table("openings", ["when", "action", "who", "result", "address"], openings),
    table("notes", ["when", "who", "kind", "text"], notes),
    table("letters", ["when", "who", "to", "state", "text"], letters),
    table("policies", ["version", "details"], policies),
    table("events", ["when", "event", "details"], events),
    articles("proof", [proof]),
    table("heads", ["when", "head_size", "head_root"], left),
  ].map((section) => ({
    ...section,
    head: \`<section id="\${section.name}"><h2>\${word("section", section.name)}\${section.head.startsWith("<table") ? \` <small>\${section.count}</small>\` : ""}</h2><p class="lede">\${word("lede", section.name)}</p>\${section.count > 0 ? section.head : \`<p>\${label("none")}</p>\`}\`,
    foot: \`\${section.count > 0 ? section.foot : ""}</section>\`,
  }));
}

/** @param {PageData} data @returns {{ title: string, heading: string, waiting: string, words: Json }} */
function frameOf({ manifest, file }) {
  const words = parsed(file("words.json")) ?? {};
  const facts = parsed(file("file.json"));
  const name = facts?.title ?? facts?.tag ?? manifest.verification_id;
  return {
    title: \`\${escaped(words.label?.package ?? "")} · \${escaped(name)}\`,
    heading: escaped(words.label?.package ?? ""),
    waiting: escaped(words.check?.not_run ?? ""),
    words,
  };
}

/** @param {Section[]} sections */
const mainOf = (sections) =>
  sections.map(({ head, parts, foot }) => \`\${head}\${parts.map(({ html }) => html).join("\\n")}\${foot}\`).join("\\n");

/** @typedef {import("./verify.js").Manifest} Manifest */
/** @typedef {{ manifest: string, signature: string, files: Map<string, Uint8Array> }} Embedded What a page holds as JSON. */

/** @param {Uint8Array} bytes */
const base64Of = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** Bytes as they are in a page: text where they are UTF-8. @param {Uint8Array} bytes */
function written(bytes) {
  const text = textOf(bytes);
  const back = bytesOf(text);
  const isText = back.length === bytes.length && back.every((byte, at) => byte === bytes[at]);
  return isText ? text : { base64: base64Of(bytes) };
}

/** @param {string | { base64: string }} content */
const readBack = (content) => (typeof content === "string" ? bytesOf(content) : fromBase64(content.base64));

/** The data of a page's JSON. Throws for anything else. @param {string} json @returns {Embedded} */
function dataOfJson(json) {
  const { manifest, signature, files } = JSON.parse(json);
  if (typeof manifest !== "string" || typeof signature !== "string") throw new Error("no page of an evidence package");
  /** @type {[string, string | { base64: string }][]} */
  const contents = Object.entries(files);
  return { manifest, signature, files: new Map(contents.map(([name, content]) => [name, readBack(content)])) };
}

/** @param {Embedded} embedded @param {Manifest} manifest */
function pageDataOf({ files }, manifest) {
  /** @param {string} name */
  const file = (name) => {
    const bytes = files.get(name);
    return bytes === undefined ? null : textOf(bytes);
  };
  return { manifest, texts: (file(ENTRIES_FILE) ?? "").split("\\n"), file };
}

/*
 * The check in a package's page: what is shown is compared with what its checked data look like. A row that differs, or whose
 * source is not proven, turns red.
 */

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {Record<string, string>} words @param {"proven" | "altered"} state @param {Element} row */
function mark(words, state, row) {
  row.classList.add(state);
  const cell = row.querySelector(".mark");
  if (cell) cell.textContent = words[state === "proven" ? "proven" : "changed"] ?? "✗";
}

/** @param {Node} main What is left of it without its rows. */
function frame(main) {
  const copy = /** @type {Element} */ (main.cloneNode(true));
  for (const part of copy.querySelectorAll("[data-part]")) part.remove();
  copy.normalize();
  return (copy.innerHTML ?? "").replace(/\\s+/g, " ");
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
    for (const row of rows) mark({}, "altered", row);
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
    const lines = findings.map(({ name, because }) => \`\${name}: \${because}\`);
    const isSigned = !findings.some(({ name }) => name === "manifest.json");
    const fits = files.has("words.json") && isSigned;
    const proven = new Set(
      manifest.entries.flatMap(({ position }, at) => (entries[at]?.because === null ? [String(position)] : [])),
    );
    const sections = sectionsOf(data);
    const expected = document.createElement("template");
    expected.innerHTML = \`<main>\${mainOf(sections)}</main>\`;
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
        lines.push(\`\${row.getAttribute("data-part")}: \${words[isSame ? (isInOrder ? "source" : "order") : "row"]}\`);
      }
      // Marked last: its mark is part of what was compared.
      queueMicrotask(() => mark(words, state, row));
    }
    const shown = new Set(rows.map((row) => row.getAttribute("data-part")));
    for (const name of places.keys()) if (!shown.has(name)) lines.push(\`\${name}: \${words.missing}\`);
    if (altered > 0 || lines.length > 0) return say("altered", words.altered, lines);
    if (unchecked.length > 0) return say("unchecked", words.unchecked, [words.no_ed25519]);
    say("proven", words.all, []);
  } catch (error) {
    failed(error);
  }
}

/** @param {import("./render.js").PageData} data */
function frameTitle(data) {
  const template = document.createElement("template");
  template.innerHTML = frameOf(data).title;
  return (template.content.textContent ?? "").replace(/\\s+/g, " ").trim();
}

addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});

main();
`;

export const PAGE_STYLE = `
:root {
  color-scheme: light;
  --proven: #176b3a;
  --altered: #b00020;
  --line: #d5d5da;
  --quiet: #5a5a66;
}
* {
  box-sizing: border-box;
}
body {
  margin: 0 auto;
  max-width: 76rem;
  padding: 1.5rem;
  font:
    15px / 1.45 system-ui,
    "Segoe UI",
    Roboto,
    sans-serif;
  color: #16161a;
  background: #fff;
}
h1 {
  margin: 0 0 0.5rem;
  font-size: 1.6rem;
}
h2 {
  margin: 2rem 0 0.25rem;
  font-size: 1.2rem;
  border-bottom: 2px solid #16161a;
}
h3 {
  margin: 0 0 0.5rem;
  font-size: 1.05rem;
}
.lede,
small {
  color: var(--quiet);
  font-weight: 400;
}
.lede {
  margin: 0 0 0.5rem;
}
#verdict {
  margin: 0;
  padding: 0.6rem 0.8rem;
  border: 2px solid var(--quiet);
  font-weight: 600;
}
[data-state="proven"] #verdict {
  border-color: var(--proven);
  color: var(--proven);
}
[data-state="altered"] #verdict {
  border-color: var(--altered);
  color: #fff;
  background: var(--altered);
}
#findings {
  color: var(--altered);
  overflow-wrap: anywhere;
}
table {
  width: 100%;
  border-collapse: collapse;
}
th,
td {
  padding: 0.35rem 0.5rem;
  border-bottom: 1px solid var(--line);
  text-align: left;
  vertical-align: top;
  overflow-wrap: anywhere;
}
th {
  font-size: 0.85rem;
  color: var(--quiet);
}
time {
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
}
article,
[data-part="summary"],
[data-part="proof"] {
  margin: 0.75rem 0;
  padding: 0.75rem 1rem;
  border: 1px solid var(--line);
  border-left: 4px solid var(--quiet);
}
dl {
  display: grid;
  grid-template-columns: minmax(9rem, 14rem) 1fr;
  gap: 0.2rem 1rem;
  margin: 0;
}
dt {
  color: var(--quiet);
}
dd {
  margin: 0;
  overflow-wrap: anywhere;
}
ul {
  margin: 0.2rem 0;
  padding-left: 1.2rem;
}
blockquote {
  margin: 0.2rem 0;
  padding-left: 0.6rem;
  border-left: 3px solid var(--line);
  white-space: pre-wrap;
}
pre {
  margin: 0.3rem 0;
  padding: 0.5rem;
  background: #f4f4f6;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  font-size: 0.8rem;
}
code {
  font-size: 0.85em;
  overflow-wrap: anywhere;
}
.mark {
  width: 6.5rem;
  margin: 0 0 0.25rem;
  color: var(--quiet);
  font-size: 0.85rem;
}
.proven > .mark {
  color: var(--proven);
}
.altered {
  background: #fde7ea;
  outline: 2px solid var(--altered);
}
.altered > .mark {
  color: var(--altered);
  font-weight: 700;
}
@media (max-width: 40rem) {
  dl {
    grid-template-columns: 1fr;
  }
  body {
    padding: 0.75rem;
  }
}
@media print {
  @page {
    margin: 15mm;
  }
  body {
    max-width: none;
    padding: 0;
    font-size: 10pt;
  }
  article,
  tr {
    break-inside: avoid;
  }
  h2,
  h3 {
    break-after: avoid;
  }
  pre {
    background: none;
    border: 1px solid var(--line);
  }
  #verdict,
  .altered {
    print-color-adjust: exact;
  }
}
`;

/** `verify-evidence.mjs`. */
export const COMMAND = `// Cotejo: checks an evidence package. node verify-evidence.mjs DIR|PAGE.html [--head FILE [--consistency FILE]]
import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
const PAGE_SCRIPT = "\\n/*\\n * Checks an evidence package by WebCrypto alone, in a browser and in Node 20 or newer. The same text is in each package's page\\n * and in its \`verify-evidence.mjs\`, so it imports nothing.\\n *\\n * An entry is proven by its leaf: SHA-256(0x00 || HMAC-SHA-256(salt, text of the entry)), by the hashes that lead from the leaf\\n * to the root of the log (RFC 6962), and by the Ed25519 signature of the head, which states that root.\\n */\\n\\n/** @typedef {{ size: number, root: string, at: string, signature: string, public_key: string }} Head */\\n/** @typedef {{ file: string, sha256: string, whole: boolean }} BodyOfEntry */\\n/** @typedef {{ position: number, kind: string, id: number, salt: string, hashes: string[], body?: BodyOfEntry }} ProvenEntry */\\n/** @typedef {{ head: Head, hashes: string[] }} LeftHead A head that left the machine, and the proof that the package's log continues it. */\\n/** @typedef {{ name: string, bytes: number, sha256: string }} ListedFile */\\n/**\\n * @typedef {object} Manifest\\n * @property {string} format\\n * @property {number} schema\\n * @property {string} verification_id\\n * @property {string} made_at\\n * @property {string} made_by\\n * @property {string} language\\n * @property {string} people\\n * @property {string[]} notes\\n * @property {{ name: string, offsets: [string, number][] }} time_zone\\n * @property {Head} head\\n * @property {{ review: number, delivery: number }} unsealed\\n * @property {ProvenEntry[]} entries\\n * @property {LeftHead[]} heads\\n * @property {ListedFile[]} files\\n */\\n/** @typedef {{ what: \\"altered\\" | \\"missing\\" | \\"added\\", name: string, because: string }} Finding */\\n/** @typedef {{ text: string, because: string | null }} CheckedEntry \`because\` is null for a proven entry. */\\n/**\\n * @typedef {object} Checked\\n * @property {Manifest | null} manifest\\n * @property {Finding[]} findings\\n * @property {string[]} unchecked What this runtime could not check.\\n * @property {CheckedEntry[]} entries In the order of the manifest.\\n * @property {Map<string, Uint8Array>} files The intact files.\\n */\\n\\nconst FORMAT = \\"cotejo-evidence-package\\";\\nconst ENTRIES_FILE = \\"entries.jsonl\\";\\n\\nconst encoder = new TextEncoder();\\n\\n/** @param {string} text */\\nconst bytesOf = (text) => encoder.encode(text);\\n/** @param {Uint8Array} bytes */\\nconst textOf = (bytes) => new TextDecoder(\\"utf-8\\", { ignoreBOM: true }).decode(bytes);\\n/** @param {Uint8Array} bytes */\\nconst toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, \\"0\\")).join(\\"\\");\\n\\n/** @param {unknown} hex */\\nfunction fromHex(hex) {\\n  if (typeof hex !== \\"string\\" || !/^(?:[0-9a-f]{2})*$/.test(hex)) throw new Error(\\"not hexadecimal\\");\\n  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));\\n}\\n\\n/** @param {unknown} base64 */\\nfunction fromBase64(base64) {\\n  if (typeof base64 !== \\"string\\") throw new Error(\\"not base64\\");\\n  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));\\n}\\n\\n/** @param {Uint8Array[]} parts */\\nfunction joined(...parts) {\\n  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));\\n  let at = 0;\\n  for (const part of parts) {\\n    bytes.set(part, at);\\n    at += part.length;\\n  }\\n  return bytes;\\n}\\n\\n/** @param {Uint8Array} bytes */\\nconst sha256 = async (bytes) =>\\n  new Uint8Array(await globalThis.crypto.subtle.digest(\\"SHA-256\\", /** @type {BufferSource} */ (bytes)));\\n\\n/** @param {Uint8Array} key @param {Uint8Array} bytes */\\nasync function hmac(key, bytes) {\\n  const algorithm = { name: \\"HMAC\\", hash: \\"SHA-256\\" };\\n  const imported = await globalThis.crypto.subtle.importKey(\\n    \\"raw\\",\\n    /** @type {BufferSource} */ (key),\\n    algorithm,\\n    false,\\n    [\\"sign\\"],\\n  );\\n  return new Uint8Array(await globalThis.crypto.subtle.sign(\\"HMAC\\", imported, /** @type {BufferSource} */ (bytes)));\\n}\\n\\n/** @param {Uint8Array} salt @param {Uint8Array} text */\\nconst leafOf = async (salt, text) => sha256(joined(Uint8Array.of(0), await hmac(salt, text)));\\n\\n/** @param {Uint8Array} left @param {Uint8Array} right */\\nconst nodeHash = (left, right) => sha256(joined(Uint8Array.of(1), left, right));\\n\\n/** @param {string} pem */\\nconst derOf = (pem) => fromBase64(pem.replace(/-----[^-]+-----/g, \\"\\").replace(/\\\\s/g, \\"\\"));\\n\\n/**\\n * Whether a signature is valid; null where the runtime has no Ed25519.\\n * @param {string} pem @param {Uint8Array} signature @param {Uint8Array} bytes\\n * @returns {Promise<boolean | null>}\\n */\\nasync function isSignedBy(pem, signature, bytes) {\\n  const algorithm = { name: \\"Ed25519\\" };\\n  /** @type {CryptoKey} */\\n  let key;\\n  try {\\n    key = await globalThis.crypto.subtle.importKey(\\"spki\\", derOf(pem), algorithm, false, [\\"verify\\"]);\\n  } catch (error) {\\n    return error instanceof Error && error.name === \\"NotSupportedError\\" ? null : false;\\n  }\\n  return globalThis.crypto.subtle.verify(\\n    algorithm,\\n    key,\\n    /** @type {BufferSource} */ (signature),\\n    /** @type {BufferSource} */ (bytes),\\n  );\\n}\\n\\n/** @param {Head} head */\\nconst signedTextOf = ({ at, root, size }) => JSON.stringify({ at, root, size });\\n\\n/** @param {Head} head */\\nasync function isHeadSigned(head) {\\n  try {\\n    return await isSignedBy(head.public_key, fromBase64(head.signature), bytesOf(signedTextOf(head)));\\n  } catch {\\n    return false;\\n  }\\n}\\n\\n/** @param {number} place @param {number} last @returns {[number, number]} */\\nconst halved = (place, last) => [Math.floor(place / 2), Math.floor(last / 2)];\\n\\n/**\\n * Whether the hashes lead from a leaf to the root (RFC 9162, section 2.1.3.2).\\n * @param {{ position: number, size: number, leaf: Uint8Array, root: string }} claim @param {string[]} hashes\\n */\\nasync function isIncluded({ position, size, leaf, root }, hashes) {\\n  if (!Number.isSafeInteger(position) || position < 0 || position >= size) return false;\\n  let [place, last] = [position, size - 1];\\n  let hash = leaf;\\n  for (const other of hashes.map(fromHex)) {\\n    if (last === 0) return false;\\n    if (place % 2 === 1 || place === last) {\\n      hash = await nodeHash(other, hash);\\n      while (place % 2 === 0 && place !== 0) [place, last] = halved(place, last);\\n    } else hash = await nodeHash(hash, other);\\n    [place, last] = halved(place, last);\\n  }\\n  return last === 0 && toHex(hash) === root;\\n}\\n\\n/**\\n * Whether the hashes show that the log of the first head is the beginning of that of the second (RFC 9162, section 2.1.4.2).\\n * @param {{ size: number, root: string }} first @param {{ size: number, root: string }} second @param {string[]} hashes\\n */\\nasync function isConsistent(first, second, hashes) {\\n  if (first.size > second.size || first.size < 1) return false;\\n  if (first.size === second.size) return hashes.length === 0 && first.root === second.root;\\n  const [start, ...rest] = Number.isInteger(Math.log2(first.size)) ? [first.root, ...hashes] : hashes;\\n  if (start === undefined) return false;\\n  let [place, last] = [first.size - 1, second.size - 1];\\n  while (place % 2 === 1) [place, last] = halved(place, last);\\n  let [ofFirst, ofSecond] = [fromHex(start), fromHex(start)];\\n  for (const other of rest.map(fromHex)) {\\n    if (last === 0) return false;\\n    if (place % 2 === 1 || place === last) {\\n      ofFirst = await nodeHash(other, ofFirst);\\n      ofSecond = await nodeHash(other, ofSecond);\\n      while (place % 2 === 0 && place !== 0) [place, last] = halved(place, last);\\n    } else ofSecond = await nodeHash(ofSecond, other);\\n    [place, last] = halved(place, last);\\n  }\\n  return last === 0 && toHex(ofFirst) === first.root && toHex(ofSecond) === second.root;\\n}\\n\\n/** @param {{ position: number, kind: string, id: number }} entry */\\nconst nameOfEntry = ({ position, kind, id }) => \`entry \${position} of the log (\${kind} \${id})\`;\\n\\n/**\\n * Why an entry is not proven; null if it is.\\n * @param {ProvenEntry} entry @param {string | undefined} text @param {Manifest} manifest\\n */\\nasync function faultOfEntry(entry, text, { head, files }) {\\n  if (text === undefined) return \\"its line is missing\\";\\n  try {\\n    const salt = fromHex(entry.salt);\\n    const leaf = await leafOf(salt, bytesOf(text));\\n    if (!(await isIncluded({ ...entry, ...head, leaf }, entry.hashes))) return \\"its text is not the sealed one\\";\\n    const { kind, entry: columns } = JSON.parse(text);\\n    if (kind !== entry.kind || columns.id !== entry.id) return \\"its text is that of another entry\\";\\n    if (!entry.body) return null;\\n    const digest = toHex(await hmac(salt, fromHex(entry.body.sha256)));\\n    if (columns.body_digest !== digest) return \\"its body is not the sealed one\\";\\n    const { file, whole, sha256 } = entry.body;\\n    const listed = files.find(({ name }) => name === file);\\n    return whole && listed && listed.sha256 !== sha256 ? \\"its body is not the sealed one\\" : null;\\n  } catch {\\n    return \\"it cannot be read\\";\\n  }\\n}\\n\\n/** Names that lead out of no folder. @param {unknown} name */\\nconst isPlainName = (name) =>\\n  typeof name === \\"string\\" && /^[A-Za-z0-9_-][\\\\w.-]*(?:\\\\/[A-Za-z0-9_-][\\\\w.-]*)*$/.test(name);\\n\\n/**\\n * Checks a package: its manifest by the signature, its files by the manifest, its entries by the signed head. \`names\` are the\\n * files that are there, if they can be listed.\\n * @param {{ manifest: Uint8Array, signature: Uint8Array, read: (name: string) => Promise<Uint8Array | null>, names: string[] | null }} given\\n * @returns {Promise<Checked>}\\n */\\nasync function checkPackage({ manifest: manifestBytes, signature, read, names }) {\\n  /** @type {Finding[]} */\\n  const findings = [];\\n  /** @type {Checked} */\\n  const checked = { manifest: null, findings, unchecked: [], entries: [], files: new Map() };\\n  /** @param {Finding[\\"what\\"]} what @param {string} name @param {string} because */\\n  const found = (what, name, because) => findings.push({ what, name, because });\\n  /** @type {Manifest} */\\n  let manifest;\\n  try {\\n    manifest = JSON.parse(textOf(manifestBytes));\\n    if (manifest.format !== FORMAT || manifest.schema !== 1) throw new Error(\\"another format\\");\\n    if (![manifest.files, manifest.entries, manifest.heads].every(Array.isArray)) throw new Error(\\"no lists\\");\\n  } catch {\\n    found(\\"altered\\", \\"manifest.json\\", \\"it is not the manifest of an evidence package of schema 1\\");\\n    return checked;\\n  }\\n  checked.manifest = manifest;\\n  const isSigned = await isSignedBy(String(manifest.head.public_key), signature, manifestBytes).catch(() => false);\\n  const isHeadValid = await isHeadSigned(manifest.head);\\n  if (isSigned === null) checked.unchecked.push(\\"signatures: this runtime has no Ed25519\\");\\n  if (isSigned === false) found(\\"altered\\", \\"manifest.json\\", \\"its signature is not valid\\");\\n  if (isHeadValid === false) found(\\"altered\\", \\"manifest.json\\", \\"the signature of its head is not valid\\");\\n  for (const { name, bytes, sha256: expected } of manifest.files) {\\n    const content = isPlainName(name) ? await read(name) : null;\\n    if (content === null) found(\\"missing\\", String(name), \\"the manifest lists it\\");\\n    else if (content.length !== bytes || toHex(await sha256(content)) !== expected)\\n      found(\\"altered\\", name, \\"its SHA-256 is not that of the manifest\\");\\n    else checked.files.set(name, content);\\n  }\\n  const listed = new Set(manifest.files.map(({ name }) => name));\\n  for (const name of names ?? []) if (!listed.has(name)) found(\\"added\\", name, \\"the manifest does not list it\\");\\n  const written = (await read(ENTRIES_FILE)) ?? new Uint8Array();\\n  const lines = textOf(written).split(\\"\\\\n\\");\\n  if (lines.at(-1) === \\"\\") lines.pop();\\n  /** @type {Set<number>} */\\n  const deleted = new Set();\\n  for (const [at, entry] of manifest.entries.entries()) {\\n    const because = await faultOfEntry(entry, lines[at], manifest);\\n    if (because !== null) found(lines[at] === undefined ? \\"missing\\" : \\"altered\\", nameOfEntry(entry), because);\\n    checked.entries.push({ text: lines[at] ?? \\"\\", because });\\n    const columns = entry.kind === \\"event\\" && because === null ? JSON.parse(lines[at] ?? \\"\\").entry : null;\\n    if (columns?.kind === \\"payloads_removed\\") for (const position of columns.positions) deleted.add(position);\\n  }\\n  for (const entry of manifest.entries)\\n    if (entry.kind === \\"delivery\\" && !entry.body && !deleted.has(entry.position))\\n      found(\\"missing\\", nameOfEntry(entry), \\"the package lacks its body, and no event of the log names its deletion\\");\\n  for (let at = manifest.entries.length; at < lines.length; at += 1)\\n    found(\\"added\\", \`\${ENTRIES_FILE} line \${at + 1}\`, \\"the manifest does not list it\\");\\n  for (const { head, hashes } of manifest.heads) {\\n    const holds =\\n      (await isHeadSigned(head)) !== false && (await isConsistent(head, manifest.head, hashes).catch(() => false));\\n    if (!holds) found(\\"altered\\", \`head of \${head.at}\`, \\"the log of the package does not continue it\\");\\n  }\\n  return checked;\\n}\\n\\n/**\\n * Compares the head of a package with one that left the machine at another time. \`proof\` is the answer of\\n * \`/api/evidence/consistency\` for both sizes, unless the package has it.\\n * @param {Manifest} manifest @param {Head} other @param {{ hashes: string[] } | null} proof\\n * @returns {Promise<Finding | null>}\\n */\\nasync function compareHeads({ head, heads }, other, proof) {\\n  /** @param {string} because @returns {Finding} */\\n  const differs = (because) => ({ what: \\"altered\\", name: \\"the given head\\", because });\\n  try {\\n    if (derOf(other.public_key).toString() !== derOf(head.public_key).toString())\\n      return differs(\\"it was signed by another key than this package's\\");\\n    if ((await isHeadSigned(other)) === false) return differs(\\"its signature is not valid\\");\\n    const [first, second] = other.size <= head.size ? [other, head] : [head, other];\\n    const known = heads.find((left) => left.head.size === other.size && left.head.root === other.root);\\n    const hashes = first.size === second.size ? [] : (known?.hashes ?? proof?.hashes);\\n    if (!hashes)\\n      return {\\n        what: \\"missing\\",\\n        name: \\"the proof of consistency\\",\\n        because: \`get /api/evidence/consistency?first=\${first.size}&second=\${second.size} and give it by --consistency FILE\`,\\n      };\\n    return (await isConsistent(first, second, hashes)) ? null : differs(\\"its log and that of the package differ\\");\\n  } catch {\\n    return differs(\\"it cannot be read\\");\\n  }\\n}\\n\\n/*\\n * The visible part of a package's page, from its checked data alone. The server writes it into the page, and the page's own\\n * check and \`verify-evidence.mjs\` write it again and compare, so it gives the same text everywhere: no locale of the runtime,\\n * no clock. Every value is others' text and is escaped.\\n */\\n\\n/** @typedef {import(\\"./verify.js\\").Manifest} Manifest */\\n/** @typedef {Record<string, any>} Json */\\n/** @typedef {{ id: string, source: string, html: string }} Part A row; its source is a file, or a position in the log. */\\n/** @typedef {{ name: string, head: string, parts: Part[], foot: string, count: number }} Section */\\n/**\\n * @typedef {object} PageData\\n * @property {Manifest} manifest\\n * @property {string[]} texts The entries, in the order of the manifest.\\n * @property {(name: string) => string | null} file\\n */\\n\\n/** @type {Record<string, string>} */\\nconst ESCAPES = { \\"&\\": \\"&amp;\\", \\"<\\": \\"&lt;\\", \\">\\": \\"&gt;\\", '\\"': \\"&quot;\\", \\"'\\": \\"&#39;\\" };\\n\\n/** Control characters and those that change the direction of writing are shown by their number. @param {unknown} value */\\nconst escaped = (value) =>\\n  String(value)\\n    .replace(/[&<>\\"']/g, (character) => ESCAPES[character] ?? \\"\\")\\n    .replace(/[\\\\p{Cc}\\\\p{Bidi_Control}\\\\p{Zl}\\\\p{Zp}]/gu, (character) =>\\n      character === \\"\\\\n\\" || character === \\"\\\\t\\"\\n        ? character\\n        : \`[U+\${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, \\"0\\")}]\`,\\n    );\\n\\n/** @param {string | null} json @returns {any} */\\nconst parsed = (json) => {\\n  try {\\n    return json === null ? null : JSON.parse(json);\\n  } catch {\\n    return null;\\n  }\\n};\\n\\n/** @param {unknown} list @returns {any[]} */\\nconst listOf = (list) => (Array.isArray(list) ? list : []);\\n\\n/** @param {PageData} data @returns {Section[]} */\\nfunction sectionsOf({ manifest, texts, file }) {\\n  /** @type {Json} */\\n  const words = parsed(file(\\"words.json\\")) ?? {};\\n  /** @param {string} group @param {unknown} code */\\n  const word = (group, code) => {\\n    if (code === null || code === undefined || code === \\"\\") return \\"–\\";\\n    const known = words[group];\\n    return typeof code === \\"string\\" && known && Object.hasOwn(known, code) ? escaped(known[code]) : escaped(code);\\n  };\\n  /** @param {string} name */\\n  const label = (name) => word(\\"label\\", name);\\n  const { offsets } = manifest.time_zone;\\n\\n  /** An instant in the zone of the package, with its distance from UTC. @param {unknown} instant */\\n  function time(instant) {\\n    const ms = typeof instant === \\"string\\" ? Date.parse(instant) : Number.NaN;\\n    if (Number.isNaN(ms)) return escaped(instant ?? \\"–\\");\\n    const minutes = offsets.findLast(([from]) => Date.parse(from) <= ms)?.[1] ?? 0;\\n    const local = new Date(ms + minutes * 60_000).toISOString();\\n    const sign = minutes < 0 ? \\"−\\" : \\"+\\";\\n    const distance = \`\${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, \\"0\\")}:\${String(Math.abs(minutes) % 60).padStart(2, \\"0\\")}\`;\\n    return \`<time datetime=\\"\${escaped(instant)}\\">\${local.slice(0, 10)} \${local.slice(11, 19)} <small>UTC\${sign}\${distance}</small></time>\`;\\n  }\\n\\n  /** @param {string} name @param {string} html */\\n  const fact = (name, html) => \`<dt>\${label(name)}</dt><dd>\${html}</dd>\`;\\n  /** @param {unknown} value */\\n  const text = (value) => (value === null || value === undefined || value === \\"\\" ? \\"–\\" : escaped(value));\\n  /** @param {string} summary @param {string} content */\\n  const more = (summary, content) =>\\n    \`<details><summary>\${label(summary)}</summary><pre>\${escaped(content)}</pre></details>\`;\\n  const policiesKept = listOf(parsed(file(\\"policies.json\\")));\\n  /** The reason of a decision in the words of its policy. @param {Json} columns */\\n  const reasonOf = ({ policy_version, reason_code }) => {\\n    const policy = policiesKept.find(({ version }) => version === policy_version);\\n    const reason = listOf(policy?.catalogue).find(({ code }) => code === reason_code);\\n    return text(reason?.[manifest.language === \\"en\\" ? \\"en\\" : \\"es\\"] ?? reason_code);\\n  };\\n  /** @param {string} id @param {string} source @param {string[]} cells @returns {Part} */\\n  const row = (id, source, cells) => ({\\n    id,\\n    source,\\n    html: \`<tr data-part=\\"\${escaped(id)}\\" data-source=\\"\${escaped(source)}\\"><td class=\\"mark\\">–</td>\${cells.map((cell) => \`<td>\${cell}</td>\`).join(\\"\\")}</tr>\`,\\n  });\\n  /** @param {string} name @param {string[]} columns @param {Part[]} parts @returns {Section} */\\n  const table = (name, columns, parts) => ({\\n    name,\\n    head: \`<table><thead><tr><th>\${label(\\"mark\\")}</th>\${columns.map((column) => \`<th>\${label(column)}</th>\`).join(\\"\\")}</tr></thead><tbody>\`,\\n    parts,\\n    foot: \\"</tbody></table>\\",\\n    count: parts.length,\\n  });\\n  /** @param {string} name @param {Part[]} parts @returns {Section} */\\n  const articles = (name, parts) => ({ name, head: \\"<div>\\", parts, foot: \\"</div>\\", count: parts.length });\\n\\n  const entries = manifest.entries.map((entry, at) => {\\n    const sealed = parsed(texts[at] ?? null);\\n    return { ...entry, text: texts[at] ?? \\"\\", columns: /** @type {Json} */ (sealed?.entry ?? {}) };\\n  });\\n  /** @param {string} kind */\\n  const ofKind = (kind) => entries.filter((entry) => entry.kind === kind);\\n  const logged = ofKind(\\"review\\");\\n  const undone = new Set(logged.flatMap(({ columns }) => columns.undoes ?? []));\\n\\n  /** @param {Json} run */\\n  const findingsOf = (run) =>\\n    listOf(run.items)\\n      .map(\\n        (finding) =>\\n          \`<li>\${word(\\"severity\\", finding.severity)}: \${text(finding.message)}\${finding.missing_field ? \` (\${text(finding.missing_field)})\` : \\"\\"}</li>\`,\\n      )\\n      .join(\\"\\");\\n\\n  /** @param {Json} basis */\\n  function basisOf(basis) {\\n    const items = listOf(basis.items);\\n    const people = listOf(basis.people);\\n    return [\\n      fact(\\"status\\", word(\\"status\\", basis.status)),\\n      fact(\\"documents_status\\", word(\\"documents_status\\", basis.documents_status)),\\n      fact(\\n        \\"findings\\",\\n        basis.run\\n          ? \`\${word(\\"source\\", basis.run.source)}, \${time(basis.run.computed_at)}<ul>\${findingsOf(basis.run)}</ul>\`\\n          : label(\\"none\\"),\\n      ),\\n      fact(\\n        \\"documents\\",\\n        \`\${items.length}<ul>\${items.map((item) => \`<li>\${text(item.item_id)} · \${text(item.item_type)}\${item.item_error ? \` · \${text(item.item_error)}\` : \\"\\"}</li>\`).join(\\"\\")}</ul>\`,\\n      ),\\n      fact(\\n        \\"people\\",\\n        \`\${people.length}<ul>\${people.map((person) => \`<li>\${text(person.people_id)} · \${word(\\"outcome\\", person.outcome)}\${person.people_error ? \` · \${text(person.people_error)}\` : \\"\\"}</li>\`).join(\\"\\")}</ul>\`,\\n      ),\\n      fact(\\"labels\\", text(listOf(basis.labels).join(\\", \\"))),\\n    ].join(\\"\\");\\n  }\\n\\n  const decisions = logged\\n    .filter(({ columns }) => columns.digest)\\n    .map(({ position, columns, text: sealed }) => ({\\n      id: \`decision \${position}\`,\\n      source: String(position),\\n      html: \`<article data-part=\\"decision \${position}\\" data-source=\\"\${position}\\"><p class=\\"mark\\">–</p><h3>\${word(\\"resolution\\", columns.resolution)} · \${word(\\"kind\\", columns.kind)}\${undone.has(columns.id) ? \` · \${label(\\"undone\\")}\` : \\"\\"}</h3><dl>\${[\\n        fact(\\"who\\", text(columns.user_name)),\\n        fact(\\"when\\", time(columns.at)),\\n        fact(\\n          \\"reason\\",\\n          \`\${reasonOf(columns)}\${columns.reason ? \`<blockquote>\${text(columns.reason)}</blockquote>\` : \\"\\"}\`,\\n        ),\\n        fact(\\"policy\\", text(columns.policy_version)),\\n        fact(\\"digest\\", \`<code>\${text(columns.digest)}</code>\`),\\n        columns.pdfs\\n          ? fact(\\n              \\"pdfs\\",\\n              \`<ul>\${listOf(columns.pdfs)\\n                .map(\\n                  (pdf) =>\\n                    \`<li>\${text(pdf.people_id)} · \${time(pdf.opened_at)} · <code>\${text(pdf.sha256)}</code></li>\`,\\n                )\\n                .join(\\"\\")}</ul>\`,\\n            )\\n          : \\"\\",\\n        columns.basis ? basisOf(columns.basis) : \\"\\",\\n      ].join(\\"\\")}</dl>\${more(\\"sealed\\", sealed)}</article>\`,\\n    }));\\n\\n  const history = logged.map(({ position, columns, text: sealed }) =>\\n    row(\`review \${position}\`, String(position), [\\n      time(columns.at),\\n      word(\\"kind\\", columns.kind),\\n      columns.user_name === undefined ? label(\\"rules\\") : text(columns.user_name),\\n      \`\${word(\\"state\\", columns.state)}\${columns.resolution ? \` · \${word(\\"resolution\\", columns.resolution)}\` : \\"\\"}\`,\\n      \`\${text(columns.reason)}\${more(\\"sealed\\", sealed)}\`,\\n    ]),\\n  );\\n\\n  const deliveries = ofKind(\\"delivery\\").map(({ position, columns, body, text: sealed }) => {\\n    const content = body ? file(body.file) : null;\\n    const event = parsed(content)?.event_name;\\n    const state = body\\n      ? content === null\\n        ? label(\\"body_apart\\")\\n        : body.whole\\n          ? \\"\\"\\n          : label(\\"body_shortened\\")\\n      : label(\\"body_deleted\\");\\n    return row(\`delivery \${position}\`, String(position), [\\n      time(columns.received_at),\\n      word(\\"event\\", event),\\n      \`\${time(new Date(Number(columns.t) * 1000).toISOString())}<br><code>v1=\${text(columns.signature)}</code>\`,\\n      \`\${body ? \`<code>\${text(body.file)}</code> \` : \\"\\"}\${state}\${content === null ? \\"\\" : more(\\"body\\", content)}\${more(\\"sealed\\", sealed)}\`,\\n    ]);\\n  });\\n\\n  const openings = ofKind(\\"audit\\").map(({ position, columns, text: sealed }) =>\\n    row(\`audit \${position}\`, String(position), [\\n      time(columns.at),\\n      word(\\"action\\", columns.action),\\n      text(columns.user_email ?? columns.token_id),\\n      word(\\"result\\", columns.outcome),\\n      \`\${text(columns.address)}\${more(\\"sealed\\", sealed)}\`,\\n    ]),\\n  );\\n\\n  const events = ofKind(\\"event\\").map(({ position, columns, text: sealed }) =>\\n    row(\`event \${position}\`, String(position), [\\n      time(columns.at),\\n      word(\\"event_kind\\", columns.kind),\\n      more(\\"sealed\\", sealed),\\n    ]),\\n  );\\n\\n  const facts = parsed(file(\\"file.json\\"));\\n  const people = listOf(parsed(file(\\"people.json\\"))).map((person, at) =>\\n    row(\`person \${at}\`, \\"people.json\\", [\\n      text(person.people_id),\\n      text(person.name),\\n      text(person.curp),\\n      word(\\"outcome\\", person.outcome),\\n      person.answer === undefined ? \\"\\" : more(\\"answer\\", JSON.stringify(person.answer, null, 2)),\\n    ]),\\n  );\\n  const notes = listOf(parsed(file(\\"notes.json\\"))).map((note, at) =>\\n    row(\`note \${at}\`, \\"notes.json\\", [\\n      time(note.created_at),\\n      text(note.author?.name),\\n      word(\\"note\\", note.kind),\\n      \`<blockquote>\${text(note.text)}</blockquote>\${listOf(note.history).length > 0 ? more(\\"history\\", JSON.stringify(note.history, null, 2)) : \\"\\"}\`,\\n    ]),\\n  );\\n  const letters = listOf(parsed(file(\\"letters.json\\"))).map((letter, at) =>\\n    row(\`letter \${at}\`, \\"letters.json\\", [\\n      time(letter.created_at),\\n      text(letter.author?.name),\\n      text(letter.to),\\n      word(\\"letter\\", letter.state),\\n      \`\${text(letter.subject)}<blockquote>\${text(letter.text)}</blockquote>\`,\\n    ]),\\n  );\\n  const policies = policiesKept.map((policy, at) =>\\n    row(\`policy \${at}\`, \\"policies.json\\", [text(policy.version), more(\\"policy_text\\", JSON.stringify(policy, null, 2))]),\\n  );\\n  const { head, unsealed } = manifest;\\n  const left = manifest.heads.map((one, at) =>\\n    row(\`head \${at}\`, \\"manifest.json\\", [time(one.head.at), text(one.head.size), \`<code>\${text(one.head.root)}</code>\`]),\\n  );\\n  /** @type {Part} */\\n  const summary = {\\n    id: \\"summary\\",\\n    source: \\"file.json\\",\\n    html: \`<div data-part=\\"summary\\" data-source=\\"file.json\\"><p class=\\"mark\\">–</p><dl>\${[\\n      fact(\\"title\\", text(facts?.title)),\\n      fact(\\"tag\\", text(facts?.tag)),\\n      fact(\\"verification_id\\", \`<code>\${text(manifest.verification_id)}</code>\`),\\n      fact(\\"tax_id\\", text(facts?.tax_id)),\\n      fact(\\"account_name\\", text(facts?.account_name)),\\n      fact(\\"status\\", word(\\"status\\", facts?.status)),\\n      fact(\\"documents_status\\", word(\\"documents_status\\", facts?.documents_status)),\\n      fact(\\"created_at\\", time(facts?.created_at)),\\n    ].join(\\"\\")}</dl></div>\`,\\n  };\\n  /** @type {Part} */\\n  const proof = {\\n    id: \\"proof\\",\\n    source: \\"manifest.json\\",\\n    html: \`<div data-part=\\"proof\\" data-source=\\"manifest.json\\"><p class=\\"mark\\">–</p><dl>\${[\\n      fact(\\"made_at\\", time(manifest.made_at)),\\n      fact(\\"made_by\\", text(manifest.made_by)),\\n      fact(\\"people_shown\\", word(\\"people_choice\\", manifest.people)),\\n      fact(\\"notes_shown\\", manifest.notes.map((kind) => word(\\"note\\", kind)).join(\\", \\") || label(\\"none\\")),\\n      fact(\\"entries\\", text(manifest.entries.length)),\\n      fact(\\"unsealed\\", text(unsealed.review + unsealed.delivery)),\\n      fact(\\"head_at\\", time(head.at)),\\n      fact(\\"head_size\\", text(head.size)),\\n      fact(\\"head_root\\", \`<code>\${text(head.root)}</code>\`),\\n      fact(\\"public_key\\", \`<pre>\${text(head.public_key)}</pre>\`),\\n    ].join(\\"\\")}</dl></div>\`,\\n  };\\n  return [\\n    articles(\\"file\\", [summary]),\\n    articles(\\"decisions\\", decisions),\\n    table(\\"history\\", [\\"when\\", \\"step\\", \\"who\\", \\"state\\", \\"reason\\"], history),\\n    table(\\"people\\", [\\"people_id\\", \\"name\\", \\"curp\\", \\"outcome\\", \\"details\\"], people),\\n    table(\\"deliveries\\", [\\"received_at\\", \\"event\\", \\"signature\\", \\"body\\"], deliveries),\\n    table(\\"openings\\", [\\"when\\", \\"action\\", \\"who\\", \\"result\\", \\"address\\"], openings),\\n    table(\\"notes\\", [\\"when\\", \\"who\\", \\"kind\\", \\"text\\"], notes),\\n    table(\\"letters\\", [\\"when\\", \\"who\\", \\"to\\", \\"state\\", \\"text\\"], letters),\\n    table(\\"policies\\", [\\"version\\", \\"details\\"], policies),\\n    table(\\"events\\", [\\"when\\", \\"event\\", \\"details\\"], events),\\n    articles(\\"proof\\", [proof]),\\n    table(\\"heads\\", [\\"when\\", \\"head_size\\", \\"head_root\\"], left),\\n  ].map((section) => ({\\n    ...section,\\n    head: \`<section id=\\"\${section.name}\\"><h2>\${word(\\"section\\", section.name)}\${section.head.startsWith(\\"<table\\") ? \` <small>\${section.count}</small>\` : \\"\\"}</h2><p class=\\"lede\\">\${word(\\"lede\\", section.name)}</p>\${section.count > 0 ? section.head : \`<p>\${label(\\"none\\")}</p>\`}\`,\\n    foot: \`\${section.count > 0 ? section.foot : \\"\\"}</section>\`,\\n  }));\\n}\\n\\n/** @param {PageData} data @returns {{ title: string, heading: string, waiting: string, words: Json }} */\\nfunction frameOf({ manifest, file }) {\\n  const words = parsed(file(\\"words.json\\")) ?? {};\\n  const facts = parsed(file(\\"file.json\\"));\\n  const name = facts?.title ?? facts?.tag ?? manifest.verification_id;\\n  return {\\n    title: \`\${escaped(words.label?.package ?? \\"\\")} · \${escaped(name)}\`,\\n    heading: escaped(words.label?.package ?? \\"\\"),\\n    waiting: escaped(words.check?.not_run ?? \\"\\"),\\n    words,\\n  };\\n}\\n\\n/** @param {Section[]} sections */\\nconst mainOf = (sections) =>\\n  sections.map(({ head, parts, foot }) => \`\${head}\${parts.map(({ html }) => html).join(\\"\\\\n\\")}\${foot}\`).join(\\"\\\\n\\");\\n\\n/** @typedef {import(\\"./verify.js\\").Manifest} Manifest */\\n/** @typedef {{ manifest: string, signature: string, files: Map<string, Uint8Array> }} Embedded What a page holds as JSON. */\\n\\n/** @param {Uint8Array} bytes */\\nconst base64Of = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(\\"\\"));\\n\\n/** Bytes as they are in a page: text where they are UTF-8. @param {Uint8Array} bytes */\\nfunction written(bytes) {\\n  const text = textOf(bytes);\\n  const back = bytesOf(text);\\n  const isText = back.length === bytes.length && back.every((byte, at) => byte === bytes[at]);\\n  return isText ? text : { base64: base64Of(bytes) };\\n}\\n\\n/** @param {string | { base64: string }} content */\\nconst readBack = (content) => (typeof content === \\"string\\" ? bytesOf(content) : fromBase64(content.base64));\\n\\n/** The data of a page's JSON. Throws for anything else. @param {string} json @returns {Embedded} */\\nfunction dataOfJson(json) {\\n  const { manifest, signature, files } = JSON.parse(json);\\n  if (typeof manifest !== \\"string\\" || typeof signature !== \\"string\\") throw new Error(\\"no page of an evidence package\\");\\n  /** @type {[string, string | { base64: string }][]} */\\n  const contents = Object.entries(files);\\n  return { manifest, signature, files: new Map(contents.map(([name, content]) => [name, readBack(content)])) };\\n}\\n\\n/** @param {Embedded} embedded @param {Manifest} manifest */\\nfunction pageDataOf({ files }, manifest) {\\n  /** @param {string} name */\\n  const file = (name) => {\\n    const bytes = files.get(name);\\n    return bytes === undefined ? null : textOf(bytes);\\n  };\\n  return { manifest, texts: (file(ENTRIES_FILE) ?? \\"\\").split(\\"\\\\n\\"), file };\\n}\\n\\n/*\\n * The check in a package's page: what is shown is compared with what its checked data look like. A row that differs, or whose\\n * source is not proven, turns red.\\n */\\n\\n/** @param {string} id */\\nconst element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));\\n\\n/** @param {Record<string, string>} words @param {\\"proven\\" | \\"altered\\"} state @param {Element} row */\\nfunction mark(words, state, row) {\\n  row.classList.add(state);\\n  const cell = row.querySelector(\\".mark\\");\\n  if (cell) cell.textContent = words[state === \\"proven\\" ? \\"proven\\" : \\"changed\\"] ?? \\"✗\\";\\n}\\n\\n/** @param {Node} main What is left of it without its rows. */\\nfunction frame(main) {\\n  const copy = /** @type {Element} */ (main.cloneNode(true));\\n  for (const part of copy.querySelectorAll(\\"[data-part]\\")) part.remove();\\n  copy.normalize();\\n  return (copy.innerHTML ?? \\"\\").replace(/\\\\s+/g, \\" \\");\\n}\\n\\nasync function main() {\\n  const record = element(\\"record\\");\\n  const verdict = element(\\"verdict\\");\\n  /** @param {string} state @param {string} text @param {string[]} lines */\\n  const say = (state, text, lines) => {\\n    document.documentElement.dataset.state = state;\\n    verdict.textContent = text;\\n    element(\\"findings\\").replaceChildren(\\n      ...lines.map((line) => Object.assign(document.createElement(\\"li\\"), { textContent: line })),\\n    );\\n  };\\n  const rows = [...record.querySelectorAll(\\"[data-part]\\")];\\n  /** @param {unknown} error */\\n  const failed = (error) => {\\n    for (const row of rows) mark({}, \\"altered\\", row);\\n    say(\\"altered\\", \\"ALTERADO · ALTERED\\", [error instanceof Error ? error.message : String(error)]);\\n  };\\n  if (!globalThis.crypto?.subtle)\\n    return say(\\"unchecked\\", \\"Sin WebCrypto: nada se comprobó · No WebCrypto: nothing was checked\\", []);\\n  try {\\n    const embedded = dataOfJson(element(\\"data\\").textContent ?? \\"\\");\\n    const checked = await checkPackage({\\n      manifest: bytesOf(embedded.manifest),\\n      signature: fromBase64(embedded.signature),\\n      read: async (name) => embedded.files.get(name) ?? null,\\n      names: [...embedded.files.keys()],\\n    });\\n    const { manifest, findings, unchecked, entries, files } = checked;\\n    if (!manifest) return failed(findings[0]?.because);\\n    const data = pageDataOf(embedded, manifest);\\n    const words = frameOf(data).words.check ?? {};\\n    const lines = findings.map(({ name, because }) => \`\${name}: \${because}\`);\\n    const isSigned = !findings.some(({ name }) => name === \\"manifest.json\\");\\n    const fits = files.has(\\"words.json\\") && isSigned;\\n    const proven = new Set(\\n      manifest.entries.flatMap(({ position }, at) => (entries[at]?.because === null ? [String(position)] : [])),\\n    );\\n    const sections = sectionsOf(data);\\n    const expected = document.createElement(\\"template\\");\\n    expected.innerHTML = \`<main>\${mainOf(sections)}</main>\`;\\n    const wanted = [...expected.content.querySelectorAll(\\"[data-part]\\")];\\n    const isFrameSame = frame(/** @type {Node} */ (expected.content.firstChild)) === frame(record);\\n    if (!isFrameSame || document.title !== frameTitle(data)) lines.push(words.frame);\\n    const places = new Map(wanted.map((row, at) => [row.getAttribute(\\"data-part\\"), at]));\\n    let last = -1;\\n    let altered = 0;\\n    for (const row of rows) {\\n      const at = places.get(row.getAttribute(\\"data-part\\")) ?? -1;\\n      const source = row.getAttribute(\\"data-source\\") ?? \\"\\";\\n      const holds = proven.has(source) || files.has(source) || (source === \\"manifest.json\\" && isSigned);\\n      const isSame = at >= 0 && wanted[at]?.isEqualNode(row) === true;\\n      const isInOrder = at > last;\\n      last = Math.max(last, at);\\n      const state = fits && holds && isSame && isInOrder ? \\"proven\\" : \\"altered\\";\\n      if (state === \\"altered\\") {\\n        altered += 1;\\n        lines.push(\`\${row.getAttribute(\\"data-part\\")}: \${words[isSame ? (isInOrder ? \\"source\\" : \\"order\\") : \\"row\\"]}\`);\\n      }\\n      // Marked last: its mark is part of what was compared.\\n      queueMicrotask(() => mark(words, state, row));\\n    }\\n    const shown = new Set(rows.map((row) => row.getAttribute(\\"data-part\\")));\\n    for (const name of places.keys()) if (!shown.has(name)) lines.push(\`\${name}: \${words.missing}\`);\\n    if (altered > 0 || lines.length > 0) return say(\\"altered\\", words.altered, lines);\\n    if (unchecked.length > 0) return say(\\"unchecked\\", words.unchecked, [words.no_ed25519]);\\n    say(\\"proven\\", words.all, []);\\n  } catch (error) {\\n    failed(error);\\n  }\\n}\\n\\n/** @param {import(\\"./render.js\\").PageData} data */\\nfunction frameTitle(data) {\\n  const template = document.createElement(\\"template\\");\\n  template.innerHTML = frameOf(data).title;\\n  return (template.content.textContent ?? \\"\\").replace(/\\\\s+/g, \\" \\").trim();\\n}\\n\\naddEventListener(\\"beforeprint\\", () => {\\n  for (const details of document.querySelectorAll(\\"details\\")) details.open = true;\\n});\\n\\nmain();\\n";
const PAGE_STYLE = "\\n:root {\\n  color-scheme: light;\\n  --proven: #176b3a;\\n  --altered: #b00020;\\n  --line: #d5d5da;\\n  --quiet: #5a5a66;\\n}\\n* {\\n  box-sizing: border-box;\\n}\\nbody {\\n  margin: 0 auto;\\n  max-width: 76rem;\\n  padding: 1.5rem;\\n  font:\\n    15px / 1.45 system-ui,\\n    \\"Segoe UI\\",\\n    Roboto,\\n    sans-serif;\\n  color: #16161a;\\n  background: #fff;\\n}\\nh1 {\\n  margin: 0 0 0.5rem;\\n  font-size: 1.6rem;\\n}\\nh2 {\\n  margin: 2rem 0 0.25rem;\\n  font-size: 1.2rem;\\n  border-bottom: 2px solid #16161a;\\n}\\nh3 {\\n  margin: 0 0 0.5rem;\\n  font-size: 1.05rem;\\n}\\n.lede,\\nsmall {\\n  color: var(--quiet);\\n  font-weight: 400;\\n}\\n.lede {\\n  margin: 0 0 0.5rem;\\n}\\n#verdict {\\n  margin: 0;\\n  padding: 0.6rem 0.8rem;\\n  border: 2px solid var(--quiet);\\n  font-weight: 600;\\n}\\n[data-state=\\"proven\\"] #verdict {\\n  border-color: var(--proven);\\n  color: var(--proven);\\n}\\n[data-state=\\"altered\\"] #verdict {\\n  border-color: var(--altered);\\n  color: #fff;\\n  background: var(--altered);\\n}\\n#findings {\\n  color: var(--altered);\\n  overflow-wrap: anywhere;\\n}\\ntable {\\n  width: 100%;\\n  border-collapse: collapse;\\n}\\nth,\\ntd {\\n  padding: 0.35rem 0.5rem;\\n  border-bottom: 1px solid var(--line);\\n  text-align: left;\\n  vertical-align: top;\\n  overflow-wrap: anywhere;\\n}\\nth {\\n  font-size: 0.85rem;\\n  color: var(--quiet);\\n}\\ntime {\\n  white-space: nowrap;\\n  font-variant-numeric: tabular-nums;\\n}\\narticle,\\n[data-part=\\"summary\\"],\\n[data-part=\\"proof\\"] {\\n  margin: 0.75rem 0;\\n  padding: 0.75rem 1rem;\\n  border: 1px solid var(--line);\\n  border-left: 4px solid var(--quiet);\\n}\\ndl {\\n  display: grid;\\n  grid-template-columns: minmax(9rem, 14rem) 1fr;\\n  gap: 0.2rem 1rem;\\n  margin: 0;\\n}\\ndt {\\n  color: var(--quiet);\\n}\\ndd {\\n  margin: 0;\\n  overflow-wrap: anywhere;\\n}\\nul {\\n  margin: 0.2rem 0;\\n  padding-left: 1.2rem;\\n}\\nblockquote {\\n  margin: 0.2rem 0;\\n  padding-left: 0.6rem;\\n  border-left: 3px solid var(--line);\\n  white-space: pre-wrap;\\n}\\npre {\\n  margin: 0.3rem 0;\\n  padding: 0.5rem;\\n  background: #f4f4f6;\\n  white-space: pre-wrap;\\n  overflow-wrap: anywhere;\\n  font-size: 0.8rem;\\n}\\ncode {\\n  font-size: 0.85em;\\n  overflow-wrap: anywhere;\\n}\\n.mark {\\n  width: 6.5rem;\\n  margin: 0 0 0.25rem;\\n  color: var(--quiet);\\n  font-size: 0.85rem;\\n}\\n.proven > .mark {\\n  color: var(--proven);\\n}\\n.altered {\\n  background: #fde7ea;\\n  outline: 2px solid var(--altered);\\n}\\n.altered > .mark {\\n  color: var(--altered);\\n  font-weight: 700;\\n}\\n@media (max-width: 40rem) {\\n  dl {\\n    grid-template-columns: 1fr;\\n  }\\n  body {\\n    padding: 0.75rem;\\n  }\\n}\\n@media print {\\n  @page {\\n    margin: 15mm;\\n  }\\n  body {\\n    max-width: none;\\n    padding: 0;\\n    font-size: 10pt;\\n  }\\n  article,\\n  tr {\\n    break-inside: avoid;\\n  }\\n  h2,\\n  h3 {\\n    break-after: avoid;\\n  }\\n  pre {\\n    background: none;\\n    border: 1px solid var(--line);\\n  }\\n  #verdict,\\n  .altered {\\n    print-color-adjust: exact;\\n  }\\n}\\n";
/*
 * Checks an evidence package by WebCrypto alone, in a browser and in Node 20 or newer. The same text is in each package's page
 * and in its \`verify-evidence.mjs\`, so it imports nothing.
 *
 * An entry is proven by its leaf: SHA-256(0x00 || HMAC-SHA-256(salt, text of the entry)), by the hashes that lead from the leaf
 * to the root of the log (RFC 6962), and by the Ed25519 signature of the head, which states that root.
 */

/** @typedef {{ size: number, root: string, at: string, signature: string, public_key: string }} Head */
/** @typedef {{ file: string, sha256: string, whole: boolean }} BodyOfEntry */
/** @typedef {{ position: number, kind: string, id: number, salt: string, hashes: string[], body?: BodyOfEntry }} ProvenEntry */
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
 * @property {{ review: number, delivery: number }} unsealed
 * @property {ProvenEntry[]} entries
 * @property {LeftHead[]} heads
 * @property {ListedFile[]} files
 */
/** @typedef {{ what: "altered" | "missing" | "added", name: string, because: string }} Finding */
/** @typedef {{ text: string, because: string | null }} CheckedEntry \`because\` is null for a proven entry. */
/**
 * @typedef {object} Checked
 * @property {Manifest | null} manifest
 * @property {Finding[]} findings
 * @property {string[]} unchecked What this runtime could not check.
 * @property {CheckedEntry[]} entries In the order of the manifest.
 * @property {Map<string, Uint8Array>} files The intact files.
 */

const FORMAT = "cotejo-evidence-package";
const ENTRIES_FILE = "entries.jsonl";

const encoder = new TextEncoder();

/** @param {string} text */
const bytesOf = (text) => encoder.encode(text);
/** @param {Uint8Array} bytes */
const textOf = (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {unknown} hex */
function fromHex(hex) {
  if (typeof hex !== "string" || !/^(?:[0-9a-f]{2})*$/.test(hex)) throw new Error("not hexadecimal");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {unknown} base64 */
function fromBase64(base64) {
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
const sha256 = async (bytes) =>
  new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));

/** @param {Uint8Array} key @param {Uint8Array} bytes */
async function hmac(key, bytes) {
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
const leafOf = async (salt, text) => sha256(joined(Uint8Array.of(0), await hmac(salt, text)));

/** @param {Uint8Array} left @param {Uint8Array} right */
const nodeHash = (left, right) => sha256(joined(Uint8Array.of(1), left, right));

/** @param {string} pem */
const derOf = (pem) => fromBase64(pem.replace(/-----[^-]+-----/g, "").replace(/\\s/g, ""));

/**
 * Whether a signature is valid; null where the runtime has no Ed25519.
 * @param {string} pem @param {Uint8Array} signature @param {Uint8Array} bytes
 * @returns {Promise<boolean | null>}
 */
async function isSignedBy(pem, signature, bytes) {
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

/** @param {Head} head */
const signedTextOf = ({ at, root, size }) => JSON.stringify({ at, root, size });

/** @param {Head} head */
async function isHeadSigned(head) {
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
async function isIncluded({ position, size, leaf, root }, hashes) {
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
 * Whether the hashes show that the log of the first head is the beginning of that of the second (RFC 9162, section 2.1.4.2).
 * @param {{ size: number, root: string }} first @param {{ size: number, root: string }} second @param {string[]} hashes
 */
async function isConsistent(first, second, hashes) {
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
const nameOfEntry = ({ position, kind, id }) => \`entry \${position} of the log (\${kind} \${id})\`;

/**
 * Why an entry is not proven; null if it is.
 * @param {ProvenEntry} entry @param {string | undefined} text @param {Manifest} manifest
 */
async function faultOfEntry(entry, text, { head, files }) {
  if (text === undefined) return "its line is missing";
  try {
    const salt = fromHex(entry.salt);
    const leaf = await leafOf(salt, bytesOf(text));
    if (!(await isIncluded({ ...entry, ...head, leaf }, entry.hashes))) return "its text is not the sealed one";
    const { kind, entry: columns } = JSON.parse(text);
    if (kind !== entry.kind || columns.id !== entry.id) return "its text is that of another entry";
    if (!entry.body) return null;
    const digest = toHex(await hmac(salt, fromHex(entry.body.sha256)));
    if (columns.body_digest !== digest) return "its body is not the sealed one";
    const { file, whole, sha256 } = entry.body;
    const listed = files.find(({ name }) => name === file);
    return whole && listed && listed.sha256 !== sha256 ? "its body is not the sealed one" : null;
  } catch {
    return "it cannot be read";
  }
}

/** Names that lead out of no folder. @param {unknown} name */
const isPlainName = (name) =>
  typeof name === "string" && /^[A-Za-z0-9_-][\\w.-]*(?:\\/[A-Za-z0-9_-][\\w.-]*)*$/.test(name);

/**
 * Checks a package: its manifest by the signature, its files by the manifest, its entries by the signed head. \`names\` are the
 * files that are there, if they can be listed.
 * @param {{ manifest: Uint8Array, signature: Uint8Array, read: (name: string) => Promise<Uint8Array | null>, names: string[] | null }} given
 * @returns {Promise<Checked>}
 */
async function checkPackage({ manifest: manifestBytes, signature, read, names }) {
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
  const lines = textOf(written).split("\\n");
  if (lines.at(-1) === "") lines.pop();
  /** @type {Set<number>} */
  const deleted = new Set();
  for (const [at, entry] of manifest.entries.entries()) {
    const because = await faultOfEntry(entry, lines[at], manifest);
    if (because !== null) found(lines[at] === undefined ? "missing" : "altered", nameOfEntry(entry), because);
    checked.entries.push({ text: lines[at] ?? "", because });
    const columns = entry.kind === "event" && because === null ? JSON.parse(lines[at] ?? "").entry : null;
    if (columns?.kind === "payloads_removed") for (const position of columns.positions) deleted.add(position);
  }
  for (const entry of manifest.entries)
    if (entry.kind === "delivery" && !entry.body && !deleted.has(entry.position))
      found("missing", nameOfEntry(entry), "the package lacks its body, and no event of the log names its deletion");
  for (let at = manifest.entries.length; at < lines.length; at += 1)
    found("added", \`\${ENTRIES_FILE} line \${at + 1}\`, "the manifest does not list it");
  for (const { head, hashes } of manifest.heads) {
    const holds =
      (await isHeadSigned(head)) !== false && (await isConsistent(head, manifest.head, hashes).catch(() => false));
    if (!holds) found("altered", \`head of \${head.at}\`, "the log of the package does not continue it");
  }
  return checked;
}

/**
 * Compares the head of a package with one that left the machine at another time. \`proof\` is the answer of
 * \`/api/evidence/consistency\` for both sizes, unless the package has it.
 * @param {Manifest} manifest @param {Head} other @param {{ hashes: string[] } | null} proof
 * @returns {Promise<Finding | null>}
 */
async function compareHeads({ head, heads }, other, proof) {
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
        because: \`get /api/evidence/consistency?first=\${first.size}&second=\${second.size} and give it by --consistency FILE\`,
      };
    return (await isConsistent(first, second, hashes)) ? null : differs("its log and that of the package differ");
  } catch {
    return differs("it cannot be read");
  }
}

/*
 * The visible part of a package's page, from its checked data alone. The server writes it into the page, and the page's own
 * check and \`verify-evidence.mjs\` write it again and compare, so it gives the same text everywhere: no locale of the runtime,
 * no clock. Every value is others' text and is escaped.
 */

/** @typedef {import("./verify.js").Manifest} Manifest */
/** @typedef {Record<string, any>} Json */
/** @typedef {{ id: string, source: string, html: string }} Part A row; its source is a file, or a position in the log. */
/** @typedef {{ name: string, head: string, parts: Part[], foot: string, count: number }} Section */
/**
 * @typedef {object} PageData
 * @property {Manifest} manifest
 * @property {string[]} texts The entries, in the order of the manifest.
 * @property {(name: string) => string | null} file
 */

/** @type {Record<string, string>} */
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Control characters and those that change the direction of writing are shown by their number. @param {unknown} value */
const escaped = (value) =>
  String(value)
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "")
    .replace(/[\\p{Cc}\\p{Bidi_Control}\\p{Zl}\\p{Zp}]/gu, (character) =>
      character === "\\n" || character === "\\t"
        ? character
        : \`[U+\${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]\`,
    );

/** @param {string | null} json @returns {any} */
const parsed = (json) => {
  try {
    return json === null ? null : JSON.parse(json);
  } catch {
    return null;
  }
};

/** @param {unknown} list @returns {any[]} */
const listOf = (list) => (Array.isArray(list) ? list : []);

/** @param {PageData} data @returns {Section[]} */
function sectionsOf({ manifest, texts, file }) {
  /** @type {Json} */
  const words = parsed(file("words.json")) ?? {};
  /** @param {string} group @param {unknown} code */
  const word = (group, code) => {
    if (code === null || code === undefined || code === "") return "–";
    const known = words[group];
    return typeof code === "string" && known && Object.hasOwn(known, code) ? escaped(known[code]) : escaped(code);
  };
  /** @param {string} name */
  const label = (name) => word("label", name);
  const { offsets } = manifest.time_zone;

  /** An instant in the zone of the package, with its distance from UTC. @param {unknown} instant */
  function time(instant) {
    const ms = typeof instant === "string" ? Date.parse(instant) : Number.NaN;
    if (Number.isNaN(ms)) return escaped(instant ?? "–");
    const minutes = offsets.findLast(([from]) => Date.parse(from) <= ms)?.[1] ?? 0;
    const local = new Date(ms + minutes * 60_000).toISOString();
    const sign = minutes < 0 ? "−" : "+";
    const distance = \`\${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, "0")}:\${String(Math.abs(minutes) % 60).padStart(2, "0")}\`;
    return \`<time datetime="\${escaped(instant)}">\${local.slice(0, 10)} \${local.slice(11, 19)} <small>UTC\${sign}\${distance}</small></time>\`;
  }

  /** @param {string} name @param {string} html */
  const fact = (name, html) => \`<dt>\${label(name)}</dt><dd>\${html}</dd>\`;
  /** @param {unknown} value */
  const text = (value) => (value === null || value === undefined || value === "" ? "–" : escaped(value));
  /** @param {string} summary @param {string} content */
  const more = (summary, content) =>
    \`<details><summary>\${label(summary)}</summary><pre>\${escaped(content)}</pre></details>\`;
  const policiesKept = listOf(parsed(file("policies.json")));
  /** The reason of a decision in the words of its policy. @param {Json} columns */
  const reasonOf = ({ policy_version, reason_code }) => {
    const policy = policiesKept.find(({ version }) => version === policy_version);
    const reason = listOf(policy?.catalogue).find(({ code }) => code === reason_code);
    return text(reason?.[manifest.language === "en" ? "en" : "es"] ?? reason_code);
  };
  /** @param {string} id @param {string} source @param {string[]} cells @returns {Part} */
  const row = (id, source, cells) => ({
    id,
    source,
    html: \`<tr data-part="\${escaped(id)}" data-source="\${escaped(source)}"><td class="mark">–</td>\${cells.map((cell) => \`<td>\${cell}</td>\`).join("")}</tr>\`,
  });
  /** @param {string} name @param {string[]} columns @param {Part[]} parts @returns {Section} */
  const table = (name, columns, parts) => ({
    name,
    head: \`<table><thead><tr><th>\${label("mark")}</th>\${columns.map((column) => \`<th>\${label(column)}</th>\`).join("")}</tr></thead><tbody>\`,
    parts,
    foot: "</tbody></table>",
    count: parts.length,
  });
  /** @param {string} name @param {Part[]} parts @returns {Section} */
  const articles = (name, parts) => ({ name, head: "<div>", parts, foot: "</div>", count: parts.length });

  const entries = manifest.entries.map((entry, at) => {
    const sealed = parsed(texts[at] ?? null);
    return { ...entry, text: texts[at] ?? "", columns: /** @type {Json} */ (sealed?.entry ?? {}) };
  });
  /** @param {string} kind */
  const ofKind = (kind) => entries.filter((entry) => entry.kind === kind);
  const logged = ofKind("review");
  const undone = new Set(logged.flatMap(({ columns }) => columns.undoes ?? []));

  /** @param {Json} run */
  const findingsOf = (run) =>
    listOf(run.items)
      .map(
        (finding) =>
          \`<li>\${word("severity", finding.severity)}: \${text(finding.message)}\${finding.missing_field ? \` (\${text(finding.missing_field)})\` : ""}</li>\`,
      )
      .join("");

  /** @param {Json} basis */
  function basisOf(basis) {
    const items = listOf(basis.items);
    const people = listOf(basis.people);
    return [
      fact("status", word("status", basis.status)),
      fact("documents_status", word("documents_status", basis.documents_status)),
      fact(
        "findings",
        basis.run
          ? \`\${word("source", basis.run.source)}, \${time(basis.run.computed_at)}<ul>\${findingsOf(basis.run)}</ul>\`
          : label("none"),
      ),
      fact(
        "documents",
        \`\${items.length}<ul>\${items.map((item) => \`<li>\${text(item.item_id)} · \${text(item.item_type)}\${item.item_error ? \` · \${text(item.item_error)}\` : ""}</li>\`).join("")}</ul>\`,
      ),
      fact(
        "people",
        \`\${people.length}<ul>\${people.map((person) => \`<li>\${text(person.people_id)} · \${word("outcome", person.outcome)}\${person.people_error ? \` · \${text(person.people_error)}\` : ""}</li>\`).join("")}</ul>\`,
      ),
      fact("labels", text(listOf(basis.labels).join(", "))),
    ].join("");
  }

  const decisions = logged
    .filter(({ columns }) => columns.digest)
    .map(({ position, columns, text: sealed }) => ({
      id: \`decision \${position}\`,
      source: String(position),
      html: \`<article data-part="decision \${position}" data-source="\${position}"><p class="mark">–</p><h3>\${word("resolution", columns.resolution)} · \${word("kind", columns.kind)}\${undone.has(columns.id) ? \` · \${label("undone")}\` : ""}</h3><dl>\${[
        fact("who", text(columns.user_name)),
        fact("when", time(columns.at)),
        fact(
          "reason",
          \`\${reasonOf(columns)}\${columns.reason ? \`<blockquote>\${text(columns.reason)}</blockquote>\` : ""}\`,
        ),
        fact("policy", text(columns.policy_version)),
        fact("digest", \`<code>\${text(columns.digest)}</code>\`),
        columns.pdfs
          ? fact(
              "pdfs",
              \`<ul>\${listOf(columns.pdfs)
                .map(
                  (pdf) =>
                    \`<li>\${text(pdf.people_id)} · \${time(pdf.opened_at)} · <code>\${text(pdf.sha256)}</code></li>\`,
                )
                .join("")}</ul>\`,
            )
          : "",
        columns.basis ? basisOf(columns.basis) : "",
      ].join("")}</dl>\${more("sealed", sealed)}</article>\`,
    }));

  const history = logged.map(({ position, columns, text: sealed }) =>
    row(\`review \${position}\`, String(position), [
      time(columns.at),
      word("kind", columns.kind),
      columns.user_name === undefined ? label("rules") : text(columns.user_name),
      \`\${word("state", columns.state)}\${columns.resolution ? \` · \${word("resolution", columns.resolution)}\` : ""}\`,
      \`\${text(columns.reason)}\${more("sealed", sealed)}\`,
    ]),
  );

  const deliveries = ofKind("delivery").map(({ position, columns, body, text: sealed }) => {
    const content = body ? file(body.file) : null;
    const event = parsed(content)?.event_name;
    const state = body
      ? content === null
        ? label("body_apart")
        : body.whole
          ? ""
          : label("body_shortened")
      : label("body_deleted");
    return row(\`delivery \${position}\`, String(position), [
      time(columns.received_at),
      word("event", event),
      \`\${time(new Date(Number(columns.t) * 1000).toISOString())}<br><code>v1=\${text(columns.signature)}</code>\`,
      \`\${body ? \`<code>\${text(body.file)}</code> \` : ""}\${state}\${content === null ? "" : more("body", content)}\${more("sealed", sealed)}\`,
    ]);
  });

  const openings = ofKind("audit").map(({ position, columns, text: sealed }) =>
    row(\`audit \${position}\`, String(position), [
      time(columns.at),
      word("action", columns.action),
      text(columns.user_email ?? columns.token_id),
      word("result", columns.outcome),
      \`\${text(columns.address)}\${more("sealed", sealed)}\`,
    ]),
  );

  const events = ofKind("event").map(({ position, columns, text: sealed }) =>
    row(\`event \${position}\`, String(position), [
      time(columns.at),
      word("event_kind", columns.kind),
      more("sealed", sealed),
    ]),
  );

  const facts = parsed(file("file.json"));
  const people = listOf(parsed(file("people.json"))).map((person, at) =>
    row(\`person \${at}\`, "people.json", [
      text(person.people_id),
      text(person.name),
      text(person.curp),
      word("outcome", person.outcome),
      person.answer === undefined ? "" : more("answer", JSON.stringify(person.answer, null, 2)),
    ]),
  );
  const notes = listOf(parsed(file("notes.json"))).map((note, at) =>
    row(\`note \${at}\`, "notes.json", [
      time(note.created_at),
      text(note.author?.name),
      word("note", note.kind),
      \`<blockquote>\${text(note.text)}</blockquote>\${listOf(note.history).length > 0 ? more("history", JSON.stringify(note.history, null, 2)) : ""}\`,
    ]),
  );
  const letters = listOf(parsed(file("letters.json"))).map((letter, at) =>
    row(\`letter \${at}\`, "letters.json", [
      time(letter.created_at),
      text(letter.author?.name),
      text(letter.to),
      word("letter", letter.state),
      \`\${text(letter.subject)}<blockquote>\${text(letter.text)}</blockquote>\`,
    ]),
  );
  const policies = policiesKept.map((policy, at) =>
    row(\`policy \${at}\`, "policies.json", [text(policy.version), more("policy_text", JSON.stringify(policy, null, 2))]),
  );
  const { head, unsealed } = manifest;
  const left = manifest.heads.map((one, at) =>
    row(\`head \${at}\`, "manifest.json", [time(one.head.at), text(one.head.size), \`<code>\${text(one.head.root)}</code>\`]),
  );
  /** @type {Part} */
  const summary = {
    id: "summary",
    source: "file.json",
    html: \`<div data-part="summary" data-source="file.json"><p class="mark">–</p><dl>\${[
      fact("title", text(facts?.title)),
      fact("tag", text(facts?.tag)),
      fact("verification_id", \`<code>\${text(manifest.verification_id)}</code>\`),
      fact("tax_id", text(facts?.tax_id)),
      fact("account_name", text(facts?.account_name)),
      fact("status", word("status", facts?.status)),
      fact("documents_status", word("documents_status", facts?.documents_status)),
      fact("created_at", time(facts?.created_at)),
    ].join("")}</dl></div>\`,
  };
  /** @type {Part} */
  const proof = {
    id: "proof",
    source: "manifest.json",
    html: \`<div data-part="proof" data-source="manifest.json"><p class="mark">–</p><dl>\${[
      fact("made_at", time(manifest.made_at)),
      fact("made_by", text(manifest.made_by)),
      fact("people_shown", word("people_choice", manifest.people)),
      fact("notes_shown", manifest.notes.map((kind) => word("note", kind)).join(", ") || label("none")),
      fact("entries", text(manifest.entries.length)),
      fact("unsealed", text(unsealed.review + unsealed.delivery)),
      fact("head_at", time(head.at)),
      fact("head_size", text(head.size)),
      fact("head_root", \`<code>\${text(head.root)}</code>\`),
      fact("public_key", \`<pre>\${text(head.public_key)}</pre>\`),
    ].join("")}</dl></div>\`,
  };
  return [
    articles("file", [summary]),
    articles("decisions", decisions),
    table("history", ["when", "step", "who", "state", "reason"], history),
    table("people", ["people_id", "name", "curp", "outcome", "details"], people),
    table("deliveries", ["received_at", "event", "signature", "body"], deliveries),
    table("openings", ["when", "action", "who", "result", "address"], openings),
    table("notes", ["when", "who", "kind", "text"], notes),
    table("letters", ["when", "who", "to", "state", "text"], letters),
    table("policies", ["version", "details"], policies),
    table("events", ["when", "event", "details"], events),
    articles("proof", [proof]),
    table("heads", ["when", "head_size", "head_root"], left),
  ].map((section) => ({
    ...section,
    head: \`<section id="\${section.name}"><h2>\${word("section", section.name)}\${section.head.startsWith("<table") ? \` <small>\${section.count}</small>\` : ""}</h2><p class="lede">\${word("lede", section.name)}</p>\${section.count > 0 ? section.head : \`<p>\${label("none")}</p>\`}\`,
    foot: \`\${section.count > 0 ? section.foot : ""}</section>\`,
  }));
}

/** @param {PageData} data @returns {{ title: string, heading: string, waiting: string, words: Json }} */
function frameOf({ manifest, file }) {
  const words = parsed(file("words.json")) ?? {};
  const facts = parsed(file("file.json"));
  const name = facts?.title ?? facts?.tag ?? manifest.verification_id;
  return {
    title: \`\${escaped(words.label?.package ?? "")} · \${escaped(name)}\`,
    heading: escaped(words.label?.package ?? ""),
    waiting: escaped(words.check?.not_run ?? ""),
    words,
  };
}

/** @param {Section[]} sections */
const mainOf = (sections) =>
  sections.map(({ head, parts, foot }) => \`\${head}\${parts.map(({ html }) => html).join("\\n")}\${foot}\`).join("\\n");

/** @typedef {import("./verify.js").Manifest} Manifest */
/** @typedef {{ manifest: string, signature: string, files: Map<string, Uint8Array> }} Embedded What a page holds as JSON. */

/** @param {Uint8Array} bytes */
const base64Of = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** Bytes as they are in a page: text where they are UTF-8. @param {Uint8Array} bytes */
function written(bytes) {
  const text = textOf(bytes);
  const back = bytesOf(text);
  const isText = back.length === bytes.length && back.every((byte, at) => byte === bytes[at]);
  return isText ? text : { base64: base64Of(bytes) };
}

/** @param {string | { base64: string }} content */
const readBack = (content) => (typeof content === "string" ? bytesOf(content) : fromBase64(content.base64));

/** The data of a page's JSON. Throws for anything else. @param {string} json @returns {Embedded} */
function dataOfJson(json) {
  const { manifest, signature, files } = JSON.parse(json);
  if (typeof manifest !== "string" || typeof signature !== "string") throw new Error("no page of an evidence package");
  /** @type {[string, string | { base64: string }][]} */
  const contents = Object.entries(files);
  return { manifest, signature, files: new Map(contents.map(([name, content]) => [name, readBack(content)])) };
}

/** @param {Embedded} embedded @param {Manifest} manifest */
function pageDataOf({ files }, manifest) {
  /** @param {string} name */
  const file = (name) => {
    const bytes = files.get(name);
    return bytes === undefined ? null : textOf(bytes);
  };
  return { manifest, texts: (file(ENTRIES_FILE) ?? "").split("\\n"), file };
}

/** @typedef {import("./verify.js").Finding} Finding */
/** @typedef {import("./verify.js").Manifest} Manifest */
/** @typedef {import("./page-data.js").Embedded} Embedded */

const OPENS = '<script type="application/json" id="data">';
const CLOSES = "</script>";

/** @param {string} html */
function dataOfPage(html) {
  const from = html.indexOf(OPENS);
  const to = html.indexOf(CLOSES, from);
  if (from < 0 || to < 0) throw new Error("no page of an evidence package");
  return dataOfJson(html.slice(from + OPENS.length, to));
}

/**
 * The page of a package: its data, what they look like, and the check that compares both. Nothing but its own script and style
 * is allowed to run in it, and nothing to be fetched.
 * @param {Embedded} embedded @param {{ script: string, style: string }} own
 */
async function pageHtml(embedded, { script, style }) {
  /** @type {Manifest} */
  const manifest = JSON.parse(embedded.manifest);
  const data = pageDataOf(embedded, manifest);
  const { title, heading, waiting } = frameOf(data);
  const { manifest: text, signature, files } = embedded;
  const contents = Object.fromEntries([...files].map(([name, bytes]) => [name, written(bytes)]));
  const json = JSON.stringify({ manifest: text, signature, files: contents }).replaceAll("<", "\\\\u003c");
  /** @param {string} source */
  const allowed = async (source) => \`'sha256-\${base64Of(await sha256(bytesOf(source)))}'\`;
  const policy = \`default-src 'none'; script-src \${await allowed(script)}; style-src \${await allowed(style)}; base-uri 'none'; form-action 'none'\`;
  const language = manifest.language === "en" ? "en" : "es-MX";
  return \`<!doctype html>
<html lang="\${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="\${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>\${title}</title>
<style>\${style}</style>
</head>
<body>
<header><h1>\${heading}</h1><p id="verdict" role="status">\${waiting}</p><ul id="findings"></ul></header>
<main id="record">\${mainOf(sectionsOf(data))}</main>
\${OPENS}\${json}\${CLOSES}
<script>\${script}</script>
</body>
</html>
\`;
}

/**
 * What in a page differs from what its data look like, byte for byte.
 * @param {string} html @param {string} expected @param {Embedded} embedded
 * @returns {Finding[]}
 */
function differencesOfPage(html, expected, embedded) {
  if (html === expected) return [];
  const parts = sectionsOf(pageDataOf(embedded, JSON.parse(embedded.manifest))).flatMap((section) => section.parts);
  const differing = parts.filter((part) => !html.includes(part.html));
  if (differing.length === 0)
    return [
      { what: "altered", name: "the page", because: "its frame, or the order of its rows, is not as it was made" },
    ];
  return differing.map(({ id }) => ({
    what: "altered",
    name: \`row "\${id}"\`,
    because: "it does not show what is sealed",
  }));
}


/*
 * node verify-evidence.mjs DIR|PAGE.html [--head FILE [--consistency FILE]]
 * Status 0: everything agrees. 1: something was altered, is missing or was added; each line names it. 2: nothing to check.
 */

/** Files that the manifest cannot list: itself, its signature, and the time stamp over it. */
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

/** @param {string} folder */
async function checkFolder(folder) {
  const manifest = await readFile(join(folder, "manifest.json"));
  const signature = (await readIfThere(join(folder, "manifest.sig"))) ?? new Uint8Array();
  const names = (await filesIn(folder)).filter((name) => !BESIDE.has(name));
  return checkPackage({ manifest, signature, read: (name) => readIfThere(join(folder, name)), names });
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
  const checked = /\\.html?$/i.test(path) ? await checkPage(path) : await checkFolder(path);
  const { manifest, findings, unchecked } = checked;
  const head = await readJson(options["--head"]);
  if (manifest && head) {
    const finding = await compareHeads(manifest, head, await readJson(options["--consistency"]));
    if (finding) findings.push(finding);
  }
  for (const { what, name, because } of findings) say(\`\${what}: \${name}: \${because}\`);
  for (const what of unchecked) say(\`not checked: \${what}\`);
  if (manifest) {
    say(\`\${manifest.entries.length} entries of the log, \${manifest.files.length} files\`);
    say(\`head of \${manifest.head.at}: \${manifest.head.size} entries, root \${manifest.head.root}\`);
    say(\`key: SHA-256 \${toHex(await sha256(derOf(manifest.head.public_key)))}\`);
    if (!head) say("no other head was given: compare the key and the head with those that left the machine");
  }
  say(findings.length > 0 ? "NOT as it was made" : "as it was made");
  return findings.length > 0 || unchecked.length > 0 ? 1 : 0;
}

/** @param {string} text Names of files are others' text. */
const say = (text) => process.stdout.write(\`\${text.replace(/[\\p{Cc}\\p{Bidi_Control}]/gu, "?")}\\n\`);

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error) => {
    process.stderr.write(\`verify-evidence: \${error instanceof Error ? error.message : error}\\n\`);
    process.exitCode = 2;
  },
);
`;
