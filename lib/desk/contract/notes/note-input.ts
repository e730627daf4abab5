import { z } from "zod";
import { MAX_NOTE_TEXT, NOTE_KINDS } from "./note.ts";

const text = z.string().trim().min(1).max(MAX_NOTE_TEXT);

/** The body of `POST /api/verifications/{id}/notes`. */
export const noteInput = z.strictObject({ text, kind: z.enum(NOTE_KINDS).default("general") });

/** The body of `PATCH /api/notes/{note_id}`. */
export const noteChange = z.strictObject({ text });
