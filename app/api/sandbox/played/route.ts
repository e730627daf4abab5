export { postSandboxPlayed as POST } from "#lib/server/sandbox/handlers.ts";
