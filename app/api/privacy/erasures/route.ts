export { getErasures as GET } from "#lib/server/privacy/handlers.ts";
