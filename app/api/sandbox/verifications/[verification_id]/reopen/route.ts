export { postSandboxVerificationReopen as POST } from "#lib/server/sandbox/handlers.ts";
