import { requireConsent } from "#lib/server/access/consent.ts";
import { route } from "#lib/server/http/route.ts";

/**
 * Switches the consent of a second admin on, and answers the number of links that were revoked thereby. No route
 * switches it off: an admin could then act without consent.
 */
export const POST = route(
  { access: "users.manage", stepUp: true, audit: "consent.required" },
  async ({ session, audit }) => {
    const ended_links = await requireConsent({ by: session.user.id });
    audit.add({ after: { ended_links } });
    return { ended_links };
  },
);
