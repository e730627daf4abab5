import { newScimToken } from "#lib/contract/scim/token.ts";
import { json, route } from "#lib/server/http/route.ts";
import { createScimToken, listScimTokens } from "#lib/server/tokens/tokens.ts";

export const GET = route({ access: "users.manage" }, () => listScimTokens());

/** Answers the token, once. */
export const POST = route(
  { access: "users.manage", stepUp: true, audit: "scim_token.created", body: newScimToken },
  async ({ body, session, audit }) => {
    audit.add({ after: body });
    const created = await createScimToken(body.name, { user: session.user, session_hash: session.idHash });
    audit.add({ ids: { token_id: created.token_id } });
    return json(created, 201);
  },
);
