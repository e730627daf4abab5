import type { Review } from "#lib/core/contract/verifications/review.ts";
import type { Change, Reviewer } from "./command.ts";

/** The facts of a change for the audit trail, without its texts. */
export const changeFacts = ({
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
export const outcomeFacts = ({ state, resolution }: Review): object =>
  state === "approval" ? { state, resolution: undefined, proposed: resolution ?? "reopening" } : { state };

/** The audit facts of an answer to a proposal. It is `withdrawn` if the author rejects it, who then is the assignee. */
export const answerFacts = (approve: boolean, { resolution, assignee }: Review, user: Reviewer): object =>
  approve ? { answer: "approved", resolution } : { answer: assignee?.user_id === user.id ? "withdrawn" : "returned" };
