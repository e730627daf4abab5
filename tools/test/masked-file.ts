import { randomUUID } from "node:crypto";
import { type CurpShown, FIRST_NEED_TO_KNOW, type NeedToKnow } from "#lib/core/contract/need-to-know/policy.ts";
import { changeReview, type Reviewer } from "#lib/desk/server/review/command.ts";
import { evaluateDue } from "#lib/desk/server/review/due.ts";
import { stateAbout } from "#lib/desk/server/statements/state.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import type { Database, Pooled } from "#lib/platform/server/db/database.ts";
import { registerRequest } from "#lib/records/server/privacy/arco/register.ts";
import { authorOf } from "#lib/statements/server/table.ts";
import { type Arrival, deliver, drainBesideWorker, read, secondsIn, storeArrivals } from "./arrivals.ts";

/** A file whose every text holds the identifiers and dates of its person, and what a masked role must not be shown of it. */

export type Facts = { curp: string; born: string; registered: string };
export const PERSON: Facts = { curp: "ROGA010514MJCXRN07", born: "2001-05-14", registered: "2001-06-03" };

const MONTHS = [
  ["enero", "January"],
  ["febrero", "February"],
  ["marzo", "March"],
  ["abril", "April"],
  ["mayo", "May"],
  ["junio", "June"],
  ["julio", "July"],
  ["agosto", "August"],
  ["septiembre", "September"],
  ["octubre", "October"],
  ["noviembre", "November"],
  ["diciembre", "December"],
] as const;

const partsOf = (date: string) => {
  const [year = "", month = "", day = ""] = date.split("-");
  const [spanish, english] = MONTHS[Number(month) - 1] ?? MONTHS[0];
  return { year, month, day, spanish, english };
};

/** A date in the forms in which people and systems write it. */
function formsOf(date: string): string {
  const { year, month, day, spanish, english } = partsOf(date);
  const numbers = [date, `${day}/${month}/${year}`, `${year}${month}${day}`, `${day}-${month}-${year.slice(2)}`];
  return [...numbers, `${day} de ${spanish} de ${year}`, `${english} ${Number(day)}, ${year}`].join("; ");
}

const textAbout = ({ curp, born, registered }: Facts): string =>
  `CURP ${curp}, ${[...curp].join(" ")}, RFC ${curp.slice(0, 10)}AB1, nacida el ${formsOf(born)}, registro ${formsOf(registered)}`;

const bare = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** What the text shows of the facts, by patterns of its own. */
export function leaksIn(text: string, { curp, born, registered }: Facts): string[] {
  const dates = [born, registered].map((date) => {
    const { year, month, day, spanish, english } = partsOf(date);
    const named = `(?:${spanish.slice(0, 3)}|${english.slice(0, 3)})[a-z]*\\.?`;
    const forms = [
      `${year}[-/. ]?${month}[-/. ]?${day}`,
      `${day}[-/. ]?${month}[-/. ]?${year}`,
      `${day}[-/.]${month}[-/.]${year.slice(2)}`,
      `0?${Number(day)} (?:de )?${named} (?:de )?${year}`,
      `${named} 0?${Number(day)},? ${year}`,
    ];
    return `(?<![0-9a-f])(?:${forms.join("|")})(?![0-9a-f])`;
  });
  const shown = new RegExp([...dates, `${curp.slice(0, 4)}[ -]?${curp.slice(4, 10)}`].join("|"), "giu");
  return [...new Set([...(bare(text).includes(curp) ? [curp] : []), ...(text.match(shown) ?? [])])];
}

export const peopleAnswer = (id: string, { curp, born, registered }: Facts) => ({
  full_list: [
    {
      people_id: 7,
      full_name: "Ana Robles Garduño",
      role: "partner",
      external_identities: {
        curp: {
          success: true,
          search_number: curp,
          applicant_data: { curp, names: "Ana", birth_date: born, birth_entity: "JALISCO" },
          evidentiary_document_data: { act_number: "4711", registry_date: registered, register_entity: "JALISCO" },
        },
      },
      file: id,
    },
  ],
});

export function arrivalsWithTexts(verification_id: string, facts: Facts): Arrival[] {
  const text = textAbout(facts);
  const of = { verification_id };
  const run = (at: number, message: string) =>
    deliver("verification.v2.findings.updated", {
      ...of,
      computed_at: secondsIn(at),
      source: "final",
      findings: [{ severity: "high", message, missing_field: text }],
    });
  return [
    deliver("verification.v2.created", {
      ...of,
      verification_tag: `T ${facts.curp}`,
      created_at: secondsIn(1),
      remarks: text,
    }),
    run(2, text),
    deliver("verification_item.v2.completed", {
      ...of,
      item_id: 3,
      item_type: "deed",
      item_error: text,
      completed_at: secondsIn(3),
    }),
    deliver("verification.v2.label_added", { ...of, label: "priority", comment: text, added_at: secondsIn(4) }),
    deliver("verification_people.curp_search_completed", {
      ...of,
      people_id: 7,
      people_error: "curp_scrapper_error",
      people_error_message: text,
    }),
    read(
      verification_id,
      5,
      { ...of, status: "pending", remarks: text, company: { legal_name: text } },
      "verification",
    ),
    read(verification_id, 5, peopleAnswer(verification_id, facts), "people"),
  ];
}

