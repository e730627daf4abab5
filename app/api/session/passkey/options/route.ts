import { requestStepUp } from "#lib/server/access/verify-person.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { json, route } from "#lib/server/http/route.ts";

/** Options with which the browser asks for a passkey. Their challenge is the only change, so the trail has no entry. */
export const POST = route({ access: "account.own", audit: null }, async ({ session }) => {
  const request = await requestStepUp(session);
  if (!request) throw notFound("A passkey of yours");
  return json(request, 201);
});
