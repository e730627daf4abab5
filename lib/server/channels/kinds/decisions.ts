import { DECISION_EVENTS } from "#lib/contract/channels/channel-events.ts";
import { messageKind } from "#lib/contract/channels/message-kind.ts";
import { type DecisionEventPayload, decisionEventPayload } from "#lib/contract/review/decision-events.ts";

const example: DecisionEventPayload = {
  verification_id: "ver_0123456789abcdef",
  verification_tag: "C-2041",
  decision_id: "dec_57_1795194000123456",
  resolution: "rejected",
  reason_code: "documents_not_valid",
  exceptions: [],
  decided_at: "2026-11-20T17:00:00.123456Z",
  review_version: `3.${"0".repeat(32)}`,
  basis_digest: "0".repeat(64),
  policy_version: 2,
  sequence: 1_795_194_000_123_456,
};

/** The decision events (docs/decision-events.md), which webhooks alone carry. */
export const decisionKinds = Object.fromEntries(
  DECISION_EVENTS.map((kind) => [kind, messageKind({ payload: decisionEventPayload, example })]),
);
