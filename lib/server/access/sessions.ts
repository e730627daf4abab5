import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { SessionUser } from "#lib/contract/user.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { sessions, users } from "#lib/server/db/schema/access.ts";

/** OWASP: 4 to 8 hours at most, 15 to 30 minutes without activity. */
export const ABSOLUTE_SECONDS = 8 * 60 * 60;
const IDLE_SECONDS = 30 * 60;

/** A session is written at most this often, so that reading a page does not cost a write each time. */
const TOUCH_SECONDS = 30;

/** How long after the password was given secrets may be changed (design §9). */
const STEP_UP_SECONDS = 10 * 60;

export type Session = {
  idHash: string;
  user: SessionUser & { id: string };
  /** Whether the password was given recently enough to change keys, secrets and users. */
  recentlyAuthenticated: boolean;
};

// The id is 256 random bits, so a plain hash is enough: nobody can search for it, and a leaked table opens nothing.
const hashId = (id: string): string => createHash("sha256").update(id).digest("hex");

/** Starts a session and returns its id, which only the sealed cookie holds from then on. */
export async function startSession(userId: string, { db }: Database = database()): Promise<string> {
  const id = randomBytes(32).toString("base64url");
  await db.insert(sessions).values({
    id_hash: hashId(id),
    user_id: userId,
    expires_at: sql`now() + make_interval(secs => ${ABSOLUTE_SECONDS})`,
  });
  return id;
}

/** The session if it is neither revoked, expired nor idle and its user is not disabled; null otherwise. */
export async function findSession(id: string, { db }: Database = database()): Promise<Session | null> {
  const [row] = await db
    .select({
      idHash: sessions.id_hash,
      id: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      recentlyAuthenticated: sql<boolean>`${sessions.authenticated_at} > now() - make_interval(secs => ${STEP_UP_SECONDS})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        eq(sessions.id_hash, hashId(id)),
        isNull(sessions.revoked_at),
        isNull(users.disabled_at),
        gt(sessions.expires_at, sql`now()`),
        gt(sessions.active_at, sql`now() - make_interval(secs => ${IDLE_SECONDS})`),
      ),
    )
    .limit(1);
  if (!row) return null;
  const { idHash, recentlyAuthenticated, ...user } = row;
  return { idHash, user, recentlyAuthenticated };
}

/** Marks what a person did; background polling does not count as activity and does not call this. */
export async function touchSession(idHash: string, { db }: Database = database()): Promise<void> {
  await db
    .update(sessions)
    .set({ active_at: sql`now()` })
    .where(
      and(eq(sessions.id_hash, idHash), sql`${sessions.active_at} < now() - make_interval(secs => ${TOUCH_SECONDS})`),
    );
}

/** Ends a session at once, wherever its cookie is kept. */
export async function revokeSession(id: string, { db }: Database = database()): Promise<void> {
  await db
    .update(sessions)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(sessions.id_hash, hashId(id)), isNull(sessions.revoked_at)));
}
