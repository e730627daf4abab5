import type { NoteKind, Notes, WrittenNote } from "#lib/contract/notes/note.ts";
import { fileUrl, patch, post, queryOf, remove } from "./api.ts";
import { verificationKeys } from "./query-keys.ts";

export const notesOptions = (id: string) => queryOf<Notes>(verificationKeys.notes(id), fileUrl(id, "/notes"));

export const addNote = (id: string, body: { text: string; kind: NoteKind }) =>
  post<WrittenNote>(fileUrl(id, "/notes"), body);

export const changeNote = (note_id: number, text: string) => patch<WrittenNote>(`/api/notes/${note_id}`, { text });

export const deleteNote = (note_id: number) => remove<void>(`/api/notes/${note_id}`);
