export const dynamic = "force-dynamic";

export { getLive as GET } from "#lib/server/handlers/live.ts";
