import {
  changedNoteOf,
  type Draft,
  type DraftChange,
  type DraftFields,
  type DraftKind,
  MAX_DRAFTS,
  mayDraft,
} from "#lib/desk/contract/drafts/draft.ts";
import { noteKindsOf } from "#lib/desk/contract/notes/note.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { forbidden, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

type Author = { id: string; role: Role };
type DraftKey = { verification_id: string; kind: DraftKind };

/** The author's own drafts about a verification, if their role may still write them. */
export async function listDrafts(
  verification_id: string,
  author: Author,
  { pool }: Pooled = database(),
): Promise<Draft[]> {
  const { rows } = await pool.query<Draft>(
    `SELECT draft.kind, draft.text, draft.choice, draft.code, draft.saved_at
     FROM drafts AS draft LEFT JOIN notes AS note ON note.id = draft.note_id
     WHERE draft.verification_id = $1 AND draft.user_id = $2 AND (draft.note_id IS NULL OR note.kind = ANY ($3::text[]))
     ORDER BY draft.kind`,
    [verification_id, author.id, noteKindsOf(author.role)],
  );
  return rows.filter((draft) => mayDraft(author.role, draft));
}

/**
 * Replaces a draft, unless it has a later change of the same tab: a tab that is being left sends its last change beside a
 * running request. FORBIDDEN for a text the author may not write; NOT_FOUND for an unknown file or another's note.
 */
export async function saveDraft(
  { verification_id, kind, text, choice, code, change }: DraftKey & DraftFields & { change: DraftChange | null },
  author: Author,
  { pool }: Pooled = database(),
): Promise<void> {
  if (!mayDraft(author.role, { kind, choice })) throw forbidden();
  const note_id = changedNoteOf(kind);
  await inTransaction(pool, async (tx) => {
    // Locks first, as an erasure does: a concurrent erasure deletes the new draft too, or has deleted the verification before.
    await tx.query("LOCK TABLE inbox IN ROW EXCLUSIVE MODE");
    if (note_id !== null) await assertOwnNote(tx, { verification_id, note_id }, author);
    const { rowCount } = await tx.query(
      `WITH file AS (SELECT verification_id FROM verification_summaries WHERE verification_id = $2),
       saved AS (
         INSERT INTO drafts AS draft (user_id, verification_id, kind, note_id, text, choice, code, tab, change_number)
         SELECT $1, verification_id, $3, $4, $5, $6, $7, $8, $9 FROM file
         ON CONFLICT (user_id, verification_id, kind) DO UPDATE SET text = EXCLUDED.text, choice = EXCLUDED.choice,
           code = EXCLUDED.code, tab = EXCLUDED.tab, change_number = EXCLUDED.change_number, saved_at = now()
         WHERE EXCLUDED.tab IS NULL OR draft.tab IS DISTINCT FROM EXCLUDED.tab OR draft.change_number < EXCLUDED.change_number
       )
       SELECT FROM file`,
      [author.id, verification_id, kind, note_id, text, choice, code, change?.tab, change?.number],
    );
    if (rowCount === 0) throw notFound("The verification");
    await tx.query(
      `DELETE FROM drafts WHERE user_id = $1 AND (verification_id, kind) IN (
         SELECT verification_id, kind FROM drafts WHERE user_id = $1 ORDER BY saved_at DESC OFFSET $2)`,
      [author.id, MAX_DRAFTS],
    );
  });
}

/** Locks the note, so that it is not deleted before the draft of its change is stored. */
async function assertOwnNote(
  tx: Client,
  { verification_id, note_id }: { verification_id: string; note_id: number },
  author: Author,
): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM notes WHERE id = $1 AND verification_id = $2 AND user_id = $3 AND kind = ANY ($4::text[]) FOR KEY SHARE`,
    [note_id, verification_id, author.id, noteKindsOf(author.role)],
  );
  if (rowCount === 0) throw notFound("The note");
}

export async function discardDraft(
  { verification_id, kind }: DraftKey,
  author: Pick<Author, "id">,
  { pool }: Pooled = database(),
): Promise<void> {
  await pool.query("DELETE FROM drafts WHERE user_id = $1 AND verification_id = $2 AND kind = $3", [
    author.id,
    verification_id,
    kind,
  ]);
}
