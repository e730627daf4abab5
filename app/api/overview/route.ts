export { getOverview as GET } from "#lib/edge/server/handlers/verifications.ts";
