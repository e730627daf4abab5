export const dynamic = "force-dynamic";

export { getLive as GET } from "#lib/server/live/handlers.ts";
