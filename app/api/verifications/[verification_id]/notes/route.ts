export { getNotes as GET, postNotes as POST } from "#lib/server/notes/handlers.ts";
