import { z } from "zod";
import { OWN_WEBHOOK, type OwnWebhook } from "#lib/core/server/receiver-connection/own-webhook.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { workingMsBetween } from "#lib/platform/contract/working-time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { condition } from "./alert.ts";

/** Facts of earlier releases have no webhook. */
const webhook_id = z.string().nullable().default(null);
const EXAMPLE_WEBHOOK = "wh_0123456789abcdef01234567";

const ownWebhook = async (tx: Client): Promise<string | null> =>
  (await tx.query<OwnWebhook>(OWN_WEBHOOK)).rows[0]?.webhook_id ?? null;

const REFUSED = `
  SELECT began_at, (SELECT COALESCE(sum(count), 0)::int FROM refusals WHERE at >= began_at) AS refused
  FROM outages WHERE cause = 'refused' AND ended_at IS NULL ORDER BY began_at LIMIT 1`;

export const deliveriesRefused = condition({
  kind: "deliveries_refused",
  facts: z.strictObject({ refused: z.number(), webhook_id }),
  example: { refused: 12, webhook_id: EXAMPLE_WEBHOOK },
  path: "/webhooks",
  async look({ tx }) {
    const [row] = (await tx.query<{ began_at: Instant; refused: number }>(REFUSED)).rows;
    return row ? { since: row.began_at, facts: { refused: row.refused, webhook_id: await ownWebhook(tx) } } : null;
  },
});

const FAULTS = ["deleted_at_service", "disabled_at_service", "other_address", "missing_events"] as const;

type WebhookProblem = (typeof FAULTS)[number] | "missing" | "receiver_down";

/** The webhook is wrong or missing at the service, or no receiver runs. A first connection may take its time. */
export const webhookProblem = condition<{ problems: WebhookProblem[]; webhook_id: string | null }>({
  kind: "webhook_problem",
  facts: z.strictObject({ problems: z.array(z.enum([...FAULTS, "missing", "receiver_down"])), webhook_id }),
  example: { problems: ["deleted_at_service"], webhook_id: EXAMPLE_WEBHOOK },
  values: ({ problems: [problem] }) => ({ problem }),
  path: "/webhooks",
  async look({ tx, status: { receiver, last_event_at }, now }) {
    if (last_event_at === null && receiver.state === "missing") return null;
    const faults = FAULTS.filter((fault) => receiver.problems.includes(fault));
    const down = receiver.state === "down" ? (["receiver_down"] as const) : [];
    const missing = receiver.state === "missing" ? (["missing"] as const) : [];
    const problems = [...down, ...missing, ...faults];
    if (problems.length === 0) return null;
    return { since: receiver.since ?? now, facts: { problems, webhook_id: await ownWebhook(tx) } };
  },
});

const HOUR_MS = 3_600_000;

/** Active files, about which the service should report events; before the first event no file need be known. */
const UNDER_WAY = `
  SELECT EXISTS (SELECT FROM verification_summaries
    WHERE last_activity_at > now() - interval '30 days' AND status IS DISTINCT FROM 'finished') AS under_way`;

export const noEvents = condition({
  kind: "no_events",
  facts: z.strictObject({ working_hours: z.number(), waiting_for_first: z.boolean().default(false), webhook_id }),
  example: { working_hours: 5, waiting_for_first: false, webhook_id: EXAMPLE_WEBHOOK },
  path: "/webhooks",
  async look({ tx, status: { last_event_at, receiver }, working, thresholds, now }) {
    const waiting_for_first = last_event_at === null;
    const last = last_event_at ?? (receiver.state === "connected" ? receiver.since : null);
    if (last === null) return null;
    const hours = Math.floor(workingMsBetween(last, now, working) / HOUR_MS);
    if (hours < thresholds.no_events) return null;
    const { rows } = await tx.query<{ under_way: boolean }>(UNDER_WAY);
    if (!waiting_for_first && !rows[0]?.under_way) return null;
    return { since: last, facts: { working_hours: hours, waiting_for_first, webhook_id: await ownWebhook(tx) } };
  },
});
