import type { OpeningReason } from "#lib/core/contract/need-to-know/policy.ts";
import type { SearchKind } from "#lib/core/contract/people/people-search.ts";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit, writeOpening } from "#lib/platform/server/audit/write.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

/*
 * The rules for one opening (design §9):
 * - People: their data is sent to a page, complete (`people.opened`), or with name and ends of the CURP only, as in a
 * file's list (`people.named`), once in a quarter of an hour. What an open page repeats by itself is no opening if the
 * user has one within the length of a session; people who are added meanwhile are written when they are sent.
 * - A PDF: each answer with the whole file. An answer with a part of it belongs to the opening of the same PDF by the
 * same user in the last quarter of an hour. Without such an opening, any part is an opening itself, so that no byte leaves
 * unrecorded. An answer without bytes (a refusal, a range beyond the end, HEAD) is no opening.
 * - A search of people is no opening, and is recorded separately: once a minute for each user and kind of text; files that
 * a later search of that minute shows first are written then. What a page repeats by itself is no search; of rows that have
 * not just changed, files that no search of the user showed within the length of a session are written.
 * - A file and a delivery's payload: a page that is shown, and a call by any client but a page of ours. A prefetch or a
 * refetch by a page is no opening. One entry in each quarter of an hour, counted from the full hour.
 */
const READING_SECONDS = 15 * 60;

/** The longest session, in seconds. */
const sessionLength = (): number => Math.round(env().SESSION_HOURS * 3600);

const recent = (seconds = READING_SECONDS): string => `
  FROM audit_log WHERE (ids ->> 'verification_id') COLLATE "C" = $1 AND action = $2 AND user_id = $3
    AND at > now() - interval '${seconds} seconds'`;

type Verification = { verification_id: string };

type SentPeople = Verification & {
  /** People whose data is sent to a page. */
  opened: readonly number[];
  /** People of whom only name and ends of the CURP are sent. */
  named: readonly number[];
  /** The reason of the opening, where the policy of need to know asked for it. */
  reason?: OpeningReason | undefined;
  /** A page that shows them already repeats its request by itself. */
  repeated?: boolean;
};

/** Records the people whose data is sent to a page, except those sent to this user in the last quarter of an hour. */
export async function recordPeopleSent(
  { verification_id, opened, named, reason, repeated = false }: SentPeople,
  actor: Actor,
  { pool }: Pooled = database(),
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await withLock(tx, "opening", verification_id, actor);
    const record = async (action: "people.opened" | "people.named", people_ids: readonly number[]) => {
      if (people_ids.length === 0) return;
      const { rows } = await tx.query<{ people_id: number }>(
        `SELECT DISTINCT jsonb_array_elements(ids -> 'people_ids')::bigint AS people_id
           ${recent(repeated ? sessionLength() : READING_SECONDS)}`,
        [verification_id, action, actor.user?.id],
      );
      const known = new Set(rows.map(({ people_id }) => people_id));
      const others = [...new Set(people_ids)].filter((id) => !known.has(id));
      if (others.length === 0) return;
      const after = action === "people.opened" && reason !== undefined ? { reason } : undefined;
      await writeAudit(tx, { action, ids: { verification_id, people_ids: others }, actor, after });
    };
    await record("people.opened", opened);
    await record("people.named", named);
  });
}

/** Records that a PDF, or with `part` some of its bytes, goes to a user. */
export async function recordPdfOpened(
  { verification_id, people_id, part }: Verification & { people_id: number; part: boolean },
  actor: Actor,
  { pool }: Pooled = database(),
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await withLock(tx, "opening", verification_id, actor);
    const { rows } = await tx.query<{ id: number }>(
      `SELECT id ${recent()} AND ids -> 'people_ids' @> to_jsonb($4::bigint) LIMIT 1`,
      [verification_id, "curp_pdf.opened", actor.user?.id, people_id],
    );
    if (part && rows.length > 0) return;
    await writeAudit(tx, { action: "curp_pdf.opened", ids: { verification_id, people_ids: [people_id] }, actor });
  });
}

/** Records that a user is redirected to the original of an item, each time. */
export async function recordOriginalOpened(
  { verification_id, item_id }: Verification & { item_id: number },
  actor: Actor,
  { pool }: Pooled = database(),
): Promise<void> {
  await writeAudit(pool, { action: "original.opened", ids: { verification_id, item_id }, actor });
}

/** Serialises the requests of one user, as of two tabs or ranges: the second request sees the first one's entry. */
async function withLock(tx: Client, kind: string, subject: string, { user }: Actor): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [JSON.stringify([kind, user?.id, subject])]);
}

/** The files shown by a user's searches of one kind in the last `$3` seconds; no row without such a search. */
const RECENTLY_SHOWN = `
  SELECT ids -> 'verification_ids' AS shown FROM audit_log
  WHERE user_id = $1 AND at > now() - make_interval(secs => $3) AND action = 'people.searched' AND after ->> 'text' = $2`;

type SearchedPeople = {
  kind: SearchKind;
  found: ListCount;
  shown: readonly string[];
  /** A page that shows this search repeats its request by itself. */
  repeated?: boolean;
};

/** Records a search of people: the kind of text, the number of people, and the files shown. */
export async function recordPeopleSearched(
  { kind, found, shown, repeated = false }: SearchedPeople,
  actor: Actor,
  { pool }: Pooled = database(),
): Promise<void> {
  if (repeated && shown.length === 0) return;
  await inTransaction(pool, async (tx) => {
    await withLock(tx, "search", kind, actor);
    const seconds = repeated ? sessionLength() : 60;
    const { rows } = await tx.query<{ shown: string[] }>(RECENTLY_SHOWN, [actor.user?.id, kind, seconds]);
    const known = new Set(rows.flatMap((row) => row.shown));
    const verification_ids = [...new Set(shown)].filter((id) => !known.has(id));
    if (rows.length > 0 && verification_ids.length === 0) return;
    const after = { text: kind, found: typeof found === "number" ? found : found.at_least };
    await writeAudit(tx, { action: "people.searched", ids: { verification_ids }, actor, after });
  });
}

/** Records that a file is shown to a user, or goes to another system. */
export const recordFileOpened = (
  { verification_id }: Verification,
  actor: Actor,
  { pool }: Pooled = database(),
): Promise<void> => writeOpening(pool, { action: "verification.opened", ids: { verification_id }, actor });

/** Records that a delivery with its payload is shown to a user, or goes to another system. */
export const recordDeliveryOpened = (
  { delivery_id, verification_id }: { delivery_id: number; verification_id: string | null },
  actor: Actor,
  { pool }: Pooled = database(),
): Promise<void> =>
  writeOpening(pool, {
    action: "delivery.opened",
    ids: { delivery_id, ...(verification_id !== null && { verification_id }) },
    actor,
  });

/** Whether a page of ours sends the request as a prefetch or refetch: only browsers send this header. */
export const isRequestedByPage = (headers: Headers): boolean => headers.get("sec-fetch-site") === "same-origin";
