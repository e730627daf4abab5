export { getAccount as GET } from "#lib/edge/server/handlers/account.ts";
