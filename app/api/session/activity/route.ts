export { postSessionActivity as POST } from "#lib/server/handlers/session.ts";
