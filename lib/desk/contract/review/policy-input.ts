import { z } from "zod";
import { RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import { isTimeZone, parseInstant } from "#lib/platform/contract/time.ts";
import { documentKinds, yearlyCheck } from "#lib/statements/contract/policy-input.ts";

/** The placeholders of an addressee or a signature: the file's title, its tag, and the officer. */
const FRAME_PLACES = ["title", "tag", "officer"];

/**
 * All placeholders of a template: also the points (exactly once), the day of the follow-up, and the addressee and
 * signature, which otherwise begin and end the letter.
 */
export const TEMPLATE_PLACES = ["points", "day", "addressee", "signature", ...FRAME_PLACES];

/** Characters of an addressee or a signature, of the name of a letter, and of a template. */
export const LONGEST_FRAME = 500;
export const LONGEST_LETTER_NAME = 60;
export const LONGEST_TEMPLATE = 4_000;
export const MAX_LETTERS = 20;
/** Ten years. */
export const MAX_MONTHS = 120;

const placesOf = (text: string): string[] => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, place = ""]) => place);

/** Every placeholder is known, and `{points}` appears once, so that the letter asks for each point once. */
const template = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_TEMPLATE)
  .refine((text) => placesOf(text).every((place) => TEMPLATE_PLACES.includes(place)))
  .refine((text) => placesOf(text).filter((place) => place === "points").length === 1);
const templates = z.strictObject({ en: template, es: template });

/** Empty for none. */
const frame = z
  .string()
  .trim()
  .max(LONGEST_FRAME)
  .refine((text) => placesOf(text).every((place) => FRAME_PLACES.includes(place)));

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const distinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

const instant = z.string().transform((given, context) => {
  const at = parseInstant(given);
  if (at !== null) return at;
  context.addIssue({ code: "custom", message: "no ISO 8601 instant" });
  return z.NEVER;
});

const name = (max: number) => z.string().trim().min(1).max(max);
const label = z.string().min(1).max(200);

/** The answer of `GET /api/settings/review`. */
export const reviewPolicy = z.strictObject({
  version: z.int().min(0),
  review_from: instant,
  /** Working hours from the first reason to `due_at`. */
  due_hours: z.int().min(1).max(1_000),
  /** Working days without a fact after which a file is stalled by the customer. */
  stalled_days: z.int().min(1).max(365),
  /** When a decision needs a second person. */
  approval: z.enum(["never", "high", "always"]),
  /** Whether files without exceptions can be accepted together. */
  bulk_acceptance: z.boolean(),
  working: z.strictObject({
    /** ISO days, 1 Monday to 7 Sunday. */
    days: z.array(z.int().min(1).max(7)).min(1).max(7).refine(distinct),
    from: timeOfDay,
    /** On the next day if it is not after `from`. */
    to: timeOfDay,
    /** IANA. */
    time_zone: z.string().refine(isTimeZone),
    holidays: z.array(z.iso.date()).max(500).refine(distinct),
  }),
  /** Reasons for decisions, as the installation words them; an acceptance requires none. */
  catalogue: z
    .array(
      z.strictObject({
        code: z.string().regex(/^[a-z0-9_]{1,60}$/),
        for: z.array(z.enum(RESOLUTIONS)).min(1).max(RESOLUTIONS.length).refine(distinct),
        en: name(200),
        es: name(200),
      }),
    )
    .min(1)
    .max(100)
    .refine((entries) => distinct(entries.map((entry) => entry.code))),
  /** The letter to customers in each language. */
  templates,
  /** Further letters to choose from, by their names for the team. */
  letters: z
    .array(templates.extend({ name: name(LONGEST_LETTER_NAME) }))
    .max(MAX_LETTERS)
    .refine((letters) => distinct(letters.map((letter) => letter.name))),
  /** The language of letters to customers, their addressee and their signature. */
  letter: z.strictObject({ language: z.enum(["es", "en"]), addressee: frame, signature: frame }),
  /** Keys of labels whose change brings an accepted decision back. */
  watched_labels: z.array(label).max(100).refine(distinct),
  /** An accepted file with this label comes back after so many months. */
  periodic: z
    .array(z.strictObject({ label, months: z.int().min(1).max(MAX_MONTHS) }))
    .max(100)
    .refine((rules) => distinct(rules.map((rule) => rule.label))),
  /** Documents whose dates officers enter, and their rules. */
  documents: documentKinds,
  /** When files in a business relationship are checked; null for never. */
  yearly_check: yearlyCheck,
  /** How many years a decision of an erased verification is kept. */
  kept_years: z.int().min(1).max(100),
  /** Whether the bytes of CURP PDFs that deciders open are kept. */
  keep_pdfs: z.boolean(),
});

/** The body of `PUT /api/settings/review`: `version` is the edited version. Fields that a caller may not know stay as they are. */
export const reviewPolicyInput = reviewPolicy.partial({ documents: true, yearly_check: true });

/** The fields with a number, each with its greatest value. */
export const POLICY_NUMBERS = Object.entries(reviewPolicy.shape).flatMap(([name, schema]) =>
  name !== "version" && schema instanceof z.ZodNumber ? [[name as PolicyNumber, schema.maxValue ?? 0] as const] : [],
);
type Policy = z.output<typeof reviewPolicy>;
export type PolicyNumber = Exclude<
  { [Field in keyof Policy]: Policy[Field] extends number ? Field : never }[keyof Policy],
  "version"
>;
