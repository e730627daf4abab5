export { getSecurityTxt as GET } from "#lib/server/status/handlers.ts";
