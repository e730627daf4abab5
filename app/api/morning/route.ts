export { getMorning as GET } from "#lib/server/handlers/verifications.ts";
