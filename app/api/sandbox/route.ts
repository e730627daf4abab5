export { getSandbox as GET } from "#lib/server/sandbox/handlers.ts";
