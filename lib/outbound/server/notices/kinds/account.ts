import { ACCOUNT_NOTICES } from "#lib/access/contract/user.ts";
import type { NoticeCause, NoticeKind } from "./kind.ts";

const EPISODE = "extract(epoch FROM since)::text";

/** One notice until the user acknowledges it above the pages, however often the event repeats. */
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
