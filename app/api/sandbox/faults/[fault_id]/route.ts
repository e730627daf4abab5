export { deleteSandboxFault as DELETE } from "#lib/edge/server/handlers/sandbox.ts";
