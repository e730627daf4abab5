export { getPrivacyRequest as GET, patchPrivacyRequest as PATCH } from "#lib/server/handlers/privacy.ts";
