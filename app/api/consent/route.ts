import { requireConsent } from "#lib/server/access/consent.ts";
import { route } from "#lib/server/http/route.ts";

/**
 * Requires a second admin's consent, and answers the number of links that this revoked. No route reverses it: an admin
 * who could reverse it would need no consent.
 */
export const POST = route(
  { access: "users.manage", stepUp: true, audit: "consent.required" },
  async ({ session, audit }) => {
    const ended_links = await requireConsent({ by: session.user.id });
    audit.add({ after: { ended_links } });
    return { ended_links };
  },
);
