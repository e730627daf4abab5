export { deleteDraft as DELETE, putDraft as PUT } from "#lib/server/drafts/handlers.ts";
