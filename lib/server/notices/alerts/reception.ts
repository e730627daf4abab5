import { z } from "zod";
import type { Locale } from "#lib/contract/preferences.ts";
import { workingMsBetween } from "#lib/contract/review/working-time.ts";
import type { Instant } from "#lib/contract/time.ts";
import { condition } from "./alert.ts";

const REFUSED = `
  SELECT began_at, (SELECT count(*)::int FROM refusals WHERE at >= began_at) AS refused
  FROM outages WHERE cause = 'refused' AND ended_at IS NULL ORDER BY began_at LIMIT 1`;

export const deliveriesRefused = condition({
  kind: "deliveries_refused",
  facts: z.strictObject({ refused: z.number() }),
  example: { refused: 12 },
  name: { en: "Deliveries refused", "es-MX": "Entregas rechazadas" },
  words: {
    en: ({ refused }) => `${refused} deliveries were refused for their signature or time.`,
    "es-MX": ({ refused }) => `Se rechazaron ${refused} entregas por su firma o su hora.`,
  },
  path: "/webhooks",
  async look({ tx }) {
    const [row] = (await tx.query<{ began_at: Instant; refused: number }>(REFUSED)).rows;
    return row ? { since: row.began_at, facts: { refused: row.refused } } : null;
  },
});

const FAULTS = ["deleted_at_service", "disabled_at_service", "other_address", "missing_events"] as const;

type WebhookProblem = (typeof FAULTS)[number] | "missing" | "receiver_down";

/** The titles of the banner (`shell.connection`), which the worker can't load: it runs without a bundler. */
const TITLES: Record<Locale, Record<WebhookProblem, string>> = {
  en: {
    deleted_at_service: "The dashboard’s webhook was deleted at the service.",
    disabled_at_service: "The dashboard’s webhook is disabled at the service.",
    other_address: "The service delivers to an address other than this dashboard’s.",
    missing_events: "The dashboard’s webhook is missing events.",
    missing: "The dashboard has no webhook at the service.",
    receiver_down: "The receiver is not running.",
  },
  "es-MX": {
    deleted_at_service: "Se eliminó el webhook del panel en el servicio.",
    disabled_at_service: "El webhook del panel está deshabilitado en el servicio.",
    other_address: "El servicio entrega a otra dirección, no a la de este panel.",
    missing_events: "Al webhook del panel le faltan eventos.",
    missing: "El panel no tiene un webhook en el servicio.",
    receiver_down: "El receptor no está en marcha.",
  },
};

/** The webhook is wrong or missing at the service, or no receiver runs. A first connection may take its time. */
export const webhookProblem = condition<{ problems: WebhookProblem[] }>({
  kind: "webhook_problem",
  facts: z.strictObject({ problems: z.array(z.enum([...FAULTS, "missing", "receiver_down"])) }),
  example: { problems: ["deleted_at_service"] },
  name: { en: "Webhook problem", "es-MX": "Problema con el webhook" },
  words: {
    en: ({ problems: [gravest] }) => TITLES.en[gravest ?? "missing"],
    "es-MX": ({ problems: [gravest] }) => TITLES["es-MX"][gravest ?? "missing"],
  },
  path: "/webhooks",
  look({ status: { receiver, last_event_at }, now }) {
    if (last_event_at === null && receiver.state === "missing") return null;
    const faults = FAULTS.filter((fault) => receiver.problems.includes(fault));
    const down = receiver.state === "down" ? (["receiver_down"] as const) : [];
    const missing = receiver.state === "missing" ? (["missing"] as const) : [];
    const problems = [...down, ...missing, ...faults];
    return problems.length > 0 ? { since: receiver.since ?? now, facts: { problems } } : null;
  },
});

/** Working hours without an event after which an alert is raised. */
export const QUIET_HOURS = 4;

const HOUR_MS = 3_600_000;

/** Active files, about which the service should report events; before the first event no file need be known. */
const UNDER_WAY = `
  SELECT EXISTS (SELECT FROM verification_summaries
    WHERE last_activity_at > now() - interval '30 days' AND status IS DISTINCT FROM 'finished') AS under_way`;

export const noEvents = condition({
  kind: "no_events",
  facts: z.strictObject({ working_hours: z.number(), waiting_for_first: z.boolean().default(false) }),
  example: { working_hours: 5, waiting_for_first: false },
  name: { en: "No events", "es-MX": "Sin eventos" },
  words: {
    en: ({ working_hours: hours, waiting_for_first }) =>
      waiting_for_first
        ? `No event has arrived since the webhook was connected ${hours} working hours ago.`
        : `No event has arrived for ${hours} working hours while files are under way.`,
    "es-MX": ({ working_hours: hours, waiting_for_first }) =>
      waiting_for_first
        ? `No ha llegado ningún evento desde que se conectó el webhook, hace ${hours} horas hábiles.`
        : `No llega ningún evento desde hace ${hours} horas hábiles y hay expedientes en curso.`,
  },
  path: "/webhooks",
  async look({ tx, status: { last_event_at, receiver }, working, now }) {
    const waiting_for_first = last_event_at === null;
    const last = last_event_at ?? (receiver.state === "connected" ? receiver.since : null);
    if (last === null) return null;
    const hours = Math.floor(workingMsBetween(last, now, working) / HOUR_MS);
    if (hours < QUIET_HOURS) return null;
    const holding = { since: last, facts: { working_hours: hours, waiting_for_first } };
    if (waiting_for_first) return holding;
    const { rows } = await tx.query<{ under_way: boolean }>(UNDER_WAY);
    return rows[0]?.under_way ? holding : null;
  },
});
