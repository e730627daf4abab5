import { type Person, peopleOutcome } from "#lib/contract/people/person.ts";
import type { Finding, VerificationDetail, VerificationItem } from "#lib/contract/verifications/verification.ts";

/** As many as `PUT /api/verifications/{id}/seen` takes. */
const MOST = 500;

export const findingMark = ({ severity, missing_field, message }: Finding): string =>
  `finding:${digestOf(JSON.stringify([severity, missing_field, message.trim()]))}`;

export const itemMark = (item: VerificationItem): string =>
  `item:${item.item_id}:${item.problem ?? (item.completed_at === null ? "open" : "done")}`;

/** Null for a person without the service's number: another one could have the same mark. */
export const personMark = (person: Person): string | null =>
  person.people_id === null ? null : `person:${person.people_id}:${peopleOutcome(person)}`;

type Looked = Pick<VerificationDetail, "findings" | "items" | "labels" | "verification">;

/**
 * A mark for each thing on the page of a file, in the state in which it is shown (`verifications/seen.ts`). `people` is
 * undefined while they are not known: then they have no marks, and whoever compares leaves them out.
 */
export function marksOf({ findings, items, labels, verification }: Looked, people: readonly Person[] = []): string[] {
  const { status, documents_status } = verification;
  const assigned = labels.filter(({ removed_at }) => removed_at === null);
  const marks = [
    ...(status === null ? [] : [`status:${digestOf(status)}`]),
    ...(documents_status === null ? [] : [`documents:${digestOf(documents_status)}`]),
    ...(findings?.items ?? []).map(findingMark),
    ...items.map(itemMark),
    ...people.flatMap((person) => personMark(person) ?? []),
    ...assigned.map(({ label }) => `label:${digestOf(label)}`),
  ];
  return [...new Set(marks)].slice(0, MOST);
}

/**
 * The stored marks, with the page's people if none of them has one: people load after the page, and a reader may leave
 * before.
 */
export const knownMarks = (seen: readonly string[], people: readonly Person[] = []): string[] =>
  seen.some((mark) => mark.startsWith("person:"))
    ? [...seen]
    : [...seen, ...people.flatMap((person) => personMark(person) ?? [])];

/** The news since the last visit, counted by kind. */
export type News = {
  findings: number;
  items: VerificationItem[];
  people: number;
  labels: number;
  documents_status: string | null;
  status: string | null;
};

/** The things on a page without a mark from the last visit. An awaited document is no news. */
export function newsSince(seen: readonly string[], detail: Looked, people: readonly Person[] = []): News {
  const known = new Set(knownMarks(seen, people));
  const isNew = (mark: string | null) => mark !== null && !known.has(mark);
  const { status, documents_status } = detail.verification;
  return {
    findings: (detail.findings?.items ?? []).filter((finding) => isNew(findingMark(finding))).length,
    items: detail.items.filter((item) => isNew(itemMark(item)) && !itemMark(item).endsWith(":open")),
    people: people.filter((person) => isNew(personMark(person))).length,
    labels: detail.labels.filter(({ label, removed_at }) => removed_at === null && isNew(`label:${digestOf(label)}`))
      .length,
    documents_status:
      documents_status !== null && isNew(`documents:${digestOf(documents_status)}`) ? documents_status : null,
    status: status !== null && isNew(`status:${digestOf(status)}`) ? status : null,
  };
}

/** FNV-1a of 64 bits in two halves, 16 hex digits: distinguishes texts of one file without storing them. */
function digestOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0xcbf29ce4];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (low >>> 13), 0x01000193);
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
