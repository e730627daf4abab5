import { z } from "zod";
import { numericId } from "#lib/platform/contract/fields.ts";
import { isStorable } from "#lib/platform/contract/text.ts";
import { documentKey } from "./policy-input.ts";

/** No document and no relationship of a customer is older. */
export const FIRST_DAY = "1900-01-01";
export const LONGEST_CHECK_REASON = 2_000;
export const MAX_REPLACEMENTS = 50;

/**
 * The statement about the same subject that the caller has seen, null for none: a newer one refuses this statement. Left out:
 * whatever there is.
 */
const replaces = z.int().min(1).nullable().optional();

const day = z.iso.date().refine((date) => date >= FIRST_DAY, "before 1900");

const documentDates = z
  .strictObject({
    kind: z.literal("document_dates"),
    /** The key of a kind of the policy. */
    document_kind: documentKey,
    /** The person, where the policy has one document for each person. */
    people_id: numericId.optional(),
    /** The item of the service that is this document. */
    item_id: numericId.optional(),
    /** When a person saw the original, for a document that is no item of the service. */
    seen_on: day.optional(),
    issued_on: day.optional(),
    expires_on: day.optional(),
    /** The document prints no expiry. */
    no_expiry: z.literal(true).optional(),
    /** Newer items that do not replace this one. */
    not_replaced_by: z.array(numericId).max(MAX_REPLACEMENTS).optional(),
    replaces,
  })
  .refine((dates) => !(dates.no_expiry && dates.expires_on), { path: ["expires_on"], error: "or no expiry" })
  .refine(({ issued_on = "", expires_on = issued_on }) => issued_on <= expires_on, {
    path: ["expires_on"],
    error: "before the day of issue",
  });

const relation = z
  .strictObject({ kind: z.literal("relation"), since: day, until: day.nullable().optional(), replaces })
  .refine(({ since, until }) => !until || since <= until, { path: ["until"], error: "before its beginning" });

/** `pending`: the customer was asked, and the file keeps its day. `ended`: the relationship is over. */
export const CHECK_OUTCOMES = ["complete", "exceptions", "pending", "ended"] as const;

const check = z
  .strictObject({
    kind: z.literal("yearly_check"),
    outcome: z.enum(CHECK_OUTCOMES),
    reason: z.string().trim().min(1).max(LONGEST_CHECK_REASON).refine(isStorable).optional(),
    /** The day of a check that was made elsewhere; today by default. */
    checked_on: day.optional(),
    replaces,
  })
  .refine(({ outcome, reason }) => outcome !== "exceptions" || reason !== undefined, { path: ["reason"] });

/** The body of `POST /api/verifications/{id}/statements`. */
export const statementInput = z.discriminatedUnion("kind", [documentDates, relation, check]);

export type StatementInput = z.output<typeof statementInput>;
/** What is stored of a statement. */
export type Stated = Unseen<StatementInput>;
type Unseen<Input> = Input extends unknown ? Omit<Input, "replaces"> : never;
