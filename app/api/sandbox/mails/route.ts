export { getSandboxMails as GET } from "#lib/server/handlers/sandbox.ts";
