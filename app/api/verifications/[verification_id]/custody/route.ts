export { getFileCustody as GET } from "#lib/server/custody/handlers.ts";
