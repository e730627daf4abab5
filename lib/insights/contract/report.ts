import type { Exception, Resolution, ReviewState } from "#lib/core/contract/verifications/review.ts";
import type { PolicyChange, Words } from "#lib/desk/contract/review/policy-changes.ts";
import { dayAfter, type Instant } from "#lib/platform/contract/time.ts";
import { defineFilter, text } from "#lib/platform/contract/url-parameters.ts";
import type { Insights } from "./insights.ts";
import type { ReportRow } from "./report-rows.ts";

const MONTH = /^[12]\d{3}-(0[1-9]|1[0-2])$/;
export const isMonth = (text: string): boolean => MONTH.test(text);

/** The parameters of the report's page; no month after the current one. */
export const reportAddress = (current: string) =>
  defineFilter({ month: text((month) => isMonth(month) && month <= current) });

/** `YYYY-MM`, so many months later. */
export function monthAfter(month: string, months = 1): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

export const daysOfMonth = (month: string): { from: string; to: string } => ({
  from: `${month}-01`,
  to: dayAfter(`${monthAfter(month)}-01`, -1),
});

/** Rows of each table, so that a report has four pages at most; the list has the others. */
export const MAX_REPORTED = 18;
export const MAX_REPORTED_REOPENED = 8;
export const MAX_REPORTED_FAILURES = 5;
export const MAX_REPORTED_POLICIES = 5;
export const MAX_REPORTED_PEOPLE = 20;
/** Characters of the reason of a decision. */
export const MAX_REPORTED_REASON = 140;

type ReportedFile = { verification_id: string; tag: string | null; title: string | null };

/** An acceptance in spite of exceptions. */
export type ReportedException = ReportedFile & {
  entry_id: number;
  at: Instant;
  exceptions: Exception[];
  /** Names at that time; null if unknown. */
  decided_by: string | null;
  approved_by: string | null;
  /** In the words of the author, shortened to `MAX_REPORTED_REASON`. */
  reason: string | null;
  /** SHA-256 of the basis of the decision. */
  digest: string;
};

/** A decision that was brought back because facts changed. */
export type ReportedReopening = ReportedFile & {
  at: Instant;
  /** Kinds of differences. */
  changes: string[];
  /** The decision that was brought back; null if unknown. */
  decided: { at: Instant; resolution: Resolution } | null;
  /** The outcome since: a new decision, vanished differences, or the current state. */
  outcome:
    | { kind: "decided"; at: Instant; resolution: Resolution; by: string | null }
    | { kind: "vanished"; at: Instant }
    | { kind: "state"; state: ReviewState | null };
};

/** Files rejected or closed for a reason of the catalogue, in the words of the newest policy with it. */
export type ReportedReason = { resolution: Resolution; code: string | null; words: Words | null; files: number };

/** A version of the review policy that was in force in the month. */
export type ReportedPolicy = {
  version: number;
  since: Instant;
  /** The current name; null for the installation itself, and for an account that is gone. */
  by: string | null;
  /** Null for the first version. */
  changes: PolicyChange[] | null;
};

export type SignOff = {
  user_id: string;
  /** Name and role at that time. */
  name: string;
  role: string;
  at: Instant;
  /** SHA-256 of the signed report. */
  digest: string;
};

/** Files that a number of the month leaves out. */
export type ReportGaps = { unknown: number; unreported: number; status_gaps: number; untimed: number };

/** The report of a month of the policy's time zone (`/insights/report`). */
export type MonthlyReport = {
  month: string;
  from: string;
  to: string;
  time_zone: string;
  /** The month has ended. */
  is_over: boolean;
  made_at: Instant;
  /** The address of the installation. */
  origin: string;
  /** Files with news that the figures do not have yet. */
  pending_files: number;
  rows: ReportRow[];
  gaps: ReportGaps;
  /** The numbers of dates on the day on which the report was made; the digest leaves these numbers out. */
  dates: Insights["dates"];
  failures: Insights["items"];
  exceptions: { items: ReportedException[]; total: number };
  reasons: ReportedReason[];
  reopened: { items: ReportedReopening[]; total: number };
  /** The newest first. */
  policies: { items: ReportedPolicy[]; total: number };
  /** Null for readers who may not see the workload of others. */
  workload: Insights["review"]["by_assignee"] | null;
  /** SHA-256 of the numbers, decisions and policies above, lowercase hex. */
  digest: string;
  /** The newest first. */
  sign_offs: SignOff[];
};
