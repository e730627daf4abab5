import { hostname } from "node:os";
import { z } from "zod";
import { DELIVERY_FILTER } from "#lib/core/contract/deliveries/delivery-filter.ts";
import { addMs, type Instant, instantToMs } from "#lib/platform/contract/time.ts";
import { condition, utc } from "./alert.ts";

export const workerBehind = condition({
  kind: "worker_behind",
  facts: z.strictObject({ waiting: z.number(), minutes: z.number() }),
  example: { waiting: 1200, minutes: 7 },
  path: "/settings/system",
  look({ status: { inbox }, thresholds, now }) {
    if (inbox.oldest_at === null || inbox.oldest_at > addMs(now, -thresholds.worker_behind * 60_000)) return null;
    const minutes = Math.floor((instantToMs(now) - instantToMs(inbox.oldest_at)) / 60_000);
    return { since: inbox.oldest_at, facts: { waiting: inbox.waiting, minutes } };
  },
});

const MAX_COUNTED = 10_000;

const SET_ASIDE = `
  SELECT count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE state = 'unrecognized')::int AS unrecognized,
    min(received_at) AS since
  FROM (
    SELECT state, received_at FROM inbox WHERE kind = 'delivery' AND state IN ('failed', 'unrecognized') LIMIT ${MAX_COUNTED}
  ) AS aside`;

type SetAside = { failed: number; unrecognized: number; since: Instant | null };

export const rowsSetAside = condition({
  kind: "rows_set_aside",
  facts: z.strictObject({ failed: z.number(), unrecognized: z.number() }),
  example: { failed: 1, unrecognized: 3 },
  path: `/deliveries?${DELIVERY_FILTER.write({ ...DELIVERY_FILTER.empty, outcome: ["failed", "unrecognized"] })}`,
  async look({ tx }) {
    const [row] = (await tx.query<SetAside>(SET_ASIDE)).rows;
    if (!row || row.since === null) return null;
    const { since, ...facts } = row;
    return { since, facts };
  },
});

const UNDELIVERED = `
  SELECT count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE state = 'pending')::int AS retried,
    min(created_at) AS since, count(DISTINCT channel_id)::int AS channels, mode() WITHIN GROUP (ORDER BY channel_id) AS channel_id
  FROM (
    SELECT state, created_at, channel_id FROM outgoing WHERE state = 'failed' AND ended_at > now() - interval '1 day' AND kind LIKE 'review.%'
    UNION ALL
    SELECT state, created_at, channel_id FROM outgoing WHERE state = 'pending' AND attempts >= 3 AND kind LIKE 'review.%' LIMIT ${MAX_COUNTED}
  ) AS undelivered`;

type Undelivered = { failed: number; retried: number; channels: number; channel_id: string | null } & {
  since: Instant | null;
};

/** Decision events have failed for good in the last day, or have been tried three times. */
export const decisionEventsFailing = condition({
  kind: "decision_events_failing",
  // The channel with most of them, and the number of channels; facts of earlier releases have neither.
  facts: z.strictObject({
    ...{ failed: z.number(), retried: z.number() },
    ...{ channel_id: z.string().nullable().default(null), channels: z.number().default(1) },
  }),
  example: { failed: 2, retried: 5, channel_id: "ch_0123456789abcdef01234567", channels: 2 },
  values: ({ channel_id, channels }, { subject }) => ({
    object: subject ?? channel_id,
    others: channels > 1 ? channels - 1 : null,
  }),
  path: "/settings/channels",
  async look({ tx }) {
    const [row] = (await tx.query<Undelivered>(UNDELIVERED)).rows;
    if (!row || row.since === null) return null;
    const { since, ...facts } = row;
    return { since, facts };
  },
});

export const diskLow = condition({
  kind: "disk_low",
  // The worker's machine; facts of earlier releases do not have it.
  facts: z.strictObject({
    ...{ folder: z.enum(["DATA_DIR", "BACKUP_DIR"]), free_megabytes: z.number() },
    host: z.string().nullable().default(null),
  }),
  example: { folder: "DATA_DIR", free_megabytes: 4200, host: "cotejo-1" },
  path: "/settings/system",
  look({ status: { capacity }, thresholds, now }) {
    const [fullest] = capacity.disks.toSorted((a, b) => a.free_bytes - b.free_bytes);
    if (!fullest || fullest.free_bytes >= thresholds.disk_low * 1e9) return null;
    const { folder, free_bytes } = fullest;
    return { since: now, facts: { folder, free_megabytes: Math.floor(free_bytes / 1e6), host: hostname() } };
  },
});

export const backupOld = condition({
  kind: "backup_old",
  // The time of the last good backup: null without a backup, and in facts of earlier releases.
  facts: z.strictObject({
    state: z.enum(["failed", "overdue"]),
    last_good_at: z.iso.datetime().nullable().default(null),
  }),
  example: { state: "overdue", last_good_at: "2026-01-01T03:04:05.000000Z" },
  values: ({ last_good_at: last }) => ({ last_good: last && utc(last) }),
  path: "/settings/system",
  look({ status: { backup }, now }) {
    const { state } = backup;
    if (state !== "failed" && state !== "overdue") return null;
    const { last_failed_at, last_succeeded_at } = backup;
    return { since: last_failed_at ?? last_succeeded_at ?? now, facts: { state, last_good_at: last_succeeded_at } };
  },
});
