export { getPrivacyRequestExtract as GET } from "#lib/server/handlers/privacy.ts";
