export { deleteNote as DELETE, patchNote as PATCH } from "#lib/server/notes/handlers.ts";
