import { newLegalHold } from "#lib/contract/custody/custody-input.ts";
import { holdFacts, placeHold } from "#lib/server/custody/holds.ts";
import { listHolds } from "#lib/server/custody/list-holds.ts";
import { json, route } from "#lib/server/http/route.ts";

/** The legal holds in force, and the last that ended. */
export const GET = route({ access: "privacy.read" }, () => listHolds());

/** Places a legal hold on a file, or on all files with a person. */
export const POST = route(
  { access: "privacy.manage", audit: "legal_hold.placed", body: newLegalHold },
  async ({ body, session, audit }) => {
    const hold = await placeHold(body, session.user.id);
    const { hold_id, verification_id } = hold;
    audit.add({ ids: { hold_id, ...(verification_id !== null && { verification_id }) }, after: holdFacts(hold) });
    return json(hold, 201);
  },
);
