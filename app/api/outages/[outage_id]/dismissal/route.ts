export { postOutageDismissal as POST } from "#lib/edge/server/handlers/outages.ts";
