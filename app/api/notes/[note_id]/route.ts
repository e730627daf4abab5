import { noteParams } from "#lib/contract/fields.ts";
import { noteChange } from "#lib/contract/notes/note-input.ts";
import { route } from "#lib/server/http/route.ts";
import { changeNote, deleteNote } from "#lib/server/notes/notes.ts";
import { withUnknownMentions } from "#lib/server/notices/kinds/mentioned.ts";

/** Changes the caller's note; earlier versions are kept. */
export const PATCH = route(
  {
    access: "notes.write",
    audit: "note.changed",
    limit: { calls: 60, seconds: 60 },
    params: noteParams,
    body: noteChange,
  },
  async ({ params, body, session, audit }) => {
    const note = await changeNote({ ...params, ...body }, session.user);
    audit.add({ ids: { verification_id: note.verification_id } });
    return withUnknownMentions(note);
  },
);

/** Deletes the caller's note with its history. */
export const DELETE = route(
  { access: "notes.write", audit: "note.deleted", params: noteParams },
  async ({ params, session, audit }) => {
    audit.add({ ids: await deleteNote(params.note_id, session.user) });
  },
);
