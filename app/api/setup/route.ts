import { redeemSetupLink, setupInput } from "#lib/server/access/setup.ts";
import { json, route } from "#lib/server/route.ts";

export const POST = route({ access: "public", audit: null, body: setupInput }, async ({ body }) => {
  await redeemSetupLink(body);
  return json({ success: true }, 201);
});
