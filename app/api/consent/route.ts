import { requireConsent } from "#lib/server/access/consent.ts";
import { unauthorized } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";

/** Requires a second admin's consent. Nothing here takes that back: an admin who could would need no consent. */
export const POST = route({ access: "users.manage", stepUp: true, audit: "consent.required" }, async ({ session }) => {
  if (!session) throw unauthorized();
  await requireConsent({ by: session.user.id });
  return new Response(null, { status: 204 });
});
