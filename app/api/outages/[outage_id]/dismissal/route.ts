export { postOutageDismissal as POST } from "#lib/server/handlers/outages.ts";
