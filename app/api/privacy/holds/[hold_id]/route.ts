import { holdParams, legalHoldEnd } from "#lib/contract/custody/custody-input.ts";
import { endHold, holdFacts } from "#lib/server/custody/holds.ts";
import { route } from "#lib/server/http/route.ts";

export const DELETE = route(
  { access: "privacy.manage", stepUp: true, audit: "legal_hold.ended", params: holdParams, body: legalHoldEnd },
  async ({ params: { hold_id }, body, session, audit }) => {
    const hold = await endHold(hold_id, body.reason, session.user.id);
    const { verification_id } = hold;
    audit.add({ ids: { hold_id, ...(verification_id !== null && { verification_id }) }, before: holdFacts(hold) });
    return hold;
  },
);
