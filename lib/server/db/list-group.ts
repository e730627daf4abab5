import { SEVERITIES } from "#lib/contract/verifications/severity.ts";
import { DOCUMENTS_STATUSES, type VerificationStatus } from "#lib/contract/verifications/verification.ts";
import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";

/**
 * The list's groups: every verification is in one, by its status, its documents_status, the severities of its findings
 * and whether an item is in error. There are 576, so that whatever is filtered by these four, and ordered by the first
 * two, is a union of whole groups: a page is the best of each, and each row that is looked at is a row that is found.
 * What a group means is stored: a change asks for a migration that computes `verification_list` again.
 */

/** In the order of the list's sort: what asks for attention comes last. */
const STATUSES: readonly VerificationStatus[] = ["finished", "pending", "pending_validation", "error"];
const DOCUMENTS: readonly string[] = DOCUMENTS_STATUSES;
/** Ranks after the four named values: one that the interface does not name, and none. */
const UNNAMED = 4;
const NONE = 5;
const RANKS = 6;

export type ListGroup = { code: number; status: number; documents: number; severities: number; inError: boolean };

/** Bits of `severities`, in the order of `SEVERITIES`. */
const BITS = [4, 2, 1];

export const LIST_GROUPS: readonly ListGroup[] = Array.from({ length: RANKS * RANKS * 16 }, (_, code) => ({
  code,
  status: Math.floor(code / (RANKS * 16)),
  documents: Math.floor(code / 16) % RANKS,
  severities: Math.floor(code / 2) % 8,
  inError: code % 2 === 1,
}));

const rank = (column: string, values: readonly string[]): string =>
  `CASE ${column} ${values.map((value, index) => `WHEN '${value}' THEN ${index}`).join(" ")} ELSE CASE WHEN ${column} IS NULL THEN ${NONE} ELSE ${UNNAMED} END END`;

/** A row of `verification_summaries` to its group's code, as SQL. */
export const LIST_GROUP = `(((${rank("status", STATUSES)}) * ${RANKS} + (${rank("documents_status", DOCUMENTS)})) * 16
  + ${SEVERITIES.map((severity, index) => `(findings_${severity} > 0)::int * ${(BITS[index] ?? 0) * 2}`).join(" + ")}
  + (items_with_error > 0)::int)`;

const ranksOf = (values: readonly string[], named: readonly string[]): Set<number> =>
  new Set(values.map((value) => (named.includes(value) ? named.indexOf(value) : UNNAMED)));

/** The groups that hold what a filter asks for. Values that the interface does not name share theirs: see `unnamed`. */
export function matchingGroups(filter: VerificationFilter): ListGroup[] {
  const statuses = ranksOf(filter.status, STATUSES);
  const documents = ranksOf(filter.documents_status, DOCUMENTS);
  const severities = filter.severity.reduce((bits, severity) => bits | (BITS[SEVERITIES.indexOf(severity)] ?? 0), 0);
  const inError = filter.has_item_error || filter.item_error.length > 0;
  return LIST_GROUPS.filter(
    (group) =>
      (statuses.size === 0 || statuses.has(group.status)) &&
      (documents.size === 0 || documents.has(group.documents)) &&
      (severities === 0 || (group.severities & severities) !== 0) &&
      (!inError || group.inError),
  );
}

/** Whether a filter names a value that shares its group with others, so that rows are to be looked at themselves. */
export const namesUnnamed = (filter: VerificationFilter): boolean =>
  ranksOf(filter.status, STATUSES).has(UNNAMED) || ranksOf(filter.documents_status, DOCUMENTS).has(UNNAMED);

/**
 * The value that all rows of a group have, null where they have none; undefined where the group is shared by values that
 * the interface does not name.
 */
export function commonValue(group: ListGroup, of: "status" | "documents_status"): string | null | undefined {
  const rank = of === "status" ? group.status : group.documents;
  return rank === NONE ? null : (of === "status" ? STATUSES : DOCUMENTS)[rank];
}

/** The place of a group in an order by status or documents_status; without a value it is last in either direction. */
export function groupRank(group: ListGroup, by: "status" | "documents_status", descending: boolean): number {
  const rank = by === "status" ? group.status : group.documents;
  return rank === NONE || !descending ? rank : UNNAMED - rank;
}
