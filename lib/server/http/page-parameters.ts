import { z } from "zod";
import { rowIds } from "#lib/contract/fields.ts";
import { MAX_PAGE_ROWS, PAGE_ROWS, type RowsRequest } from "#lib/contract/pages.ts";
import { invalid } from "#lib/server/base/errors.ts";

const limitShape = z.coerce.number().int().min(1).max(MAX_PAGE_ROWS).catch(PAGE_ROWS);

/** The requested page of a list (design §9): `cursor`, and `limit`, by default 50. */
export const pageParameters = (parameters: URLSearchParams): { cursor: string | null; limit: number } => ({
  cursor: parameters.get("cursor"),
  limit: limitShape.parse(parameters.get("limit") ?? undefined),
});

/** The rows that a request names by repeated `id` parameters; null for a request of a page. */
export function rowParameters(parameters: URLSearchParams): RowsRequest | null {
  const given = parameters.getAll("id");
  if (given.length === 0) return null;
  const ids = rowIds.safeParse(given);
  if (!ids.success) throw invalid("Invalid id.");
  return { ids: ids.data, until: parameters.get("until"), total: parameters.get("total") === "true" };
}
