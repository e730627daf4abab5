export { getSecurityTxt as GET } from "#lib/edge/server/handlers/status.ts";
