import type { Letter, Letters } from "#lib/outbound/contract/letters/letter.ts";
import type { letterInput } from "#lib/outbound/contract/letters/letter-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const LETTERS_API = {
  "GET /api/verifications/{verification_id}/letters": answers<Letters>(),
  "POST /api/verifications/{verification_id}/letters": answers<Letter, typeof letterInput>(),
};
