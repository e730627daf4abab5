import type { SystemStatus } from "#lib/core/contract/status.ts";
import { type Client, findRow } from "#lib/platform/server/db/database.ts";
import { RUNS } from "./instances.ts";

const MAX_COUNTED = 10_000;

/** In the order of the index of pending rows: untried rows first, by age. */
const PENDING = `
  SELECT count(*)::int AS waiting, min(received_at) AS oldest_at,
    (SELECT sum(applied_per_second) FROM instances WHERE ${RUNS}) AS applied_per_second
  FROM (
    SELECT received_at FROM inbox WHERE state = 'pending' ORDER BY next_attempt_at NULLS FIRST, id LIMIT ${MAX_COUNTED}
  ) AS pending`;

/** Number of pending rows, at most `MAX_COUNTED`, the time of the oldest, and the pace of all workers. */
export const getInboxState = async (client: Client): Promise<SystemStatus["inbox"]> =>
  (await findRow<SystemStatus["inbox"]>(client, PENDING)) ?? { waiting: 0, oldest_at: null, applied_per_second: null };
