import { tokenParams } from "#lib/contract/tokens/token-input.ts";
import { route } from "#lib/server/http/route.ts";
import { revokeToken } from "#lib/server/tokens/tokens.ts";

/** Revokes the token: the directory's next call is refused. */
export const DELETE = route(
  { access: "users.manage", stepUp: true, audit: "scim_token.revoked", params: tokenParams },
  async ({ params, audit }) => {
    audit.add({ before: await revokeToken({ ...params, is_scim: true }) });
  },
);
