import { hash, randomUUID } from "node:crypto";
import { type Reveal, SUBJECT_IDS } from "#lib/core/contract/secrets/secret.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { type Actor, SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { type AuditIds, writeAudit } from "#lib/platform/server/audit/write.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, findRow, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { deleteSecret, openSecret, sealSecret } from "./vault.ts";

const HELD_SECONDS = 10 * 60;
const HEX_DIGITS = 12;

/** The holder of a value can compute its fingerprint. Values are random, so a fingerprint discloses nothing. */
export const fingerprintOf = (value: string): string => hash("sha256", value).slice(0, HEX_DIGITS);

type NewReveal = Pick<Reveal, "kind" | "subject_id" | "name" | "value"> & { session_hash: string };
type HeldReveal = { id: string; expires_at: Instant };

/**
 * Holds a once-only value for the login session that created it, encrypted, for ten minutes or until it is acknowledged
 * (design §6), so that a reload or a lost answer does not lose it.
 */
export const holdReveal = (reveal: NewReveal, { pool }: Pooled = database()): Promise<HeldReveal> =>
  inTransaction(pool, (client) => holdRevealIn(client, reveal));

/** Like `holdReveal`, within a transaction. */
export async function holdRevealIn(client: Client, { session_hash, value, ...about }: NewReveal): Promise<HeldReveal> {
  const id = randomUUID();
  const secretId = await sealSecret(client, { kind: about.kind, owner: id, value });
  const { rows } = await client.query<{ expires_at: Instant }>(
    `INSERT INTO reveals (id, session_hash, kind, subject_id, name, fingerprint, secret_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => ${HELD_SECONDS})) RETURNING expires_at`,
    [id, session_hash, about.kind, about.subject_id, about.name, fingerprintOf(value), secretId],
  );
  return { id, expires_at: rows[0]?.expires_at as Instant };
}

/** Deletes the held values of a deleted subject. */
export async function forgetReveals(client: Client, kind: Reveal["kind"], subjectId: string): Promise<void> {
  await client.query(forgetWhere("kind = $1 AND subject_id = $2"), [kind, subjectId]);
}

const forgetWhere = (condition: string): string => `
  WITH useless AS (SELECT id, kind, subject_id, secret_id FROM reveals WHERE secret_id IS NOT NULL AND ${condition} FOR UPDATE),
    emptied AS (UPDATE reveals SET secret_id = NULL FROM useless WHERE reveals.id = useless.id)
  DELETE FROM vault_secrets USING useless WHERE vault_secrets.id = useless.secret_id
  RETURNING useless.id, useless.kind, useless.subject_id`;

type WantedReveals = {
  kinds?: readonly Reveal["kind"][] | undefined;
  /** Ids of values that the page shows already. */
  except?: readonly string[] | undefined;
};

/** The values held for this login session, oldest first; by default of all kinds. */
export async function listReveals(
  sessionHash: string,
  { kinds, except = [] }: WantedReveals = {},
  { pool }: Pooled = database(),
): Promise<Reveal[]> {
  const { rows } = await pool.query<Omit<Reveal, "value"> & { secret_id: string }>(
    `SELECT id, kind, subject_id, name, fingerprint, expires_at, secret_id FROM reveals
     WHERE session_hash = $1 AND secret_id IS NOT NULL AND expires_at > now()
       AND ($2::text[] IS NULL OR kind = ANY ($2)) AND id <> ALL ($3::uuid[]) ORDER BY created_at, id`,
    [sessionHash, kinds, except],
  );
  return Promise.all(
    rows.map(async ({ secret_id, ...reveal }) => ({ ...reveal, value: await openSecret(pool, secret_id) })),
  );
}

export async function heldSecret(
  { kind, subject_id, session_hash }: Pick<NewReveal, "kind" | "subject_id" | "session_hash">,
  connection: Pooled = database(),
): Promise<string | null> {
  const held = await listReveals(session_hash, { kinds: [kind] }, connection);
  return held.find((reveal) => reveal.subject_id === subject_id)?.value ?? null;
}

/** Hears, in the same transaction, that a user has stored the value of this subject. */
export type StoredListener = (client: Client, subject: RevealSubject) => Promise<void>;

type Acknowledgement = { id: string; session_hash: string; onStored?: StoredListener };

/** Deletes a value that the user has stored, except its fingerprint. Throws NOT_FOUND in another login session. */
export async function acknowledgeReveal(
  { id, session_hash, onStored }: Acknowledgement,
  { pool }: Pooled = database(),
): Promise<RevealSubject> {
  return inTransaction(pool, async (client) => {
    const revealed = await findRow<RevealSubject & { secret_id: string | null }>(
      client,
      `SELECT secret_id, kind, subject_id FROM reveals WHERE id = $1 AND session_hash = $2 AND acknowledged_at IS NULL FOR UPDATE`,
      [id, session_hash],
    );
    if (!revealed) throw notFound("This value");
    const { secret_id, ...subject } = revealed;
    await client.query("UPDATE reveals SET secret_id = NULL, acknowledged_at = now() WHERE id = $1", [id]);
    await onStored?.(client, subject);
    // An expired value has no secret.
    if (secret_id) await deleteSecret(client, secret_id);
    return subject;
  });
}

export async function forgetExpired({ pool }: Pooled = database()): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<RevealSubject & { id: string }>(forgetWhere("expires_at <= now()"));
    for (const reveal of rows) {
      await writeAudit(client, { action: "reveal.expired", ids: revealIds(reveal), actor: SYSTEM_ACTOR });
    }
  });
}

/** The state of a once-only value: `held` for its login session, `stored`, or `unclaimed`. */
export type RevealState = {
  fingerprint: string;
  value: "held" | "stored" | "unclaimed";
  stored_at: Instant | null;
};

/** The state of each revealed value, by the service's id of its key or webhook. */
export async function revealStates(
  kind: Reveal["kind"],
  { pool }: Pooled = database(),
): Promise<Map<string, RevealState>> {
  const { rows } = await pool.query<RevealState & { subject_id: string }>(
    `SELECT subject_id, fingerprint, acknowledged_at AS stored_at, CASE WHEN acknowledged_at IS NOT NULL THEN 'stored'
       WHEN secret_id IS NOT NULL AND expires_at > now() THEN 'held' ELSE 'unclaimed' END AS value
     FROM reveals WHERE kind = $1`,
    [kind],
  );
  return new Map(rows.map(({ subject_id, ...state }) => [subject_id, state]));
}

type RevealSubject = Pick<Reveal, "kind" | "subject_id">;

export const revealIds = ({ id, kind, subject_id }: RevealSubject & { id: string }): AuditIds => ({
  reveal_id: id,
  [SUBJECT_IDS[kind]]: subject_id,
});

/** Records that values were sent to a page that did not show them, as after a reload: each value once. */
export async function recordRevealsShown(
  reveals: readonly Pick<Reveal, "id" | "kind" | "subject_id" | "name">[],
  actor: Actor,
  { pool }: Pooled = database(),
): Promise<void> {
  if (reveals.length === 0) return;
  await inTransaction(pool, async (tx) => {
    for (const reveal of reveals) {
      const { id } = reveal;
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`reveal ${id}`]);
      const { rowCount } = await tx.query("SELECT FROM audit_log WHERE action = 'reveal.shown' AND ids @> $1 LIMIT 1", [
        { reveal_id: id },
      ]);
      if (rowCount) continue;
      const { kind, name } = reveal;
      await writeAudit(tx, { action: "reveal.shown", ids: revealIds(reveal), actor, after: { kind, name } });
    }
  });
}
