import { tokenParams } from "#lib/contract/tokens/token-input.ts";
import { route } from "#lib/server/http/route.ts";
import { revokeToken } from "#lib/server/tokens/tokens.ts";

/** Revokes the token: its next call is refused. */
export const DELETE = route(
  { access: "tokens.manage", stepUp: true, audit: "service_token.revoked", params: tokenParams },
  async ({ params, audit }) => {
    audit.add({ before: await revokeToken({ ...params, is_scim: false }) });
  },
);
