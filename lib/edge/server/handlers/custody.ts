import {
  custodyPolicyInput,
  legalHoldEnd,
  newLegalHold,
  relationEndInput,
} from "#lib/desk/contract/custody/custody-input.ts";
import { readFileCustody } from "#lib/desk/server/custody/grounds.ts";
import { endHold, holdFacts, placeHold } from "#lib/desk/server/custody/holds.ts";
import { listHolds } from "#lib/desk/server/custody/list-holds.ts";
import { changeCustodyPolicy, custodyPolicyFacts } from "#lib/desk/server/custody/policy.ts";
import { readCustody } from "#lib/desk/server/custody/retention-runs.ts";
import { endRelation } from "#lib/desk/server/statements/state.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import { authorOf } from "#lib/statements/server/table.ts";

/** The retention periods of files, and the last deletions. */
export const getCustody = route("GET /api/privacy/custody", { access: "privacy.read" }, () => readCustody());

/** Changes the retention periods of all files. */
export const putCustody = route(
  "PUT /api/privacy/custody",
  { access: "privacy.manage", stepUp: true, audit: "custody_policy.changed", body: custodyPolicyInput },
  async ({ body, session, audit }) => {
    const { before, after } = await changeCustodyPolicy(body, session.user.id);
    audit.add({ before: custodyPolicyFacts(before), after: custodyPolicyFacts(after) });
    return readCustody();
  },
);

/** The legal holds in force, and the last that ended. */
export const getHolds = route("GET /api/privacy/holds", { access: "privacy.read" }, () => listHolds());

/** Places a legal hold on a file, or on all files with a person. */
export const postHolds = route(
  "POST /api/privacy/holds",
  { access: "privacy.manage", audit: "legal_hold.placed", body: newLegalHold },
  async ({ body, session, audit }) => {
    const hold = await placeHold(body, session.user.id);
    const { hold_id, verification_id } = hold;
    audit.add({ ids: { hold_id, ...(verification_id !== null && { verification_id }) }, after: holdFacts(hold) });
    return json(hold, 201);
  },
);

export const deleteHold = route(
  "DELETE /api/privacy/holds/{hold_id}",
  { access: "privacy.manage", stepUp: true, audit: "legal_hold.ended", body: legalHoldEnd },
  async ({ params: { hold_id }, body, session, audit }) => {
    const hold = await endHold(hold_id, body.reason, session.user.id);
    const { verification_id } = hold;
    audit.add({ ids: { hold_id, ...(verification_id !== null && { verification_id }) }, before: holdFacts(hold) });
    return hold;
  },
);

/** The end of a file's retention with its reason, and its legal holds. */
export const getFileCustody = route(
  "GET /api/verifications/{verification_id}/custody",
  { access: "verifications.read" },
  ({ params }) => readFileCustody(params.verification_id),
);

/** Sets the end of the business relation of a decided file: the retention period counts from that day if it is later. */
export const putRelationEnd = route(
  "PUT /api/verifications/{verification_id}/relation-end",
  { access: "reviews.decide", audit: "verification.relation_ended", body: relationEndInput },
  async ({ params, body, session, audit }) => {
    const { before, custody } = await endRelation({ ...params, ...body }, authorOf(session.user));
    audit.add({ before: { ended_on: before }, after: body });
    return custody;
  },
);
