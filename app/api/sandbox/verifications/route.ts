export { postSandboxVerifications as POST } from "#lib/server/handlers/sandbox.ts";
