import { NextRequest } from "next/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sessionCookie } from "#lib/access/server/session.ts";
import { findSession } from "#lib/access/server/sessions.ts";
import { changeReview } from "#lib/desk/server/review/command.ts";
import { finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { INCIDENTS } from "#lib/outbound/server/notices/alerts/acts.ts";
import { PEER_HEADER } from "#lib/platform/server/base/client-address.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, expectStoredNowhere, type Handler } from "#tools/test/call-route.ts";
import type { TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import {
  CLIENT,
  followProvider,
  newSubject,
  type OpenIdProvider,
  otherKey,
  type ProviderPerson,
  signToken,
  unsigned,
} from "#tools/test/openid-provider.ts";
import { startWithProvider } from "#tools/test/provider-dashboard.ts";
import { USUAL_THRESHOLDS } from "#tools/test/usual-thresholds.ts";
import { GET as callback } from "./callback/route.ts";
import { POST as logout } from "./logout/route.ts";
import { GET as begin } from "./route.ts";
import { GET as stepUp } from "./step-up/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const ORIGIN = "http://localhost:3000";
let provider: OpenIdProvider;
let dashboard: TestDashboard;

beforeAll(async () => {
  vi.stubEnv("SECOND_FACTOR_REQUIRED_FOR", "admins");
  ({ provider, dashboard } = await startWithProvider({
    roles: { officers: "compliance", help: "support", heads: "admin" },
  }));
});
afterAll(() => dashboard.end());
beforeEach(() => {
  tests += 1;
  jar.clear();
  provider.tamper = null;
});

const sql = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;

/** A person who is signed in at the provider already. */
function arrive(person: Partial<ProviderPerson> = {}): ProviderPerson & { email: string } {
  const sub = newSubject();
  const made = { sub, email: `${sub}@example.mx`, name: "Rosa Díaz", groups: ["officers"], ...person };
  provider.people.set(made.sub, made);
  provider.present = made.sub;
  return made;
}

/** An address for each test: the limit of sign-ins is by address. */
let tests = 0;
const crossSite = () => ({
  method: "GET",
  headers: { "sec-fetch-site": "cross-site", [PEER_HEADER]: `192.0.2.${tests}` },
});
const path = (answer: { status: number; headers: Headers }) => {
  expect(answer.status).toBe(303);
  return answer.headers.get("location") ?? "";
};
const goTo = async (search = "") => path(await callRoute(begin, { ...crossSite(), search }));
const comeBack = async (url: URL) => path(await callRoute(callback, { ...crossSite(), search: url.search }));
const signIn = async (search = "") => comeBack(await followProvider(await goTo(search), ORIGIN));
const here = async () => findSession((await sessionCookie()).id ?? "");
const refusals = () =>
  sql("SELECT after, ids FROM audit_log WHERE action = 'session.refused' ORDER BY id DESC LIMIT 1");

describe("signing in by the provider", () => {
  it("begins an account with the role of the claim, and finds it again by issuer and subject alone", async () => {
    const person = arrive();
    expect(await signIn("?next=%2Fpeople")).toBe("/people");
    const session = await here();
    expect(session?.user).toMatchObject({ email: person.email, name: "Rosa Díaz", role: "compliance" });
    expect(session).toMatchObject({ isByPassword: false, mustEnrol: false, recentlyAuthenticated: true });
    jar.clear();
    provider.people.set(person.sub, { ...person, email: "another@example.mx" });
    await signIn();
    expect((await here())?.user.id).toBe(session?.user.id);
    expect(await sql("SELECT issuer, subject FROM provider_identities WHERE user_id = $1", [session?.user.id])).toEqual(
      [{ issuer: provider.issuer, subject: person.sub }],
    );
  });

  it("takes the role of each sign-in: another role, or none", async () => {
    const person = arrive({ groups: ["heads"], amr: ["pwd", "otp"] });
    await signIn();
    expect((await here())?.user.role).toBe("admin");
    const id = (await here())?.user.id;
    provider.people.set(person.sub, { ...person, groups: ["help"] });
    jar.clear();
    await signIn();
    expect((await here())?.user.role).toBe("support");
    const open = (await sessionCookie()).id ?? "";
    provider.people.set(person.sub, { ...person, groups: [] });
    jar.clear();
    expect(await signIn()).toBe("/login?problem=no_match");
    expect(await here()).toBeNull();
    // Open sessions end too.
    expect(await findSession(open)).toBeNull();
    expect(await sql("SELECT role FROM users WHERE id = $1", [id])).toEqual([{ role: "none" }]);
  });

  it("reads a text as one role, also a text of several words", async () => {
    arrive({ groups: "officers" });
    await signIn();
    expect((await here())?.user.role).toBe("compliance");
    for (const groups of ["officers help", "officers,help", " officers"]) {
      jar.clear();
      arrive({ groups });
      expect(await signIn(), groups).toBe("/login?problem=no_match");
    }
  });

  it("unassigns the reviews of a user who may no longer decide, and notifies the admins", async () => {
    const { begin, receive, review, user } = reviewDesk(database());
    await begin();
    const person = arrive();
    await signIn();
    const id = (await here())?.user.id ?? expect.unreachable();
    await receive(...finishedFile("ver_left"));
    await changeReview("ver_left", { assignee: id }, await user("colleague", "compliance"));
    provider.people.set(person.sub, { ...person, groups: ["help"] });
    jar.clear();
    await signIn();
    expect(await review("ver_left")).toMatchObject({ state: "open", assignee: null });
    const since = "2026-01-01T00:00:00.000000Z";
    const unassigned = INCIDENTS.find(({ kind }) => kind === "reviews_unassigned");
    expect(
      await unassigned?.find(database().pool, { since, begun: since, thresholds: USUAL_THRESHOLDS }),
    ).toMatchObject([{ facts: { user_id: id, reviews: 1 } }]);
  });

  it("creates nothing for a person without a match, or whose address is another account's", async () => {
    const before = await sql("SELECT count(*) FROM users");
    arrive({ groups: ["others"] });
    expect(await signIn()).toBe("/login?problem=no_match");
    arrive({ email: "ADMIN@example.mx" });
    expect(await signIn()).toBe("/login?problem=email_taken");
    for (const email_verified of [false, "false", 0, null]) {
      arrive({ email_verified });
      expect(await signIn("?next=%2Fpeople")).toBe("/login?next=%2Fpeople&problem=no_email");
    }
    expect(await sql("SELECT count(*) FROM users")).toEqual(before);
    expect(await refusals()).toMatchObject([{ after: { reason: "no_email", by: "provider" } }]);
  });

  it("is refused to a disabled account, and to one factor where the role needs two", async () => {
    const person = arrive({ amr: ["pwd"] });
    await signIn();
    const id = (await here())?.user.id;
    expect(id).toBeDefined();
    provider.people.set(person.sub, { ...person, groups: ["heads"] });
    jar.clear();
    expect(await signIn()).toBe("/login?problem=second_factor");
    await sql("UPDATE users SET disabled_at = now() WHERE id = $1", [id]);
    expect(await signIn()).toBe("/login?problem=disabled");
    expect(await refusals()).toMatchObject([{ ids: { user_id: id } }]);
  });

  it("gives no role that needs a second admin's consent where it is required, until two admins agree", async () => {
    await sql("INSERT INTO consent_policy DEFAULT VALUES");
    const person = arrive();
    await signIn();
    const id = (await here())?.user.id;
    expect((await here())?.user.role).toBe("support");
    await sql("UPDATE users SET role = 'compliance' WHERE id = $1", [id]);
    jar.clear();
    await signIn();
    expect((await here())?.user.role).toBe("compliance");
    provider.people.set(person.sub, { ...person, groups: ["help"] });
    jar.clear();
    await signIn();
    expect((await here())?.user.role).toBe("support");
    await sql("DELETE FROM consent_policy");
  });

  it("tells a window of its own, and says that the person has cancelled", async () => {
    arrive();
    expect(await signIn("?window=1")).toBe("/signed-in?done=1");
    provider.present = "";
    expect(await signIn("?window=1")).toBe("/signed-in?problem=cancelled");
  });

  it("says that the provider does not answer", async () => {
    arrive();
    const back = await followProvider(await goTo(), ORIGIN);
    provider.away = true;
    expect(await comeBack(back)).toBe("/login?problem=unavailable");
    provider.away = false;
  });
});

describe("an answer that is not of this sign-in", () => {
  const now = () => Math.floor(Date.now() / 1000);
  type Claims = Record<string, unknown>;
  const signed = (change: (claims: Claims) => Claims) => () => {
    provider.tamper = ({ claims }) => provider.sign(change(claims));
  };
  const TAMPERED_TOKENS: [string, () => void][] = [
    ["has no signature", () => (provider.tamper = ({ claims }) => unsigned(claims))],
    [
      "is signed by another key",
      () => (provider.tamper = ({ claims, header }) => signToken(claims, header, otherKey())),
    ],
    ["is of another issuer", signed((claims) => ({ ...claims, iss: "https://login.example.com" }))],
    ["is for another audience", signed((claims) => ({ ...claims, aud: "another" }))],
    ["has another nonce", signed((claims) => ({ ...claims, nonce: "another" }))],
    ["was given to another client", signed((claims) => ({ ...claims, azp: "another" }))],
    ["has further audiences and no `azp`", signed((claims) => ({ ...claims, aud: [CLIENT.id, "another"] }))],
    [
      "has further audiences and was given to one of them",
      signed((claims) => ({ ...claims, aud: [CLIENT.id, "another"], azp: "another" })),
    ],
    ["is for other audiences alone", signed((claims) => ({ ...claims, aud: ["one", "another"], azp: CLIENT.id }))],
    ["has expired", signed((claims) => ({ ...claims, exp: now() - 3_600 }))],
    ["was issued in the future", signed((claims) => ({ ...claims, iat: now() + 3_600 }))],
    ["names nobody", signed(({ sub: _, ...claims }) => claims)],
  ];

  it.for(TAMPERED_TOKENS)("%s: is refused, and nothing is created", async ([, tamper]) => {
    arrive();
    const before = await sql(
      "SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM sessions) AS sessions",
    );
    tamper();
    expect(await signIn()).toBe("/login?problem=invalid");
    expect(await here()).toBeNull();
    expect(
      await sql("SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM sessions) AS sessions"),
    ).toEqual(before);
    provider.tamper = ({ claims }) => provider.sign(claims);
    expect(await signIn()).not.toContain("problem");
  });

  it("may have further audiences if it was given to this client", async () => {
    arrive();
    signed((claims) => ({ ...claims, aud: ["another", CLIENT.id], azp: CLIENT.id }))();
    expect(await signIn()).not.toContain("problem");
    expect(await here()).not.toBeNull();
  });

  it("is refused with another state, another verifier, in another browser, and a second time", async () => {
    arrive();
    const FLOW = "__Host-cotejo-flow-";
    const swapped = await followProvider(await goTo(), ORIGIN);
    swapped.searchParams.set("state", "another");
    expect(await comeBack(swapped)).toBe("/login?problem=expired");

    const first = await followProvider(await goTo(), ORIGIN);
    const second = await followProvider(await goTo(), ORIGIN);
    second.searchParams.set("state", first.searchParams.get("state") ?? "");
    expect(await comeBack(second)).toBe("/login?problem=invalid");

    const elsewhere = await followProvider(await goTo(), ORIGIN);
    const browser = [...jar];
    jar.clear();
    expect(await comeBack(elsewhere)).toBe("/login?problem=expired");
    // The cookies of another browser's flow do not fit either.
    await goTo();
    const [flow] = [...jar].filter(([name]) => name.startsWith(FLOW));
    const [name] = browser.findLast(([cookie]) => cookie.startsWith(FLOW)) ?? expect.unreachable();
    jar.set(name, { name, value: flow?.[1].value ?? "" });
    expect(await comeBack(elsewhere)).toBe("/login?problem=expired");

    const once = await followProvider(await goTo(), ORIGIN);
    const kept = [...jar];
    expect(await comeBack(once)).not.toContain("problem");
    expect(await comeBack(once)).toBe("/login?problem=expired");
    for (const [cookie, value] of kept) jar.set(cookie, value);
    expect(await comeBack(once)).toBe("/login?problem=expired");
  });
});

describe("a key that the provider has rotated", () => {
  afterEach(() => {
    vi.useRealTimers();
    provider.away = false;
  });
  /** Time never goes back between the tests: the keys keep the time of their last read. */
  let passed = 0;
  const waitSeconds = (seconds: number) => {
    passed += seconds;
    vi.useFakeTimers({ now: vi.getRealSystemTime() + passed * 1_000, toFake: ["Date"] });
  };
  const forged = async () => {
    const body = new URLSearchParams({ logout_token: provider.sign({ sub: "x" }, { kid: newSubject() }) }).toString();
    const request = new NextRequest(`${ORIGIN}/api/session/oidc/logout`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    });
    return (await (logout as Handler)(request, { params: Promise.resolve({}) })).status;
  };

  it("signs people in at once", async () => {
    arrive();
    await signIn();
    provider.rotateKey();
    waitSeconds(6);
    jar.clear();
    expect(await signIn()).not.toContain("problem");
    expect(await here()).not.toBeNull();
  });

  it("is looked up every five seconds at most, however many tokens name an unknown key", async () => {
    arrive();
    await signIn();
    waitSeconds(6);
    const before = provider.keyReads;
    for (const _token of Array(10)) expect(await forged()).toBe(400);
    expect(provider.keyReads).toBe(before + 1);
    waitSeconds(6);
    provider.away = true;
    for (const _token of Array(10)) expect(await forged()).toBe(400);
    expect(provider.keyReads).toBe(before + 2);
  });
});

describe("flows at the provider", () => {
  const FLOW = "__Host-cotejo-flow-";
  const flows = () => sql("SELECT state_hash FROM provider_flows");
  beforeEach(() => sql("TRUNCATE provider_flows"));

  it("are independent of each other in several tabs, whichever ends first", async () => {
    arrive();
    const first = await followProvider(await goTo("?next=%2Fpeople"), ORIGIN);
    const second = await followProvider(await goTo("?next=%2Freview"), ORIGIN);
    expect(await comeBack(second)).toBe("/review");
    expect(await comeBack(first)).toBe("/people");
    expect(await here()).not.toBeNull();
    expect(await flows()).toEqual([]);
    expect([...jar.keys()].filter((name) => name.startsWith(FLOW))).toEqual([]);
  });

  it("are five in a browser: a sixth ends the oldest", async () => {
    arrive();
    const begun: URL[] = [];
    for (const _tab of Array(6)) begun.push(await followProvider(await goTo(), ORIGIN));
    expect(await flows()).toHaveLength(5);
    const [oldest, ...others] = begun;
    expect(await comeBack(oldest ?? expect.unreachable())).toBe("/login?problem=expired");
    for (const back of others) expect(await comeBack(back)).not.toContain("problem");
  });

  it("are bounded in all, and expire", async () => {
    arrive();
    await sql(
      `INSERT INTO provider_flows SELECT 'flow ' || n, 'cookie', '', now() + interval '1 minute' + n * interval '1 ms'
       FROM generate_series(1, 10000) AS n`,
    );
    const late = await followProvider(await goTo(), ORIGIN);
    expect(await sql("SELECT count(*), bool_or(state_hash = 'flow 1') AS oldest FROM provider_flows")).toEqual([
      { count: 10_000, oldest: false },
    ]);
    await sql("UPDATE provider_flows SET expires_at = now() - interval '1 s'");
    expect(await comeBack(late)).toBe("/login?problem=expired");
    await goTo();
    expect(await flows()).toHaveLength(1);
  });

  it("are stored without their state, verifier and nonce", async () => {
    const address = new URL(await goTo());
    const nonce = address.searchParams.get("nonce") ?? expect.unreachable();
    await expectStoredNowhere(address.searchParams.get("state") ?? expect.unreachable());
    await expectStoredNowhere(nonce);
  });
});

describe("signing in again at the provider", () => {
  const confirm = async () => comeBack(await followProvider(path(await callRoute(stepUp, { method: "GET" })), ORIGIN));

  it("makes the session a fresh one under another token", async () => {
    arrive();
    await signIn();
    const { idHash } = (await here()) ?? expect.unreachable();
    await sql("UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE id_hash = $1", [idHash]);
    const before = (await sessionCookie()).id;
    expect(await confirm()).toBe("/signed-in?done=1");
    expect(await here()).toMatchObject({ idHash, recentlyAuthenticated: true });
    expect((await sessionCookie()).id).not.toBe(before);
  });

  it("is refused to another person, without or with an old time, and in another session", async () => {
    const person = arrive();
    await signIn();
    const { idHash } = (await here()) ?? expect.unreachable();
    await sql("UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE id_hash = $1", [idHash]);
    arrive();
    expect(await confirm()).toBe("/signed-in?problem=other_person");
    provider.present = person.sub;
    provider.tamper = ({ claims: { auth_time: _, ...claims } }) => provider.sign(claims);
    expect(await confirm()).toBe("/signed-in?problem=invalid");
    provider.tamper = ({ claims }) => provider.sign({ ...claims, auth_time: Number(claims.auth_time) - 600 });
    expect(await confirm()).toBe("/signed-in?problem=invalid");
    for (const auth_time of [String(Math.floor(Date.now() / 1000)), true, null, [], -1e300, "now"]) {
      provider.tamper = ({ claims }) => provider.sign({ ...claims, auth_time });
      expect(await confirm(), String(auth_time)).toBe("/signed-in?problem=invalid");
    }
    expect((await here())?.recentlyAuthenticated).toBe(false);
    provider.tamper = null;
    const back = await followProvider(path(await callRoute(stepUp, { method: "GET" })), ORIGIN);
    await dashboard.signInAs("support");
    expect(await comeBack(back)).toBe("/signed-in?problem=signed_out");
  });

  it.each([
    { amr: ["pwd"] },
    { amr: "pwd" },
    { amr: "urn:oasis:names:tc:SAML:2.0:ac:classes:Password" },
    { amr: ["level-2"] },
    { amr: null },
  ])("requires the second factor that the sign-in requires: %j is refused", async ({ amr }) => {
    arrive({ groups: ["heads"], amr: ["pwd", "otp"] });
    await signIn();
    const { idHash, user } = (await here()) ?? expect.unreachable();
    await sql("UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE id_hash = $1", [idHash]);
    provider.tamper = ({ claims }) => provider.sign({ ...claims, amr });
    expect(await confirm()).toBe("/signed-in?problem=second_factor");
    expect((await here())?.recentlyAuthenticated).toBe(false);
    expect(await refusals()).toMatchObject([{ ids: { user_id: user.id }, after: { reason: "second_factor" } }]);
    jar.clear();
    expect(await signIn()).toBe("/login?problem=second_factor");
    provider.tamper = null;
    await signIn();
    expect(await confirm()).toBe("/signed-in?done=1");
  });

  it("is not replaced by a sign-in of a person who was signed in at the provider before: the session is not fresh", async () => {
    arrive();
    provider.tamper = ({ claims }) => provider.sign({ ...claims, auth_time: Number(claims.auth_time) - 3_600 });
    await signIn();
    expect((await here())?.recentlyAuthenticated).toBe(false);
    provider.tamper = ({ claims: { auth_time: _, ...claims } }) => provider.sign(claims);
    await signIn();
    expect((await here())?.recentlyAuthenticated).toBe(false);
    for (const auth_time of [String(Math.floor(Date.now() / 1000)), null, true, -1e300]) {
      provider.tamper = ({ claims }) => provider.sign({ ...claims, auth_time });
      await signIn();
      expect((await here())?.recentlyAuthenticated ?? false, String(auth_time)).toBe(false);
    }
  });
});
