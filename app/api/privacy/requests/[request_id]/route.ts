export { getPrivacyRequest as GET, patchPrivacyRequest as PATCH } from "#lib/server/privacy/handlers.ts";
