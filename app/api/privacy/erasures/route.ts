export { getErasures as GET } from "#lib/server/handlers/privacy.ts";
