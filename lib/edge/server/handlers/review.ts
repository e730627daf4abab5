import type { BulkOutcome, Review } from "#lib/core/contract/verifications/review.ts";
import { verificationFilterInput } from "#lib/core/contract/verifications/verification-input.ts";
import { explanationInput } from "#lib/desk/contract/review/explanation-input.ts";
import { reviewPolicyInput } from "#lib/desk/contract/review/policy-input.ts";
import {
  acceptableAsked,
  approvalAnswer,
  bulkAcceptance,
  bulkInput,
  bulkUndoInput,
  ratification,
  reviewChange,
  reviewVersion,
  shownReview,
} from "#lib/desk/contract/review/review-input.ts";
import { bulkChange, bulkUndo } from "#lib/desk/server/review/bulk.ts";
import { acceptTogether, readAcceptable } from "#lib/desk/server/review/bulk-acceptance.ts";
import type { Change, Reviewer } from "#lib/desk/server/review/command.ts";
import { answerApproval, changeReview, ratifyReview, undoReview } from "#lib/desk/server/review/command.ts";
import { explainFinding } from "#lib/desk/server/review/explanations.ts";
import { readLanes } from "#lib/desk/server/review/lanes.ts";
import { listLog } from "#lib/desk/server/review/log.ts";
import { takeNext } from "#lib/desk/server/review/next.ts";
import { changePolicy, policyFacts, readPolicy } from "#lib/desk/server/review/policy.ts";
import { readChoices } from "#lib/desk/server/review/read.ts";
import { readSince } from "#lib/desk/server/review/seen.ts";
import { route } from "#lib/edge/server/http/route.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { forbidden, notFound } from "#lib/platform/server/base/errors.ts";
import { outcomesResponse } from "#lib/platform/server/http/responses.ts";

/** Assigns, closes or sets to wait many reviews: one line with the outcome of each id, in order. */
export const postReviewBulk = route(
  "POST /api/review/bulk",
  { access: "reviews.assign", audit: "reviews.changed", perMinute: 60, body: bulkInput, maxBodyBytes: 512 * 1024 },
  async ({ request, body, session, audit }) => {
    const { assignee: _, note: __, ...rest } = body.change;
    const user = session.user;
    if (!may(user.role, "reviews.decide") && Object.keys(rest).length > 0) throw forbidden();
    const ids = [...new Set(body.ids)];
    const counts = { done: 0, not_found: 0, failed: 0 };
    const facts = { ...changeFacts(body.change), asked: ids.length };
    return outcomesResponse<BulkOutcome>({ caller: request.signal, audit, counts, facts }, (send, signal) =>
      bulkChange(ids, body.change, user, send, signal),
    );
  },
);

/** Which of these files the user can accept together, and on which version of each. */
export const getReviewBulkAcceptance = route(
  "GET /api/review/bulk/acceptance",
  { access: "reviews.decide", perMinute: 60, query: acceptableAsked },
  ({ query: { ids }, session }) => readAcceptable([...new Set(ids)], session.user.id),
);

/** Accepts files together: one line with the outcome of each, in order. */
export const postReviewBulkAcceptance = route(
  "POST /api/review/bulk/acceptance",
  { access: "reviews.decide", audit: "reviews.changed", perMinute: 60, body: bulkAcceptance },
  async ({ request, body: { files }, session, audit }) => {
    const user = session.user;
    const counts = { done: 0, not_found: 0, failed: 0 };
    const facts = { state: "resolved", resolution: "accepted", asked: files.length };
    return outcomesResponse<BulkOutcome>({ caller: request.signal, audit, counts, facts }, (send, signal) =>
      acceptTogether(files, user, send, signal),
    );
  },
);

/** Undoes a change of many reviews: one line for each; reviews with a later change stay. */
export const postReviewBulkUndo = route(
  "POST /api/review/bulk/undo",
  { access: "reviews.assign", audit: "reviews.undone", perMinute: 60, body: bulkUndoInput, maxBodyBytes: 512 * 1024 },
  async ({ request, body, session, audit }) => {
    const user = session.user;
    const counts = { done: 0, not_found: 0, failed: 0 };
    const facts = { asked: body.steps.length };
    return outcomesResponse<BulkOutcome>({ caller: request.signal, audit, counts, facts }, (send, signal) =>
      bulkUndo(body.steps, user, send, signal),
    );
  },
);

/** The choices in the dialogs of reviews: reasons, accounts to assign, when a second person is needed. */
export const getReviewChoices = route("GET /api/review/choices", { access: "reviews.read" }, () => readChoices());

/** The number of the user's reviews in each lane of the desk, and the number of overdue ones. */
export const getReviewLanes = route("GET /api/review/lanes", { access: "reviews.read" }, ({ session }) =>
  readLanes(session.user.id),
);

