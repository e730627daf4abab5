export { getSandbox as GET } from "#lib/edge/server/handlers/sandbox.ts";
