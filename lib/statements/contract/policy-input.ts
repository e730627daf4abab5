import { z } from "zod";

const words = (max: number) => z.string().trim().min(1).max(max);

export const MAX_DOCUMENT_KINDS = 20;
/** Ten years. */
export const MAX_MONTHS = 120;
export const MAX_WARN_DAYS = 365;
export const MAX_BACKLOG_WEEKS = 104;

/** What every rule about time says of itself. */
const origin = {
  /** Where the rule is written, in the installation's words. */
  source: words(300).optional(),
  /** The rule makes nothing due before this day; the day of the change that adds the rule by default. */
  first_day: z.iso.date().optional(),
  /** Files that are late on the first day become due over so many weeks; all of them on that day by default. */
  backlog_weeks: z.int().min(0).max(MAX_BACKLOG_WEEKS).optional(),
};

export const documentKey = z.string().regex(/^[a-z0-9_]{1,40}$/);

/**
 * When a date of a document counts. `decision`: an exception of an acceptance and of the yearly check. `check`: of the check
 * alone. `always`: also brings an accepted file, or a file in a business relationship, to the lane of due dates.
 */
export const COUNTS = ["decision", "check", "always"] as const;

const documentKind = z.strictObject({
  key: documentKey,
  en: words(80),
  es: words(80),
  /** One document for each file, or one for each of its people. */
  per: z.enum(["file", "person"]),
  /** How many months after its issue the document counts as too old. */
  max_age_months: z.int().min(1).max(MAX_MONTHS).optional(),
  /** How many days before the document expires a file is in the lane. */
  warn_days: z.int().min(1).max(MAX_WARN_DAYS).optional(),
  counts: z.enum(COUNTS),
  /** Once the document has expired or is too old, a check of the acceptance by another system answers `overtaken`. */
  ends_standing: z.boolean().optional(),
  ...origin,
});

export const documentKinds = z
  .array(documentKind)
  .max(MAX_DOCUMENT_KINDS)
  .refine((kinds) => new Set(kinds.map(({ key }) => key)).size === kinds.length);

/** Null: files in a relationship are not checked. */
export const yearlyCheck = z
  .strictObject({
    months: z.int().min(1).max(MAX_MONTHS),
    /** A file becomes due up to so many days before its day, each file at its own place in this time. */
    ahead_days: z.int().min(0).max(180),
    ...origin,
  })
  .nullable();

export type DocumentKind = z.output<typeof documentKind>;
export type YearlyCheck = NonNullable<z.output<typeof yearlyCheck>>;
export type DatesPolicy = { documents: DocumentKind[]; yearly_check: YearlyCheck | null };

/** The body of `POST /api/settings/review/preview`: rules that are not in force yet. */
export const datesPreview = z.strictObject({ documents: documentKinds, yearly_check: yearlyCheck });
/** The number of files that would be due today, and within thirty days after. */
export type DatesPreview = { now: number; month: number };
