import { setTimeout as wait } from "node:timers/promises";
import type { VerificationPeople } from "#lib/contract/people/person.ts";
import { CotejoError } from "#lib/server/base/errors.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";
import { knownVerifications } from "#lib/server/refresh/import.ts";
import { readVerification } from "#lib/server/refresh/read-verification.ts";
import { serviceClient } from "#lib/server/service-calls/client.ts";
import { openVerification } from "#lib/server/verification-page/open.ts";
import { listPeopleOfVerification } from "./list-of-verification.ts";

/** How long a person waits for the service (design §5). */
const DEADLINE_MS = 5_000;
const APPLIED_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** Whether these people are being read at this moment, or what was read waits to be applied. */
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
  const known = await knownVerifications([verification_id], connection);
  if (known.size === 0 && !(await openVerification({ verification_id, userId }, connection))) return null;
  for (
    const deadline = Date.now() + DEADLINE_MS + APPLIED_WITHIN_MS;
    Date.now() < deadline;
    await wait(LOOK_EVERY_MS)
  ) {
    const result = await readVerification(connection, serviceClient(connection), {
      verification_id,
      subject: "people",
      userId,
      deadlineMs: DEADLINE_MS,
    });
    if (result.outcome !== "failed") await applied(connection, verification_id);
    const people = await listPeopleOfVerification(verification_id, connection);
    if (people) return people;
    if (result.outcome === "failed") throw result.error;
    // The other reader may fail or die: then we read and answer.
  }
  throw new CotejoError("INTERNAL_SERVER_ERROR", 503, "The service's answer has not been applied yet.", {
    retryable: true,
  });
}

async function applied({ pool }: Pooled, verification_id: string): Promise<void> {
  for (const deadline = Date.now() + APPLIED_WITHIN_MS; Date.now() < deadline; await wait(LOOK_EVERY_MS)) {
    const { rows } = await pool.query<{ under_way: boolean }>(UNDER_WAY, [verification_id]);
    if (rows[0]?.under_way === false) return;
  }
}
