export { postSandboxVerificationLabels as POST } from "#lib/server/sandbox/handlers.ts";
