export { postSandboxPlayed as POST } from "#lib/server/handlers/sandbox.ts";
