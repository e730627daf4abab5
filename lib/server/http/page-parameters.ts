import { z } from "zod";
import { MAX_PAGE_ROWS, PAGE_ROWS } from "#lib/contract/pages.ts";

const limitShape = z.coerce.number().int().min(1).max(MAX_PAGE_ROWS).catch(PAGE_ROWS);

/** Which page of a list a request is for (design §9): `cursor`, and `limit`, which is 50 where it is none. */
export const pageParameters = (parameters: URLSearchParams): { cursor: string | null; limit: number } => ({
  cursor: parameters.get("cursor"),
  limit: limitShape.parse(parameters.get("limit") ?? undefined),
});
