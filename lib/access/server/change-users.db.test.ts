import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { addPerson, databaseForEach, PASSWORD, trailOf, tryToSignIn } from "#tools/test/access.ts";
import { acceptLink, findLink } from "./access-links.ts";
import { acknowledgeNotices, listNotices } from "./account-notices.ts";
import { changeUser, createUser, removeFactorOf, renewLink, withdrawInvitation } from "./change-users.ts";
import { hashesComputed } from "./password.ts";
import { beginEnrolment, confirmEnrolment } from "./second-factor.ts";
import { findSession, listSessions, startSession } from "./sessions.ts";
import { listUsers, type User } from "./users.ts";

const database = databaseForEach();
const nowhere = { address: null, user_agent: null };
const SENTENCE = "una frase bastante larga";

const tokenOf = (url: string | undefined) => new URL(url ?? "").hash.slice(1);
const accept = (token: string, password = SENTENCE, name?: string) =>
  acceptLink({ acceptance: { token, password, ...(name ? { name } : {}) }, actor: nowhere, browser: null }, database());
/** Sets up a second factor; returns its first recovery code. */
async function secondFactorOf(user: User): Promise<string> {
  const { secret } = await beginEnrolment(user, database());
  const code = new TOTP({ secret }).generate();
  const [recovery = ""] = await confirmEnrolment({ user, idHash: "", code }, database());
  return recovery;
}
const admins = async () => {
  const { items } = await listUsers(database());
  return items.filter(({ role, disabled }) => role === "admin" && !disabled).map(({ name }) => name);
};

