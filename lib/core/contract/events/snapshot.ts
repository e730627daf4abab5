import { z } from "zod";
import { isRecord } from "#lib/platform/contract/answer.ts";
import { code, freeText, optional, statedTime } from "#lib/platform/contract/fields.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { findingsList } from "./event.ts";

/** The subject of a reading: a verification, or its people. */
export type SnapshotSubject = "verification" | "people";

/**
 * The fields that the read model takes from a verification read (interface, Endpoints: Verification read). Null is 'the
 * answer does not say'; other fields stay in the stored body and are shown as such.
 */
export type VerificationSnapshot = Omit<z.output<typeof record>, "created_at" | "findings"> & {
  created_at: Instant | null;
  findings: z.output<typeof findingsList> | null;
  findings_computed_at: Instant | null;
  /** The original text of an unreadable time. */
  created_at_text: string | null;
  findings_computed_at_text: string | null;
};

const record = z.object({
  status: optional(code),
  documents_status: optional(code),
  /** Empty text counts as missing. */
  tag: optional(freeText(1000)).transform((value) => value || null),
  account_id: optional(code),
  created_at: statedTime,
  findings: optional(z.object({ items: optional(findingsList), computed_at: statedTime })),
});

/**
 * Reads a stored answer, the record bare or under `data` (design §7). Never throws: a field of the wrong type counts as
 * not stated, and so does everything in an answer that is no record at all.
 */
export function readVerificationSnapshot(answer: unknown): VerificationSnapshot {
  const { findings, created_at: created, ...fields } = record.safeParse(unwrap(answer)).data ?? record.parse({});
  const items = findings?.items ?? null;
  const computed = items && findings?.computed_at;
  return {
    ...fields,
    created_at: created.at,
    findings: items,
    findings_computed_at: computed?.at ?? null,
    created_at_text: created.text || null,
    findings_computed_at_text: computed?.text || null,
  };
}

/** The snapshot of an answer without any field for the summary. */
export const NOTHING_STATED = readVerificationSnapshot({});

function unwrap(answer: unknown): unknown {
  if (!isRecord(answer) || !isRecord(answer.data)) return answer;
  return Object.keys(record.shape).some((field) => Object.hasOwn(answer, field)) ? answer : answer.data;
}
