import type { CreatedToken, ListedToken } from "#lib/access/contract/tokens/token.ts";
import type { newServiceToken } from "#lib/access/contract/tokens/token-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const TOKENS_API = {
  "GET /api/openapi.json": answers<object>(),
  "GET /api/tokens": answers<{ items: ListedToken[] }>(),
  "POST /api/tokens": answers<CreatedToken, typeof newServiceToken>(),
  "DELETE /api/tokens/{token_id}": answers<void>(),
};
