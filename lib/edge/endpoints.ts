import type {
  documentsInput,
  labelInput,
  listInput,
  newFault,
  paceInput,
  playInput,
  SandboxState,
} from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";
import type { KeptMails } from "#lib/platform/contract/mail/kept-mail.ts";

export const EDGE_ENDPOINTS = {
  "GET /api/sandbox": answers<SandboxState>(),
  "POST /api/sandbox/faults": answers<unknown, typeof newFault>(),
  "DELETE /api/sandbox/faults": answers<void>(),
  "DELETE /api/sandbox/faults/{fault_id}": answers<void>(),
  "GET /api/sandbox/mails": answers<KeptMails>(),
  "POST /api/sandbox/pace": answers<unknown, typeof paceInput>(),
  "POST /api/sandbox/played": answers<unknown, typeof listInput>(),
  "POST /api/sandbox/verifications": answers<{ verification_id: string; tag: string }, typeof playInput>(),
  "POST /api/sandbox/verifications/{verification_id}/documents": answers<unknown, typeof documentsInput>(),
  "POST /api/sandbox/verifications/{verification_id}/labels": answers<unknown, typeof labelInput>(),
  "POST /api/sandbox/verifications/{verification_id}/reopen": answers<unknown>(),
};
