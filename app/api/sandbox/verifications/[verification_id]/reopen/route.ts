export { postSandboxVerificationReopen as POST } from "#lib/server/handlers/sandbox.ts";
