import type { PeopleSearch } from "#lib/contract/people/people-search.ts";
import { fingerprint } from "#lib/server/vault/vault.ts";

type SentPage = PeopleSearch & { session: string; cursor?: string | null | undefined; limit?: number | undefined };

/**
 * Proof that a session was sent this page of a search of people, which was recorded then: a keyed hash. A page returns it
 * with the requests that it repeats by itself, so that no other search passes for a repetition.
 */
export const searchProof = ({ session, q, outcome, cursor = null, limit }: SentPage): string =>
  fingerprint(JSON.stringify(["people search", session, q, outcome, cursor, limit ?? null]));
