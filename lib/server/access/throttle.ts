import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Database, database } from "#lib/server/db/database.ts";
import { signInFailures } from "#lib/server/db/schema/access.ts";

const WINDOW_SECONDS = 15 * 60;
const MAX_PER_ACCOUNT = 10;
/** All failures together: bounds what guessing costs us, far above what people mistype. */
const MAX_IN_ALL = 300;

// Hashed, so that the table does not become a list of the addresses that people mistyped.
const subjectOf = (email: string): string =>
  createHash("sha256").update(`account:${email.trim().toLowerCase()}`).digest("hex");

/** Seconds to wait before this account may be tried again; 0 when it may be tried now. Survives a restart. */
export async function signInDelay(email: string, { db }: Database = database()): Promise<number> {
  const result = await db.execute<{ mine: string; all: string; oldest: number | null }>(sql`
    SELECT count(*) FILTER (WHERE subject = ${subjectOf(email)}) AS mine, count(*) AS all,
      extract(epoch FROM now() - min(at))::float8 AS oldest
    FROM sign_in_failures WHERE at > now() - make_interval(secs => ${WINDOW_SECONDS})`);
  const row = result.rows[0];
  if (!row || (Number(row.mine) < MAX_PER_ACCOUNT && Number(row.all) < MAX_IN_ALL)) return 0;
  return Math.max(1, Math.ceil(WINDOW_SECONDS - (row.oldest ?? 0)));
}

export async function recordSignInFailure(email: string, { db }: Database = database()): Promise<void> {
  await db.insert(signInFailures).values({ subject: subjectOf(email) });
  await db.execute(sql`DELETE FROM sign_in_failures WHERE at < now() - make_interval(secs => ${WINDOW_SECONDS})`);
}

/** A right password ends the account's delay: what was mistyped before no longer counts. */
export async function clearSignInFailures(email: string, { db }: Database = database()): Promise<void> {
  await db.execute(sql`DELETE FROM sign_in_failures WHERE subject = ${subjectOf(email)}`);
}
