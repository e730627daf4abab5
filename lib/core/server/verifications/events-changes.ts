import {
  NOTHING_STATED,
  readVerificationSnapshot,
  type VerificationSnapshot,
} from "#lib/core/contract/events/snapshot.ts";
import { readPeople } from "#lib/core/contract/people/person.ts";
import type { ReadingChange, ReadingEntry } from "#lib/core/contract/verifications/activity.ts";
import { isRecord, UnreadableAnswer } from "#lib/platform/contract/answer.ts";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import { countSeverities } from "./findings.ts";

const FIELDS = ["status", "documents_status", "tag", "account_id", "created_at"] as const;

/** Fields that are reported by their own changes in a first answer. */
const NAMED_FIELDS: ReadonlySet<string> = new Set(["verification_id", "findings", ...FIELDS]);

const equal = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/**
 * The differences between an answer of the service and the answer before, null for a first one. Bodies are stored
 * answers, redacted. Pure; never throws: an answer whose fields cannot be read differs as a whole.
 */
export function readingChanges(subject: ReadingEntry["subject"], body: string, before: string | null): ReadingChange[] {
  const [now, then] = [parseJson(body), before === null ? null : parseJson(before)];
  return subject === "people" ? peopleChanges(now, then) : verificationChanges(now, then);
}

function verificationChanges(now: unknown, then: unknown): ReadingChange[] {
  const stated = readVerificationSnapshot(now);
  const was = then === null ? NOTHING_STATED : readVerificationSnapshot(then);
  const changes: ReadingChange[] = FIELDS.map((field) => ({
    field,
    from: shownValue(was, field),
    to: shownValue(stated, field),
  })).filter(({ from, to }) => from !== to);
  const { findings, findings_computed_at: computed_at } = stated;
  if (!equal([findings, computed_at], [was.findings, was.findings_computed_at])) {
    changes.push({
      field: "findings",
      from: was.findings && countSeverities(was.findings),
      to: findings && countSeverities(findings),
      computed_at,
    });
  }
  const seen = new Set<string>(changes.map(({ field }) => field));
  const [fields, fieldsBefore] = [recordOf(now), recordOf(then)];
  const names = new Set([...Object.keys(fields), ...Object.keys(fieldsBefore)]);
  for (const name of names) {
    if (seen.has(name) || (then === null && NAMED_FIELDS.has(name))) continue;
    if (!equal(fields[name], fieldsBefore[name])) changes.push({ field: "other", name });
  }
  return changes;
}

/** The value of a field; an unreadable time as it was written. */
const shownValue = (stated: VerificationSnapshot, field: (typeof FIELDS)[number]): string | null =>
  stated[field] ?? (field === "created_at" ? stated.created_at_text : null);

/** The record, bare or under `data`, by the same rule as the reader of snapshots. */
function recordOf(answer: unknown): Record<string, unknown> {
  if (!isRecord(answer)) return {};
  const bare = !isRecord(answer.data) || Object.keys(NOTHING_STATED).some((field) => Object.hasOwn(answer, field));
  return bare ? answer : (answer.data as Record<string, unknown>);
}

type ReadPeople = ReturnType<typeof readPeople>;

function peopleChanges(now: unknown, then: unknown): ReadingChange[] {
  const [people, before] = [peopleOf(now), then === null ? [] : peopleOf(then)];
  if (!people || !before) return [{ field: "other", name: "full_list" }];
  const [kept, keptBefore] = [byPerson(people), byPerson(before)];
  const added = [...kept.keys()].filter((id) => !keptBefore.has(id)).length;
  const removed = [...keptBefore.keys()].filter((id) => !kept.has(id)).length;
  const changed = [...kept].filter(([id, content]) => keptBefore.has(id) && keptBefore.get(id) !== content).length;
  const [from, to] = [then === null ? null : before.length, people.length];
  return from === to && added + removed + changed === 0 ? [] : [{ field: "people", from, to, added, removed, changed }];
}

function peopleOf(answer: unknown): ReadPeople | null {
  try {
    return readPeople(answer);
  } catch (error) {
    if (error instanceof UnreadableAnswer) return null;
    throw error;
  }
}

/** The content of each person by id; the content is the key of a person without an id. */
const byPerson = (people: ReadPeople): Map<string, string> =>
  new Map(people.map((person) => [String(person.people_id ?? comparable(person)), comparable(person)]));

/** The content of a person, without the expiry of a PDF's address, which the service may renew at each read. */
function comparable({ external_identities: { curp, ...identities }, ...person }: ReadPeople[number]): string {
  return canonicalJson({ person, identities, curp: curp && { ...curp, curp_file: curp.curp_file.available } });
}
