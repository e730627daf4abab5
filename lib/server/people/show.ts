import { type ShownPeople, shownPerson } from "#lib/contract/need-to-know/shown.ts";
import { inShort, type Person } from "#lib/contract/people/person.ts";
import type { Actor } from "#lib/server/audit/actor.ts";
import { recordPeopleSent } from "#lib/server/audit/openings.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";
import { readNeedToKnow } from "#lib/server/need-to-know/policy.ts";
import { type Reader, reasonsFor } from "#lib/server/need-to-know/reasons.ts";
import { listPeopleOfVerification } from "./list-of-verification.ts";
import { openPeople } from "./open.ts";

type Input = {
  verification_id: string;
  /** Who is sent whole: everybody where it is absent. */
  whole?: number | "none" | undefined;
  /** Whether the service is read; otherwise the read model alone, where it has them. */
  read: boolean;
};

/**
 * The people of a verification for a page: those who are sent whole are opened, the names of the others are seen, and both
 * are recorded before they leave. The only place where people are sent to a page. Throws REASON_REQUIRED where the policy
 * asks the reader for a reason and one was not given.
 */
export async function showPeople(
  { verification_id, whole, read }: Input,
  reader: Reader,
  actor: Actor,
  connection: Pooled = database(),
): Promise<ShownPeople> {
  const policy = await readNeedToKnow(connection.pool);
  const asked = typeof whole === "number" ? [whole] : [];
  // Before the service is read for somebody who has to give a reason first.
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
  await recordPeopleSent({ verification_id, opened, named, reason: reasons.get(opened[0] ?? 0) }, actor, connection);
  const shown = policy.roles[reader.role];
  return {
    ...people,
    full_list: people.full_list.map((person) => shownPerson(isWhole(person) ? person : inShort(person), shown)),
    shown,
  };
}