describe("an invitation", () => {
  const invite = async () => {
    const { id: by } = await addPerson(database(), "boss", "admin");
    const created = await createUser({ by, email: "Lucia@example.mx", name: "Lucia", role: "compliance" }, database());
    return { by, created, token: tokenOf(created.invite_url) };
  };

  it("leads to an account with the person's own password, once", async () => {
    const { created, token } = await invite();
    expect(created.invite_url).toMatch(/^http:\/\/localhost:3000\/invitation#[\w-]{43}$/);
    expect((await listUsers(database())).items[1]).toMatchObject({ name: "Lucia", state: "invited", active_at: null });
    await expect(tryToSignIn(database(), "lucia@example.mx")).rejects.toMatchObject({ status: 401 });
    expect(await findLink(token, database())).toMatchObject({ purpose: "invitation", email: "Lucia@example.mx" });
    const outcomes = await Promise.allSettled([accept(token, SENTENCE, "Lucía"), accept(token, SENTENCE, "Lucía")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await tryToSignIn(database(), "lucia@example.mx", { password: SENTENCE })).user).toEqual({
      email: "Lucia@example.mx",
      name: "Lucía",
      role: "compliance",
    });
    await expect(findLink(token, database())).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await trailOf(database(), "user.joined")).at(-1)).toMatchObject({ user_email: "Lucia@example.mx" });
  });

  it("is stored as a hash only", async () => {
    const { token } = await invite();
    const { rows } = await database().pool.query("SELECT access_links::text AS text FROM access_links");
    expect(rows[0].text).not.toContain(token);
  });

  it("is revoked by a newer one, expires, and is void for a disabled user, before hashing", async () => {
    const { by, created, token } = await invite();
    const newer = await renewLink({ by, id: created.id }, database());
    expect(newer.purpose).toBe("invitation");
    const computed = hashesComputed();
    await expect(accept(token)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await database().pool.query("UPDATE access_links SET expires_at = now() - interval '1 second'");
    await expect(accept(tokenOf(newer.url))).rejects.toMatchObject({ code: "FORBIDDEN" });
    const last = await renewLink({ by, id: created.id }, database());
    await changeUser({ by, id: created.id, change: { disabled: true } }, database());
    await expect(accept(tokenOf(last.url))).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(hashesComputed()).toBe(computed);
  });

  it("accepted while an admin renews it is either used or void, without a deadlock", async () => {
    const { by, created, token } = await invite();
    let current = token;
    for (let round = 0; round < 10; round++) {
      const [accepted, renewed] = await Promise.allSettled([
        accept(current),
        renewLink({ by, id: created.id }, database()),
      ]);
      expect(renewed.status).toBe("fulfilled");
      if (accepted.status === "rejected") expect(accepted.reason).toMatchObject({ code: "FORBIDDEN" });
      if (renewed.status === "fulfilled") current = tokenOf(renewed.value.url);
    }
  });

  it("stays valid after a refused password", async () => {
    const { token } = await invite();
    await expect(accept(token, "short")).rejects.toMatchObject({ code: "PASSWORD_TOO_SHORT" });
    await expect(accept(token, "football2026!")).rejects.toMatchObject({ code: "PASSWORD_COMMON" });
    await expect(accept(token, "lucia-2026-lucia")).rejects.toMatchObject({ code: "PASSWORD_PERSONAL" });
    await accept(token);
  });

  it("can be withdrawn until it is accepted, and an address is invited once", async () => {
    const { by, created, token } = await invite();
    await expect(
      createUser({ by, email: "lucia@EXAMPLE.mx", name: "Other", role: "support" }, database()),
    ).rejects.toMatchObject({ code: "DUPLICATE_RESOURCE", status: 409 });
    await withdrawInvitation({ by, id: created.id }, database());
    await expect(accept(token)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const again = await createUser({ by, email: "lucia@example.mx", name: "Lucia", role: "support" }, database());
    await accept(tokenOf(again.invite_url));
    await expect(withdrawInvitation({ by, id: again.id }, database())).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("a reset", () => {
  it("ends the password and every session at once", async () => {
    const { id: by } = await addPerson(database(), "boss", "admin");
    const { id } = await addPerson(database(), "ana");
    const session = await startSession(id, database());
    const link = await renewLink({ by, id }, database());
    expect(link.url).toMatch(/\/reset#/);
    expect(await findSession(session, database())).toBeNull();
    await expect(tryToSignIn(database(), "ana@example.mx")).rejects.toMatchObject({ status: 401 });
    expect((await listUsers(database())).items.find((user) => user.id === id)?.state).toBe("reset");
    const { browser } = await accept(tokenOf(link.url));
    await tryToSignIn(database(), "ana@example.mx", { password: SENTENCE, browser: browser ?? expect.unreachable() });
    expect((await trailOf(database(), "password.reset")).at(-1)).toMatchObject({ ids: { user_id: id } });
  });

  it("keeps the second factor: the link alone signs no one in without a code, and makes no browser known", async () => {
    const { id: by } = await addPerson(database(), "boss", "admin");
    const ana = await addPerson(database(), "ana");
    const code = await secondFactorOf(ana);
    const link = await renewLink({ by, id: ana.id }, database());
    expect((await accept(tokenOf(link.url))).browser).toBeNull();
    await expect(tryToSignIn(database(), "ana@example.mx", { password: SENTENCE })).rejects.toMatchObject({
      code: "SECOND_FACTOR_REQUIRED",
    });
    await tryToSignIn(database(), "ana@example.mx", { password: SENTENCE, code });
  });

  it("and the removal of a second factor are in the trail with the admin, and in each session until acknowledged", async () => {
    const { id: by } = await addPerson(database(), "boss", "admin");
    const { id: other } = await addPerson(database(), "other", "admin");
    const ana = await addPerson(database(), "ana");
    await secondFactorOf(ana);
    await removeFactorOf({ by: other, id: ana.id }, database());
    await tryToSignIn(database(), "ana@example.mx");
    const factor = { second_factor_removed_by: ["other@example.mx"] };
    expect((await trailOf(database(), "session.started")).at(-1)?.after).toEqual({ second_factor: null, ...factor });
    for (const admin of [by, other]) {
      const link = await renewLink({ by: admin, id: ana.id }, database());
      await accept(tokenOf(link.url));
    }
    const both = { ...factor, password_reset_by: ["boss@example.mx", "other@example.mx"] };
    expect((await trailOf(database(), "password.reset")).at(-1)?.after).toEqual(both);
    await tryToSignIn(database(), "ana@example.mx", { password: SENTENCE });
    expect((await trailOf(database(), "session.started")).at(-1)?.after).toEqual({ second_factor: null, ...both });
    const notices = await listNotices(ana.id, database());
    expect(notices).toMatchObject([
      { kind: "second_factor_removed", count: 1 },
      { kind: "password_reset", count: 2 },
    ]);
    await acknowledgeNotices(
      ana.id,
      notices.map(({ id }) => id),
      database(),
    );
    await tryToSignIn(database(), "ana@example.mx", { password: SENTENCE });
    expect((await trailOf(database(), "session.started")).at(-1)?.after).toEqual({ second_factor: null });
  });

  it("signs a user in again who is locked out by guessing", async () => {
    const { id: by } = await addPerson(database(), "boss", "admin");
    const { id } = await addPerson(database(), "ana");
    for (let tries = 0; tries < 40; tries++) {
      await tryToSignIn(database(), "ana@example.mx", { password: "no", address: `203.0.113.${tries}` }).catch(() => 0);
    }
    const link = await renewLink({ by, id }, database());
    const { browser } = await accept(tokenOf(link.url));
    await expect(tryToSignIn(database(), "ana@example.mx", { password: SENTENCE })).rejects.toMatchObject({
      status: 429,
    });
    await tryToSignIn(database(), "ana@example.mx", { password: SENTENCE, browser: browser ?? expect.unreachable() });
  });

  it("is refused for the own account", async () => {
    const { id: by } = await addPerson(database(), "boss", "admin");
    await addPerson(database(), "second", "admin");
    await expect(renewLink({ by, id: by }, database())).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });
});

describe("a change", () => {
  it("applies to the next request: role, and the end of all sessions of a disabled user", async () => {
    const { id: by } = await addPerson(database(), "boss", "admin");
    const { id } = await addPerson(database(), "ana");
    const token = await startSession(id, database());
    const { before, after } = await changeUser({ by, id, change: { role: "support" } }, database());
    expect([before, after]).toEqual([
      { role: "compliance", disabled: false },
      { role: "support", disabled: false },
    ]);
    expect((await findSession(token, database()))?.user.role).toBe("support");
    await changeUser({ by, id, change: { disabled: true } }, database());
    expect(await findSession(token, database())).toBeNull();
    await changeUser({ by, id, change: { disabled: false } }, database());
    // An enabled user has to sign in again: ended sessions stay ended.
    expect(await findSession(token, database())).toBeNull();
    await tryToSignIn(database(), "ana@example.mx", { password: PASSWORD });
  });

  it("is refused to a former admin and to a disabled one", async () => {
    const { id: by } = await addPerson(database(), "boss", "admin");
    const { id: other } = await addPerson(database(), "other", "admin");
    const { id } = await addPerson(database(), "ana");
    await changeUser({ by, id: other, change: { disabled: true } }, database());
    for (const act of [
      () => changeUser({ by: other, id, change: { role: "admin" } }, database()),
      () => createUser({ by: other, email: "x@example.mx", name: "X", role: "admin" }, database()),
      () => renewLink({ by: other, id }, database()),
      () => removeFactorOf({ by: id, id: by }, database()),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
  });

  it("for an unknown user is 404", async () => {
    const { id: by } = await addPerson(database(), "boss", "admin");
    const id = "00000000-0000-4000-8000-000000000000";
    await expect(changeUser({ by, id, change: { name: "X" } }, database())).rejects.toMatchObject({ status: 404 });
  });
});

describe("the last admin", () => {
  it.each([
    ["demoted", { role: "support" } as const],
    ["disabled", { disabled: true }],
  ])("can't be %s", async (_, change) => {
    const { id } = await addPerson(database(), "boss", "admin");
    // Users who cannot sign in do not count: disabled and invited ones.
    const { id: disabled } = await addPerson(database(), "disabled", "admin");
    await changeUser({ by: id, id: disabled, change: { disabled: true } }, database());
    await createUser({ by: id, email: "invited@example.mx", name: "Invited", role: "admin" }, database());
    await expect(changeUser({ by: id, id, change }, database())).rejects.toMatchObject({
      code: "LAST_ADMIN",
      status: 409,
    });
    expect(await admins()).toContain("boss");
  });

  it.each([
    ["demote", (by: string, id: string) => changeUser({ by, id, change: { role: "support" } }, database())],
    ["disable", (by: string, id: string) => changeUser({ by, id, change: { disabled: true } }, database())],
    ["reset", (by: string, id: string) => renewLink({ by, id }, database())],
  ])("is left when two %s each other at once", async (_, act) => {
    for (let round = 0; round < 10; round++) {
      const { id: one } = await addPerson(database(), `one-${round}`, "admin");
      const { id: other } = await addPerson(database(), `other-${round}`, "admin");
      await database().pool.query("UPDATE users SET disabled_at = now() WHERE id NOT IN ($1, $2)", [one, other]);
      const outcomes = await Promise.allSettled([act(one, other), act(other, one)]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const { rows } = await database().pool.query(
        "SELECT count(*) FROM users WHERE role = 'admin' AND disabled_at IS NULL AND password_hash IS NOT NULL",
      );
      expect(rows[0].count).toBe(1);
    }
  });

  it("is a user who can sign in: two demoted themselves at once leave one", async () => {
    const { id: one } = await addPerson(database(), "one", "admin");
    const { id: other } = await addPerson(database(), "other", "admin");
    const demote = (id: string) => changeUser({ by: id, id, change: { role: "support" } }, database());
    const outcomes = await Promise.allSettled([demote(one), demote(other)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await admins()).toHaveLength(1);
  });
});

it("sessions are listed with their origin, the current one first, without ended ones", async () => {
  const { id } = await addPerson(database(), "ana");
  const first = await tryToSignIn(database(), "ana@example.mx", { address: "192.0.2.7" });
  await tryToSignIn(database(), "ana@example.mx", { address: "192.0.2.8" });
  const ended = await startSession(id, database());
  await database().pool.query(
    "UPDATE sessions SET active_at = now() - interval '16 minutes' WHERE token_hash = encode(sha256($1), 'hex')",
    [ended],
  );
  const { idHash } = (await findSession(first.token, database())) ?? expect.unreachable();
  const { items } = await listSessions({ userId: id, current: idHash }, database());
  expect(items.map(({ address, current }) => [address, current])).toEqual([
    ["192.0.2.7", true],
    ["192.0.2.8", false],
  ]);
});
