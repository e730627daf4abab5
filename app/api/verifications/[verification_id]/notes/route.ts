export { getNotes as GET, postNotes as POST } from "#lib/edge/server/handlers/notes.ts";
