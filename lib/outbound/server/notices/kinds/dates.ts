import { readPolicy } from "#lib/desk/server/review/policy.ts";
import { rolesWith } from "#lib/platform/contract/permissions.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn, startOfDay } from "#lib/platform/contract/working-time.ts";
import { fileOf, type NoticeCause, type NoticeKind } from "./kind.ts";

const PERMISSION = "verifications.read";
/** Files of one transaction: a day may begin with every file of the installation. */
const BATCH = 500;

const SOURCE = "concat_ws(' ', dates.verification_id, dates.due_on)";

/**
 * Assigned files whose causes begin on a day from `$1` to `$2`, and after `$3`. A file has one notice for the first day of
 * its causes, whoever gets it. Of accounts that get none no file is found, so that every batch is written.
 */
const BEGUN = `
  SELECT assignee AS user_id, ${SOURCE} AS source, dates.verification_id, $4::timestamptz AS at, NULL::uuid AS caused_by
  FROM file_dates AS dates JOIN reviews USING (verification_id) JOIN users ON users.id = assignee
  WHERE due_from BETWEEN $1::date AND $2::date AND due_from > $3::date
    AND users.disabled_at IS NULL AND users.role = ANY ($5::text[])
    AND NOT EXISTS (
      SELECT FROM notices WHERE notices.verification_id = dates.verification_id AND kind = 'dates_due' AND source = ${SOURCE})
  LIMIT ${BATCH}`;

/** The file of its addressee is in the lane of due dates from today on. No notice on the day of the installation. */
export const datesDue: NoticeKind = {
  kind: "dates_due",
  permission: PERMISSION,
  batch: BATCH,
  async find(tx, { since, begun }) {
    const { time_zone } = (await readPolicy(tx)).working;
    const today = dateIn(instantFromMs(Date.now()), time_zone);
    const days = [dateIn(since, time_zone), today, dateIn(begun, time_zone)];
    const values = [...days, startOfDay(today, time_zone), rolesWith(PERMISSION)];
    return (await tx.query<NoticeCause>(BEGUN, values)).rows;
  },
  // A new date or a check has ended the causes, or others have come first.
  shown: `EXISTS (SELECT FROM file_dates AS dates
    WHERE dates.verification_id = notice.verification_id AND ${SOURCE} = notice.source)`,
  path: fileOf,
};
