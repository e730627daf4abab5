import { z } from "zod";
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

/** The webhook is missing or wrong at the service, or no receiver runs. Never before the first event. */
export const webhookProblem = condition({
  kind: "webhook_problem",
  facts: z.strictObject({ problems: z.array(z.enum([...FAULTS, "missing", "receiver_down"])) }),
  example: { problems: ["deleted_at_service"] },
  name: { en: "Webhook problem", "es-MX": "Problema con el webhook" },
  words: {
    en: ({ problems }) => `Events do not arrive as they should: ${problems.join(", ")}.`,
    "es-MX": ({ problems }) => `Los eventos no llegan como deberían: ${problems.join(", ")}.`,
  },
  path: "/webhooks",
  look({ status: { receiver, last_event_at }, now }) {
    if (last_event_at === null) return null;
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

/** Active files, about which the service should report events. */
const UNDER_WAY = `
  SELECT EXISTS (SELECT FROM verification_summaries
    WHERE last_activity_at > now() - interval '30 days' AND status IS DISTINCT FROM 'finished') AS under_way`;

export const noEvents = condition({
  kind: "no_events",
  facts: z.strictObject({ working_hours: z.number() }),
  example: { working_hours: 5 },
  name: { en: "No events", "es-MX": "Sin eventos" },
  words: {
    en: ({ working_hours }) => `No event has arrived for ${working_hours} working hours while files are under way.`,
    "es-MX": ({ working_hours }) =>
      `No llega ningún evento desde hace ${working_hours} horas hábiles y hay expedientes en curso.`,
  },
  path: "/webhooks",
  async look({ tx, status: { last_event_at: last }, working, now }) {
    if (last === null) return null;
    const hours = Math.floor(workingMsBetween(last, now, working) / HOUR_MS);
    if (hours < QUIET_HOURS) return null;
    const { rows } = await tx.query<{ under_way: boolean }>(UNDER_WAY);
    return rows[0]?.under_way ? { since: last, facts: { working_hours: hours } } : null;
  },
});
