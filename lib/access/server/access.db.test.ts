import { describe, expect, it } from "vitest";
import { addPerson, databaseForEach, PASSWORD, trailOf, tryToSignIn } from "#tools/test/access.ts";
import { createSetupLink, redeemSetupLink } from "./access-links.ts";
import { hashesComputed } from "./password.ts";
import { findSession, renewSession, revokeSession, roleIn, startSession, touchSession } from "./sessions.ts";
import { ensureUser } from "./users.ts";

const database = databaseForEach();
const ana = { email: "Ana@example.mx", name: "Ana", role: "compliance", password: PASSWORD } as const;
const age = (column: string, interval: string) =>
  database().pool.query(`UPDATE sessions SET ${column} = now() - $1::interval`, [interval]);
const nowhere = { address: null, user_agent: null };

describe("signing in", () => {
  it("starts a session for the right password, whatever the case of the address, and is on record", async () => {
    const { id } = await ensureUser(ana, database());
    const { token, user } = await tryToSignIn(database(), "ana@EXAMPLE.mx");
    expect(user).toEqual({ email: ana.email, name: "Ana", role: "compliance" });
    expect((await findSession(token, database()))?.user.email).toBe(ana.email);
    expect((await trailOf(database(), "session.started")).at(-1)).toMatchObject({
      user_email: ana.email,
      ids: { user_id: id },
      outcome: "done",
    });
  });

  it("answers alike, after the same work, for a wrong password, an unknown address and a disabled account", async () => {
    const user = await ensureUser(ana, database());
    const invited = await addPerson(database(), "invited");
    await database().pool.query("UPDATE users SET password_hash = NULL WHERE id = $1", [invited.id]);
    const attempt = async (email: string, password = "wrong") => {
      const before = hashesComputed();
      const error = await tryToSignIn(database(), email, { password }).catch((thrown) => thrown);
      return [error.code, error.status, error.message, error.retryAfter, hashesComputed() - before];
    };
    const answers = [await attempt(ana.email), await attempt("nobody@example.mx"), await attempt("invited@example.mx")];
    await database().pool.query("UPDATE users SET disabled_at = now() WHERE id = $1", [user.id]);
    answers.push(await attempt(ana.email, ana.password));
    expect(answers).toEqual(Array(4).fill(["UNAUTHORIZED", 401, "Email or password is wrong.", undefined, 1]));
    const reasons = (await trailOf(database(), "session.refused")).map(({ after }) => after.reason);
    expect(reasons.slice(-4)).toEqual(["wrong_password", "unknown_account", "no_password", "disabled"]);
  });

  it("never stores the typed text", async () => {
    await tryToSignIn(database(), "hunter2@typed.example", { password: "typed by mistake" }).catch(() => undefined);
    const { rows } = await database().pool.query(
      "SELECT audit_log::text AS text FROM audit_log UNION ALL SELECT throttles::text FROM throttles",
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) expect(text).not.toMatch(/typed/);
  });

  it("rehashes a cheaper hash at the next sign-in", async () => {
    const { id } = await ensureUser(ana, database());
    // `correct horse battery` at a fraction of today's cost.
    const cheap = await cheaply(PASSWORD);
    await database().pool.query("UPDATE users SET password_hash = $2 WHERE id = $1", [id, cheap]);
    await tryToSignIn(database(), ana.email);
    const { rows } = await database().pool.query("SELECT password_hash FROM users WHERE id = $1", [id]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await tryToSignIn(database(), ana.email);
  });
});

async function cheaply(password: string): Promise<string> {
  const { argon2Sync } = await import("node:crypto");
  const nonce = Buffer.alloc(16, 7);
  const cost = { memory: 64, passes: 1, parallelism: 1 };
  const tag = argon2Sync("argon2id", { ...cost, message: Buffer.from(password), nonce, tagLength: 32 });
  const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=64,t=1,p=1$${text(nonce)}$${text(tag)}`;
}

describe("a session", () => {
  const start = async () => startSession((await ensureUser(ana, database())).id, database());

  it("is stored as a hash only", async () => {
    const token = await start();
    const { rows } = await database().pool.query("SELECT sessions::text AS text FROM sessions");
    expect(rows[0].text).not.toContain(token);
  });

  it.each([
    ["revoked", (token: string) => revokeSession(token, database())],
    ["idle for a quarter of an hour", () => age("active_at", "15 minutes 1 second")],
    ["expired", () => age("expires_at", "1 second")],
    ["its user's no more, who is disabled", () => database().pool.query("UPDATE users SET disabled_at = now()")],
  ])("ends when it is %s", async (_, end) => {
    const token = await start();
    const { idHash } = (await findSession(token, database())) ?? expect.unreachable();
    expect(await roleIn(idHash, database())).not.toBeNull();
    await end(token);
    expect(await findSession(token, database())).toBeNull();
    expect(await roleIn(idHash, database())).toBeNull();
  });

  it("lasts eight hours at most, and reports the remaining time", async () => {
    const session = (await findSession(await start(), database())) ?? expect.unreachable();
    expect(session.endsIn).toBeGreaterThan(8 * 3600 - 60);
    expect(session.endsIn).toBeLessThanOrEqual(8 * 3600);
    expect(session.idleIn).toBeGreaterThan(14 * 60);
    expect(session.idleIn).toBeLessThanOrEqual(15 * 60);
  });

  it("lives on while it is used", async () => {
    const token = await start();
    await age("active_at", "10 minutes");
    const session = await findSession(token, database());
    await touchSession(session?.idHash ?? "", database());
    await database().pool.query("UPDATE sessions SET active_at = active_at - interval '10 minutes'");
    expect(await findSession(token, database())).not.toBeNull();
  });

  it("allows changes of secrets only for ten minutes after the password", async () => {
    const token = await start();
    expect((await findSession(token, database()))?.recentlyAuthenticated).toBe(true);
    await age("authenticated_at", "11 minutes");
    expect((await findSession(token, database()))?.recentlyAuthenticated).toBe(false);
  });

  it("gets another token when the password is given again, and stays the same session", async () => {
    const token = await start();
    await age("authenticated_at", "11 minutes");
    const before = (await findSession(token, database())) ?? expect.unreachable();
    const renewed = (await renewSession(database().pool, before.idHash)) ?? expect.unreachable();
    expect(await findSession(token, database())).toBeNull();
    expect(await findSession(renewed, database())).toMatchObject({
      idHash: before.idHash,
      recentlyAuthenticated: true,
    });
    const { rows } = await database().pool.query("SELECT count(*) FROM sessions");
    expect(rows[0].count).toBe(1);
  });
});

it("beyond twenty of a user ends the least recently used open one of that user, on record", async () => {
  const { pool } = database();
  const [ana, eva] = [await addPerson(database(), "ana"), await addPerson(database(), "eva")];
  await tryToSignIn(database(), "eva@example.mx");
  const open = async (id: string) =>
    (
      await pool.query<{ id_hash: string }>(
        "SELECT id_hash FROM sessions WHERE user_id = $1 AND revoked_at IS NULL ORDER BY active_at",
        [id],
      )
    ).rows.map(({ id_hash }) => id_hash);
  for (let count = 0; count < 21; count += 1) await startSession(ana.id, database());
  // The sessions are used in another order than they began; one has expired.
  await pool.query(
    `UPDATE sessions SET active_at = now() - interval '10 seconds' * turn
     FROM (SELECT id_hash AS id, row_number() OVER (ORDER BY md5(id_hash)) AS turn FROM sessions WHERE user_id = $1) AS turns
     WHERE id_hash = id`,
    [ana.id],
  );
  const [idle = "", oldest = "", ...others] = await open(ana.id);
  await pool.query("UPDATE sessions SET active_at = now() - interval '1 hour' WHERE id_hash = $1", [idle]);
  await tryToSignIn(database(), "ana@example.mx");
  expect((await open(ana.id)).slice(0, 20)).toEqual([idle, ...others]);
  expect(await open(ana.id)).toHaveLength(21);
  expect(await open(eva.id)).toHaveLength(1);
  expect(await trailOf(database(), "session.ended")).toMatchObject([
    {
      user_email: "ana@example.mx",
      ids: { user_id: ana.id, session_id: oldest },
      after: { reason: "too_many_sessions" },
    },
  ]);
});

describe("accounts", () => {
  it("are not changed by ensuring them again, unless the password is to be reset", async () => {
    await ensureUser(ana, database());
    await ensureUser({ ...ana, role: "admin", password: "another password" }, database());
    expect((await tryToSignIn(database(), ana.email)).user.role).toBe("compliance");
    await ensureUser({ ...ana, password: "another password", resetPassword: true }, database());
    await tryToSignIn(database(), ana.email, { password: "another password" });
  });
});

describe("the setup link", () => {
  const password = "una frase bastante larga";
  const redeem = (token: string, given = password) =>
    redeemSetupLink({ token, email: "first@example.mx", name: "First", password: given }, nowhere, database());
  const tokenOf = (link: string | null) => link?.split("#")[1] ?? "";

  it("creates the first admin, once", async () => {
    const token = tokenOf(await createSetupLink(database()));
    const outcomes = await Promise.allSettled([redeem(token), redeem(token)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await tryToSignIn(database(), "first@example.mx", { password })).user.role).toBe("admin");
    expect(await createSetupLink(database())).toBeNull();
    expect(await trailOf(database(), "installation.set_up")).toHaveLength(1);
  });

  it("is replaced by a newer link, expires, and is refused once a user has an account, before hashing", async () => {
    const old = tokenOf(await createSetupLink(database()));
    const token = tokenOf(await createSetupLink(database()));
    const computed = hashesComputed();
    await expect(redeem(old)).rejects.toMatchObject({ status: 403 });
    await database().pool.query("UPDATE setup_links SET expires_at = now() - interval '1 second'");
    await expect(redeem(token)).rejects.toMatchObject({ status: 403 });
    expect(hashesComputed()).toBe(computed);
    const next = tokenOf(await createSetupLink(database()));
    await ensureUser(ana, database());
    await expect(redeem(next)).rejects.toMatchObject({ status: 403 });
  });

  it("stays valid after a refused password", async () => {
    const token = tokenOf(await createSetupLink(database()));
    await expect(redeem(token, "too short")).rejects.toMatchObject({ code: "PASSWORD_TOO_SHORT" });
    await expect(redeem(token, "password1234")).rejects.toMatchObject({ status: 400 });
    await redeem(token);
  });
});
