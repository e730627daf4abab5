export { getReveals as GET } from "#lib/server/handlers/reveals.ts";
