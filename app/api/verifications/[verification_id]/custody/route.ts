export { getFileCustody as GET } from "#lib/edge/server/handlers/custody.ts";
