import { pastedKey } from "#lib/contract/keys/key-input.ts";
import { route } from "#lib/server/http/route.ts";
import { checkApiKey } from "#lib/server/keys/api-keys.ts";

/** The key is in the body, since addresses are logged. */
export const POST = route(
  { access: "keys.manage", audit: "api_key.checked", limit: { calls: 60, seconds: 60 }, body: pastedKey },
  async ({ body, audit }) => {
    const check = await checkApiKey(body.api_key);
    audit.add({ after: { result: check.result } });
    return check;
  },
);
