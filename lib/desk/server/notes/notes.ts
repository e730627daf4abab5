import { randomInt } from "node:crypto";
import { notifyChanged } from "#lib/core/server/live/notify.ts";
import { MAX_EDITS, MAX_NOTES, type Note, type NoteKind, noteKindsOf } from "#lib/desk/contract/notes/note.ts";
import { isBlockedId } from "#lib/desk/server/custody/blocked.ts";
import { refuseCovered } from "#lib/desk/server/custody/grounds.ts";
import { lockCustody } from "#lib/desk/server/custody/lock.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { CotejoError, conflict, forbidden, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

type Reader = { id: string; role: Role };

type NoteRow = Omit<Note, "own">;

const COLUMNS = `note.id AS note_id, note.verification_id, note.kind, note.text, note.created_at, note.edited_at, note.history,
  jsonb_build_object('user_id', note.user_id, 'name', author.name) AS author`;

const noteOf = (row: NoteRow, reader: Reader): Note => ({ ...row, own: row.author.user_id === reader.id });

/** The notes of a verification for the reader, oldest first; empty for an unknown verification. */
export async function listNotes(
  verification_id: string,
  reader: Reader,
  { pool }: Pooled = database(),
): Promise<Note[]> {
  const { rows } = await pool.query<NoteRow>(
    `SELECT ${COLUMNS} FROM notes AS note JOIN users AS author ON author.id = note.user_id
     WHERE note.verification_id = $1 AND note.kind = ANY ($2::text[]) ORDER BY note.created_at, note.id`,
    [verification_id, noteKindsOf(reader.role)],
  );
  return rows.map((row) => noteOf(row, reader));
}

type NewNote = { verification_id: string; kind: NoteKind; text: string };

/**
 * Adds a note. Throws NOT_FOUND for an unknown verification, FORBIDDEN for a kind that the writer could not read, and
 * CONFLICT beyond the limit of notes of the kind.
 */
export async function addNote(note: NewNote, writer: Reader, { pool }: Pooled = database()): Promise<Note> {
  if (!noteKindsOf(writer.role).includes(note.kind)) throw forbidden();
  return inTransaction(pool, async (tx) => {
    // Locked before any row, as by an erasure: a note is either erased too, or finds no verification.
    await tx.query("LOCK TABLE inbox IN ROW EXCLUSIVE MODE");
    return noteOf(await writeNote(tx, note, writer.id), writer);
  });
}

/** Adds a note with this time (null: now) in the caller's transaction, which has locked out erasures. Throws as `addNote`. */
export async function writeNote(
  tx: Client,
  { verification_id, kind, text }: NewNote,
  user_id: string,
  at: Instant | null = null,
): Promise<NoteRow> {
  const known = await tx.query<{ notes: number }>(
    `SELECT (SELECT count(*) FROM notes WHERE verification_id = $1 AND kind = $2) AS notes
     FROM verification_summaries WHERE verification_id = $1`,
    [verification_id, kind],
  );
  const [row] = known.rows;
  if (!row) throw notFound("The verification");
  if (row.notes >= MAX_NOTES) throw conflict(`A verification has ${MAX_NOTES} notes of a kind at most.`);
  const { rows } = await tx.query<NoteRow>(
    `WITH note AS (
       INSERT INTO notes (id, verification_id, kind, text, user_id, created_at) OVERRIDING SYSTEM VALUE
       VALUES ($5, $1, $2, $3, $4, COALESCE($6, now())) RETURNING *
     ) SELECT ${COLUMNS} FROM note JOIN users AS author ON author.id = note.user_id`,
    [verification_id, kind, text, user_id, randomInt(1, 2 ** 48 - 1), at],
  );
  await announce(tx, { verification_id, kind });
  return rows[0] as NoteRow;
}

/**
 * Changes the author's own note, and keeps the earlier text. Throws NOT_FOUND, FORBIDDEN for another user's note, and
 * CONFLICT beyond the number of versions.
 */
export async function changeNote(
  { note_id, text }: { note_id: number; text: string },
  writer: Reader,
  { pool }: Pooled = database(),
): Promise<Note> {
  return inTransaction(pool, async (tx) => {
    const note = await lockOwn(tx, note_id, writer);
    if (note.text === text) return noteOf(note, writer);
    if (note.history.length >= MAX_EDITS) throw conflict(`A note is changed ${MAX_EDITS} times at most.`);
    const { rows } = await tx.query<NoteRow>(
      `WITH note AS (
         UPDATE notes SET text = $2, edited_at = now(),
           history = history || jsonb_build_array(jsonb_build_object('text', text, 'at', $3::text))
         WHERE id = $1 RETURNING *
       ) SELECT ${COLUMNS} FROM note JOIN users AS author ON author.id = note.user_id`,
      [note_id, text, note.edited_at ?? note.created_at],
    );
    await announce(tx, note);
    return noteOf(rows[0] as NoteRow, writer);
  });
}

/**
 * Deletes the author's own note with its history, and returns its verification. Throws like a change, and MUST_BE_KEPT
 * where a hold or a period covers the file.
 */
export async function deleteNote(
  note_id: number,
  writer: Reader,
  { pool }: Pooled = database(),
): Promise<{ verification_id: string }> {
  return inTransaction(pool, async (tx) => {
    await lockCustody(tx, "delete");
    const note = await lockOwn(tx, note_id, writer);
    await refuseCovered(tx, note.verification_id);
    await tx.query("DELETE FROM notes WHERE id = $1", [note_id]);
    await announce(tx, note);
    return { verification_id: note.verification_id };
  });
}

/** Notes hidden from the writer and notes of a blocked file count as not found. */
async function lockOwn(tx: Client, note_id: number, writer: Reader): Promise<NoteRow> {
  const { rows } = await tx.query<NoteRow>(
    `SELECT ${COLUMNS} FROM notes AS note JOIN users AS author ON author.id = note.user_id
     WHERE note.id = $1 AND note.kind = ANY ($2::text[]) AND NOT ${isBlockedId("note.verification_id")}
     FOR UPDATE OF note`,
    [note_id, noteKindsOf(writer.role)],
  );
  const [row] = rows;
  if (!row) throw notFound("The note");
  if (row.author.user_id !== writer.id) throw new CotejoError("FORBIDDEN", 403, "Only its author may change a note.");
  return row;
}

const announce = (tx: Client, { verification_id, kind }: Pick<NoteRow, "verification_id" | "kind">) =>
  notifyChanged(
    tx,
    new Map([[verification_id, new Set(["notes" as const])]]),
    kind === "compliance" ? "notes.compliance" : undefined,
  );
