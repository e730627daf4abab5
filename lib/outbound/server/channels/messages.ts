import { z } from "zod";
import { signedHead } from "#lib/core/contract/evidence-head.ts";
import { DECISION_EVENTS } from "#lib/outbound/contract/channels/channel-events.ts";
import { type DecisionEventPayload, decisionEventPayload } from "#lib/outbound/contract/channels/decision-event.ts";
import type { Message } from "#lib/outbound/contract/channels/message.ts";
import { type MessageKind, messageKind } from "#lib/outbound/contract/channels/message-kind.ts";
import { notificationWords } from "#lib/outbound/server/notification-words.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { ALERT_MESSAGES } from "./kinds/alerts.ts";
import { notice, notices } from "./kinds/notices.ts";

const decisionExample: DecisionEventPayload = {
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
const decisionKinds = Object.fromEntries(
  DECISION_EVENTS.map((kind) => [kind, messageKind({ payload: decisionEventPayload, example: decisionExample })]),
);

/** The newest head of the evidence log; kept elsewhere, it proves that the log before it is unaltered. */
const evidenceHead = messageKind({
  payload: signedHead.strict(),
  example: {
    ...{ size: 1_204, root: "0".repeat(64), at: "2026-11-20T17:00:00.123456Z" },
    ...{ signature: "A".repeat(88), public_key: "-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----\n" },
  },
  message: (head, locale) => {
    const t = notificationWords(locale);
    const lines = (["size", "root", "at", "signature"] as const).map((name) => t(`head.${name}`, head));
    return { title: t("name.evidence_head"), lines, path: "/evidence" };
  },
});

/** The test button of a channel. */
const test = messageKind({
  payload: z.strictObject({ channel_id: z.string() }),
  example: { channel_id: "ch_0123456789abcdef01234567" },
  message(_payload, locale) {
    const t = notificationWords(locale);
    return { title: t("test.title"), lines: [t("test.text")], path: "/settings/channels" };
  },
});

/** Every kind of message to channels and people; a new kind adds a file of `kinds` and its line here. */
export const MESSAGE_KINDS: Readonly<Record<string, MessageKind>> = {
  test,
  ...decisionKinds,
  notice,
  notices,
  ...ALERT_MESSAGES,
  evidence_head: evidenceHead,
};

/** A queued message of an unknown kind, or with a payload that its kind does not allow; it is never sent. */
export class UnknownMessage extends Error {}

function kindOf(kind: string): MessageKind {
  const known = Object.hasOwn(MESSAGE_KINDS, kind) ? MESSAGE_KINDS[kind] : undefined;
  if (!known) throw new UnknownMessage(`no kind of message is named ${kind}`);
  return known;
}

/** The payload, checked for its kind. Throws UnknownMessage for other fields: several versions may write the queue. */
export function payloadOf(kind: string, payload: unknown): object {
  const parsed = kindOf(kind).payload.safeParse(payload);
  if (!parsed.success) throw new UnknownMessage(`the payload of a message is not one of ${kind}`);
  return parsed.data;
}

/** The message in words, for mail and chat. Throws UnknownMessage. */
export function messageOf(kind: string, payload: unknown, locale: Locale): Message {
  const { message } = kindOf(kind);
  if (!message) throw new UnknownMessage(`${kind} has no words`);
  return message(payloadOf(kind, payload), locale);
}
