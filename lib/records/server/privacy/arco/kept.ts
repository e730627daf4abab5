import { FIRST_NEED_TO_KNOW } from "#lib/core/contract/need-to-know/policy.ts";
import type { PersonSummary } from "#lib/core/contract/people/people-search.ts";
import { shortenCurp } from "#lib/core/contract/people/person.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { mistypedCurp } from "#lib/core/rules/curp/faults.ts";
import { resolveFile } from "#lib/core/server/inbox/resolve-file.ts";
import { searchPeople, searchPeopleOf } from "#lib/core/server/people/search.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import { type ListCount, MAX_PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import {
  type ArcoKept,
  type ArcoMatch,
  type ArcoSubject,
  KEPT_KINDS,
  type KeptFile,
  type KeptPerson,
  MAX_KEPT_PEOPLE,
} from "#lib/records/contract/privacy/arco.ts";
import { TABLES } from "#lib/tables.ts";

/** People are matched by the ends of the CURP, even if the reader is shown less. */
const MATCHED_BY = FIRST_NEED_TO_KNOW.roles.compliance;

/** Files whose title, tag or tax id has the name. */
const MAX_TITLED = 50;

/**
 * All data kept about the subject of a request, across files: people by CURP and name, files by the name, as the search
 * of people and the list find them, and the named file, if it is known. The caller has to record the search.
 */
export async function keptAbout(subject: ArcoSubject, connection: Pooled = database()): Promise<ArcoKept> {
  const { curp, name } = subject;
  const file = subject.verification_id === null ? null : await resolveFile(connection.pool, subject.verification_id);
  const verification_id = file?.state === "known" ? file.verification_id : null;
  const searches: { items: PersonSummary[]; total: ListCount; otherwise: ArcoMatch }[] = [];
  for (const q of [curp, name].filter((text) => text !== null)) {
    const found = await searchPeople({ rule: MATCHED_BY, q, outcome: [], limit: MAX_PAGE_ROWS }, connection);
    searches.push({ ...found, otherwise: "possible" });
  }
  if (verification_id !== null) {
    const ids = [verification_id];
    // `total` counts the people of all files.
    const { items } = await searchPeopleOf({ rule: MATCHED_BY, q: null, outcome: [], ids, until: null }, connection);
    searches.push({ items, total: items.length, otherwise: "file" });
  }
  const people = new Map<string, KeptPerson>();
  for (const { items, otherwise } of searches) {
    for (const person of items) {
      const { verification_id, people_id, occurrence, name, curp } = person;
      const key = `${verification_id}/${people_id ?? ""}/${occurrence}`;
      if (people.size === MAX_KEPT_PEOPLE || people.has(key)) continue;
      people.set(key, { key, verification_id, people_id, name, curp, match: matchOf(person, subject) ?? otherwise });
    }
  }
  const titled =
    name === null
      ? []
      : (await listVerifications({ filter: { ...VERIFICATION_FILTER.empty, q: name }, limit: MAX_TITLED }, connection))
          .items;
  const ids = new Set([...people.values()].map((person) => person.verification_id));
  for (const file of titled) ids.add(file.verification_id);
  if (verification_id !== null) ids.add(verification_id);
  const order: readonly ArcoMatch[] = ["curp", "name", "possible", "file"];
  const maxTotal = Math.max(0, ...searches.map(({ total }) => (typeof total === "number" ? total : total.at_least)));
  return {
    people: [...people.values()].toSorted((a, b) => order.indexOf(a.match) - order.indexOf(b.match)),
    files: (await connection.pool.query<KeptFile>(COUNTS, [[...ids]])).rows,
    found: maxTotal > people.size ? { at_least: maxTotal } : people.size,
    file,
    curp_unusual: curp !== null && mistypedCurp(curp) !== null,
  };
}

/** Shortened CURPs are compared, since the search also finds a CURP in a file's tag. Null without a certain match. */
function matchOf({ name, curp }: PersonSummary, subject: ArcoSubject): "curp" | "name" | null {
  const asked = subject.curp === null ? null : shortenCurp(subject.curp);
  if (asked !== null && curp === asked) return "curp";
  const differs = asked !== null && curp !== null;
  return !differs && isSameName(name, subject.name) ? "name" : null;
}

export const isSameName = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && plain(one) === plain(other);

/** Without case, accents and repeated spaces. */
const plain = (name: string): string =>
  name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim().replaceAll(/\s+/g, " ");

const counted = [...TABLES].flatMap(([table, { counted: kind }]) =>
  KEPT_KINDS.some((kept) => kept === kind)
    ? [`'${kind}', (SELECT count(*) FROM ${table} AS t WHERE t.verification_id = file.verification_id)`]
    : [],
);

/** Counts of the data kept about these known files, by kind. */
const COUNTS = `
  SELECT file.verification_id, file.tag, file.title, jsonb_build_object(
    'deliveries', (SELECT count(*) FROM inbox AS t WHERE t.verification_id = file.verification_id AND kind = 'delivery'),
    'readings', (SELECT count(*) FROM inbox AS t WHERE t.verification_id = file.verification_id AND kind = 'snapshot'),
    'decisions', (SELECT count(digest) FROM review_log AS t WHERE t.verification_id = file.verification_id),
    ${counted.join(", ")},
    'openings', (SELECT count(*) FROM audit_log AS t
      WHERE (ids ->> 'verification_id') COLLATE "C" = file.verification_id AND action IN ('people.opened', 'curp_pdf.opened'))
  ) AS counts
  FROM (
    SELECT verification_id, tag, title, created_at FROM unnest($1::text[]) AS given (verification_id)
      LEFT JOIN verification_summaries USING (verification_id)
  ) AS file ORDER BY file.created_at DESC NULLS LAST, file.verification_id`;
