export { deleteConsentRequest as DELETE, postConsentRequest as POST } from "#lib/edge/server/handlers/users.ts";
