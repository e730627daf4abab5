import { newApiKey } from "#lib/contract/keys/key-input.ts";
import { json, route } from "#lib/server/http/route.ts";
import { createApiKey, listApiKeys } from "#lib/server/keys/api-keys.ts";

export const GET = route({ access: "keys.manage" }, () => listApiKeys());

/** Answers the key itself, once. */
export const POST = route(
  { access: "keys.manage", stepUp: true, audit: "api_key.created", body: newApiKey },
  async ({ body, session, audit }) => {
    audit.add({ after: { name: body.id } });
    const created = await createApiKey({ name: body.id, session_hash: session.idHash });
    audit.add({ ids: { api_key_id: created.id } });
    return json(created, 201);
  },
);
