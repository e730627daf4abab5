import { z } from "zod";
import type { Message } from "#lib/contract/channels/message.ts";
import { type MessageKind, messageKind } from "#lib/contract/channels/message-kind.ts";
import type { Locale } from "#lib/contract/preferences.ts";
import { notificationWords } from "#lib/server/i18n/notification-words.ts";
import { ALERT_MESSAGES } from "./kinds/alerts.ts";
import { decisionKinds } from "./kinds/decisions.ts";
import { evidenceHead } from "./kinds/evidence.ts";
import { notice, notices } from "./kinds/notices.ts";

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
