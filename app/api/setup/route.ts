import { setupInput } from "#lib/contract/access/access-input.ts";
import { redeemSetupLink } from "#lib/server/access/access-links.ts";
import { json, route } from "#lib/server/http/route.ts";

const limit = { calls: 20, seconds: 60 };

/** Writes its own entry: the caller is identified only afterwards. */
export const POST = route({ access: "public", body: setupInput, audit: null, limit }, async ({ actor, body }) => {
  await redeemSetupLink(body, actor);
  return json({ success: true }, 201);
});
