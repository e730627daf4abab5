import { z } from "zod";
import { filterFields, postedFilter } from "#lib/platform/contract/filter-input.ts";
import { MAX_PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { AUDIT_FILTER } from "./audit-filter.ts";

/** Body of `POST /api/searches/audit`: the filter by its own names. Unknown fields are refused. */
export const auditSearchInput = z
  .strictObject({
    ...filterFields(AUDIT_FILTER),
    cursor: z.string().max(2_000).nullish(),
    limit: z.int().min(1).max(MAX_PAGE_ROWS).optional(),
  })
  .transform(({ cursor, limit, ...given }) => ({ cursor, limit, filter: postedFilter(AUDIT_FILTER, given) }));
