import { type Person, peopleOutcome } from "#lib/core/contract/people/person.ts";
import type { Finding, VerificationDetail, VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import { findingKey } from "./findings.ts";

/** Per page: enough for the runs, items, people and labels of a file. */
export const MAX_MARKS = 500;

export const findingMark = (finding: Finding): string => `finding:${digestOf(findingKey(finding))}`;

export const itemMark = (item: VerificationItem): string =>
  `item:${item.item_id}:${item.problem ?? (item.completed_at === null ? "open" : "done")}`;

/** Null for a person without the service's number: two such people could have the same mark. */
export const personMark = (person: Person): string | null =>
  person.people_id === null ? null : `person:${person.people_id}:${peopleOutcome(person)}`;

const wordMark = (kind: "status" | "documents" | "label", word: string | null): string | null =>
  word === null ? null : `${kind}:${digestOf(word)}`;

type MarkedDetail = Pick<VerificationDetail, "findings" | "items" | "labels" | "verification">;

const assignedOf = ({ labels }: MarkedDetail) => labels.filter(({ removed_at }) => removed_at === null);

/**
 * A mark for each thing on the page of a file, in the state in which it is shown (`seen.ts`). `people` is undefined until
 * they are loaded: then they have no marks, and comparisons leave them out.
 */
export function marksOf(detail: MarkedDetail, people: readonly Person[] = []): string[] {
  const { status, documents_status } = detail.verification;
  const marks = [
    wordMark("status", status),
    wordMark("documents", documents_status),
    ...(detail.findings?.items ?? []).map(findingMark),
    ...detail.items.map(itemMark),
    ...people.map(personMark),
    ...assignedOf(detail).map(({ label }) => wordMark("label", label)),
  ];
  return [...new Set(marks.filter((mark) => mark !== null))].slice(0, MAX_MARKS);
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
export function newsSince(seen: readonly string[], detail: MarkedDetail, people: readonly Person[] = []): News {
  const known = new Set(knownMarks(seen, people));
  const isNew = (mark: string | null) => mark !== null && !known.has(mark);
  const { status, documents_status } = detail.verification;
  return {
    findings: (detail.findings?.items ?? []).filter((finding) => isNew(findingMark(finding))).length,
    items: detail.items.filter((item) => isNew(itemMark(item)) && !itemMark(item).endsWith(":open")),
    people: people.filter((person) => isNew(personMark(person))).length,
    labels: assignedOf(detail).filter(({ label }) => isNew(wordMark("label", label))).length,
    documents_status: isNew(wordMark("documents", documents_status)) ? documents_status : null,
    status: isNew(wordMark("status", status)) ? status : null,
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
