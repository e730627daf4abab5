import { z } from "zod";
import type { Instant } from "#lib/contract/time.ts";
import { condition } from "./alert.ts";

const REFUSED = `
  SELECT began_at, (SELECT count(*)::int FROM refusals WHERE at >= began_at) AS refused
  FROM outages WHERE cause = 'refused' AND ended_at IS NULL ORDER BY began_at LIMIT 1`;

/** Deliveries of the service are refused: their signature or time is wrong. */
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

/** The webhook is missing or wrong at the service, or no receiver runs. Not before the first event has come. */
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
