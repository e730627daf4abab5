export { getFileCustody as GET } from "#lib/server/handlers/custody.ts";
