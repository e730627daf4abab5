export { getPrivacyRequestExtract as GET } from "#lib/server/privacy/handlers.ts";
