import { verificationParams } from "#lib/contract/fields.ts";
import { type Notes, noteKindsOf } from "#lib/contract/notes/note.ts";
import { noteInput } from "#lib/contract/notes/note-input.ts";
import { json, route } from "#lib/server/http/route.ts";
import { addNote, listNotes } from "#lib/server/notes/notes.ts";
import { withUnknownMentions } from "#lib/server/notices/kinds/mentioned.ts";

export const GET = route({ access: "verifications.read", params: verificationParams }, async ({ params, session }) => {
  const notes: Notes = {
    items: await listNotes(params.verification_id, session.user),
    kinds: noteKindsOf(session.user.role),
  };
  return notes;
});

export const POST = route(
  {
    access: "notes.write",
    audit: "note.added",
    limit: { calls: 60, seconds: 60 },
    params: verificationParams,
    body: noteInput,
  },
  async ({ params, body, session, audit }) => {
    const note = await addNote({ ...params, ...body }, session.user);
    audit.add({ ids: { note_id: note.note_id }, after: { kind: note.kind } });
    return json(await withUnknownMentions(note), 201);
  },
);
