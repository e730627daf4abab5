import { requireConsent } from "#lib/server/access/consent.ts";
import { route } from "#lib/server/http/route.ts";

/**
 * Requires a second admin's consent, and answers how many links that ended. Nothing here takes that back: an admin who could
 * would need no consent.
 */
export const POST = route(
  { access: "users.manage", stepUp: true, audit: "consent.required" },
  async ({ session, audit }) => {
    const ended_links = await requireConsent({ by: session.user.id });
    audit.add({ after: { ended_links } });
    return { ended_links };
  },
);
