import { z } from "zod";
import { count, text } from "#lib/platform/contract/answer-fields.ts";
import { AUDIT_OUTCOMES } from "./audit.ts";

/** Entries of one answer of `GET /api/audit/stream`. */
export const MAX_STREAMED = 1_000;

/** Header of the answer with the cursor of the next request. */
export const NEXT_CURSOR = "cotejo-next-cursor";

/**
 * A cursor after an entry: its number and its time. The time detects a cursor from before a restore, which reuses
 * numbers.
 */
const CURSOR = /^([1-9]\d{0,14})_(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)$/;

export type StreamCursor = { id: number; at: string };

export function readStreamCursor(text: string): StreamCursor | null {
  const [, id, at] = CURSOR.exec(text) ?? [];
  return id && at && !Number.isNaN(Date.parse(at)) ? { id: Number(id), at } : null;
}

export const writeStreamCursor = ({ id, at }: StreamCursor): string => `${id}_${at}`;

/** The parameters of the stream. */
export const streamQuery = z.strictObject({
  cursor: z.string().max(50).optional().meta({ description: "The cursor of the answer before." }),
});

/** A line of the stream: an entry as it was written, without present names. */
export const streamedEntry = z.strictObject({
  entry_id: count,
  at: z.string().meta({ description: "When its transaction began, in UTC with microseconds." }),
  action: z.string(),
  outcome: z.enum(AUDIT_OUTCOMES),
  error_code: text,
  begun_entry_id: count.nullable().meta({ description: "The entry with outcome 'begun' whose end this entry states." }),
  user_id: text,
  user_email: text,
  token_id: text,
  token_name: text,
  address: text,
  user_agent: text,
  ids: z.record(z.string(), z.unknown()),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type StreamedEntry = z.infer<typeof streamedEntry>;
