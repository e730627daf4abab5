import { setTimeout as delay } from "node:timers/promises";
import { gauge, refreshBefore } from "#lib/server/base/metrics.ts";
import type { Pooled } from "#lib/server/db/database.ts";
import { countOpenReviews } from "#lib/server/review/lanes.ts";
import { getInboxState } from "#lib/server/status/inbox.ts";

/** Without an answer by then the values are unknown: monitoring waits ten seconds at most. */
const PATIENCE_MS = 3_000;

const isUp = gauge("cotejo_database_up", "1 where the database answers, else 0.");
const pending = gauge("cotejo_inbox_pending", "Stored rows of the inbox that are not applied yet; counted to 10,000.");
const oldest = gauge("cotejo_inbox_oldest_pending_seconds", "Time since the first of them came; 0 without one.");
const reviews = gauge("cotejo_reviews_open", "Reviews in a lane of the desk; counted to 1,001.", ["lane"]);

/** Has the database's numbers read before each answer of the metrics; unknown ones are NaN. */
export function measureDatabase(database: Pooled): void {
  refreshBefore(async () => {
    const reading = Promise.all([getInboxState(database), countOpenReviews(database)]);
    const read = await Promise.race([reading, delay(PATIENCE_MS, null, { ref: false })]).catch(() => null);
    reading.catch(() => undefined);
    isUp.set(read ? 1 : 0);
    const [inbox, lanes = []] = read ?? [];
    pending.set(inbox?.waiting ?? Number.NaN);
    const since = inbox?.oldest_at ? Date.now() - Date.parse(inbox.oldest_at) : 0;
    oldest.set(inbox ? Math.max(0, since / 1000) : Number.NaN);
    reviews.reset();
    for (const { lane, count } of lanes) reviews.set({ lane }, count);
  });
}
