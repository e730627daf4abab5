export { deleteNote as DELETE, patchNote as PATCH } from "#lib/edge/server/handlers/notes.ts";
