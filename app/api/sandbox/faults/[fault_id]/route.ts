export { deleteSandboxFault as DELETE } from "#lib/server/handlers/sandbox.ts";
