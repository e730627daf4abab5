export { postSessionPasskeyOptions as POST } from "#lib/server/access/session-handlers.ts";
