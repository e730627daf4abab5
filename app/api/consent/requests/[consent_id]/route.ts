export { deleteConsentRequest as DELETE, postConsentRequest as POST } from "#lib/server/access/user-handlers.ts";
