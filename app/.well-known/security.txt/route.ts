export { getSecurityTxt as GET } from "#lib/server/handlers/status.ts";
