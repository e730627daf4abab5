import type { VerificationTotal } from "#lib/contract/verifications/verification.ts";
import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";

/**
 * The list that one came from, as it stood then: going from file to file follows that order, and not the one that the
 * list has by now, where a file that has just been read may stand on top. In this tab's memory only: after a hard load
 * there is no list that one came from.
 */
export type ListWalk = {
  filter: VerificationFilter;
  ids: readonly string[];
  /** Where the list goes on after the last of the ids; null at its end. */
  nextCursor: string | null;
  total: VerificationTotal | null;
};

let filter: VerificationFilter | null = null;
let walk: ListWalk | null = null;

/** Called by a list that is shown: a walk begun in an earlier one is over. */
export function beginAtList(shown: VerificationFilter): void {
  filter = shown;
  walk = null;
}

/** The filter of the list that was shown last, if there was one. */
export const lastListFilter = (): VerificationFilter | null => filter;

export const currentWalk = (): ListWalk | null => walk;

export function keepWalk(next: ListWalk): void {
  walk = next;
}
