import { DERIVED, type StoredByModule } from "#lib/platform/server/stored.ts";

export const outbound: StoredByModule = {
  tables: {
    kept_mails: DERIVED,
    outgoing: DERIVED,
    notices: DERIVED,
    letters: { derived: false, counted: "letters" },
  },
  // A queued letter is not sent any more.
  whenBlocked: [
    "UPDATE letters SET state = 'unknown', ended_at = now() WHERE verification_id = $1 AND state = 'pending'",
  ],
  // A letter may have been sent after the backup; the queue does not send it again.
  whenRestored: ["UPDATE letters SET state = 'unknown', ended_at = now() WHERE state = 'pending'"],
};
