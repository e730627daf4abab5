import { z } from "zod";
import { identifier } from "#lib/contract/fields.ts";
import { route } from "#lib/server/http/route.ts";
import { deleteApiKey } from "#lib/server/keys/api-keys.ts";

export const DELETE = route(
  { access: "keys.manage", stepUp: true, audit: "api_key.deleted", params: z.object({ api_key_id: identifier }) },
  async ({ params, audit }) => {
    const { name } = await deleteApiKey(params.api_key_id);
    audit.add({ before: { name } });
  },
);
