export { postSandboxVerificationLabels as POST } from "#lib/edge/server/handlers/sandbox.ts";
