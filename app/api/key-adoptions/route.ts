import { currentKeyInput } from "#lib/contract/keys/key-input.ts";
import { route } from "#lib/server/http/route.ts";
import { adoptKey } from "#lib/server/keys/own-key.ts";
import { serviceClient } from "#lib/server/service-calls/client.ts";

/** Sets another API key for the dashboard after the service has refused the current one. */
export const POST = route(
  { access: "keys.manage", stepUp: true, audit: "api_key.adopted", body: currentKeyInput },
  async ({ body, audit }) => {
    const adoption = await adoptKey(serviceClient(), undefined, { entered: body.api_key, confirmed: body.confirmed });
    audit.add({ after: adoption });
    return adoption;
  },
);
