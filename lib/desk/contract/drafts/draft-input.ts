import { z } from "zod";
import { tabInput } from "#lib/core/contract/verifications/presence-input.ts";
import { DRAFT_KINDS, MAX_DRAFT_TEXT, type NoteChangeKind } from "./draft.ts";

const noteChange = z
  .string()
  .regex(/^note-[1-9]\d{0,14}$/)
  .transform((kind) => kind as NoteChangeKind);

/** The kind of a draft in an address. */
export const draftKind = z.enum(DRAFT_KINDS).or(noteChange);

const word = z
  .string()
  .regex(/^[\w-]{1,60}$/)
  .nullable()
  .default(null);

/** The body of `PUT /api/verifications/{id}/drafts/{kind}`. */
export const draftInput = z.strictObject({
  /** The author: a page may outlive its session, and another user may have signed in since. */
  author: z.uuid(),
  /** The tab and the number of its change: an earlier change of a tab never replaces its later one. Null from an old tab. */
  change: z
    .strictObject({ tab: tabInput, number: z.int32().min(1) })
    .nullable()
    .default(null),
  text: z
    .string()
    .max(MAX_DRAFT_TEXT)
    .refine((text) => text.trim() !== ""),
  choice: word,
  code: word,
});
