export { deleteSandboxFault as DELETE } from "#lib/server/sandbox/handlers.ts";
