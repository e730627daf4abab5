import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { createTestDatabase } from "#test/database.ts";
import { findSession, revokeSession, startSession, touchSession } from "./sessions.ts";
import { createSetupLink, redeemSetupLink } from "./setup.ts";
import { signIn } from "./sign-in.ts";
import { ensureUser } from "./users.ts";

let connection: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase();
  connection = openDatabase(created.url, { name: "access test" });
  drop = created.drop;
});
afterAll(async () => {
  await connection.close();
  await drop();
});
beforeEach(() => connection.db.execute(sql`TRUNCATE users, sessions, setup_links, sign_in_failures CASCADE`));

const ana = { email: "Ana@example.mx", name: "Ana", role: "compliance", password: "correct horse battery" } as const;
const age = (column: string, interval: string) =>
  connection.pool.query(`UPDATE sessions SET ${column} = now() - $1::interval`, [interval]);

describe("signing in", () => {
  it("starts a session for the right password, whatever the case of the address", async () => {
    await ensureUser(ana, connection);
    const { sessionId, user } = await signIn({ email: "ana@EXAMPLE.mx", password: ana.password }, connection);
    expect(user).toEqual({ email: ana.email, name: "Ana", role: "compliance" });
    expect((await findSession(sessionId, connection))?.user.email).toBe(ana.email);
  });

  it("answers alike for a wrong password, an unknown address and a disabled account", async () => {
    const user = await ensureUser(ana, connection);
    const answers = [
      await signIn({ email: ana.email, password: "wrong" }, connection).catch((error) => error),
      await signIn({ email: "nobody@example.mx", password: "wrong" }, connection).catch((error) => error),
    ];
    await connection.pool.query("UPDATE users SET disabled_at = now() WHERE id = $1", [user.id]);
    answers.push(await signIn({ email: ana.email, password: ana.password }, connection).catch((error) => error));
    expect(answers.map(({ code, status, message }) => [code, status, message])).toEqual(
      Array(3).fill(["UNAUTHORIZED", 401, "Email or password is wrong."]),
    );
  });

  it("makes an account wait after ten failures, and lets others in", async () => {
    await ensureUser(ana, connection);
    await ensureUser({ ...ana, email: "luis@example.mx" }, connection);
    for (let attempt = 0; attempt < 10; attempt++) {
      await expect(signIn({ email: ana.email, password: "wrong" }, connection)).rejects.toMatchObject({ status: 401 });
    }
    await expect(signIn({ email: ana.email, password: ana.password }, connection)).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      status: 429,
      retryAfter: expect.any(Number),
    });
    await signIn({ email: "luis@example.mx", password: ana.password }, connection);
  });
});

describe("a session", () => {
  const start = async () => startSession((await ensureUser(ana, connection)).id, connection);

  it("is not stored as it is", async () => {
    const id = await start();
    const { rows } = await connection.pool.query("SELECT sessions::text AS text FROM sessions");
    expect(rows[0].text).not.toContain(id);
  });

  it.each([
    ["revoked", (id: string) => revokeSession(id, connection)],
    ["idle for half an hour", () => age("active_at", "31 minutes")],
    ["expired", () => age("expires_at", "1 second")],
    ["its user's no more, who is disabled", () => connection.pool.query("UPDATE users SET disabled_at = now()")],
  ])("ends when it is %s", async (_, end) => {
    const id = await start();
    expect(await findSession(id, connection)).not.toBeNull();
    await end(id);
    expect(await findSession(id, connection)).toBeNull();
  });

  it("lives on while somebody uses it", async () => {
    const id = await start();
    await age("active_at", "20 minutes");
    const session = await findSession(id, connection);
    await touchSession(session?.idHash ?? "", connection);
    await connection.pool.query("UPDATE sessions SET active_at = active_at - interval '20 minutes'");
    expect(await findSession(id, connection)).not.toBeNull();
  });

  it("allows changes of secrets only for ten minutes after the password", async () => {
    const id = await start();
    expect((await findSession(id, connection))?.recentlyAuthenticated).toBe(true);
    await age("authenticated_at", "11 minutes");
    expect((await findSession(id, connection))?.recentlyAuthenticated).toBe(false);
  });
});

describe("accounts", () => {
  it("are not changed by ensuring them again, unless the password is to be reset", async () => {
    await ensureUser(ana, connection);
    await ensureUser({ ...ana, role: "admin", password: "another password" }, connection);
    expect((await signIn({ email: ana.email, password: ana.password }, connection)).user.role).toBe("compliance");
    await ensureUser({ ...ana, password: "another password", resetPassword: true }, connection);
    await signIn({ email: ana.email, password: "another password" }, connection);
  });
});

describe("the setup link", () => {
  const redeem = (token: string) =>
    redeemSetupLink({ token, email: "first@example.mx", name: "First", password: "a long password" }, connection);
  const tokenOf = (link: string | null) => link?.split("#")[1] ?? "";

  it("makes the first admin, once", async () => {
    const token = tokenOf(await createSetupLink(connection));
    const outcomes = await Promise.allSettled([redeem(token), redeem(token)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await signIn({ email: "first@example.mx", password: "a long password" }, connection)).user.role).toBe(
      "admin",
    );
    expect(await createSetupLink(connection)).toBeNull();
  });

  it("is replaced by a newer one, expires, and is refused once somebody has an account", async () => {
    const old = tokenOf(await createSetupLink(connection));
    const token = tokenOf(await createSetupLink(connection));
    await expect(redeem(old)).rejects.toMatchObject({ status: 403 });
    await connection.pool.query("UPDATE setup_links SET expires_at = now() - interval '1 second'");
    await expect(redeem(token)).rejects.toMatchObject({ status: 403 });
    const next = tokenOf(await createSetupLink(connection));
    await ensureUser(ana, connection);
    await expect(redeem(next)).rejects.toMatchObject({ status: 403 });
  });
});
