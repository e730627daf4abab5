import { describe, expect, it, vi } from "vitest";
import type { PasskeyRequest } from "#lib/access/contract/passkey.ts";
import * as environment from "#lib/platform/server/base/env.ts";
import { addPerson, databaseForEach, PASSWORD, trailOf, tryToSignIn } from "#tools/test/access.ts";
import { createAuthenticator } from "#tools/test/authenticator.ts";
import { changePassword } from "./account.ts";
import { removeFactorOf } from "./change-users.ts";
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from "./own-passkeys.ts";
import { findSession, type Session, startSession } from "./sessions.ts";
import { requestStepUp, stepUp } from "./verify-person.ts";

const database = databaseForEach();
const EMAIL = "ana@example.mx";
const actorOf = ({ user }: Session) => ({ user, address: null, user_agent: null });

const sessionOf = async (userId: string): Promise<Session> =>
  (await findSession(await startSession(userId, database()), database())) ?? expect.unreachable();

/** Ana, with a passkey in her authenticator. */
async function withPasskey(name = "ana", role: "compliance" | "admin" = "compliance") {
  const user = await addPerson(database(), name, role);
  const session = await sessionOf(user.id);
  const authenticator = createAuthenticator();
  const added = await add(session, authenticator);
  return { user, session, authenticator, ...added };
}

const add = async (session: Session, authenticator = createAuthenticator(), changed = {}) => {
  const passkey = authenticator.create(await beginPasskey(session, database()), changed);
  return addPasskey(session, { name: "Phone", passkey }, database());
};

type SignIn = Parameters<typeof tryToSignIn>[2];

/** The answer to the first step of a sign-in, after the right password. */
const challenge = async (more: SignIn = {}): Promise<PasskeyRequest> => {
  const error = await tryToSignIn(database(), EMAIL, more).catch((refusal) => refusal);
  expect(error.code).toBe("SECOND_FACTOR_REQUIRED");
  return error.details.passkey;
};

const enter = (more: SignIn) =>
  tryToSignIn(database(), EMAIL, more).then(
    () => "in",
    (error) => error.code as string,
  );

const list = async (session: Session) => (await listPasskeys(session, database())).items;

describe("setting up", () => {
  it("as the first second factor ends the sessions begun without one, and returns recovery codes", async () => {
    const user = await addPerson(database(), "ana");
    const [session, token] = [await sessionOf(user.id), await startSession(user.id, database())];
    const { recovery_codes } = await add(session);
    expect(recovery_codes).toHaveLength(10);
    expect(await findSession(token, database())).toBeNull();
    const second = await add(await sessionOf(user.id));
    expect(second.recovery_codes).toBeNull();
    expect(await listPasskeys(session, database())).toMatchObject({
      items: [{ name: "Phone", last_used_at: null, disabled_at: null }, { name: "Phone" }],
      available: true,
      required: false,
      recovery_codes_left: 10,
    });
  });

  it.each([
    ["another origin", { origin: "http://localhost:3001" }],
    ["another host", { origin: "https://cotejo.example" }],
    ["another relying party", { rpId: "cotejo.example" }],
    ["a frame of another site", { crossOrigin: true }],
    ["an authenticator that verified nobody", { verified: false }],
  ])("is refused from %s, and uses the challenge up", async (_name, changed) => {
    const session = await sessionOf((await addPerson(database(), "ana")).id);
    const creation = await beginPasskey(session, database());
    for (const tried of [changed, {}]) {
      const passkey = createAuthenticator().create(creation, tried);
      await expect(addPasskey(session, { name: "Phone", passkey }, database())).rejects.toMatchObject({
        code: "PASSKEY_WRONG",
        status: 403,
      });
    }
    expect(await list(session)).toEqual([]);
  });

  it("is refused for the challenge of another session, of a step-up, or of six minutes ago", async () => {
    const { user, session } = await withPasskey();
    const other = await sessionOf(user.id);
    const request = (await requestStepUp(session, database())) ?? expect.unreachable();
    const foreign = [
      await beginPasskey(other, database()),
      { ...(await beginPasskey(session, database())), challenge: request.challenge },
    ];
    const old = await beginPasskey(session, database());
    await database().pool.query(
      "UPDATE passkey_challenges SET expires_at = expires_at - interval '6 minutes' WHERE purpose = 'register'",
    );
    for (const creation of [...foreign, old]) {
      const passkey = createAuthenticator().create(creation);
      await expect(addPasskey(session, { name: "Phone", passkey }, database())).rejects.toMatchObject({
        code: "PASSKEY_WRONG",
      });
    }
  });

  it("stores at most ten passkeys of a person, and each once", async () => {
    const { session, authenticator } = await withPasskey();
    await expect(add(session, authenticator)).rejects.toMatchObject({ code: "CONFLICT" });
    const last = await beginPasskey(session, database());
    for (let more = 1; more < 10; more += 1) await add(session);
    await expect(beginPasskey(session, database())).rejects.toMatchObject({ code: "CONFLICT" });
    const passkey = createAuthenticator().create(last);
    await expect(addPasskey(session, { name: "Phone", passkey }, database())).rejects.toMatchObject({
      status: expect.toBeOneOf([403, 409]),
    });
    expect(await list(session)).toHaveLength(10);
  });

  it("stores only hashes of challenges, and five open ones of a place", async () => {
    const session = await sessionOf((await addPerson(database(), "ana")).id);
    for (let more = 0; more < 9; more += 1) await beginPasskey(session, database());
    const { challenge: last } = await beginPasskey(session, database());
    const { rows } = await database().pool.query("SELECT passkey_challenges::text AS text FROM passkey_challenges");
    expect(rows).toHaveLength(5);
    expect(JSON.stringify(rows)).not.toContain(last);
  });

  it("does not exist where the origin is an IP address", async () => {
    const { session } = await withPasskey();
    vi.spyOn(environment, "env").mockReturnValue({ ...environment.env(), APP_ORIGIN: "http://127.0.0.1:3000" });
    await expect(beginPasskey(session, database())).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await listPasskeys(session, database())).toMatchObject({ available: false });
    expect(await challenge()).toBeNull();
  });
});

