export { getOpenApi as GET } from "#lib/server/handlers/openapi.ts";
