import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Role } from "#lib/contract/user.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { users } from "#lib/server/db/schema/access.ts";
import { hashPassword } from "./password.ts";

export type User = { id: string; email: string; name: string; role: Role };

const byEmail = (email: string) => eq(sql`lower(${users.email})`, email.trim().toLowerCase());

/** The account with this address, disabled ones included, with its password hash; null when there is none. */
export async function findUserByEmail(email: string, { db }: Database = database()) {
  const [user] = await db.select().from(users).where(byEmail(email)).limit(1);
  return user ?? null;
}

export async function countUsers({ db }: Database = database()): Promise<number> {
  return db.$count(users);
}

/**
 * Makes sure that an account exists. An existing one keeps its name, role and password, whoever changed them since;
 * only `resetPassword` sets the given password again, which the launcher needs when the file with the sandbox's
 * passwords was lost.
 */
export async function ensureUser(
  input: { email: string; name: string; role: Role; password: string; resetPassword?: boolean },
  { db }: Database = database(),
): Promise<User> {
  const email = input.email.trim();
  const existing = await findUserByEmail(email, { db } as Database);
  if (existing && !input.resetPassword) return existing;
  const password_hash = await hashPassword(input.password);
  if (existing) {
    await db.update(users).set({ password_hash }).where(eq(users.id, existing.id));
    return existing;
  }
  const user = { id: randomUUID(), email, name: input.name, role: input.role };
  // Two launchers over one database may try at once: the second finds the first one's row.
  await db
    .insert(users)
    .values({ ...user, password_hash })
    .onConflictDoNothing();
  return (await findUserByEmail(email, { db } as Database)) ?? user;
}
