import { type NoteKind, noteKindsOf } from "#lib/desk/contract/notes/note.ts";
import { may, type Permission } from "#lib/platform/contract/permissions.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Role } from "#lib/platform/manifest.ts";

/**
 * Unsaved text about a verification. Visible to its author only, and absent from the audit trail. No zod, so that pages
 * may import it.
 */

/** In UTF-16 code units: a browser sends at most 64 KiB once its page is gone. */
export const MAX_DRAFT_TEXT = 20_000;
/** Per author: the oldest are deleted. */
export const MAX_DRAFTS = 500;
/** For how long a draft is kept after its last change. */
export const DRAFT_DAYS = 90;

/** The kinds of drafts and the permission for each: a new note, the words of a review's dialogs, a letter. */
const PERMISSION_OF = {
  note: "notes.write",
  decide: "reviews.decide",
  approve: "reviews.decide",
  return: "reviews.decide",
  withdraw: "reviews.decide",
  letter: "reviews.decide",
  erase: "verifications.erase",
} as const satisfies Record<string, Permission>;

export const DRAFT_KINDS = Object.keys(PERMISSION_OF) as (keyof typeof PERMISSION_OF)[];
export type NoteChangeKind = `note-${number}`;
export type DraftKind = keyof typeof PERMISSION_OF | NoteChangeKind;

export type DraftFields = {
  text: string;
  /** The choice beside the text: the kind of a note, the resolution of a decision, the language of a letter. */
  choice: string | null;
  /** The reason code of a decision. */
  code: string | null;
};

/** A change of a draft: the tab in which it was typed, and its number among the changes of that tab. */
export type DraftChange = { tab: string; number: number };

export type Draft = DraftFields & { kind: DraftKind; saved_at: Instant };

/** `GET /api/verifications/{id}/drafts`: the reader's own drafts that their role may still write. */
export type Drafts = { items: Draft[] };

export const changedNoteOf = (kind: DraftKind): number | null =>
  kind.startsWith("note-") ? Number(kind.slice("note-".length)) : null;

/** Whether a role may write this draft. For a change of a note, the server checks the kind of the note. */
export function mayDraft(role: Role, { kind, choice }: Pick<Draft, "kind" | "choice">): boolean {
  const named = DRAFT_KINDS.find((one) => one === kind) ?? "note";
  const isForCompliance = kind === "note" && choice === ("compliance" satisfies NoteKind);
  return may(role, PERMISSION_OF[named]) && (!isForCompliance || noteKindsOf(role).includes("compliance"));
}
