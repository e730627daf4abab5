// @ts-check
import { isCovered } from "./verify.js";

/*
 * The visible part of a package's page, from its checked data alone. The server writes it into the page, and the page's own
 * check and `verify-evidence.mjs` write it again and compare, so it gives the same text everywhere: no locale of the runtime,
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

const HIDDEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** @param {string} character */
const numbered = (character) =>
  character === "\n" || character === "\t"
    ? character
    : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

/** Control characters and those that change the direction of writing are shown by their number. @param {unknown} value */
export const escaped = (value) =>
  String(value)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replace(HIDDEN, numbered);

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

/**
 * An instant in the zone of a package, with its offset from UTC; null for anything else. The first offset also holds before it.
 * @param {unknown} instant @param {Manifest["time_zone"]} zone
 */
export function localTime(instant, { offsets }) {
  const ms = typeof instant === "string" ? Date.parse(instant) : Number.NaN;
  if (Number.isNaN(ms)) return null;
  const minutes = (offsets.findLast(([from]) => Date.parse(from) <= ms) ?? offsets[0])?.[1] ?? 0;
  const local = new Date(ms + minutes * 60_000).toISOString();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const distance = `${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
  return `${local.slice(0, 10)} ${local.slice(11, 19)} UTC${minutes < 0 ? "−" : "+"}${distance}`;
}

/** What the service states about the file: `file.json` is the answer of `GET /api/verifications/{id}`. @param {PageData["file"]} file */
const factsOf = (file) => parsed(file("file.json"))?.verification;

/** @param {PageData} data @returns {Section[]} */
export function sectionsOf({ manifest, texts, file }) {
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

  /** @param {unknown} instant */
  function time(instant) {
    const local = localTime(instant, manifest.time_zone);
    if (local === null) return escaped(instant ?? "–");
    return `<time datetime="${escaped(String(instant).replace(/(\.\d{3})\d+/, "$1"))}">${local.slice(0, 19)} <small>${local.slice(20)}</small></time>`;
  }

  /** @param {string} name @param {string} html */
  const fact = (name, html) => `<dt>${label(name)}</dt><dd>${html}</dd>`;
  /** @param {unknown} value */
  const text = (value) => (value === null || value === undefined || value === "" ? "–" : escaped(value));
  /** @param {string} summary @param {string} content */
  const more = (summary, content) =>
    `<details><summary>${label(summary)}</summary><pre>${escaped(content)}</pre></details>`;
  const policiesKept = listOf(parsed(file("policies.json")));
  /** The reason of a decision in the words of its policy, and in those of its author. @param {Json} columns */
  const reasonOf = ({ policy_version, reason_code, reason }) => {
    const policy = policiesKept.find(({ version }) => version === policy_version);
    const known = listOf(policy?.catalogue).find(({ code }) => code === reason_code);
    const words = known?.[manifest.language === "en" ? "en" : "es"] ?? reason_code;
    return reason ? `${words ? text(words) : ""}<blockquote>${text(reason)}</blockquote>` : text(words);
  };
  const records = listOf(parsed(file("decisions.json")));
  /** In spite of what a file was accepted; empty where nothing states it. @param {Json} columns */
  const exceptionsOf = ({ id, exceptions, resolution }) => {
    const codes = exceptions ?? records.find(({ entry_id }) => entry_id === id)?.exceptions;
    if (resolution !== "accepted" || !Array.isArray(codes)) return "";
    const items = codes.map((code) => `<li>${word("exception", code)}</li>`).join("");
    return fact("exceptions", items ? `<ul>${items}</ul>` : label("none"));
  };
  /** @param {string} id @param {string} source @param {string[]} cells @returns {Part} */
  const row = (id, source, cells) => ({
    id,
    source,
    html: `<tr data-part="${escaped(id)}" data-source="${escaped(source)}"><td class="mark">–</td>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`,
  });
  /** @param {string} name @param {string[]} columns @param {Part[]} parts @returns {Section} */
  const table = (name, columns, parts) => ({
    name,
    head: `<table><thead><tr><th>${label("mark")}</th>${columns.map((column) => `<th>${label(column)}</th>`).join("")}</tr></thead><tbody>`,
    parts,
    foot: "</tbody></table>",
    count: parts.length,
  });
  /** @param {string} name @param {Part[]} parts @returns {Section} */
  const articles = (name, parts) => ({ name, head: "<div>", parts, foot: "</div>", count: parts.length });

  const entries = manifest.entries.map((entry, at) => {
    const sealed = parsed(texts[at] ?? null);
    const own = more(isCovered(entry) ? "covered" : "sealed", texts[at] ?? "");
    return { ...entry, own, columns: /** @type {Json} */ (sealed?.entry ?? {}) };
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
          `<li>${word("severity", finding.severity)}: ${text(finding.message)}${finding.missing_field ? ` (${text(finding.missing_field)})` : ""}</li>`,
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
          ? `${word("source", basis.run.source)}, ${time(basis.run.computed_at)}<ul>${findingsOf(basis.run)}</ul>`
          : label("none"),
      ),
      fact(
        "documents",
        `${items.length}<ul>${items.map((item) => `<li>${text(item.item_id)} · ${text(item.item_type)}${item.item_error ? ` · ${text(item.item_error)}` : ""}</li>`).join("")}</ul>`,
      ),
      fact(
        "people",
        `${people.length}<ul>${people.map((person) => `<li>${text(person.people_id)} · ${word("outcome", person.outcome)}${person.people_error ? ` · ${text(person.people_error)}` : ""}</li>`).join("")}</ul>`,
      ),
      fact("labels", text(listOf(basis.labels).join(", "))),
    ].join("");
  }

  const decisions = logged
    .filter(({ columns }) => columns.digest)
    .map(({ position, columns, own }) => ({
      id: `decision ${position}`,
      source: String(position),
      html: `<article data-part="decision ${position}" data-source="${position}"><p class="mark">–</p><h3>${word("resolution", columns.resolution)} · ${word("kind", columns.kind)}${undone.has(columns.id) ? ` · ${label("undone")}` : ""}</h3><dl>${[
        fact("who", text(columns.user_name)),
        fact("when", time(columns.at)),
        fact("reason", reasonOf(columns)),
        exceptionsOf(columns),
        fact("policy", text(columns.policy_version)),
        fact("digest", `<code>${text(columns.digest)}</code>`),
        columns.pdfs
          ? fact(
              "pdfs",
              `<ul>${listOf(columns.pdfs)
                .map(
                  (pdf) =>
                    `<li>${text(pdf.people_id)} · ${time(pdf.opened_at)} · <code>${text(pdf.sha256)}</code></li>`,
                )
                .join("")}</ul>`,
            )
          : "",
        columns.basis ? basisOf(columns.basis) : "",
      ].join("")}</dl>${own}</article>`,
    }));

  const history = logged.map(({ position, columns, own }) =>
    row(`review ${position}`, String(position), [
      time(columns.at),
      word("kind", columns.kind),
      columns.user_name === undefined ? label("rules") : text(columns.user_name),
      `${word("state", columns.state)}${columns.resolution ? ` · ${word("resolution", columns.resolution)}` : ""}`,
      `${text(columns.reason)}${own}`,
    ]),
  );

  const deliveries = ofKind("delivery").map(({ position, columns, body, own }) => {
    const content = body ? file(body.file) : null;
    const event = parsed(content)?.event_name;
    const state = body
      ? content === null
        ? label("body_apart")
        : body.whole
          ? ""
          : label("body_shortened")
      : label("body_deleted");
    return row(`delivery ${position}`, String(position), [
      time(columns.received_at),
      word("event", event),
      `${time(new Date(Number(columns.t) * 1000).toISOString())}<br><code>v1=${text(columns.signature)}</code>`,
      `${body ? `<code>${text(body.file)}</code> ` : ""}${state}${content === null ? "" : more("body", content)}${own}`,
    ]);
  });

  const openings = ofKind("audit").map(({ position, columns, own }) =>
    row(`audit ${position}`, String(position), [
      time(columns.at),
      word("action", columns.action),
      text(columns.user_email ?? columns.token_id),
      word("result", columns.outcome),
      `${text(columns.address)}${own}`,
    ]),
  );

  const statements = ofKind("statement").map(({ position, columns, own }) =>
    row(`statement ${position}`, String(position), [
      time(columns.at),
      text(columns.user_name ?? columns.origin),
      word("statement", columns.kind),
      `<pre>${text(JSON.stringify(columns.value, null, 2))}</pre>${own}`,
    ]),
  );

  const events = ofKind("event").map(({ position, columns, own }) =>
    row(`event ${position}`, String(position), [time(columns.at), word("event_kind", columns.kind), own]),
  );

  const facts = factsOf(file);
  const people = listOf(parsed(file("people.json"))).map((person, at) =>
    row(`person ${at}`, "people.json", [
      text(person.people_id),
      text(person.name),
      text(person.curp),
      word("outcome", person.outcome),
      person.answer === undefined ? "" : more("answer", JSON.stringify(person.answer, null, 2)),
    ]),
  );
  const notes = listOf(parsed(file("notes.json"))).map((note, at) =>
    row(`note ${at}`, "notes.json", [
      time(note.created_at),
      text(note.author?.name),
      word("note", note.kind),
      `<blockquote>${text(note.text)}</blockquote>${listOf(note.history).length > 0 ? more("history", JSON.stringify(note.history, null, 2)) : ""}`,
    ]),
  );
  const letters = listOf(parsed(file("letters.json"))).map((letter, at) =>
    row(`letter ${at}`, "letters.json", [
      time(letter.created_at),
      text(letter.author?.name),
      text(letter.to),
      word("letter", letter.state),
      `${text(letter.subject)}<blockquote>${text(letter.text)}</blockquote>`,
    ]),
  );
  const policies = policiesKept.map((policy, at) =>
    row(`policy ${at}`, "policies.json", [text(policy.version), more("policy_text", JSON.stringify(policy, null, 2))]),
  );
  const samples = listOf(parsed(file("samples.json"))).map((one, at) =>
    row(`sample ${at}`, "samples.json", [
      time(one.at),
      text(one.by),
      word("sample_result", one.result),
      `${one.note === null ? "" : `<blockquote>${text(one.note)}</blockquote>`}${more("signature_of_sample", JSON.stringify(one, null, 2))}`,
    ]),
  );
  const { head, unsealed } = manifest;
  const left = manifest.heads.map((one, at) =>
    row(`head ${at}`, "manifest.json", [time(one.head.at), text(one.head.size), `<code>${text(one.head.root)}</code>`]),
  );
  /** @type {Part} */
  const summary = {
    id: "summary",
    source: "file.json",
    html: `<div data-part="summary" data-source="file.json"><p class="mark">–</p><dl>${[
      fact("title", text(facts?.title)),
      fact("tag", text(facts?.tag)),
      fact("verification_id", `<code>${text(manifest.verification_id)}</code>`),
      fact("tax_id", text(facts?.tax_id)),
      fact("account_name", text(facts?.account_name)),
      fact("status", word("status", facts?.status)),
      fact("documents_status", word("documents_status", facts?.documents_status)),
      fact("created_at", time(facts?.created_at)),
    ].join("")}</dl></div>`,
  };
  /** @type {Part} */
  const proof = {
    id: "proof",
    source: "manifest.json",
    html: `<div data-part="proof" data-source="manifest.json"><p class="mark">–</p><dl>${[
      fact("made_at", time(manifest.made_at)),
      fact("made_by", text(manifest.made_by)),
      fact("people_shown", word("people_choice", manifest.people)),
      fact("notes_shown", manifest.notes.map((kind) => word("note", kind)).join(", ") || label("none")),
      fact("entries", text(manifest.entries.length)),
      fact("covered_entries", text(manifest.entries.filter(isCovered).length)),
      fact("unsealed", text(unsealed.review + unsealed.delivery + (unsealed.statement ?? 0))),
      fact("head_at", time(head.at)),
      fact("head_size", text(head.size)),
      fact("head_root", `<code>${text(head.root)}</code>`),
      fact("public_key", `<pre>${text(head.public_key)}</pre>`),
    ].join("")}</dl></div>`,
  };
  return [
    articles("file", [summary]),
    articles("decisions", decisions),
    table("history", ["when", "step", "who", "state", "reason"], history),
    ...(statements.length === 0 ? [] : [table("statements", ["when", "who", "kind", "details"], statements)]),
    table("people", ["people_id", "name", "curp", "outcome", "details"], people),
    table("deliveries", ["received_at", "event", "signature", "body"], deliveries),
    table("openings", ["when", "action", "who", "result", "address"], openings),
    table("notes", ["when", "who", "kind", "text"], notes),
    table("letters", ["when", "who", "to", "state", "text"], letters),
    table("policies", ["version", "details"], policies),
    // Packages of earlier versions have no such file, and no such section in their page.
    ...(file("samples.json") === null ? [] : [table("samples", ["when", "who", "result", "details"], samples)]),
    table("events", ["when", "event", "details"], events),
    articles("proof", [proof]),
    table("heads", ["when", "head_size", "head_root"], left),
  ].map((section) => ({
    ...section,
    head: `<section id="${section.name}"><h2>${word("section", section.name)}${section.head.startsWith("<table") ? ` <small>${section.count}</small>` : ""}</h2><p class="lede">${word("lede", section.name)}</p>${section.count > 0 ? section.head : `<p>${label("none")}</p>`}`,
    foot: `${section.count > 0 ? section.foot : ""}</section>`,
  }));
}

/** @param {PageData} data @returns {{ title: string, heading: string, waiting: string, printing: string, words: Json }} */
export function frameOf({ manifest, file }) {
  const words = parsed(file("words.json")) ?? {};
  const facts = factsOf(file);
  const name = facts?.title ?? facts?.tag ?? manifest.verification_id;
  return {
    title: `${escaped(words.label?.package ?? "")} · ${escaped(name)}`,
    heading: escaped(words.label?.package ?? ""),
    waiting: escaped(words.check?.not_run ?? ""),
    printing: escaped(words.label?.print_everything ?? ""),
    words,
  };
}

/** @param {Section[]} sections */
export const mainOf = (sections) =>
  sections.map(({ head, parts, foot }) => `${head}${parts.map(({ html }) => html).join("\n")}${foot}`).join("\n");
