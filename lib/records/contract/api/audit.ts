import type { auditSearchInput } from "#lib/platform/contract/audit/audit-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";
import type { AuditList, AuditUsers } from "#lib/records/contract/audit/trail.ts";

export const AUDIT_API = {
  "GET /api/audit": answers<AuditList>(),
  "GET /api/audit/export": answers<Response>(),
  "GET /api/audit/stream": answers<Response>(),
  "GET /api/audit/users": answers<AuditUsers>(),
  "POST /api/searches/audit": answers<AuditList, typeof auditSearchInput>(),
};
