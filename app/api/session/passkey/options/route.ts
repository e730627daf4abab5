import { requestStepUp } from "#lib/server/access/verify-person.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { json, route } from "#lib/server/http/route.ts";

/** WebAuthn options for a step-up by passkey. The audit trail has no entry: only the challenge is stored. */
export const POST = route({ access: "account.own", audit: null }, async ({ session }) => {
  const request = await requestStepUp(session);
  if (!request) throw notFound("A passkey of yours");
  return json(request, 201);
});
