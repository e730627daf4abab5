import { z } from "zod";
import { holdsCurp, wholeCurpIn } from "./curp-shape.ts";
import { MAX_ROW_IDS } from "./pages.ts";
import { isStorable, replaced, storableText } from "./text.ts";
import { type Instant, parseInstant } from "./time.ts";

/** A field of free text, cut at `max` code units rather than refused. */
export const freeText = (max: number) => z.string().transform((text) => storableText(text, max));

/**
 * A code: the service's word for a state, a kind, a label or a run. Codes are compared for equality, so they are never
 * altered: empty codes, codes over 200 code units, and codes that PostgreSQL refuses are rejected.
 */
export const code = z.string().min(1).max(200).refine(isStorable, "characters that cannot be stored");

/**
 * An optional field of an event. Only key fields decide whether an event is understood; an optional field that is absent,
 * null or of the wrong type counts as not stated and never discards the event.
 */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);

/** A time from the service: parsed, or else its text, at most 1,000 code units, empty if absent. */
export type StatedTime = { at: Instant; text: null } | { at: null; text: string };

/** A field for a time. Accepts anything, so that an unreadable time never discards the rest. */
export const statedTime = z
  .unknown()
  .optional()
  .transform((value): StatedTime => {
    const at = typeof value === "string" ? parseInstant(value) : null;
    if (at !== null) return { at, text: null };
    if (value === undefined || value === null) return { at: null, text: "" };
    return { at: null, text: storableText(replaced(typeof value === "string" ? value : JSON.stringify(value)), 1000) };
  });

/** Values of a query, repeated or separated by commas. */
export const separated = <Member extends z.ZodType<unknown, string>>(member: Member, most = 50) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((texts) => [texts].flat().flatMap((text) => text.split(",")))
    .transform((words) => words.filter((word) => word !== ""))
    .pipe(z.array(member).max(most));

/** A whole CURP, however it is typed, as its eighteen characters. */
export const typedCurp = z
  .string()
  .max(50)
  .transform((typed, context) => {
    const whole = wholeCurpIn(typed);
    if (whole === null) context.addIssue({ code: "custom", message: "no CURP" });
    return whole ?? "";
  });

/** Converts a time with its offset, from a form or another system, to an instant. */
export const givenInstant = z.iso.datetime({ offset: true }).transform((given, context) => {
  const at = parseInstant(given);
  if (at === null) context.addIssue({ code: "custom", message: "no time" });
  return at ?? "";
});

/** A time that an answer had, sent back as it was. */
export const shownInstant = z
  .string()
  .max(40)
  .refine((at) => parseInstant(at) !== null);

const holdsControls = (text: string): boolean => /[\p{Cc}&&\p{ASCII}]/v.test(text);

/**
 * An identifier of the service. Identifiers are keys and never altered, since cutting could merge two verifications:
 * empty ones, over 200 code units, with control characters or lone surrogates are refused. So are `.` and `..`: browsers
 * and servers resolve them in an address, encoded or not (WHATWG URL, path state).
 */
export const identifier = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !holdsControls(text) && text.isWellFormed(), "control characters in an identifier")
  .refine((text) => text !== "." && text !== "..", "a relative path segment as an identifier");

/** The files of a request for rows (`RowsRequest`). */
export const rowIds = z.array(identifier).min(1).max(MAX_ROW_IDS);

/** A numeric id. `bigint` in the database; an unsafe integer has already lost digits in JSON and is refused. */
export const numericId = z.number().refine(Number.isSafeInteger, "not a safe integer");

/** The id of a new verification. It goes into addresses, calls and logs, so it must not hold a CURP (design §9). */
export const newVerificationId = identifier.refine((id) => !holdsCurp(id), "shaped like a CURP");

/** A numeric id of the dashboard in an address: positive, and short enough to be exact. */
export const numberInPath = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** A numeric id of the service in an address. */
export const numericIdInPath = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);
