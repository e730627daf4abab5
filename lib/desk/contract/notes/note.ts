import { may } from "#lib/platform/contract/permissions.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Role } from "#lib/platform/manifest.ts";

/**
 * Notes by users about a verification. Local: they are not sent to the service, and their text is not in the audit
 * trail. No zod, so that pages may import it.
 */

/** The readers of a note: everybody, or holders of `notes.compliance`. Chosen at its creation and fixed. */
export const NOTE_KINDS = ["general", "compliance"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** In UTF-16 code units. */
export const MAX_NOTE_TEXT = 4_000;
/** Per kind and verification. */
export const MAX_NOTES = 200;
/** Earlier versions of a note, each of which is kept. */
export const MAX_EDITS = 20;

export type Note = {
  /** Random: consecutive numbers would reveal how many notes the reader may not see. */
  note_id: number;
  verification_id: string;
  kind: NoteKind;
  text: string;
  /** The author's current name. */
  author: { user_id: string; name: string };
  /** The reader is the author, and may change it. */
  own: boolean;
  created_at: Instant;
  /** Null for an unchanged note. */
  edited_at: Instant | null;
  /** Earlier texts, oldest first. */
  history: { text: string; at: Instant }[];
};

/** The answer to a written note: `unknown_mentions` are names after an `@` by which nobody gets a notice. */
export type WrittenNote = Note & { unknown_mentions: string[] };

/**
 * `GET /api/verifications/{id}/notes`: the notes for the reader, oldest first, and the kinds that the reader may write.
 */
export type Notes = { items: Note[]; kinds: readonly NoteKind[] };

export const noteKindsOf = (role: Role): readonly NoteKind[] =>
  may(role, "notes.compliance") ? NOTE_KINDS : ["general"];
