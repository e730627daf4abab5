export { getOverview as GET } from "#lib/server/verifications/handlers.ts";
