import type { Note, NoteKind, Notes } from "#lib/contract/notes/note.ts";
import { patch, post, queryOf, remove } from "./api.ts";
import { verificationKeys } from "./query-keys.ts";

const path = (id: string) => `/api/verifications/${encodeURIComponent(id)}/notes`;

export const notesOptions = (id: string) => queryOf<Notes>(verificationKeys.notes(id), path(id));

export const addNote = (id: string, body: { text: string; kind: NoteKind }) => post<Note>(path(id), body);

export const changeNote = (note_id: number, text: string) => patch<Note>(`/api/notes/${note_id}`, { text });

export const deleteNote = (note_id: number) => remove<void>(`/api/notes/${note_id}`);
