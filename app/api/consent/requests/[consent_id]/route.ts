import { z } from "zod";
import type { GivenConsent } from "#lib/contract/access/user.ts";
import { declineConsent, giveConsent } from "#lib/server/access/consent.ts";
import { json, route } from "#lib/server/http/route.ts";

const params = z.object({ consent_id: z.uuid() });

/** Consents to the request and executes it; a resulting link is answered once. */
export const POST = route(
  { access: "users.manage", stepUp: true, params, audit: "consent.given" },
  async ({ params: { consent_id: id }, session, audit, actor }) => {
    const { link, details } = await giveConsent({ id, by: session.user.id, actor });
    audit.add(details);
    return json({ link } satisfies GivenConsent, 200);
  },
);

/** Declines a request, or withdraws the caller's own. */
export const DELETE = route(
  { access: "users.manage", stepUp: true, params, audit: "consent.declined" },
  async ({ params: { consent_id: id }, session, audit }) => {
    audit.add(await declineConsent({ id, by: session.user.id }));
  },
);
