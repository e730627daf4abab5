import { z } from "zod";
import { numericIdInPath, rowIds } from "#lib/platform/contract/fields.ts";
import { MAX_PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { PEOPLE_TEXT_MAX, SEARCH_REASONS } from "./people-search.ts";
import { PEOPLE_OUTCOMES } from "./person.ts";

/** Body of `POST /api/people/search` (design §9). Unknown fields are refused. */
export const peopleSearchInput = z.strictObject({
  q: z.string().max(PEOPLE_TEXT_MAX).nullish(),
  outcome: z.array(z.enum(PEOPLE_OUTCOMES)).max(PEOPLE_OUTCOMES.length).optional(),
  /** Needed for a whole CURP if the role is not shown CURPs whole. */
  reason: z.enum(SEARCH_REASONS).optional(),
  cursor: z.string().max(2_000).nullish(),
  limit: z.int().min(1).max(MAX_PAGE_ROWS).optional(),
  /** The rows of these files, up to the page of the cursor `until`. */
  ids: rowIds.optional(),
  until: z.string().max(2_000).nullish(),
  /** The proof in the answer to the same search, for what a page repeats by itself. */
  proof: z.string().max(100).nullish(),
});

/** The query of `GET /api/verifications/{id}/people`: `whole` is the person with all data, `read` reads the service, `again` repeats. */
export const peopleQuery = z.strictObject({
  whole: z.union([z.literal("none"), numericIdInPath]).optional(),
  read: z.enum(["true", "false"]).optional(),
  again: z.enum(["true", "false"]).optional(),
});
