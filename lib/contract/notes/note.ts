import { may } from "#lib/contract/access/permissions.ts";
import type { Role } from "#lib/contract/access/user.ts";
import type { Instant } from "#lib/contract/time.ts";

/**
 * Notes that users write about a verification. They are local: nothing of them is sent to the service, and no text of
 * one is in the audit trail. No zod, so that pages may import it.
 */

/** Who may read a note: everybody, or who holds `notes.compliance`. It is chosen when the note is written, and stays. */
export const NOTE_KINDS = ["general", "compliance"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** In UTF-16 code units. */
export const MAX_NOTE_TEXT = 4_000;
/** Of one kind and one verification. */
export const MAX_NOTES = 200;
/** Earlier versions of a note, each of which is kept. */
export const MAX_EDITS = 20;

/** A text that a note had, and when it was written. */
export type NoteVersion = { text: string; at: Instant };

export type Note = {
  /** Random: numbers in a row would tell how many notes were written that the reader does not see. */
  note_id: number;
  verification_id: string;
  kind: NoteKind;
  text: string;
  /** By the name of now. */
  author: { user_id: string; name: string };
  /** The reader wrote it, and may change it. */
  own: boolean;
  created_at: Instant;
  /** Null for one that was never changed. */
  edited_at: Instant | null;
  /** Earlier texts, oldest first. */
  history: NoteVersion[];
};

/** `GET /api/verifications/{id}/notes`: oldest first, all that the reader may read, and the kinds that they may write. */
export type Notes = { items: Note[]; kinds: readonly NoteKind[] };

/** Kinds of notes that a role reads and writes. */
export const noteKindsOf = (role: Role): readonly NoteKind[] =>
  may(role, "notes.compliance") ? NOTE_KINDS : ["general"];
