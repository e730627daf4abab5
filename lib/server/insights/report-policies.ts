import { MAX_REPORTED_POLICIES, type MonthlyReport, type ReportedPolicy } from "#lib/contract/insights/report.ts";
import { policyChanges } from "#lib/contract/review/policy-changes.ts";
import type { Client } from "#lib/server/db/database.ts";
import { policyOf } from "#lib/server/review/policy.ts";
import type { Between } from "./report-decisions.ts";

/** A version is in force until the next one, at whose beginning it is not any more. */
const IN_FORCE = `
  WITH versions AS (
    SELECT version, at, user_id, LEAD(at) OVER (ORDER BY version) AS next_at, LAG(version) OVER (ORDER BY version) AS previous
    FROM review_policies
  )
  SELECT versions.version, versions.at AS since, users.name AS by, versions.previous, (count(*) OVER ())::int AS total
  FROM versions LEFT JOIN users ON users.id = versions.user_id
  WHERE versions.at < $2::timestamptz AND (versions.next_at IS NULL OR versions.next_at > $1::timestamptz)
  ORDER BY versions.version DESC LIMIT ${MAX_REPORTED_POLICIES}`;

type VersionRow = Omit<ReportedPolicy, "changes"> & { previous: number | null; total: number };

/** The versions of the review policy in force in the period, the newest first, each with its changes. */
export async function readPoliciesInForce(tx: Client, period: Between): Promise<MonthlyReport["policies"]> {
  const { rows } = await tx.query<VersionRow>(IN_FORCE, period);
  const items: ReportedPolicy[] = [];
  for (const { previous, total: _, ...version } of rows) {
    const changes =
      previous === null ? null : policyChanges(await policyOf(tx, previous), await policyOf(tx, version.version));
    items.push({ ...version, changes });
  }
  return { items, total: rows[0]?.total ?? 0 };
}
