export { getOpenApi as GET } from "#lib/server/openapi/handlers.ts";
