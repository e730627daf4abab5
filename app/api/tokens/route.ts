import { newServiceToken } from "#lib/contract/tokens/token-input.ts";
import { json, route } from "#lib/server/http/route.ts";
import { createToken, listTokens } from "#lib/server/tokens/tokens.ts";

export const GET = route({ access: "tokens.read" }, () => listTokens());

/** Answers the token, once. */
export const POST = route(
  { access: "tokens.manage", stepUp: true, audit: "service_token.created", body: newServiceToken },
  async ({ body, session, audit }) => {
    audit.add({ after: body });
    const created = await createToken(body, { user: session.user, session_hash: session.idHash });
    audit.add({ ids: { token_id: created.token_id } });
    return json(created, 201);
  },
);
