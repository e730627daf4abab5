import type { Notes, WrittenNote } from "#lib/desk/contract/notes/note.ts";
import type { noteChange, noteInput } from "#lib/desk/contract/notes/note-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const NOTES_API = {
  "PATCH /api/notes/{note_id}": answers<WrittenNote, typeof noteChange>(),
  "DELETE /api/notes/{note_id}": answers<void>(),
  "GET /api/verifications/{verification_id}/notes": answers<Notes>(),
  "POST /api/verifications/{verification_id}/notes": answers<WrittenNote, typeof noteInput>(),
};
