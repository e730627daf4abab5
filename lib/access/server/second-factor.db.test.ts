import { TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as environment from "#lib/platform/server/base/env.ts";
import { addPerson, databaseForEach, PASSWORD, trailOf, tryToSignIn } from "#tools/test/access.ts";
import { changePassword } from "./account.ts";
import { listNotices } from "./account-notices.ts";
import { beginEnrolment, confirmEnrolment, removeOwnSecondFactor, renewRecoveryCodes } from "./second-factor.ts";
import { findSession, type Session, startSession } from "./sessions.ts";
import type { User } from "./users.ts";
import { stepUp } from "./verify-person.ts";

const database = databaseForEach();
const EMAIL = "ana@example.mx";
const actorOf = ({ user }: Session) => ({ user, address: null, user_agent: null });

// The clock stands still, so that no code becomes too old within a test.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());
const nextStep = () => void vi.setSystemTime(Date.now() + 30_000);

/** The code of an authenticator, this many steps from now. */
const codeIn = (secret: string, steps: number) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

async function enrolled(): Promise<{
  user: User;
  secret: string;
  recovery: string[];
  session: Session;
  token: string;
}> {
  const user = await addPerson(database(), "ana");
  const token = await startSession(user.id, database());
  const session = (await findSession(token, database())) ?? expect.unreachable();
  const { secret } = await beginEnrolment(user, database());
  const recovery = await confirmEnrolment({ user, idHash: session.idHash, code: codeIn(secret, -1) }, database());
  return { user, secret, recovery, session, token };
}

const withCode = (code: string, address = "192.0.2.1") =>
  tryToSignIn(database(), EMAIL, { code, address }).then(
    () => "in",
    (error) => error.code as string,
  );

describe("setup", () => {
  it("counts only after a code, and ends the sessions begun without it", async () => {
    const user = await addPerson(database(), "ana");
    const [here, elsewhere] = [await startSession(user.id, database()), await startSession(user.id, database())];
    const { idHash } = (await findSession(here, database())) ?? expect.unreachable();
    const { secret, uri } = await beginEnrolment(user, database());
    expect(uri).toContain(`secret=${secret}`);
    await tryToSignIn(database(), EMAIL);
    await expect(confirmEnrolment({ user, idHash, code: "000000" }, database())).rejects.toMatchObject({
      code: "SECOND_FACTOR_WRONG",
      status: 403,
    });
    const codes = await confirmEnrolment({ user, idHash, code: codeIn(secret, 0) }, database());
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}$/);
    expect(await findSession(here, database())).not.toBeNull();
    expect(await findSession(elsewhere, database())).toBeNull();
    expect(await withCode("")).toBe("SECOND_FACTOR_WRONG");
  });

  it("keeps the secret in the vault and only hashes of the recovery codes", async () => {
    const { secret, recovery } = await enrolled();
    for (const table of ["totp_factors", "vault_secrets", "recovery_codes", "audit_log"]) {
      const { rows } = await database().pool.query(`SELECT string_agg(t::text, ' ') AS text FROM ${table} AS t`);
      for (const shown of [secret, ...recovery]) expect(rows[0].text ?? "").not.toContain(shown);
    }
  });

  it("is not started over an active one, and not confirmed twice at once", async () => {
    const user = await addPerson(database(), "ana");
    const { idHash } = (await findSession(await startSession(user.id, database()), database())) ?? expect.unreachable();
    const { secret } = await beginEnrolment(user, database());
    const outcomes = await Promise.allSettled(
      [-1, 0].map((steps) => confirmEnrolment({ user, idHash, code: codeIn(secret, steps) }, database())),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(beginEnrolment(user, database())).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("sign-in with a second factor", () => {
  it("requires the code after the right password, and nothing after a wrong one", async () => {
    const { secret } = await enrolled();
    const codeOf = (password: string) =>
      tryToSignIn(database(), EMAIL, { password }).then(
        () => "in",
        (error) => `${error.status} ${error.code}`,
      );
    expect(await codeOf(PASSWORD)).toBe("401 SECOND_FACTOR_REQUIRED");
    expect(await codeOf("wrong")).toBe("401 UNAUTHORIZED");
    expect(await withCode("000000")).toBe("SECOND_FACTOR_WRONG");
    expect(await withCode(codeIn(secret, 0))).toBe("in");
    const reasons = (await trailOf(database(), "session.refused")).slice(-3).map(({ after }) => after.reason);
    expect(reasons).toEqual(["code_missing", "wrong_password", "code_wrong"]);
    expect((await trailOf(database(), "session.started")).at(-1)?.after).toEqual({ second_factor: "totp" });
  });

  it("accepts a code once: not again, not of an earlier step, and one of two at once", async () => {
    const { secret } = await enrolled();
    const code = codeIn(secret, 0);
    const both = await Promise.all([withCode(code), withCode(code)]);
    expect(both.sort()).toEqual(["SECOND_FACTOR_WRONG", "in"]);
    expect(await withCode(code)).toBe("SECOND_FACTOR_WRONG");
    expect(await withCode(codeIn(secret, -1))).toBe("SECOND_FACTOR_WRONG");
    const next = codeIn(secret, 1);
    expect(await withCode(next)).toBe("SECOND_FACTOR_WRONG");
    nextStep();
    expect(await withCode(next)).toBe("in");
  });

  it("accepts a recovery code once, however it is typed, and one of two at once", async () => {
    const { user, recovery } = await enrolled();
    const [first = "", second = ""] = recovery;
    expect((await Promise.all([withCode(first), withCode(first)])).sort()).toEqual(["SECOND_FACTOR_WRONG", "in"]);
    expect(
      await withCode(` ${second.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `),
    ).toBe("in");
    expect((await trailOf(database(), "session.started")).at(-1)?.after).toEqual({ second_factor: "recovery" });
    // The notice for its user, with the number of codes left.
    const told = { kind: "recovery_code", count: 2, codes_left: recovery.length - 2 };
    expect(await listNotices(user.id, database())).toContainEqual(expect.objectContaining(told));
  });

  it("accepts no recovery code of another user, and no replaced one", async () => {
    const { user, recovery } = await enrolled();
    const luis = await addPerson(database(), "luis");
    const { idHash } = (await findSession(await startSession(luis.id, database()), database())) ?? expect.unreachable();
    const { secret } = await beginEnrolment(luis, database());
    const [foreign = ""] = await confirmEnrolment({ user: luis, idHash, code: codeIn(secret, 0) }, database());
    expect(await withCode(foreign)).toBe("SECOND_FACTOR_WRONG");
    const [fresh = ""] = await renewRecoveryCodes(user.id, database());
    expect(await withCode(recovery[0] ?? "")).toBe("SECOND_FACTOR_WRONG");
    expect(await withCode(fresh)).toBe("in");
  });

  it("leaves an attacker with the password a handful of guesses, from any address", async () => {
    const { secret } = await enrolled();
    let guesses = 0;
    while (guesses < 50 && (await withCode("000000", `203.0.113.${guesses}`)) === "SECOND_FACTOR_WRONG") guesses++;
    expect(guesses).toBe(6);
    expect(await withCode(codeIn(secret, 0), "198.51.100.1")).toBe("TOO_MANY_REQUESTS");
  });

  it("never locks the owner out of a known browser or an open session, whatever an attacker types", async () => {
    const { user, secret, session } = await enrolled();
    const { browser } = await tryToSignIn(database(), EMAIL, { code: codeIn(secret, 0) });
    for (let tries = 0; tries < 8; tries++) await withCode("000000", `203.0.113.${tries}`);
    // On a busy machine the wait of a second or two would be over.
    await database().pool.query(
      "UPDATE throttles SET free_at = free_at + interval '1 hour' WHERE refused_at IS NOT NULL",
    );
    expect(await withCode(codeIn(secret, 0), "203.0.113.9")).toBe("TOO_MANY_REQUESTS");
    const again = (code: string) =>
      stepUp({ session, actor: actorOf(session), confirmation: { password: PASSWORD, code } }, database());
    nextStep();
    await again(codeIn(secret, 0));
    nextStep();
    await tryToSignIn(database(), EMAIL, { code: codeIn(secret, 0), browser });
    // The owner's sign-in gives the attacker no attempts back.
    expect(await withCode("000000", "203.0.113.9")).toBe("TOO_MANY_REQUESTS");
    expect(await listNotices(user.id, database())).toMatchObject([{ kind: "wrong_codes", count: 6 }]);
  });

  it("leaves a handful of guesses to a stolen cookie of a known browser and to an unattended session, too", async () => {
    const { user, secret, session } = await enrolled();
    const { browser } = await tryToSignIn(database(), EMAIL, { code: codeIn(secret, 0) });
    const guesses = async (guess: () => Promise<unknown>) => {
      const codes = [];
      for (let tries = 0; tries < 7; tries++) codes.push(await guess().catch(({ code }) => code));
      return codes;
    };
    const six = [...Array(6).fill("SECOND_FACTOR_WRONG"), "TOO_MANY_REQUESTS"];
    expect(await guesses(() => tryToSignIn(database(), EMAIL, { code: "000000", browser }))).toEqual(six);
    const confirmation = { password: PASSWORD, code: "000000" };
    expect(await guesses(() => stepUp({ session, actor: actorOf(session), confirmation }, database()))).toEqual(six);
    // Typing errors in a known browser cause no notice.
    expect(await listNotices(user.id, database())).toEqual([]);
    nextStep();
    expect(await withCode(codeIn(secret, 0))).toBe("in");
  });
});

describe("the repeated password", () => {
  it("requires the code too, gives the session another token, and is counted per session", async () => {
    const { session, secret, token } = await enrolled();
    const again = (confirmation: { password: string; code?: string }) =>
      stepUp({ session, actor: actorOf(session), confirmation }, database());
    await expect(again({ password: PASSWORD })).rejects.toMatchObject({ code: "SECOND_FACTOR_REQUIRED", status: 403 });
    await expect(again({ password: "wrong" })).rejects.toMatchObject({ code: "PASSWORD_WRONG", status: 403 });
    const renewed = await again({ password: PASSWORD, code: codeIn(secret, 0) });
    expect(await findSession(token, database())).toBeNull();
    expect((await findSession(renewed, database()))?.idHash).toBe(session.idHash);
    for (let tries = 0; tries < 6; tries++) await again({ password: "wrong" }).catch(() => undefined);
    await expect(again({ password: PASSWORD })).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    // Wrong guesses in an unattended session do not lock the person out elsewhere.
    nextStep();
    expect(await withCode(codeIn(secret, 0))).toBe("in");
  });
});

describe("removal", () => {
  it("deletes the recovery codes and the secret", async () => {
    const { user } = await enrolled();
    await removeOwnSecondFactor(user.id, database());
    await tryToSignIn(database(), EMAIL);
    const left = await database().pool.query(
      "SELECT user_id FROM recovery_codes UNION ALL SELECT id FROM vault_secrets WHERE kind = 'totp_secret' AND owner = $1",
      [user.id],
    );
    expect(left.rows).toEqual([]);
    await expect(removeOwnSecondFactor(user.id, database())).rejects.toMatchObject({ code: "SECOND_FACTOR_MISSING" });
  });
});

describe("a policy that requires it", () => {
  it.each([
    ["none", [false, false]],
    ["admins", [true, false]],
    ["everyone", [true, true]],
  ] as const)("of %s", async (who, expected) => {
    vi.spyOn(environment, "env").mockReturnValue({ ...environment.env(), SECOND_FACTOR_REQUIRED_FOR: who });
    const people = [await addPerson(database(), "boss", "admin"), await addPerson(database(), "sofia", "support")];
    const must = await Promise.all(
      people.map(async ({ id }) => (await findSession(await startSession(id, database()), database()))?.mustEnrol),
    );
    expect(must).toEqual(expected);
  });
});

describe("changing one's password", () => {
  const change = (session: Session, current_password: string, new_password: string, code?: string) =>
    changePassword({ session, actor: actorOf(session), change: { current_password, new_password, code } }, database());

  it("requires the old password, refuses a bad new one, and ends the other sessions", async () => {
    const { id } = await addPerson(database(), "ana");
    const [here, elsewhere] = [await startSession(id, database()), await startSession(id, database())];
    const session = (await findSession(here, database())) ?? expect.unreachable();
    await expect(change(session, "wrong", "una frase bastante larga")).rejects.toMatchObject({
      code: "PASSWORD_WRONG",
    });
    await expect(change(session, PASSWORD, "football2026!")).rejects.toMatchObject({ code: "PASSWORD_COMMON" });
    const token = await change(session, PASSWORD, "una frase bastante larga");
    expect(await findSession(here, database())).toBeNull();
    expect(await findSession(elsewhere, database())).toBeNull();
    expect((await findSession(token, database()))?.idHash).toBe(session.idHash);
    await tryToSignIn(database(), EMAIL, { password: "una frase bastante larga" });
    expect(await trailOf(database(), "password.changed")).toHaveLength(1);
  });

  it("requires the code from a user with a second factor, since the session is a fresh one afterwards", async () => {
    const { session, secret } = await enrolled();
    const next = "una frase bastante larga";
    await expect(change(session, PASSWORD, next)).rejects.toMatchObject({
      code: "SECOND_FACTOR_REQUIRED",
      status: 403,
    });
    await expect(change(session, PASSWORD, next, "000000")).rejects.toMatchObject({ code: "SECOND_FACTOR_WRONG" });
    await expect(change(session, "wrong", next, codeIn(secret, 0))).rejects.toMatchObject({ code: "PASSWORD_WRONG" });
    const token = await change(session, PASSWORD, next, codeIn(secret, 0));
    expect((await findSession(token, database()))?.recentlyAuthenticated).toBe(true);
  });
});
