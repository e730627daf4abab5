import { z } from "zod";
import { PEOPLE_TEXT_MAX } from "./people-search.ts";
import { PEOPLE_OUTCOMES } from "./person.ts";

/** The body of `POST /api/people/search` (design §9). What it does not name is refused. */
export const peopleSearchInput = z.strictObject({
  q: z.string().max(PEOPLE_TEXT_MAX).nullish(),
  outcome: z.array(z.enum(PEOPLE_OUTCOMES)).max(PEOPLE_OUTCOMES.length).optional(),
  cursor: z.string().max(2_000).nullish(),
  limit: z.int().min(1).max(200).optional(),
});