/** A later run with another finding. */
export const laterRun = (verification_id: string, facts: Facts, at = 3700): Arrival =>
  deliver(
    "verification.v2.findings.updated",
    {
      verification_id,
      run_id: `run_${at}`,
      computed_at: secondsIn(at),
      source: "final",
      findings: [
        { severity: "high", message: textAbout(facts), missing_field: `Otra vez (${at}): ${textAbout(facts)}` },
      ],
    },
    at,
  );

/** The texts that users write about a file: notes, an explanation, a decision, a letter, the review of a sample, and requests of the person. */
async function writeTexts(verification_id: string, facts: Facts, author: Reviewer, connection: Pooled) {
  const { pool } = connection;
  const text = textAbout(facts);
  await pool.query(
    `INSERT INTO notes (verification_id, user_id, kind, text)
     SELECT $1, $2, kind, $3 FROM unnest(ARRAY['general', 'compliance']) AS kind`,
    [verification_id, author.id, text],
  );
  await pool.query(
    `INSERT INTO finding_explanations (verification_id, finding_hash, severity, missing_field, message, text, user_id, user_name)
     VALUES ($1, sha256(convert_to($2, 'UTF8')), 'high', $2, $2, $2, $3, $4)`,
    [verification_id, text, author.id, author.name],
  );
  await pool.query(
    `INSERT INTO letters (id, verification_id, recipient, subject, text, user_id, state)
     VALUES ($1, $2, 'maria@cliente.mx', $3, $3, $4, 'sent')`,
    [randomUUID(), verification_id, text, author.id],
  );
  await writeAudit(pool, {
    action: "verification.opened",
    ids: { verification_id },
    actor: SYSTEM_ACTOR,
    after: { words: text },
  });
  await changeReview(verification_id, { state: "open" }, author, connection);
  const decision = { state: "resolved", resolution: "accepted", reason: text } as const;
  await changeReview(verification_id, decision, author, connection);
  const stating = { ...authorOf(author), source: text };
  await stateAbout(verification_id, { kind: "relation", since: "2020-02-29" }, stating, connection);
  await stateAbout(verification_id, { kind: "yearly_check", outcome: "exceptions", reason: text }, stating, connection);
  const { rows: samples } = await pool.query<{ sample_id: string }>(SIGNED_SAMPLE, [
    author.id,
    author.name,
    verification_id,
    text,
  ]);
  const subject = { curp: facts.curp, name: "Ana Robles Garduño", verification_id };
  const requested = { kind: "access" as const, subject, received_at: secondsIn(10) };
  const { request_id } = await registerRequest(requested, author, connection);
  return { request_id, sample_id: samples[0]?.sample_id ?? "" };
}

/** A signed sample of the decision, whose result has a note. */
const SIGNED_SAMPLE = `
  WITH sample AS (
    INSERT INTO review_samples
      (drawn_by, drawn_by_name, drawn_from, seed, size, population, signed_at, signed_by, signed_by_name, digest)
    VALUES ($1, $2, '{"from": "2026-01-01", "to": "2026-01-31", "time_zone": "UTC"}', 'seed', 1, 1, now(), $1, $2, 'digest')
    RETURNING sample_id
  )
  INSERT INTO review_sample_decisions (sample_id, entry_id, verification_id, result, note, at, user_id, user_name)
  SELECT sample.sample_id, log.id, log.verification_id, 'objected', $4, now(), $1, $2
  FROM sample CROSS JOIN review_log AS log WHERE log.verification_id = $3 AND log.kind = 'decided' RETURNING sample_id`;

/**
 * Makes a file with the texts, which was decided before its latest run, and its request of the person. Reviews
 * have begun.
 */
export async function fileWithTexts(id: string, facts: Facts, connection: Database) {
  const { pool } = connection;
  const apply = async (...arrivals: Arrival[]) => {
    await storeArrivals(pool, arrivals);
    await drainBesideWorker(connection);
  };
  await apply(...arrivalsWithTexts(id, facts));
  const author = (await pool.query("SELECT id, name, role FROM users WHERE role = 'compliance' LIMIT 1")).rows[0];
  const written = await writeTexts(id, facts, author, connection);
  await apply(laterRun(id, facts));
  await evaluateDue(connection, new AbortController().signal);
  const deliveries = "SELECT id FROM inbox WHERE kind = 'delivery' AND verification_id = $1 LIMIT 1";
  const delivery_id = String((await pool.query(deliveries, [id])).rows[0].id);
  return {
    verification_id: id,
    people_id: "7",
    item_id: "3",
    user_id: String(author.id),
    ...written,
    delivery_id,
    paper: "receipt",
  };
}

/** Shows every role this of people. */
export async function showEveryRole({ pool }: Pooled, curp: CurpShown, birth_date: boolean) {
  const roles = Object.fromEntries(
    ROLES.map((role) => [role, { curp, birth_date, pdf: false }]),
  ) as NeedToKnow["roles"];
  const { version: _, ...policy } = { ...FIRST_NEED_TO_KNOW, roles };
  await pool.query("DELETE FROM need_to_know_policies");
  await pool.query("INSERT INTO need_to_know_policies (version, user_id, policy) SELECT 1, id, $1 FROM users LIMIT 1", [
    policy,
  ]);
}
