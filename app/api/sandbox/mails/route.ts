export { getSandboxMails as GET } from "#lib/server/sandbox/handlers.ts";