/** Assigns the first unassigned open review that matches the filter; 204 if there is none. */
export const postReviewNext = route(
  "POST /api/review/next",
  { access: "reviews.decide", audit: "review.taken", body: verificationFilterInput },
  async ({ body, session, audit }) => {
    const taken = await takeNext(body, session.user);
    if (taken) audit.add({ ids: { verification_id: taken.verification_id } });
    return taken ?? undefined;
  },
);

/** Explains a finding, or changes or deletes its explanation. The trail has the text of neither. */
export const putExplanations = route(
  "PUT /api/verifications/{verification_id}/explanations",
  { access: "reviews.decide", audit: "review.explained", perMinute: 60, body: explanationInput },
  async ({ params, body, session, audit }) => {
    audit.add({ after: { severity: body.severity, explained: body.text !== null } });
    await explainFinding({ ...params, ...body }, session.user);
  },
);

/** Opens, assigns, sets to wait or decides a review, or marks items as dealt with. A role that may not decide may assign. */
export const putReview = route(
  "PUT /api/verifications/{verification_id}/review",
  { access: "reviews.assign", audit: "review.changed", body: reviewChange, maxBodyBytes: 512 * 1024 },
  async ({ params, body, session, audit }) => {
    audit.add({ after: changeFacts(body) });
    const review = await changeReview(params.verification_id, body, session.user);
    const isProposed = body.state === "open" && review.state === "approval";
    if (body.resolution || isProposed) audit.add({ after: outcomeFacts(review) });
    return review;
  },
);

export const postReviewApproval = route(
  "POST /api/verifications/{verification_id}/review/approval",
  { access: "reviews.decide", audit: "review.approval_answered", body: approvalAnswer },
  async ({ params, body, session, audit }) => {
    audit.add({ after: { approve: body.approve } });
    const user = session.user;
    const review = await answerApproval(params.verification_id, body, user);
    audit.add({ after: { approve: undefined, ...answerFacts(body.approve, review, user) } });
    return review;
  },
);

export const getReviewLog = route(
  "GET /api/verifications/{verification_id}/review/log",
  { access: "reviews.read" },
  ({ params }) => listLog(params.verification_id),
);

/** Repeats the same decision on the current facts. */
export const postReviewRatification = route(
  "POST /api/verifications/{verification_id}/review/ratification",
  { access: "reviews.decide", audit: "review.ratified", body: ratification },
  async ({ params, body, session, audit }) => {
    const review = await ratifyReview(params.verification_id, body.version, session.user, undefined, body.reason);
    audit.add({ after: outcomeFacts(review) });
    return review;
  },
);

export const getReviewSince = route(
  "GET /api/verifications/{verification_id}/review/since",
  { access: "reviews.read", query: shownReview },
  async (call) => {
    const since = await readSince(call.params.verification_id, call.query);
    if (!since) throw notFound("This verification");
    return since;
  },
);

/** Undoes the caller's last step, within a minute. */
export const postReviewUndo = route(
  "POST /api/verifications/{verification_id}/review/undo",
  { access: "reviews.assign", audit: "review.undone", body: reviewVersion },
  ({ params, body, session }) => undoReview(params.verification_id, body.version, session.user),
);

/** The facts of a change for the audit trail, without its texts. */
const changeFacts = ({
  state,
  resolution,
  reason_code,
  assignee,
  follow_up_on,
  review_on,
  handled,
  request,
  note,
}: Change): object => ({
  state,
  resolution,
  reason_code,
  assignee,
  follow_up_on,
  review_on,
  handled: handled?.length,
  requested: request?.length,
  with_note: note === undefined ? undefined : true,
});

/** The outcome of a change in the audit trail: a decision that needs approval is recorded as proposed. */
const outcomeFacts = ({ state, resolution }: Review): object =>
  state === "approval" ? { state, resolution: undefined, proposed: resolution ?? "reopening" } : { state };

/** The audit facts of an answer to a proposal. It is `withdrawn` if the author rejects it, who then is the assignee. */
const answerFacts = (approve: boolean, { resolution, assignee }: Review, user: Reviewer): object =>
  approve ? { answer: "approved", resolution } : { answer: assignee?.user_id === user.id ? "withdrawn" : "returned" };

export const getReviewPolicy = route("GET /api/settings/review", { access: "settings.read" }, () => readPolicy());

/** Replaces the policy, for later events. */
export const putReviewPolicy = route(
  "PUT /api/settings/review",
  { access: "reviews.policy", stepUp: true, audit: "review_policy.changed", body: reviewPolicyInput },
  async ({ body, session, audit }) => {
    const { before, after } = await changePolicy(body, session.user.id);
    audit.add({ before: policyFacts(before), after: policyFacts(after) });
    return after;
  },
);
