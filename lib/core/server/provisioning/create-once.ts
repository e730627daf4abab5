import type { ApiKey } from "#lib/core/contract/keys/api-key.ts";
import { ServiceError } from "#lib/core/server/service/service-error.ts";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import {
  type Attempt,
  closeAttempt,
  isOutcomeUnknown,
  listAttempts,
  openAttempt,
  SEARCH_TIME,
  unknownOutcome,
} from "./attempts.ts";
import { type Created, deleteIfThere, type KeyInput, type Resource } from "./resource.ts";

export type SecretStore<Entry, Kept> = {
  /** Stores the secret, in the transaction that closes the attempt. */
  keep(client: Client, created: Created<Entry>): Promise<Kept>;
  /** The result if the secret cannot be stored; without this function the error is thrown. */
  unkept?(): Kept;
};

type CreationOrder<Entry, Input, Kept> = SecretStore<Entry, Kept> & {
  /** The flow, whose leftovers of earlier attempts are deleted first. */
  flow_id: string;
  asked: Input;
  /** Number of attempts, with leftovers deleted in between; one by default. */
  tries?: number;
  /** The service's list, if it was just read. */
  listed?: readonly Entry[];
  /** Writes the flow's own row in the transaction that writes the attempt. */
  begin?(client: Client): Promise<unknown>;
};

/**
 * Creates a key or webhook, whose secret can be read once. The attempt is recorded before the POST, and the POST is
 * repeated only after a search for leftovers (design §6). Returns null without a POST if an admin first has to identify
 * the leftover of an earlier attempt. Throws ServiceError; of an unknown outcome the error of `unknownOutcome`. Call it
 * under the lock of the flow.
 */
export async function createOnce<Entry, Input, Kept>(
  work: Pooled,
  resource: Resource<Entry, Input>,
  order: CreationOrder<Entry, Input, Kept>,
): Promise<(Created<Entry> & { kept: Kept }) | null> {
  const { kind, idOf } = resource;
  const { flow_id, asked, begin, tries = 1, unkept } = order;
  const listed = await clearLeftovers(work, resource, flow_id, order.listed);
  if (!listed) return null;
  const intent = { kind, flow_id, asked, known_ids: listed.map(idOf) };
  const attempt = begin
    ? await inTransaction(work.pool, async (client) => {
        const id = await openAttempt(client, intent);
        await begin(client);
        return id;
      })
    : await openAttempt(work.pool, intent);
  let created: Created<Entry>;
  try {
    created = await resource.create(asked);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (!isOutcomeUnknown(error)) {
      await closeAttempt(work.pool, attempt);
      throw error;
    }
    const unknown = unknownOutcome(kind, error);
    if (tries === 1) throw unknown;
    const after = await clearLeftovers(work, resource, flow_id).catch((failure: unknown) => {
      throw failure instanceof ServiceError ? unknown : failure;
    });
    return after && createOnce(work, resource, { ...order, tries: tries - 1, listed: after });
  }
  const kept = await inTransaction(work.pool, async (client) => {
    await closeAttempt(client, attempt, idOf(created.entry));
    return order.keep(client, created);
  }).catch((error: unknown) => {
    if (unkept) return unkept();
    throw error;
  });
  return { ...created, kept };
}

/** Allows the next attempt. The worker searches again after a minute, for a resource that the service creates late. */
const MARK_SEARCHED = `
  UPDATE creation_attempts SET look_at = coalesce(look_at, now() + interval '1 minute'), candidates = NULL WHERE id = $1`;

/**
 * Deletes the leftovers of a flow's attempts, and returns the searched list. Null if only an admin can identify a
 * leftover: nothing that may be another system's is deleted.
 */
export async function clearLeftovers<Entry, Input>(
  { pool }: Pooled,
  resource: Resource<Entry, Input>,
  flowId: string,
  given?: readonly Entry[],
): Promise<readonly Entry[] | null> {
  const listed = given ?? (await resource.list());
  for (const attempt of await listAttempts<Input>(pool, resource.kind, flowId)) {
    const { ids, unclear } = resource.leftBy(attempt, listed);
    if (attempt.open && unclear && attempt.decision === null) {
      await pool.query("UPDATE creation_attempts SET candidates = $2 WHERE id = $1", [attempt.id, unclear]);
      return null;
    }
    const left = attempt.open && attempt.decision ? [...ids, attempt.decision] : ids;
    for (const id of left) await deleteIfThere(resource, id);
    // The service may still create a key of this name, which the worker then deletes; an equal webhook may be another
    // system's.
    if (resource.kind === "webhook" && left.length > 0) await closeAttempt(pool, attempt.id);
    else await pool.query(MARK_SEARCHED, [attempt.id]);
  }
  return listed;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes keys of attempts with unknown outcome that the service created late (design §6): searches after the end of
 * their flow, then daily for a week. Webhooks are not deleted, since an equal webhook may be another system's. Returns
 * the number of deleted keys.
 */
export async function deleteLateKeys(
  { pool }: Pooled,
  keysNow: () => Promise<Resource<ApiKey, KeyInput> | null>,
  everyMs = DAY_MS,
): Promise<number> {
  await pool.query(`DELETE FROM creation_attempts WHERE kind = 'webhook' AND posted_at <= now() - ${SEARCH_TIME}`);
  const { rows } = await pool.query<Pick<Attempt<KeyInput>, "id" | "asked" | "known_ids">>(
    "SELECT id, asked, known_ids FROM creation_attempts WHERE kind = 'key' AND look_at <= now()",
  );
  const keys = rows.length > 0 ? await keysNow() : null;
  if (!keys) return 0;
  const listed = await keys.list();
  const left = rows.flatMap((attempt) => keys.leftBy(attempt, listed).ids);
  for (const id of left) await deleteIfThere(keys, id);
  const looked = rows.map(({ id }) => id);
  await pool.query(`DELETE FROM creation_attempts WHERE id = ANY($1) AND posted_at <= now() - ${SEARCH_TIME}`, [
    looked,
  ]);
  await pool.query("UPDATE creation_attempts SET look_at = now() + make_interval(secs => $2) WHERE id = ANY($1)", [
    looked,
    everyMs / 1000,
  ]);
  return left.length;
}
