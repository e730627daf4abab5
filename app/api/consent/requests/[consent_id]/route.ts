export { deleteConsentRequest as DELETE, postConsentRequest as POST } from "#lib/server/handlers/users.ts";
