import { requestStepUp } from "#lib/server/access/verify-person.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { json, route } from "#lib/server/http/route.ts";

/** What the browser needs to ask for a passkey within the session. Nothing is changed but a challenge, so no command. */
export const POST = route({ access: "account.own", audit: null }, async ({ session }) => {
  const request = await requestStepUp(session);
  if (!request) throw notFound("A passkey of yours");
  return json(request, 201);
});
