import type { presenceInput } from "#lib/core/contract/verifications/presence-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const EVENTS_API = {
  "GET /api/live": answers<Response>(),
  "PUT /api/verifications/{verification_id}/presence": answers<void, typeof presenceInput>(),
};
