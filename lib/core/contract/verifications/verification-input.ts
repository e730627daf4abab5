import { z } from "zod";
import { holdsPartOfCurp } from "#lib/platform/contract/curp-shape.ts";
import { identifier, rowIds } from "#lib/platform/contract/fields.ts";
import { filterFields, postedFilter } from "#lib/platform/contract/filter-input.ts";
import { MAX_PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { shownText } from "#lib/platform/contract/text.ts";
import { isTemplate, MAX_TEMPLATE } from "./originals.ts";
import { MAX_FIELDS, MAX_POINTER } from "./title-fields.ts";
import { MAX_IMPORTED } from "./verification.ts";
import { VERIFICATION_FILTER } from "./verification-filter.ts";
import { isViewQuery, MAX_VIEW_NAME, MAX_VIEW_QUERY, MAX_VIEWS } from "./view.ts";

const filter = filterFields(VERIFICATION_FILTER);

/**
 * The body of `POST /api/searches/verifications` (design §9): the filter by its own names, and a page or single rows.
 * Unknown fields are refused.
 */
export const verificationSearchInput = z
  .strictObject({
    ...filter,
    cursor: z.string().max(4_000).nullish(),
    limit: z.int().min(1).max(MAX_PAGE_ROWS).optional(),
    ids: rowIds.optional(),
    until: z.string().max(4_000).nullish(),
    total: z.boolean().optional(),
  })
  .transform(({ cursor, limit, ids, until = null, total = false, ...given }) => ({
    cursor,
    limit,
    rows: ids ? { ids, until, total } : null,
    filter: postedFilter(VERIFICATION_FILTER, given),
  }));

/** The filter alone, as in `POST /api/review/next`. */
export const verificationFilterInput = z
  .strictObject(filter)
  .transform((given) => postedFilter(VERIFICATION_FILTER, given));

const pointers = z
  .array(
    z
      .string()
      .max(MAX_POINTER)
      .regex(/^(\/([^~/]|~[01])*)+$/),
  )
  .max(MAX_FIELDS)
  .refine((paths) => new Set(paths).size === paths.length);

/** Body of `PUT /api/settings/title-fields`: JSON Pointers in order of priority; empty for no choice. */
export const titleFieldsInput = z.strictObject({ title: pointers, tax_id: pointers });

/** The body of `PUT /api/settings/originals`. */
export const originalsInput = z.strictObject({
  template: z.string().trim().max(MAX_TEMPLATE).refine(isTemplate).nullable(),
});

const view = {
  name: z
    .string()
    .trim()
    .max(MAX_VIEW_NAME)
    .refine((name) => shownText(name) !== ""),
  query: z.string().max(MAX_VIEW_QUERY).refine(isViewQuery),
  shared: z.boolean(),
};

/** The body of `POST /api/views`. */
export const viewInput = z.strictObject({ ...view, shared: view.shared.default(false) });

/** The body of `PUT /api/views/order`: the shared views in their order. */
export const viewOrderInput = z.strictObject({ view_ids: z.array(z.uuid()).max(MAX_VIEWS) });

/** Body of `PATCH /api/views/{view_id}`: the changed fields. */
export const viewChange = z.strictObject(view).partial();

/** An id from a user goes into a request to the service and into addresses. */
const importedId = identifier.refine((text) => !holdsPartOfCurp(text), "shaped like a CURP or a part of one");

/** The body of `POST /api/imports/verifications`. */
export const importInput = z.strictObject({ ids: z.array(importedId).min(1).max(MAX_IMPORTED) });

/** The body of `POST /api/verifications/{id}/read`. */
export const readInput = z.strictObject({ by_hand: z.boolean() });
