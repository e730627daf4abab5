export { getSeen as GET, putSeen as PUT } from "#lib/server/handlers/verification.ts";
