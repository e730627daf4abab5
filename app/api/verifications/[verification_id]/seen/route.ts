export { getSeen as GET, putSeen as PUT } from "#lib/server/verifications/file-handlers.ts";
