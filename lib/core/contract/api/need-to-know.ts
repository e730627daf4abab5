import type { needToKnowInput } from "#lib/core/contract/need-to-know/need-to-know-input.ts";
import type { NeedToKnow } from "#lib/core/contract/need-to-know/policy.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const NEED_TO_KNOW_API = {
  "GET /api/settings/need-to-know": answers<NeedToKnow>(),
  "PUT /api/settings/need-to-know": answers<NeedToKnow, typeof needToKnowInput>(),
};
