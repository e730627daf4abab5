import { z } from "zod";
import { MAX_PAGE_ROWS } from "#lib/contract/pages.ts";
import { PEOPLE_OUTCOMES } from "#lib/contract/people/person.ts";
import { shownText } from "#lib/contract/text.ts";
import { isMoment, MAX_LENGTH, MAX_VALUES } from "#lib/contract/url-parameters.ts";
import { isTemplate, MOST_TEMPLATE } from "./originals.ts";
import { MOST_FIELDS, MOST_POINTER } from "./title-fields.ts";
import { FINDINGS_SOURCES, SEVERITIES } from "./verification.ts";
import {
  DUE_FILTERS,
  isAssignee,
  MAX_DAYS,
  REASON_FILTERS,
  REVIEW_FILTERS,
  VERIFICATION_FILTER,
  VERIFICATION_SORTS,
  type VerificationFilter,
} from "./verification-filter.ts";
import { isViewQuery, MOST_VIEW_NAME, MOST_VIEW_QUERY, MOST_VIEWS } from "./view.ts";

const texts = z.array(z.string().min(1).max(MAX_LENGTH)).max(MAX_VALUES).optional();
const text = z.string().trim().max(MAX_LENGTH).nullish();
const moment = z.string().refine(isMoment).nullish();

const filter = {
  status: texts,
  documents_status: texts,
  severity: z.array(z.enum(SEVERITIES)).max(SEVERITIES.length).optional(),
  without_severity: z.array(z.enum(SEVERITIES)).max(SEVERITIES.length).optional(),
  findings_source: z.array(z.enum(FINDINGS_SOURCES)).max(FINDINGS_SOURCES.length).optional(),
  label: texts,
  account: texts,
  item_error: texts,
  item_type: texts,
  has_item_error: z.boolean().optional(),
  quiet_days: z.int().min(1).max(MAX_DAYS).nullish(),
  changed_since: moment,
  documents_status_days: z.int().min(1).max(MAX_DAYS).nullish(),
  lookup: z.array(z.enum(PEOPLE_OUTCOMES)).max(PEOPLE_OUTCOMES.length).optional(),
  tag: text,
  q: text,
  review: z.array(z.enum(REVIEW_FILTERS)).max(REVIEW_FILTERS.length).optional(),
  assignee: z.array(z.string().refine(isAssignee)).max(MAX_VALUES).optional(),
  reason: z.array(z.enum(REASON_FILTERS)).max(REASON_FILTERS.length).optional(),
  due: z.array(z.enum(DUE_FILTERS)).max(DUE_FILTERS.length).optional(),
  created_from: moment,
  created_to: moment,
  sort: z.enum(VERIFICATION_SORTS).optional(),
} satisfies Record<keyof VerificationFilter, z.ZodType>;

/**
 * The body of `POST /api/searches/verifications` (design §9): the filter by its own names. What it does not name is refused.
 */
export const verificationSearchInput = z
  .strictObject({
    ...filter,
    cursor: z.string().max(4_000).nullish(),
    limit: z.int().min(1).max(MAX_PAGE_ROWS).optional(),
  })
  .transform(({ cursor, limit, ...given }) => ({ cursor, limit, filter: filterOf(given) }));

/** The filter alone, as `POST /api/review/next` takes it. */
export const verificationFilterInput = z.strictObject(filter).transform(filterOf);

/** A field that is left out, null or empty filters nothing. */
function filterOf(given: { [name in keyof VerificationFilter]?: unknown }): VerificationFilter {
  const stated = Object.entries(given).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return { ...VERIFICATION_FILTER.empty, ...Object.fromEntries(stated) };
}

const pointers = z
  .array(
    z
      .string()
      .max(MOST_POINTER)
      .regex(/^(\/([^~/]|~[01])*)+$/),
  )
  .max(MOST_FIELDS)
  .refine((paths) => new Set(paths).size === paths.length);

/**
 * The body of `PUT /api/settings/title-fields`: JSON Pointers in the order in which they count; none where none is chosen.
 */
export const titleFieldsInput = z.strictObject({ title: pointers, tax_id: pointers });

/** The body of `PUT /api/settings/originals`. */
export const originalsInput = z.strictObject({
  template: z.string().trim().max(MOST_TEMPLATE).refine(isTemplate).nullable(),
});

const view = {
  name: z
    .string()
    .trim()
    .max(MOST_VIEW_NAME)
    .refine((name) => shownText(name) !== ""),
  query: z.string().max(MOST_VIEW_QUERY).refine(isViewQuery),
  shared: z.boolean(),
};

/** The body of `POST /api/views`. */
export const viewInput = z.strictObject({ ...view, shared: view.shared.default(false) });

/** The body of `PUT /api/views/order`: the shared views in their order. */
export const viewOrderInput = z.strictObject({ view_ids: z.array(z.uuid()).max(MOST_VIEWS) });

/** The body of `PATCH /api/views/{view_id}`: what of it changes. */
export const viewChange = z.strictObject(view).partial();
