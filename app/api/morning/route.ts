export { getMorning as GET } from "#lib/server/verifications/handlers.ts";
