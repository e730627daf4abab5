import type { Reveal } from "#lib/core/contract/secrets/secret.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const SECRETS_API = {
  "GET /api/reveals": answers<{ items: Reveal[] }>(),
  "DELETE /api/reveals/{reveal_id}": answers<void>(),
};
