export { postSandboxPace as POST } from "#lib/server/handlers/sandbox.ts";
