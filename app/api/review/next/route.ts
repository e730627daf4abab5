import { verificationFilterInput } from "#lib/contract/verifications/verification-input.ts";
import { route } from "#lib/server/http/route.ts";
import { takeNext } from "#lib/server/review/next.ts";

/** Assigns the first unassigned open review that matches the filter; 204 if there is none. */
export const POST = route(
  { access: "reviews.decide", audit: "review.taken", body: verificationFilterInput },
  async ({ body, session, audit }) => {
    const taken = await takeNext(body, session.user);
    if (!taken) return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
    audit.add({ ids: { verification_id: taken.verification_id } });
    return taken;
  },
);
