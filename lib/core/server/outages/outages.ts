import type { Outage, OutageCause, Outages } from "#lib/core/contract/verifications/incomplete.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { DOWN_AFTER_SECONDS } from "./heartbeat.ts";
import { KNOWN_OUTAGES } from "./known-outages.ts";
import { lossesOf, type Span } from "./losses.ts";
import { missedSince } from "./missed-since.ts";

/** Enough for the list; older outages mark no verification any more. */
const MAX_OUTAGES = 200;

const MAX_COUNTED = 10_000;

/** The budget's pace before its first call (`service-calls/budget.ts`). */
const FULL_PACE = 10;

type OutageRow = Omit<Outage, "lost" | "dismissed"> & {
  dismissed_at: Instant | null;
  dismissed_by: string | null;
  now: number;
};

/** Recorded outages, and the current outage of a silent receiver, which is recorded when a receiver is back. */
const SELECT = `
  SELECT *, extract(epoch FROM now())::float8 * 1000 AS now FROM (
    ${KNOWN_OUTAGES}
    UNION ALL
    SELECT NULL, 'receiver_down', gap.began_at, NULL, NULL, NULL
    FROM (SELECT max(beat_at) AS last_beat FROM heartbeats WHERE process = 'receiver') AS before
      CROSS JOIN LATERAL (SELECT ${missedSince("before.last_beat", "now()")} AS began_at) AS gap
    WHERE gap.began_at < now() - interval '${DOWN_AFTER_SECONDS} seconds'
  ) AS known
  ORDER BY began_at DESC, outage_id DESC NULLS FIRST LIMIT ${MAX_OUTAGES}`;

async function select(client: Client): Promise<Outage[]> {
  const { rows } = await client.query<OutageRow>(SELECT);
  const losses = lossesOf(rows, rows[0]?.now ?? 0);
  return rows.map(({ dismissed_at, dismissed_by, now: _, ...outage }, index) => ({
    ...outage,
    lost: losses[index] ?? [],
    dismissed: dismissed_at === null ? null : { at: dismissed_at, by: dismissed_by },
  }));
}

/** The times of lost deliveries, without those of dismissed outages; the latest first. */
export async function listLosses(client: Client): Promise<(Span & { cause: OutageCause })[]> {
  return (await select(client)).flatMap(({ cause, lost, dismissed }) =>
    dismissed ? [] : lost.toReversed().map((loss) => ({ ...loss, cause })),
  );
}

const READING = `
  SELECT count(*)::int AS left, CASE WHEN count(*) > 0 THEN GREATEST(
    max(due_at),
    GREATEST(now(), (SELECT paused_until FROM service_budget)) + make_interval(secs => count(*) / COALESCE((SELECT per_second FROM service_budget), ${FULL_PACE}))
  ) END AS done_at
  FROM (SELECT due_at FROM refresh_requests WHERE reason = 'outage' LIMIT ${MAX_COUNTED}) AS due`;

/** The answer of `GET /api/outages`. */
export async function listOutages({ pool }: Pooled = database()): Promise<Outages> {
  const outages = await select(pool);
  const [reading] = (await pool.query<Outages["reading"]>(READING)).rows;
  return { outages, reading: reading ?? { left: 0, done_at: null } };
}

/** Stops an outage from marking verifications. False for a current, dismissed or unknown outage. */
export async function dismissOutage(outage_id: number, by: string, { pool }: Pooled = database()): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE outages SET dismissed_at = now(), dismissed_by = $2
     WHERE id = $1 AND dismissed_at IS NULL
       AND EXISTS (SELECT FROM (${KNOWN_OUTAGES}) AS known WHERE outage_id = $1 AND known.ended_at IS NOT NULL)`,
    [outage_id, by],
  );
  return rowCount === 1;
}
