import { z } from "zod";
import type { ServiceFailure } from "#lib/core/contract/status.ts";
import { addMs, type Instant } from "#lib/platform/contract/time.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { condition } from "./alert.ts";

const CURRENT_KEY = "SELECT service_key_id FROM dashboard_keys WHERE state = 'current'";

/** The service refuses the stored API key, which it has accepted before. */
export const keyRefused = condition({
  kind: "key_refused",
  // A key of `SVC_API_KEY` may have no known id, and facts of earlier releases have none.
  facts: z.strictObject({ api_key_id: z.string().nullable().default(null) }),
  example: { api_key_id: "ak_0123456789abcdef01234567" },
  values: ({ api_key_id }, { subject }) => ({ object: subject ?? api_key_id }),
  path: "/keys",
  async look({ tx, status: { service }, now }) {
    if (service.state !== "unauthorized" || !service.ever_accepted) return null;
    const { rows } = await tx.query<{ service_key_id: string | null }>(CURRENT_KEY);
    return { since: service.since ?? now, facts: { api_key_id: rows[0]?.service_key_id ?? null } };
  },
});

const MAX_NAMED = 3;

export const serviceFailing = condition({
  kind: "service_failing",
  // `failing`: the latest kinds of failing calls, which facts of earlier releases do not have.
  facts: z.strictObject({ operations: z.number(), failing: z.array(z.string()).default([]) }),
  example: { operations: 5, failing: ["GET /verifications/:id, SERVICE_TIMEOUT"] },
  values: ({ failing }) => ({ latest: failing.join("; ") }),
  path: "/settings/system",
  look: ({ status: { service }, thresholds, now }) =>
    service.state === "failing" &&
    service.since !== null &&
    service.since < addMs(now, -thresholds.service_failing * 60_000)
      ? { since: service.since, facts: { operations: service.failures.length, failing: latestOf(service.failures) } }
      : null,
});

const latestOf = (failures: readonly ServiceFailure[]): string[] =>
  failures.slice(0, MAX_NAMED).map(({ operation, code }) => `${operation}, ${code}`);

export const clockWrong = condition({
  kind: "clock_wrong",
  facts: z.strictObject({ ahead_seconds: z.number() }),
  example: { ahead_seconds: -75 },
  values: ({ ahead_seconds: s }) => ({ seconds: Math.abs(s), direction: s < 0 ? "behind" : "ahead" }),
  path: "/settings/system",
  look: ({ status: { clock }, now }) =>
    clock.state === "wrong" ? { since: clock.since ?? now, facts: { ahead_seconds: clock.ahead_seconds ?? 0 } } : null,
});

/** Heads of the last week, which are still retried. */
const MISSING = `
  SELECT count(*)::int AS days, min(left_at) AS since
  FROM evidence_heads AS head JOIN evidence_timestamps AS stamp ON stamp.head_id = head.id
  WHERE response IS NULL AND left_at BETWEEN now() - interval '7 days' AND now() - interval '1 day'`;

export const timestampMissing = condition({
  kind: "timestamp_missing",
  facts: z.strictObject({ days: z.number() }),
  example: { days: 2 },
  path: "/evidence",
  async look({ tx }) {
    if (env().TSA_URL === undefined) return null;
    const [row] = (await tx.query<{ days: number; since: Instant | null }>(MISSING)).rows;
    return row?.since ? { since: row.since, facts: { days: row.days } } : null;
  },
});
