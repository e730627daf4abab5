export { getSandboxMails as GET } from "#lib/edge/server/handlers/sandbox.ts";
