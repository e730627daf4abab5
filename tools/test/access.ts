import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import type { PasskeyAnswer } from "#lib/access/contract/passkey.ts";
import type { SignedIn } from "#lib/access/server/sign-in.ts";
import { signIn } from "#lib/access/server/sign-in.ts";
import { ensureUser, type User } from "#lib/access/server/users.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase } from "#tools/test/database.ts";

export const PASSWORD = "correct horse battery";

/** A database without users before each test of a file. */
export function databaseForEach(): () => Database {
  let connection: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const created = await createTestDatabase();
    connection = openDatabase(created.url, { name: "access test" });
    drop = created.drop;
    vi.stubEnv("COTEJO_SECRET", "the master secret of this installation");
  });
  afterAll(async () => {
    await connection.close();
    await drop();
    vi.unstubAllEnvs();
  });
  beforeEach(() => connection.pool.query("TRUNCATE users, setup_links, throttles CASCADE"));
  return () => connection;
}

export const addPerson = (database: Database, name: string, role: Role = "compliance"): Promise<User> =>
  ensureUser({ email: `${name}@example.mx`, name, role, password: PASSWORD }, database);

type Attempt = { password?: string; code?: string; passkey?: PasskeyAnswer; address?: string; browser?: string };

/** Signs in from an address, as POST /api/session does. */
export const tryToSignIn = (
  database: Database,
  email: string,
  { password = PASSWORD, code, passkey, address = "192.0.2.1", browser = "a new browser" }: Attempt = {},
): Promise<SignedIn> =>
  signIn(
    { email, password, ...(code === undefined ? {} : { code }), ...(passkey && { passkey }) },
    { actor: { address, user_agent: null }, browser },
    database,
  );

/** The audit trail's entries of an action, oldest first. */
export async function trailOf(database: Database, action: string) {
  const { rows } = await database.pool.query(
    "SELECT user_email, ids, outcome, error_code, after FROM audit_log WHERE action = $1 ORDER BY id",
    [action],
  );
  return rows;
}