describe("signing in", () => {
  it("takes the password and a passkey, once for each challenge", async () => {
    const { session, authenticator } = await withPasskey();
    const passkey = authenticator.get(await challenge());
    expect(await enter({ passkey })).toBe("in");
    expect((await trailOf(database(), "session.started")).at(-1)?.after).toEqual({ second_factor: "passkey" });
    expect((await list(session))[0]?.last_used_at).not.toBeNull();
    expect(await enter({ passkey })).toBe("PASSKEY_WRONG");
    expect((await trailOf(database(), "session.refused")).at(-1)).toMatchObject({
      error_code: "PASSKEY_WRONG",
      after: { reason: "passkey_wrong" },
    });
  });

  it("accepts one of two concurrent answers to a challenge", async () => {
    const { authenticator } = await withPasskey();
    const request = await challenge();
    const answers = [authenticator.get(request), authenticator.get(request)];
    const outcomes = await Promise.all(answers.map((passkey) => enter({ passkey })));
    expect(outcomes.toSorted()).toEqual(["PASSKEY_WRONG", "in"]);
  });

  it("takes no passkey without the right password", async () => {
    const { authenticator } = await withPasskey();
    const passkey = authenticator.get(await challenge());
    expect(await enter({ passkey, password: "another wrong horse" })).toBe("UNAUTHORIZED");
    expect(await enter({ passkey })).toBe("in");
  });

  it.each([
    ["another origin", { origin: "http://localhost:3001" }],
    ["another relying party", { rpId: "cotejo.example" }],
    ["a frame of another site", { crossOrigin: true }],
    ["an authenticator that verified nobody", { verified: false }],
  ])("is refused from %s", async (_name, changed) => {
    const { authenticator, session } = await withPasskey();
    const passkey = authenticator.get(await challenge(), changed);
    expect(await enter({ passkey })).toBe("PASSKEY_WRONG");
    expect((await list(session))[0]).toMatchObject({ last_used_at: null, disabled_at: null });
  });

  it("is refused with another key's signature under the id of a passkey", async () => {
    const { authenticator } = await withPasskey();
    const forged = createAuthenticator().get(await challenge());
    expect(await enter({ passkey: { ...forged, id: authenticator.id, rawId: authenticator.id } })).toBe(
      "PASSKEY_WRONG",
    );
  });

  it("is refused with another person's passkey, for their challenge, and for that of an open session", async () => {
    const { session, authenticator } = await withPasskey();
    const luis = await withPasskey("luis");
    expect(await enter({ passkey: luis.authenticator.get(await challenge()) })).toBe("PASSKEY_WRONG");
    const foreign = [await requestStepUp(luis.session, database()), await requestStepUp(session, database())];
    for (const request of foreign) {
      expect(await enter({ passkey: authenticator.get(request ?? expect.unreachable()) })).toBe("PASSKEY_WRONG");
    }
  });

  it("is refused for the challenge of another browser", async () => {
    const { authenticator } = await withPasskey();
    const { browser } = await tryToSignIn(database(), EMAIL, { passkey: authenticator.get(await challenge()) });
    const [known, unknown, other] = [await challenge({ browser }), await challenge(), await challenge()];
    expect(await enter({ passkey: authenticator.get(known) })).toBe("PASSKEY_WRONG");
    expect(await enter({ passkey: authenticator.get(unknown), browser })).toBe("PASSKEY_WRONG");
    expect(await enter({ passkey: authenticator.get(other), browser: "another new browser" })).toBe("PASSKEY_WRONG");
    expect(await enter({ passkey: authenticator.get(await challenge({ browser })), browser })).toBe("in");
  });

  it("is refused with a removed passkey", async () => {
    const { session, authenticator, passkey_id } = await withPasskey();
    await add(session);
    const request = await challenge();
    await removePasskey(session, passkey_id, database());
    expect(await enter({ passkey: authenticator.get(request) })).toBe("PASSKEY_WRONG");
    expect((await challenge()).allowCredentials).toHaveLength(1);
  });

  it("is throttled as codes are", async () => {
    await withPasskey();
    const stranger = createAuthenticator();
    const outcomes: string[] = [];
    for (let tries = 0; tries < 8 && outcomes.at(-1) !== "TOO_MANY_REQUESTS"; tries += 1) {
      const address = `203.0.113.${tries}`;
      outcomes.push(await enter({ passkey: stranger.get(await challenge({ address })), address }));
    }
    expect(outcomes).toEqual([...Array(6).fill("PASSKEY_WRONG"), "TOO_MANY_REQUESTS"]);
  });

  it("accepts a recovery code of a person without another second factor", async () => {
    const { recovery_codes } = await withPasskey();
    expect(await enter({ code: recovery_codes?.[0] ?? "" })).toBe("in");
    expect(await enter({ code: recovery_codes?.[0] ?? "" })).toBe("SECOND_FACTOR_WRONG");
  });
});

