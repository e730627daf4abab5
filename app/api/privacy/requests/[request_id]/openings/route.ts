export { getPrivacyRequestOpenings as GET } from "#lib/server/handlers/privacy.ts";
