export { postSandboxPace as POST } from "#lib/server/sandbox/handlers.ts";
