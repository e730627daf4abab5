import { setTimeout as wait } from "node:timers/promises";
import { type ShownPeople, shownPerson } from "#lib/core/contract/need-to-know/shown.ts";
import { type Person, shortenedPerson, type VerificationPeople } from "#lib/core/contract/people/person.ts";
import { recordPeopleSent } from "#lib/core/server/need-to-know/openings.ts";
import { readNeedToKnow } from "#lib/core/server/need-to-know/policy.ts";
import { ensureKnown } from "#lib/core/server/refresh/open.ts";
import { readVerification, USER_DEADLINE_MS } from "#lib/core/server/refresh/read-verification.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { CotejoError, notFound } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { listPeopleOfVerification } from "./list-of-verification.ts";
import { type Reader, reasonsFor } from "./opening-reasons.ts";

const APPLIED_WITHIN_MS = 5_000;
const POLL_INTERVAL_MS = 50;

/** Whether a read of these people is running, or its answer waits to be applied. */
const UNDER_WAY = `
  SELECT EXISTS (
    SELECT FROM verification_reads WHERE verification_id = $1 AND subject = 'people'
      AND started_at > now() - interval '10 seconds'
  ) OR EXISTS (
    SELECT FROM inbox WHERE verification_id = $1 AND kind = 'snapshot' AND subject = 'people' AND state = 'pending'
  ) AS under_way`;

/**
 * The people of a verification for a user who opens them (design §5): read from the service now, stored through the
 * inbox, answered by the read model; when the service fails, the last answer, marked stale. Null for an unknown
 * verification. Throws the service's failure when its people were never read, and a retryable error when no worker
 * applies its answer.
 */
export async function openPeople(
  { verification_id, userId }: { verification_id: string; userId: string },
  connection: Pooled = database(),
): Promise<VerificationPeople | null> {
  // People are not stored for an otherwise unknown verification.
  if (!(await ensureKnown({ verification_id, userId }, connection))) return null;
  for (
    const deadline = Date.now() + USER_DEADLINE_MS + APPLIED_WITHIN_MS;
    Date.now() < deadline;
    await wait(POLL_INTERVAL_MS)
  ) {
    const result = await readVerification(connection, serviceClient(connection), {
      verification_id,
      subject: "people",
      userId,
    });
    if (result.outcome !== "failed") await applied(connection, verification_id);
    const people = await listPeopleOfVerification(verification_id, connection);
    if (people) return people;
    if (result.outcome === "failed") throw result.error;
    // If the process that reads fails or dies, the next turn of this loop reads.
  }
  throw new CotejoError("INTERNAL_SERVER_ERROR", 503, "The service's answer has not been applied yet.", {
    retryable: true,
  });
}

async function applied({ pool }: Pooled, verification_id: string): Promise<void> {
  for (const deadline = Date.now() + APPLIED_WITHIN_MS; Date.now() < deadline; await wait(POLL_INTERVAL_MS)) {
    const { rows } = await pool.query<{ under_way: boolean }>(UNDER_WAY, [verification_id]);
    if (rows[0]?.under_way === false) return;
  }
}

type Input = {
  verification_id: string;
  /** The person who is sent whole; absent for everybody. */
  whole?: number | "none" | undefined;
  /** Whether the service is read; otherwise only if the read model has no people. */
  read: boolean;
  /** Whether a page that shows these people repeats its request by itself. */
  repeated?: boolean;
};

/**
 * The people of a verification for a page: whole people are recorded as opened, and the others as names seen, before
 * the answer is sent. No other function sends people to a page. Throws REASON_REQUIRED if the policy asks the reader
 * for a reason that was not given.
 */
export async function showPeople(
  { verification_id, whole, read, repeated }: Input,
  reader: Reader,
  actor: Actor,
  connection: Pooled = database(),
): Promise<ShownPeople> {
  const policy = await readNeedToKnow(connection.pool);
  const asked = typeof whole === "number" ? [whole] : [];
  // Checked before the read, so that a missing reason causes no call of the service.
  await reasonsFor({ verification_id, people_ids: asked }, reader, policy, connection.pool);
  const people =
    (read ? null : await listPeopleOfVerification(verification_id, connection)) ??
    (await openPeople({ verification_id, userId: reader.id }, connection));
  if (!people) throw notFound("This verification");
  const isWhole = ({ people_id }: Person) => whole === undefined || whole === people_id;
  const ids = (list: readonly Person[]) => list.flatMap(({ people_id }) => people_id ?? []);
  const opened = ids(people.full_list.filter(isWhole));
  const named = ids(people.full_list.filter((person) => !isWhole(person)));
  const reasons = await reasonsFor({ verification_id, people_ids: opened }, reader, policy, connection.pool);
  const reason = reasons.get(opened[0] ?? 0);
  await recordPeopleSent({ verification_id, opened, named, reason, repeated }, actor, connection);
  const shown = policy.roles[reader.role];
  return {
    ...people,
    full_list: people.full_list.map((person) => shownPerson(isWhole(person) ? person : shortenedPerson(person), shown)),
    shown,
  };
}
