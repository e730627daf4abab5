import { otherFields } from "#lib/core/contract/verifications/other-fields.ts";
import {
  type SeenField,
  type TitleFields,
  type TitleFieldsState,
  textFields,
} from "#lib/core/contract/verifications/title-fields.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";

type TitleFieldsRow = TitleFields & { done: number; total: number; finished: boolean };

/** `GET /api/settings/title-fields`: the choice, the possible fields, and the progress of files. */
export async function getTitleFields({ pool }: Pooled = database()): Promise<TitleFieldsState> {
  const [chosen, bodies] = await Promise.all([
    pool.query<TitleFieldsRow>(
      "SELECT title, tax_id, done, total, filled_at IS NOT NULL AS finished FROM title_fields",
    ),
    pool.query<{ body: string }>(RECENT),
  ]);
  const [row] = chosen.rows;
  return {
    chosen: { title: row?.title ?? [], tax_id: row?.tax_id ?? [] },
    seen: seenFields(bodies.rows.map(({ body }) => body)),
    files: bodies.rows.length,
    progress: row ? { done: Math.min(row.done, row.total), total: row.total, finished: row.finished } : null,
  };
}

/** Whether a choice was made, even an empty choice: files then show their tags. */
export async function areTitlesChosen({ pool }: Pooled = database()): Promise<boolean> {
  return (await pool.query("SELECT FROM title_fields")).rowCount === 1;
}

/** Number of examined reads: enough to distinguish usual fields from rare ones. */
const MAX_READS = 500;
/** Characters of an examined answer: 500 larger answers would take too much memory. */
const MAX_BODY_LENGTH = 64 * 1024;

/** The newest answer about each file among the last reads, the newest first. */
const RECENT = `
  SELECT body FROM (
    SELECT DISTINCT ON (verification_id) received_at, id, body_hash FROM (
      SELECT verification_id, received_at, id, body_hash FROM inbox
      WHERE state = 'applied' AND stated IS NULL AND subject = 'verification'
      ORDER BY received_at DESC, id DESC LIMIT ${MAX_READS}
    ) AS reading ORDER BY verification_id, received_at DESC, id DESC
  ) AS newest JOIN snapshot_bodies ON hash = body_hash
  WHERE length(body) <= ${MAX_BODY_LENGTH} ORDER BY received_at DESC, id DESC`;

const MAX_EXAMPLE_LENGTH = 80;

/** The fields of these answers, most frequent first, each with the value of the first answer that has it. */
function seenFields(bodies: readonly string[]): SeenField[] {
  const seen = new Map<string, SeenField>();
  for (const body of bodies) {
    for (const [path, text] of textFields(otherFields(body))) {
      const known = seen.get(path);
      if (known) known.files += 1;
      else seen.set(path, { path, files: 1, example: text.slice(0, MAX_EXAMPLE_LENGTH).toWellFormed() });
    }
  }
  return [...seen.values()].toSorted((one, other) => other.files - one.files || (one.path < other.path ? -1 : 1));
}
