import { ACCOUNT_NOTICES } from "#lib/access/contract/user.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import { addMs, instantFromMs } from "#lib/platform/contract/time.ts";
import { deadlineAfter } from "#lib/platform/contract/working-days.ts";
import { dateIn, startOfDay } from "#lib/platform/contract/working-time.ts";
import { fileOf, type NoticeCause, type NoticeKind } from "./kind.ts";

/** Open, assigned reviews with a due time between `$1` and `$2`, one notice for each due time. */
const dueBetween = (at: string) => `
  SELECT assignee AS user_id, concat_ws(' ', verification_id, extract(epoch FROM due_at)) AS source, verification_id, ${at} AS at, NULL::uuid AS caused_by
  FROM reviews WHERE state = 'open' AND assignee IS NOT NULL AND due_at >= $1 AND due_at <= $2`;

const DUE_TODAY = dueBetween("$3::timestamptz");
const OVERDUE = dueBetween("due_at");

const DAY_MS = 24 * 60 * 60_000;

/** The review of its addressee is due today, in the policy's time zone. No notice on the day of the installation. */
export const dueToday: NoticeKind = {
  kind: "due_today",
  permission: "reviews.read",
  async find(tx, { begun }) {
    const { working } = await readPolicy(tx);
    const now = instantFromMs(Date.now());
    const today = startOfDay(dateIn(now, working.time_zone), working.time_zone);
    if (today < begun) return [];
    // A day may have 25 hours: its end is the beginning of the date that has the next noon.
    const end = startOfDay(dateIn(addMs(today, 1.5 * DAY_MS), working.time_zone), working.time_zone);
    return (await tx.query<NoticeCause>(DUE_TODAY, [now, addMs(end, -1), today])).rows;
  },
  path: fileOf,
};

export const overdue: NoticeKind = {
  kind: "overdue",
  permission: "reviews.read",
  find: async (tx, { since }) => (await tx.query<NoticeCause>(OVERDUE, [since, instantFromMs(Date.now())])).rows,
  path: fileOf,
};

/** Working days before a deadline. */
const DAYS_BEFORE = 3;

/** One notice for each deadline: an extension and an answer set another deadline. */
const ARCO_DUE = `
  SELECT users.id AS user_id, concat_ws(' ', request.id, extract(epoch FROM due_at)) AS source, NULL::text AS verification_id,
    $1::timestamptz AS at, NULL::uuid AS caused_by
  FROM arco_requests AS request CROSS JOIN users WHERE due_at >= $1 AND due_at <= $2`;

/** A request under the data law is due within three working days, for everybody who may answer it. */
export const arcoDue: NoticeKind = {
  kind: "arco_due",
  permission: "privacy.requests",
  async find(tx) {
    const now = instantFromMs(Date.now());
    const { working } = await readPolicy(tx);
    return (await tx.query<NoticeCause>(ARCO_DUE, [now, deadlineAfter(now, DAYS_BEFORE, working).due_at])).rows;
  },
  path: () => "/privacy",
};

const EPISODE = "extract(epoch FROM since)::text";

/** A repeated event of an account writes no second notice until the user acknowledges the first above the pages. */
const ACCOUNT_EVENTS = `
  SELECT user_id, ${EPISODE} AS source, NULL::text AS verification_id, since AS at, NULL::uuid AS caused_by
  FROM account_notices WHERE kind = $1 AND since >= $2`;

/** Events of the addressee's own account. The notice leaves the bell once it is acknowledged. */
export const ofAccount = ACCOUNT_NOTICES.map(
  (kind): NoticeKind => ({
    kind,
    permission: "account.own",
    find: async (tx, { since }) => (await tx.query<NoticeCause>(ACCOUNT_EVENTS, [kind, since])).rows,
    shown: `EXISTS (SELECT FROM account_notices AS own
      WHERE own.user_id = notice.user_id AND own.kind = notice.kind AND ${EPISODE} = notice.source)`,
    path: () => "/account",
  }),
);
