export { getAccount as GET } from "#lib/server/handlers/account.ts";
