import { z } from "zod";

const HIGH_SURROGATE = /[\ud800-\udbff]/;
const LOW_SURROGATE = /[\udc00-\udfff]/;

/** Whether PostgreSQL stores and compares it as it stands: well-formed, and without U+0000. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000");

/**
 * Text as it may be stored: capped, well-formed, and free of U+0000, which JSON allows and PostgreSQL refuses.
 * `max` is in UTF-16 code units; a surrogate pair at the cut is dropped whole.
 */
export function storableText(text: string, max: number): string {
  const free = text.replaceAll("\u0000", "");
  const halved = free.length > max && HIGH_SURROGATE.test(free.charAt(max - 1)) && LOW_SURROGATE.test(free.charAt(max));
  return free.slice(0, halved ? max - 1 : max).toWellFormed();
}

/** A field of free text, cut at `max` code units rather than refused. */
export const freeText = (max: number) => z.string().transform((text) => storableText(text, max));

/**
 * An optional field of an event. Only key fields decide whether an event is understood; an optional one that is absent,
 * null or of the wrong type counts as not stated and never discards the rest.
 */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);

/** Whether there is a control character of ASCII in it. */
const holdsControls = (text: string): boolean => /[\p{Cc}&&\p{ASCII}]/v.test(text);

/**
 * An identifier of the service. It is a key, so it is never altered: one that is empty, over 200 code units, or carries
 * control characters or lone surrogates is refused, since cutting it could make two verifications one.
 */
export const identifier = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !holdsControls(text) && text.isWellFormed(), "control characters in an identifier");

/** A numeric id. `bigint` in the database; an unsafe integer has already lost digits in JSON and is refused. */
export const numericId = z.number().refine(Number.isSafeInteger, "not a safe integer");
