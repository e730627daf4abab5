import { z } from "zod";
import { NOTE_KINDS } from "#lib/desk/contract/notes/note.ts";
import { holdsPartOfCurp } from "#lib/platform/contract/curp-shape.ts";
import { givenInstant, separated } from "#lib/platform/contract/fields.ts";
import { LOCALES } from "#lib/platform/contract/preferences.ts";
import { MAX_PACKAGE_REASON, PACKAGE_FORMATS, PACKAGE_PEOPLE } from "./package.ts";

/** The reason appears in an address and in the audit trail, so it must not hold a CURP. */
const reason = z
  .string()
  .trim()
  .min(3)
  .max(MAX_PACKAGE_REASON)
  .refine((text) => !holdsPartOfCurp(text), "names a person");

/** The parameters of `GET /api/evidence/verifications/{id}`. Notes are named one by one, or separated by commas. */
export const packageQuery = z.strictObject({
  format: z.enum(PACKAGE_FORMATS).default("zip"),
  people: z.enum(PACKAGE_PEOPLE).default("shortened"),
  notes: separated(z.enum(NOTE_KINDS)).default([]),
  language: z.enum(LOCALES).optional(),
  reason: reason.optional(),
});

/** Body of `POST /api/evidence/packages`: decisions from `from` on, and before `to`. */
export const periodInput = z
  .strictObject({ from: givenInstant, to: givenInstant, language: z.enum(LOCALES).optional() })
  .refine(({ from, to }) => from < to, { path: ["to"], message: "not after from" });
