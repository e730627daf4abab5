export { getSeen as GET, putSeen as PUT } from "#lib/edge/server/handlers/verification.ts";
