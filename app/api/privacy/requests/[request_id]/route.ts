export { getPrivacyRequest as GET, patchPrivacyRequest as PATCH } from "#lib/edge/server/handlers/privacy.ts";
