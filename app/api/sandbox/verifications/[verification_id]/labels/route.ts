export { postSandboxVerificationLabels as POST } from "#lib/server/handlers/sandbox.ts";
