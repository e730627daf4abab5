export { deleteNote as DELETE, patchNote as PATCH } from "#lib/server/handlers/notes.ts";