describe("a counter that goes back", () => {
  it("disables the passkey, is recorded, and leaves the account with a second factor", async () => {
    const { user, session, authenticator, passkey_id, recovery_codes } = await withPasskey();
    expect(await enter({ passkey: authenticator.get(await challenge(), { counter: 7 }) })).toBe("in");
    expect(await enter({ passkey: authenticator.get(await challenge(), { counter: 7 }) })).toBe("PASSKEY_DISABLED");
    expect(await trailOf(database(), "passkey.disabled")).toMatchObject([
      { user_email: null, ids: { user_id: user.id, passkey_id }, after: { counter_before: 7, counter: 7 } },
    ]);
    expect((await list(session))[0]?.disabled_at).not.toBeNull();
    expect(await challenge()).toBeNull();
    expect(await enter({ passkey: authenticator.get({ challenge: "none", rpId: "localhost" }, { counter: 9 }) })).toBe(
      "PASSKEY_WRONG",
    );
    expect(await enter({ code: recovery_codes?.[0] ?? "" })).toBe("in");
  });

  it("does not occur with an authenticator that does not count", async () => {
    const { authenticator } = await withPasskey();
    for (const _time of [1, 2]) {
      expect(await enter({ passkey: authenticator.get(await challenge(), { counter: 0 }) })).toBe("in");
    }
  });

  it("occurs once for two concurrent answers with the same counter", async () => {
    const { authenticator } = await withPasskey();
    const requests = [await challenge(), await challenge()];
    const outcomes = await Promise.all(
      requests.map((request) => enter({ passkey: authenticator.get(request, { counter: 3 }) })),
    );
    expect(outcomes.toSorted()).toEqual(["PASSKEY_DISABLED", "in"]);
  });
});

