import type { z } from "zod";
import type { Live, Ready, SystemStatus } from "#lib/core/contract/status.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";
import type { pageFaultInput } from "#lib/platform/contract/page-fault-input.ts";

export const STATUS_API = {
  "GET /.well-known/security.txt": answers<Response>(),
  "POST /api/csp-reports": answers<void, z.ZodType>(),
  "GET /api/health/live": answers<Live>(),
  "GET /api/health/ready": answers<Ready>(),
  "POST /api/page-faults": answers<void, typeof pageFaultInput>(),
  "POST /api/settings/backups": answers<void>(),
  "GET /api/status": answers<SystemStatus>(),
};
