import { listPeople, type VerificationPeople } from "#lib/core/contract/people/person.ts";
import { readFreshness } from "#lib/core/server/verifications/summary.ts";
import { excessOf, MAX_PEOPLE } from "#lib/platform/contract/bounds.ts";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { type Client, database, inSnapshot, type Pooled } from "#lib/platform/server/db/database.ts";
import { joinLookups, readLookups } from "./lookups.ts";

/**
 * The people of a verification in the newest applied answer of the people endpoint, each with the lookups and the
 * failure of the last one, which only events report. Null before the first answer.
 */
export async function listPeopleOfVerification(
  verification_id: string,
  { pool }: Pooled = database(),
): Promise<VerificationPeople | null> {
  return inSnapshot(pool, async (client) => {
    const answer = await newestAnswer(client, verification_id);
    if (!answer) return null;
    // An answer stored before the bounds existed is ignored: the next read reports the cause.
    if (excessOf(answer.body) !== null) return null;
    const { entries, unreadable } = listPeople(parseJson(answer.body));
    if (entries.length > MAX_PEOPLE) return null;
    const reported = await readLookups(client, verification_id);
    const freshness = await readFreshness(client, verification_id, "people");
    return {
      full_list: entries.map((person) => joinLookups(person, answer.read_at, reported.get(person.people_id))),
      unreadable,
      // Not the time of the last call, whose answer may still wait to be applied.
      freshness: { ...freshness, read_at: answer.read_at },
    };
  });
}

type Answer = { read_at: Instant; body: string };

async function newestAnswer(client: Client, verification_id: string): Promise<Answer | undefined> {
  const { rows } = await client.query<Answer>(
    `SELECT read_at, bodies.body FROM verification_snapshots JOIN snapshot_bodies AS bodies ON bodies.hash = body_hash
     WHERE verification_id = $1 AND subject = 'people' ORDER BY read_at DESC, body_hash DESC LIMIT 1`,
    [verification_id],
  );
  return rows[0];
}
