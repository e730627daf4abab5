import { hash } from "node:crypto";
import { policyChanges } from "#lib/desk/contract/review/policy-changes.ts";
import { policyOf, readPolicy } from "#lib/desk/server/review/policy.ts";
import { INSIGHTS, type Insights } from "#lib/insights/contract/insights.ts";
import {
  daysOfMonth,
  MAX_REPORTED_FAILURES,
  MAX_REPORTED_PEOPLE,
  MAX_REPORTED_POLICIES,
  type MonthlyReport,
  monthAfter,
  type ReportedPolicy,
  type ReportGaps,
  type SignOff,
} from "#lib/insights/contract/report.ts";
import { reportRows } from "#lib/insights/contract/report-rows.ts";
import { periodOf } from "#lib/platform/contract/figure.ts";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import { type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { conflict } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inSnapshot, type Pooled } from "#lib/platform/server/db/database.ts";
import { type InsightsCaller, readWholeInsights } from "./read.ts";
import { readExceptions, readReasons, readReopened, type TimeRange } from "./report-decisions.ts";

/** The current month in the zone of the policy. */
export async function currentMonth({ pool }: Pooled = database(), now: Instant = instantFromMs(Date.now())) {
  const { working } = await readPolicy(pool);
  return dateIn(now, working.time_zone).slice(0, 7);
}

/** The instants of a month in the zone, the second exclusive. */
export function spanOfMonth(month: string, timeZone: string): TimeRange {
  const { from, to } = daysOfMonth(month);
  const { since, until } = periodOf(from, to, timeZone);
  return [since, until];
}

/** The report of a month, of one snapshot; its figures are of another, up to a minute older (`readWholeInsights`). */
export async function readReport(
  month: string,
  caller: InsightsCaller,
  connection: Pooled = database(),
): Promise<MonthlyReport> {
  const figuresOf = (one: string) =>
    readWholeInsights({ ...INSIGHTS.empty, ...daysOfMonth(one), group: "month" }, caller, connection);
  const [now, before] = await Promise.all([figuresOf(month), figuresOf(monthAfter(month, -1))]);
  return inSnapshot(connection.pool, async (tx) => {
    const { working } = await readPolicy(tx);
    const made_at = instantFromMs(Date.now());
    const span = spanOfMonth(month, working.time_zone);
    const content = {
      ...{ month, ...daysOfMonth(month), time_zone: working.time_zone },
      ...{ rows: reportRows(now, before), gaps: gapsOf(now), failures: now.items.slice(0, MAX_REPORTED_FAILURES) },
      exceptions: await readExceptions(tx, span),
      reasons: await readReasons(tx, span),
      reopened: await readReopened(tx, span),
      policies: await readPoliciesInForce(tx, span),
    };
    return {
      ...content,
      ...{ is_over: span[1] <= made_at, made_at, origin: env().APP_ORIGIN, pending_files: now.pending_files },
      dates: now.dates,
      workload: caller.seesTeam ? workloadOf(now) : null,
      digest: digestOf(content),
      sign_offs: await readSignOffs(tx, month),
    };
  });
}

const MAX_SIGN_OFFS = 20;

const readSignOffs = async (tx: Client, month: string): Promise<SignOff[]> =>
  (
    await tx.query<SignOff>(
      `SELECT user_id, name, role, at, digest FROM report_sign_offs
       WHERE month = $1 ORDER BY at DESC, user_id LIMIT ${MAX_SIGN_OFFS}`,
      [month],
    )
  ).rows;

const gapsOf = ({ completion, funnel_gaps, review }: Insights): ReportGaps => ({
  ...{ unknown: completion.unknown, unreported: completion.unreported, status_gaps: funnel_gaps },
  untimed: Math.max(0, review.decided - review.timed),
});

const workloadOf = ({ review }: Insights) =>
  review.by_assignee.filter(({ decided }) => decided > 0).slice(0, MAX_REPORTED_PEOPLE);

/**
 * SHA-256 of the events of the month: equal for all readers and at any time. Names and titles, which may change, and
 * later outcomes of a decision are not part of it.
 */
export function digestOf({ exceptions, reopened, policies, ...report }: ReportContent): string {
  const { month, from, to, time_zone, rows, gaps, failures, reasons } = report;
  const signed = {
    ...{ month, from, to, time_zone, rows, gaps, failures, reasons },
    exceptions: {
      total: exceptions.total,
      items: exceptions.items.map(({ entry_id, exceptions: kinds, digest }) => ({
        entry_id,
        exceptions: kinds,
        digest,
      })),
    },
    reopened: {
      total: reopened.total,
      items: reopened.items.map(({ verification_id, at, changes }) => ({ verification_id, at, changes })),
    },
    policies: policies.items.map(({ version, since, changes }) => ({ version, since, changes })),
  };
  return hash("sha256", canonicalJson(signed));
}

type ReportContent = Pick<
  MonthlyReport,
  | ("month" | "from" | "to" | "time_zone")
  | ("rows" | "gaps" | "failures" | "exceptions" | "reasons" | "reopened" | "policies")
>;

const INSERT = `
  INSERT INTO report_sign_offs (month, user_id, name, role, digest) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING`;

/**
 * Records a user's sign-off of the report of a month. Throws CONFLICT for a month that is not over, for a report with
 * another digest than the given one, and for a second sign-off.
 */
export async function signOff(
  month: string,
  digest: string,
  { id, name, role }: SessionUser & { id: string },
  connection: Pooled = database(),
): Promise<void> {
  const report = await readReport(month, { userId: id, seesTeam: false }, connection);
  if (!report.is_over) throw conflict("This month is not over.");
  if (report.digest !== digest) throw conflict("The report has changed since; load it again.");
  const { rowCount } = await connection.pool.query(INSERT, [month, id, name, role, digest]);
  if (rowCount === 0) throw conflict("You have signed this report off already.");
}

/** A version is in force until the next one begins. */
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
export async function readPoliciesInForce(tx: Client, period: TimeRange): Promise<MonthlyReport["policies"]> {
  const { rows } = await tx.query<VersionRow>(IN_FORCE, period);
  const items: ReportedPolicy[] = [];
  for (const { previous, total: _, ...version } of rows) {
    const changes =
      previous === null ? null : policyChanges(await policyOf(tx, previous), await policyOf(tx, version.version));
    items.push({ ...version, changes });
  }
  return { items, total: rows[0]?.total ?? 0 };
}
