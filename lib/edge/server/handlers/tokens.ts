import { newServiceToken } from "#lib/access/contract/tokens/token-input.ts";
import { createToken, listTokens, revokeToken } from "#lib/access/server/tokens/tokens.ts";
import { json, route } from "#lib/edge/server/http/route.ts";

export const getTokens = route("GET /api/tokens", { access: "tokens.read" }, () => listTokens());

/** Answers the token, once. */
export const postTokens = route(
  "POST /api/tokens",
  { access: "tokens.manage", stepUp: true, audit: "service_token.created", body: newServiceToken },
  async ({ body, session, audit }) => {
    audit.add({ after: body });
    const created = await createToken(body, { user: session.user, session_hash: session.idHash });
    audit.add({ ids: { token_id: created.token_id } });
    return json(created, 201);
  },
);

/** Revokes the token: its next call is refused. */
export const deleteToken = route(
  "DELETE /api/tokens/{token_id}",
  { access: "tokens.manage", stepUp: true, audit: "service_token.revoked" },
  async ({ params, audit }) => {
    audit.add({ before: await revokeToken({ ...params, is_scim: false }) });
  },
);
