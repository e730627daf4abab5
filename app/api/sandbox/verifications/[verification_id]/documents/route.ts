export { postSandboxVerificationDocuments as POST } from "#lib/server/handlers/sandbox.ts";
