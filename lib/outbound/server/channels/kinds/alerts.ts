import { z } from "zod";
import type { Message } from "#lib/outbound/contract/channels/message.ts";
import { type MessageKind, messageKind } from "#lib/outbound/contract/channels/message-kind.ts";
import { type Alert, alertText, alertTodo, utc } from "#lib/outbound/server/notices/alerts/alert.ts";
import { ALERTS } from "#lib/outbound/server/notices/alerts/index.ts";
import { messageName, notificationWords } from "#lib/outbound/server/notification-words.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

const SINCE = "2026-01-02T03:04:05.000000Z";

/** An alert in words without names: what is the case, since when, and the next step while it lasts. */
export function alertWords(
  alert: Alert,
  { facts, since, state }: { facts: object; since: Instant; state: "raised" | "resolved" },
  locale: Locale,
): Message {
  const t = notificationWords(locale);
  const name = messageName(alert.kind, locale);
  const lines = [alertText(alert, facts, null, locale), t("since", { at: utc(since) })];
  return state === "raised"
    ? { title: name, lines: [...lines, alertTodo(alert, locale)], path: alert.path }
    : { title: t("resolved", { text: name }), lines, path: alert.path };
}

const alertMessage = (alert: Alert): MessageKind =>
  messageKind({
    payload: z.strictObject({
      kind: z.literal(alert.kind),
      state: z.enum(["raised", "resolved"]),
      since: z.iso.datetime(),
      link: z.url(),
      facts: alert.facts,
    }),
    example: {
      ...{ kind: alert.kind, state: "raised" as const, since: SINCE },
      ...{ link: "https://cotejo.example.mx/settings", facts: alert.example },
    },
    message: (payload, locale) => alertWords(alert, payload, locale),
  });

export const ALERT_MESSAGES: Readonly<Record<string, MessageKind>> = Object.fromEntries(
  ALERTS.map((alert) => [alert.kind, alertMessage(alert)]),
);
