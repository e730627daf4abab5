import { newConsentRequest } from "#lib/contract/access/access-input.ts";
import { requestConsent } from "#lib/server/access/consent.ts";
import { route } from "#lib/server/http/route.ts";

export const POST = route(
  { access: "users.manage", stepUp: true, body: newConsentRequest, audit: "consent.asked" },
  async ({ body, session, audit }) => {
    audit.add(await requestConsent({ ...body, by: session.user.id }));
  },
);
