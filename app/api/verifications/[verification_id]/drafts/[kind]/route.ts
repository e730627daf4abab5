export { deleteDraft as DELETE, putDraft as PUT } from "#lib/server/handlers/drafts.ts";
