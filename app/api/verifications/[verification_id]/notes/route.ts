export { getNotes as GET, postNotes as POST } from "#lib/server/handlers/notes.ts";
