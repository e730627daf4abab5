export { deleteDraft as DELETE, putDraft as PUT } from "#lib/edge/server/handlers/drafts.ts";
