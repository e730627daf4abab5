export { deleteSandboxFaults as DELETE, postSandboxFaults as POST } from "#lib/edge/server/handlers/sandbox.ts";
