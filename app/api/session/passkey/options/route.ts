export { postSessionPasskeyOptions as POST } from "#lib/server/handlers/session.ts";
