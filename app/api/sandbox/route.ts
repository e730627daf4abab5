export { getSandbox as GET } from "#lib/server/handlers/sandbox.ts";
