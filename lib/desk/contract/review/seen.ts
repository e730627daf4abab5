import { z } from "zod";
import type { Instant } from "#lib/platform/contract/time.ts";
import { MAX_MARKS } from "./seen-marks.ts";

/**
 * The marks of a user's visit to a verification. A mark is a short name of a thing in its shown state, chosen by the
 * page (`item:12:completed`, `run:8f2c`): a thing without a mark is new at the next visit. Marks consist of ids, words
 * of the contract and digests, without text about a person.
 */
export type Visit = { seen_at: Instant; marks: string[] };

/** `PUT /api/verifications/{id}/seen`: the stored marks and the previous ones. */
export type LatestVisit = Visit & { previous: Visit | null };

/** The body of the request; it may be left out if only the time matters. */
export const seenInput = z
  .strictObject({ marks: z.array(z.string().regex(/^[\w.:-]{1,80}$/)).max(MAX_MARKS) })
  .default({ marks: [] });
