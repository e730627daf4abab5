import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, database } from "#lib/server/db/database.ts";
import { setupLinks, users } from "#lib/server/db/schema/access.ts";
import { env } from "#lib/server/env.ts";
import { CotejoError } from "#lib/server/errors.ts";
import { hashPassword } from "./password.ts";
import { countUsers } from "./users.ts";

const VALID_HOURS = 24;

const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** What the setup page sends. The token travels in the URL's fragment and in this body, never in a request line. */
export const setupInput = z.strictObject({
  token: z.string().min(20).max(100),
  email: z.email().max(320),
  name: z.string().trim().min(1).max(200),
  password: z.string().min(12).max(1000),
});

/** A one-time link for the first admin of an installation; null once any user exists. Older links stop working. */
export async function createSetupLink(connection: Database = database()): Promise<string | null> {
  if ((await countUsers(connection)) > 0) return null;
  const token = randomBytes(24).toString("base64url");
  await connection.db.transaction(async (tx) => {
    await tx.delete(setupLinks);
    await tx.insert(setupLinks).values({
      token_hash: hashToken(token),
      expires_at: sql`now() + make_interval(hours => ${VALID_HOURS})`,
    });
  });
  return `${env().APP_ORIGIN}/setup#${token}`;
}

/** Creates the first admin with a setup link. Refused once a user exists, and after one use; of two at once one wins. */
export async function redeemSetupLink(
  input: z.output<typeof setupInput>,
  connection: Database = database(),
): Promise<void> {
  const password_hash = await hashPassword(input.password);
  await connection.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`);
    const used = await tx
      .update(setupLinks)
      .set({ used_at: sql`now()` })
      .where(
        and(
          sql`${setupLinks.token_hash} = ${hashToken(input.token)}`,
          isNull(setupLinks.used_at),
          gt(setupLinks.expires_at, sql`now()`),
        ),
      )
      .returning({ token_hash: setupLinks.token_hash });
    if (used.length === 0 || (await tx.$count(users)) > 0) {
      throw new CotejoError("FORBIDDEN", 403, "This setup link is not valid any more.");
    }
    await tx.insert(users).values({
      id: randomUUID(),
      email: input.email,
      name: input.name,
      role: "admin",
      password_hash,
    });
  });
}
