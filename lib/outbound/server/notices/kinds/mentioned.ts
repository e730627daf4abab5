import { mentionedIn, unknownIn } from "#lib/desk/contract/notes/mentions.ts";
import { type Note, type NoteKind, noteKindsOf, type WrittenNote } from "#lib/desk/contract/notes/note.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { type Client, database } from "#lib/platform/server/db/database.ts";
import { fileOf, type NoticeCause, type NoticeKind, type SearchRange } from "./kind.ts";

type NoteRow = Omit<NoticeCause, "user_id" | "caused_by"> & { caused_by: string; kind: NoteKind; text: string };

const WRITTEN = `
  SELECT id::text AS source, verification_id, COALESCE(edited_at, created_at) AS at, user_id AS caused_by, kind, text
  FROM notes WHERE COALESCE(edited_at, created_at) >= $1 AND position('@' IN text) > 0`;

const ACCOUNTS = "SELECT id AS user_id, name, role FROM users WHERE disabled_at IS NULL";

type Account = { user_id: string; name: string; role: Role };

const readersOf = async (client: Client) => {
  const { rows } = await client.query<Account>(ACCOUNTS);
  return (kind: NoteKind) =>
    rows.filter(({ role }) => may(role, "verifications.read") && noteKindsOf(role).includes(kind));
};

/** A written note with the names by which nobody gets a notice. */
export async function withUnknownMentions(note: Note, client: Client = database().pool): Promise<WrittenNote> {
  const unknown_mentions = note.text.includes("@") ? unknownIn(note.text, (await readersOf(client))(note.kind)) : [];
  return { ...note, unknown_mentions };
}

async function find(tx: Client, { since }: SearchRange): Promise<NoticeCause[]> {
  const { rows: notes } = await tx.query<NoteRow>(WRITTEN, [since]);
  if (notes.length === 0) return [];
  const readers = await readersOf(tx);
  return notes.flatMap(({ kind, text, ...note }) =>
    mentionedIn(text, readers(kind)).map((user_id) => ({ user_id, ...note })),
  );
}

/** A note names its addressee after an `@`. */
export const mentioned: NoticeKind = {
  kind: "mentioned",
  permission: "verifications.read",
  find,
  // Nobody may read a deleted note.
  shown: "EXISTS (SELECT FROM notes WHERE notes.id::text = notice.source AND notes.kind = ANY ($2::text[]))",
  path: fileOf,
};
