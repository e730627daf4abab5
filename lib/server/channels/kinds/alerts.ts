import { z } from "zod";
import type { Message } from "#lib/contract/channels/message.ts";
import { type MessageKind, messageKind } from "#lib/contract/channels/message-kind.ts";
import { messageName } from "#lib/contract/channels/message-names.ts";
import type { Locale } from "#lib/contract/preferences.ts";
import type { Instant } from "#lib/contract/time.ts";
import { type Alert, utc } from "#lib/server/notices/alerts/alert.ts";
import { ALERTS } from "#lib/server/notices/alerts/index.ts";

const STATES = {
  en: { raised: (name: string) => name, resolved: (name: string) => `Resolved: ${name}`, since: "Since" },
  "es-MX": { raised: (name: string) => name, resolved: (name: string) => `Resuelto: ${name}`, since: "Desde" },
} satisfies Record<Locale, object>;

const SINCE = "2026-01-02T03:04:05.000000Z";

/** An alert in words without names: what is the case, since when, and the next step while it lasts. */
export function alertWords(
  alert: Alert,
  { facts, since, state }: { facts: object; since: Instant; state: "raised" | "resolved" },
  locale: Locale,
): Message {
  const begun = `${STATES[locale].since}: ${utc(since)}`;
  const todo = state === "raised" ? [alert.todo[locale]] : [];
  const title = STATES[locale][state](messageName(alert.kind, locale));
  return { title, lines: [alert.words[locale](facts), begun, ...todo], path: alert.path };
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
