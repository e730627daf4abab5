export const dynamic = "force-dynamic";

export { getLive as GET } from "#lib/edge/server/handlers/live.ts";
