export { deleteSandboxFaults as DELETE, postSandboxFaults as POST } from "#lib/server/handlers/sandbox.ts";
