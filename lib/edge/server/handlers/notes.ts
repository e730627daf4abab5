import { noteKindsOf } from "#lib/desk/contract/notes/note.ts";
import { noteChange, noteInput } from "#lib/desk/contract/notes/note-input.ts";
import { addNote, changeNote, listNotes, deleteNote as removeNote } from "#lib/desk/server/notes/notes.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import { withUnknownMentions } from "#lib/outbound/server/notices/kinds/mentioned.ts";

/** Changes the caller's note; earlier versions are kept. */
export const patchNote = route(
  "PATCH /api/notes/{note_id}",
  { access: "notes.write", audit: "note.changed", perMinute: 60, body: noteChange },
  async ({ params, body, session, audit }) => {
    const note = await changeNote({ ...params, ...body }, session.user);
    audit.add({ ids: { verification_id: note.verification_id } });
    return withUnknownMentions(note);
  },
);

/** Deletes the caller's note with its history. */
export const deleteNote = route(
  "DELETE /api/notes/{note_id}",
  { access: "notes.write", audit: "note.deleted" },
  async ({ params, session, audit }) => {
    audit.add({ ids: await removeNote(params.note_id, session.user) });
  },
);

export const getNotes = route(
  "GET /api/verifications/{verification_id}/notes",
  { access: "verifications.read" },
  async ({ params, session }) => {
    return {
      items: await listNotes(params.verification_id, session.user),
      kinds: noteKindsOf(session.user.role),
    };
  },
);

export const postNotes = route(
  "POST /api/verifications/{verification_id}/notes",
  { access: "notes.write", audit: "note.added", perMinute: 60, body: noteInput },
  async ({ params, body, session, audit }) => {
    const note = await addNote({ ...params, ...body }, session.user);
    audit.add({ ids: { note_id: note.note_id }, after: { kind: note.kind } });
    return json(await withUnknownMentions(note), 201);
  },
);
