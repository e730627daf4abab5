import type { NoteKind } from "#lib/contract/notes/note.ts";
import { api, queryOf } from "./api.ts";
import { verificationKeys } from "./query-keys.ts";

export const notesOptions = (id: string) =>
  queryOf(verificationKeys.notes(id), "GET /api/verifications/{verification_id}/notes", {
    params: { verification_id: id },
  });

export const addNote = (id: string, body: { text: string; kind: NoteKind }) =>
  api("POST /api/verifications/{verification_id}/notes", { params: { verification_id: id }, body });

export const changeNote = (note_id: number, text: string) =>
  api("PATCH /api/notes/{note_id}", { params: { note_id }, body: { text } });

export const deleteNote = (note_id: number) => api("DELETE /api/notes/{note_id}", { params: { note_id } });
