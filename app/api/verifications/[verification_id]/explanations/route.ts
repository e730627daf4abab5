export { putExplanations as PUT } from "#lib/server/review/handlers.ts";
