import { z } from "zod";
import { APPLICANT_FIELDS, EVIDENTIARY_FIELDS } from "#lib/core/contract/people/person.ts";
import { DOCUMENTS_STATUSES } from "#lib/core/contract/verifications/verification.ts";
import { isStorable } from "#lib/platform/contract/text.ts";

const anyText = z.string().max(4000).refine(isStorable, "must be storable text");
const text = anyText.refine((value) => value.length > 0, "must not be empty");
const id = z.int().nonnegative();
const findings = z
  .array(z.object({ severity: text, message: text, missing_field: text.optional() }))
  .max(200)
  .describe("Severities outside the enum are discarded before storage (interface, Finding).");
const textsOf = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, anyText])) as Record<Name, typeof anyText>);
const curpResult = z.object({
  success: z.boolean(),
  message: anyText.nullable(),
  search_number: anyText,
  applicant_data: textsOf(APPLICANT_FIELDS).nullable(),
  evidentiary_document_data: textsOf(EVIDENTIARY_FIELDS).nullable(),
});

/**
 * The changes of a verification. Two events that the interface ties together (the final run before `finished`, a comment
 * update as remove and add, the previous documents_status) are one change each, so that no script can separate them.
 */
export const change = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("created"),
    tag: text,
    channel: z.enum(["api", "widget"]),
    company: z.object({ legal_name: text, legal_form: text, rfc: text, incorporated_on: text }),
  }),
  z.object({ kind: z.literal("documents_status"), to: z.enum(DOCUMENTS_STATUSES) }),
  z.object({
    kind: z.literal("item_status"),
    item_id: id,
    item_type: text,
    internal_status: text,
    item_error: text.optional(),
  }),
  z.object({ kind: z.literal("item_extracted"), item_id: id, success: z.boolean(), item_error: text.optional() }),
  z.object({ kind: z.literal("item_completed"), item_id: id }),
  z.object({ kind: z.literal("extraction_completed") }),
  z.object({ kind: z.literal("findings"), run_id: text, findings }),
  /** Findings from before runs had a time: `computed_at` null, no event. */
  z.object({ kind: z.literal("old_findings"), findings }),
  z.object({ kind: z.literal("finished"), run_id: text, findings }),
  /** Finishes a verification whose file did not change since its reopening: no run. */
  z.object({ kind: z.literal("finished_unchanged") }),
  z.object({ kind: z.literal("reopened") }),
  /** No event announces these two. */
  z.object({ kind: z.literal("status"), to: z.enum(["error", "pending_validation", "pending"]) }),
  z.object({
    kind: z.literal("label_added"),
    label: text,
    display_name: text,
    category: text.nullable(),
    comment: text.nullable(),
  }),
  z.object({ kind: z.literal("label_comment"), label: text, comment: text.nullable() }),
  z.object({ kind: z.literal("label_removed"), label: text }),
  /** No event announces a key person; the lookup that follows has one. */
  z.object({ kind: z.literal("person_added"), people_id: id, full_name: text, role: text }),
  z.object({
    kind: z.literal("curp_searched"),
    people_id: id,
    shareholder_id: id.optional(),
    item_id: id.optional(),
    full_name: text,
    role: text,
    result: curpResult,
    people_error: text.optional(),
    people_error_message: text.optional(),
  }),
]);

export type Change = z.output<typeof change>;
export type ChangeOf<Kind extends Change["kind"]> = Extract<Change, { kind: Kind }>;

/** A change and its time in milliseconds since the epoch. */
export type DatedChange = { at: number; change: Change };

/** A change that the verification's current state does not allow. */
export class ChangeRefused extends Error {
  override name = "ChangeRefused";
}