describe("within a session", () => {
  const confirm = (session: Session, passkey: ReturnType<ReturnType<typeof createAuthenticator>["get"]>) =>
    stepUp({ session, actor: actorOf(session), confirmation: { passkey } }, database());

  it("a passkey confirms it instead of the password, and gives it another token", async () => {
    const { session, authenticator } = await withPasskey();
    const request = (await requestStepUp(session, database())) ?? expect.unreachable();
    const passkey = authenticator.get(request);
    const token = await confirm(session, passkey);
    expect((await findSession(token, database()))?.idHash).toBe(session.idHash);
    expect((await trailOf(database(), "session.confirmed")).at(-1)?.after).toEqual({ second_factor: "passkey" });
    await expect(confirm(session, passkey)).rejects.toMatchObject({ code: "PASSKEY_WRONG", status: 403 });
  });

  it("the challenge of another session, or of a sign-in, confirms nothing", async () => {
    const { user, session, authenticator } = await withPasskey();
    const requests = [await requestStepUp(await sessionOf(user.id), database()), await challenge()];
    for (const request of requests) {
      const passkey = authenticator.get(request ?? expect.unreachable());
      await expect(confirm(session, passkey)).rejects.toMatchObject({ code: "PASSKEY_WRONG" });
    }
    expect((await trailOf(database(), "session.refused")).at(-1)?.after).toEqual({
      reason: "passkey_wrong",
      within: "session",
    });
  });

  it("the password is changed by the old one and a passkey", async () => {
    const { session, authenticator } = await withPasskey();
    const next = "another correct horse";
    const change = { current_password: PASSWORD, new_password: next };
    const actor = actorOf(session);
    await expect(changePassword({ session, actor, change }, database())).rejects.toMatchObject({
      code: "SECOND_FACTOR_REQUIRED",
      status: 403,
    });
    const passkey = authenticator.get((await requestStepUp(session, database())) ?? expect.unreachable());
    await changePassword({ session, actor, change: { ...change, passkey } }, database());
    expect(await enter({ password: next })).toBe("SECOND_FACTOR_REQUIRED");
  });
});

describe("removal", () => {
  it("of the last one deletes the recovery codes, and the password alone signs in", async () => {
    const { session, passkey_id } = await withPasskey();
    await removePasskey(session, passkey_id, database());
    expect(await listPasskeys(session, database())).toMatchObject({ items: [], recovery_codes_left: 0 });
    expect(await enter({})).toBe("in");
  });

  it("is refused for another person's passkey", async () => {
    const [ana, luis] = [await withPasskey(), await withPasskey("luis")];
    await expect(removePasskey(luis.session, ana.passkey_id, database())).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await list(ana.session)).toHaveLength(1);
  });

  it("by an admin removes all passkeys, the recovery codes and the sessions", async () => {
    const { user, session } = await withPasskey();
    const admin = await addPerson(database(), "boss", "admin");
    await add(session);
    await removeFactorOf({ id: user.id, by: admin.id }, database());
    const { rows } = await database().pool.query(
      "SELECT user_id FROM passkeys UNION ALL SELECT user_id FROM recovery_codes",
    );
    expect(rows).toEqual([]);
    expect(await enter({})).toBe("in");
  });
});

describe("a role that requires a passkey", () => {
  const require = () =>
    vi.spyOn(environment, "env").mockReturnValue({ ...environment.env(), PASSKEY_REQUIRED_FOR: ["compliance"] });

  it("allows only the own account to a person without an accepted passkey", async () => {
    require();
    const { user, session, authenticator } = await withPasskey();
    expect(session.mustEnrol).toBe(true);
    expect((await sessionOf(user.id)).mustEnrol).toBe(false);
    await enter({ passkey: authenticator.get(await challenge(), { counter: 2 }) });
    await enter({ passkey: authenticator.get(await challenge(), { counter: 1 }) });
    expect((await sessionOf(user.id)).mustEnrol).toBe(true);
    expect((await sessionOf((await addPerson(database(), "boss", "admin")).id)).mustEnrol).toBe(false);
  });

  it("is not satisfied by a code of an authenticator app, but by a recovery code", async () => {
    const { authenticator, recovery_codes } = await withPasskey();
    expect(await enter({ code: "123456" })).toBe("SECOND_FACTOR_WRONG");
    require();
    const refusal = await tryToSignIn(database(), EMAIL, { code: "123 456" }).catch((error) => error);
    expect(refusal).toMatchObject({ code: "PASSKEY_REQUIRED", status: 401 });
    expect(await enter({ passkey: authenticator.get(refusal.details.passkey) })).toBe("in");
    expect(await enter({ code: recovery_codes?.[0] ?? "" })).toBe("in");
  });
});
