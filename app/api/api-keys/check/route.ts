import { pastedKey } from "#lib/contract/api-key-input.ts";
import { route } from "#lib/server/route.ts";
import { checkApiKey } from "#lib/server/secrets/check-api-key.ts";

/** In a body, since an address would be logged. */
export const POST = route({ access: "keys.manage", audit: "api_key.checked", body: pastedKey }, ({ body }) =>
  checkApiKey(body.api_key),
);
