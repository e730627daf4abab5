export { postSandboxVerifications as POST } from "#lib/server/sandbox/handlers.ts";
