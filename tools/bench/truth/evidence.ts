import type { Emitted } from "./compare.ts";
import type { Subject } from "./installation.ts";

const RECEIVED = `
  SELECT line FROM (
    SELECT received_at AS at, id, format('%s received %s signed %s state %s copies %s %s', received_at, event_name,
      to_timestamp(signed_at), state, copies, convert_from(body, 'UTF8')) AS line
    FROM inbox WHERE verification_id = $1 AND kind = 'delivery'
    UNION ALL
    SELECT entry.received_at, entry.id, format('%s read %s at %s: status %s, documents %s, computed at %s', entry.received_at,
      entry.subject, entry.read_at, read.status, read.documents_status, read.findings_computed_at)
    FROM inbox AS entry LEFT JOIN verification_snapshots AS read USING (verification_id, subject, read_at, body_hash)
    WHERE verification_id = $1 AND entry.kind = 'snapshot'
    UNION ALL
    SELECT 'infinity', 0, format('to be read: %s for %s, due %s, requested %s, attempts %s', subject, reason, due_at, requested_at, attempts)
    FROM refresh_requests WHERE verification_id = $1
    UNION ALL
    SELECT 'infinity', 1, format('last read: %s started %s succeeded %s failed %s %s', subject, started_at, succeeded_at, failed_at, error_code)
    FROM verification_reads WHERE verification_id = $1
  ) AS known ORDER BY at, id`;

/** The deliveries of a file as the service emitted them and as they arrived, its readings, and its pending reads. */
export async function readEvidence({ service, cotejo }: Subject, verification_id: string, events: readonly Emitted[]) {
  const { rows: played } = await service.pool.query<{ scenario: string }>(
    "SELECT scenario FROM sandbox.played WHERE verification_id = $1",
    [verification_id],
  );
  const { rows } = await cotejo.pool.query<{ line: string }>(RECEIVED, [verification_id]);
  const emitted = events.map(
    ({ event_name, data, lost, known }) =>
      `emitted ${event_name}${lost ? " (lost)" : ""}${known ? " (in the outage)" : ""} ${JSON.stringify(data)}`,
  );
  return { verification_id, scenario: played[0]?.scenario ?? "", lines: [...emitted, ...rows.map(({ line }) => line)] };
}
