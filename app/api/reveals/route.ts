export { getReveals as GET } from "#lib/edge/server/handlers/reveals.ts";
