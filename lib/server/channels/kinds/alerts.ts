import { z } from "zod";
import { type MessageKind, messageKind } from "#lib/contract/channels/message-kind.ts";
import type { Locale } from "#lib/contract/preferences.ts";
import type { Alert } from "#lib/server/notices/alerts/alert.ts";
import { ALERTS } from "#lib/server/notices/alerts/index.ts";

const STATES = {
  en: { raised: (name: string) => name, resolved: (name: string) => `Resolved: ${name}`, since: "Since" },
  "es-MX": { raised: (name: string) => name, resolved: (name: string) => `Resuelto: ${name}`, since: "Desde" },
} satisfies Record<Locale, object>;

const SINCE = "2026-01-02T03:04:05.000000Z";

/** The message of an alert. Its time is in UTC: a channel has no time zone of its own. */
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
    message: ({ state, since, facts }, locale) => ({
      title: STATES[locale][state](alert.name[locale]),
      lines: [alert.words[locale](facts), `${STATES[locale].since}: ${since.slice(0, 16).replace("T", " ")} UTC`],
      path: alert.path,
    }),
  });

export const ALERT_MESSAGES: Readonly<Record<string, MessageKind>> = Object.fromEntries(
  ALERTS.map((alert) => [alert.kind, alertMessage(alert)]),
);
