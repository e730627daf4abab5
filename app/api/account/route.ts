export { getAccount as GET } from "#lib/server/access/account-handlers.ts";
