export { getOpenApi as GET } from "#lib/edge/server/handlers/openapi.ts";
