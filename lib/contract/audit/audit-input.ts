import { z } from "zod";
import { MAX_PAGE_ROWS } from "#lib/contract/pages.ts";
import { isMoment, MAX_LENGTH, MAX_VALUES } from "#lib/contract/url-parameters.ts";
import { AUDIT_ACTIONS, AUDIT_FAMILIES, SHOWN_OUTCOMES } from "./audit.ts";
import { AUDIT_FILTER, type AuditFilter, isAddress, isTrailUser } from "./audit-filter.ts";

const text = z.string().trim().max(MAX_LENGTH).nullish();
const moment = z.string().refine(isMoment).nullish();

const filter = {
  q: text,
  id: text,
  family: z.array(z.enum(AUDIT_FAMILIES)).max(AUDIT_FAMILIES.length).optional(),
  action: z.array(z.enum(AUDIT_ACTIONS)).max(MAX_VALUES).optional(),
  user: z.array(z.string().refine(isTrailUser)).max(MAX_VALUES).optional(),
  outcome: z.array(z.enum(SHOWN_OUTCOMES)).max(SHOWN_OUTCOMES.length).optional(),
  address: z.string().refine(isAddress).nullish(),
  from: moment,
  to: moment,
} satisfies Record<keyof AuditFilter, z.ZodType>;

/** Body of `POST /api/searches/audit`: the filter by its own names. Unknown fields are refused. */
export const auditSearchInput = z
  .strictObject({
    ...filter,
    cursor: z.string().max(2_000).nullish(),
    limit: z.int().min(1).max(MAX_PAGE_ROWS).optional(),
  })
  .transform(({ cursor, limit, ...given }) => ({ cursor, limit, filter: filterOf(given) }));

/** A missing, null or empty field filters nothing. */
function filterOf(given: { [name in keyof AuditFilter]?: unknown }): AuditFilter {
  const stated = Object.entries(given).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return { ...AUDIT_FILTER.empty, ...Object.fromEntries(stated) };
}
