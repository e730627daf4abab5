import { z } from "zod";
import type { Instant } from "#lib/contract/time.ts";

/** Of one page: as many as a file has runs, items, people and labels worth marking. */
const MAX_MARKS = 500;

/**
 * The things that a user saw on the page of a verification. A mark is a short name of one thing in the state in which it was
 * shown, chosen by the page (`item:12:completed`, `run:8f2c`): a thing without a mark is new at the next visit. Marks
 * consist of ids, words of the contract and digests, so that none holds text about a person.
 */
export type Seen = { seen_at: Instant; marks: string[] };

/** `PUT /api/verifications/{id}/seen`: what is kept now, and what was kept before. */
export type Looked = Seen & { previous: Seen | null };

/** Its body, which may be left out where nothing is to be compared but the time. */
export const seenInput = z
  .strictObject({ marks: z.array(z.string().regex(/^[\w.:-]{1,80}$/)).max(MAX_MARKS) })
  .default({ marks: [] });
