export { postSandboxVerificationDocuments as POST } from "#lib/server/sandbox/handlers.ts";
