export { deleteSandboxFaults as DELETE, postSandboxFaults as POST } from "#lib/server/sandbox/handlers.ts";
