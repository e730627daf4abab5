export { getPrivacyRequestOpenings as GET } from "#lib/server/privacy/handlers.ts";
