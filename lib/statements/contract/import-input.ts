import { z } from "zod";
import { isStorable } from "#lib/platform/contract/text.ts";

/** Of one request: a longer sheet is sent in several with the same `import_id`. */
export const MAX_IMPORT_ROWS = 500;

const text = z.string().trim().max(200).refine(isStorable);
const cell = text.optional();

/** The cells of a row as texts. `file` is a tag or an id; a person is a number or a name of the file. */
export const importRow = z.strictObject({
  /** Its number in the sheet. */
  row: z.int().min(1).max(10_000_000),
  file: text.min(1),
  since: cell,
  until: cell,
  last_check: cell,
  kind: cell,
  person: cell,
  issued: cell,
  expires: cell,
});
export type ImportRow = z.output<typeof importRow>;

/** How days such as 03/04/2026 are written; without a declaration only 2026-04-03 is read. */
export const DAY_ORDERS = ["dmy", "mdy"] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/** The body of `POST /api/imports/statements`; a dry run stores nothing. */
export const statementsImport = z.strictObject({
  dry_run: z.boolean(),
  /** The name of the sheet: with the row it is the source of the statements. */
  source: text.min(1).max(120),
  import_id: z.uuid(),
  day_order: z.enum(DAY_ORDERS).optional(),
  rows: z.array(importRow).min(1).max(MAX_IMPORT_ROWS),
});
export type StatementsImport = z.output<typeof statementsImport>;

/** The body of `POST /api/imports/statements/undo`. */
export const importUndo = z.strictObject({ import_id: z.uuid() });
