import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { POST as link } from "#app/api/account/provider/route.ts";
import { GET as readAccount } from "#app/api/account/route.ts";
import { GET as listUsers } from "#app/api/users/route.ts";
import { sessionCookie } from "#lib/access/server/session.ts";
import { findSession } from "#lib/access/server/sessions.ts";
import { PEER_HEADER } from "#lib/platform/server/base/client-address.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute } from "#tools/test/call-route.ts";
import type { TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { followProvider, newSubject, type OpenIdProvider } from "#tools/test/openid-provider.ts";
import { startWithProvider } from "#tools/test/provider-dashboard.ts";
import { GET as callback } from "./callback/route.ts";
import { GET as begin } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const ORIGIN = "http://localhost:3000";
let provider: OpenIdProvider;
let dashboard: TestDashboard;

beforeAll(async () => {
  ({ provider, dashboard } = await startWithProvider({ roles: { officers: "compliance" } }));
});
afterAll(() => dashboard.end());
beforeEach(() => jar.clear());

const sql = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;
const here = async () => (await findSession((await sessionCookie()).id ?? ""))?.user ?? expect.unreachable();

/** An address for each sign-in: the limit of sign-ins is by address. */
let signIns = 0;
const crossSite = () => ({
  method: "GET",
  headers: { "sec-fetch-site": "cross-site", [PEER_HEADER]: `192.0.2.${signIns}` },
});

type Claims = { email?: string; email_verified?: unknown; name?: unknown };
/** Signs the person in, in a new browser, and returns the session's user. */
async function signIn(sub: string, claims: Claims) {
  signIns += 1;
  provider.people.set(sub, { sub, groups: ["officers"], ...claims });
  provider.present = sub;
  jar.clear();
  const { headers } = await callRoute(begin, crossSite());
  const back = await followProvider(headers.get("location") ?? "", ORIGIN);
  const answer = await callRoute(callback, { ...crossSite(), search: back.search });
  expect(answer.headers.get("location")).not.toContain("problem");
  return here();
}

/** A person with an account, and a new address of theirs. */
async function arrive() {
  const sub = newSubject();
  const before = { email: `${sub}@example.mx`, email_verified: true, name: "Rosa Díaz" };
  const user = await signIn(sub, before);
  return { sub, before, changed: { ...before, email: `nueva-${sub}@example.mx`, name: "Rosa Luz" }, user };
}

const entriesOf = (id: string) =>
  sql(
    "SELECT outcome, error_code, user_email, before, after FROM audit_log WHERE action = 'user.changed' AND ids ->> 'user_id' = $1 ORDER BY id",
    [id],
  );
/** The reason for a kept address, as the pages Account and Users state it. */
async function saidOf(id: string) {
  const own = (await callRoute(readAccount, { method: "GET" })).body.provider.kept_email;
  await dashboard.signInAs("admin");
  const { items } = (await callRoute(listUsers, { method: "GET" })).body;
  return [own, items.find((item: { id: string }) => item.id === id).kept_email];
}

it("follows a changed address and a changed name, in the session, the list and the trail", async () => {
  const { sub, before, changed, user } = await arrive();
  expect(await signIn(sub, changed)).toMatchObject({ id: user.id, email: changed.email, name: "Rosa Luz" });
  expect(await entriesOf(user.id)).toEqual([
    expect.objectContaining({ after: expect.objectContaining({ role: "compliance" }) }),
    {
      outcome: "done",
      error_code: null,
      user_email: before.email,
      before: { email: before.email },
      after: { email: changed.email, renamed: true, by: "provider" },
    },
  ]);
  expect(
    await sql("SELECT user_email FROM audit_log WHERE action = 'session.started' ORDER BY id DESC LIMIT 1"),
  ).toEqual([{ user_email: changed.email }]);
  expect(await saidOf(user.id)).toEqual([null, null]);
});

it("records nothing where nothing changed, and keeps what the provider does not state", async () => {
  const { sub, before, user } = await arrive();
  const entries = await entriesOf(user.id);
  for (const claims of [before, { ...before, email: before.email.toUpperCase() }, {}, { name: " ", email: "none" }]) {
    expect(await signIn(sub, claims)).toMatchObject({ email: before.email, name: "Rosa Díaz" });
  }
  expect(await entriesOf(user.id)).toEqual(entries);
  expect(await signIn(sub, { ...before, name: "Rosa Luz" })).toMatchObject({ name: "Rosa Luz" });
  expect((await entriesOf(user.id)).at(-1)).toMatchObject({ before: null, after: { renamed: true, by: "provider" } });
});

const KEPT: [reason: string, claims: Claims, prepare: (id: string, taken: string) => unknown][] = [
  ["unverified", { email_verified: undefined }, () => undefined],
  ["unverified", { email_verified: false }, () => undefined],
  ["unverified", { email_verified: 1 }, () => undefined],
  [
    "taken",
    {},
    (_id, taken) =>
      sql("INSERT INTO users (id, email, name, role, disabled_at) VALUES ($1, $2, 'Otra', 'support', now())", [
        crypto.randomUUID(),
        taken.toUpperCase(),
      ]),
  ],
  ["directory", {}, (id) => sql("INSERT INTO scim_accounts (user_id, user_name) VALUES ($1, $2)", [id, id])],
  [
    "password",
    {},
    (id) =>
      sql(
        "UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = 'admin@example.mx') WHERE id = $1",
        [id],
      ),
  ],
];

it.for(KEPT)("keeps its address and says so once: %s, %j", async ([reason, claims, prepare]) => {
  const { sub, before, changed, user } = await arrive();
  await prepare(user.id, changed.email);
  const entries = (await entriesOf(user.id)).length;
  const name = reason === "directory" ? "Rosa Díaz" : "Rosa Luz";
  for (const _time of [1, 2]) {
    expect(await signIn(sub, { ...changed, ...claims })).toMatchObject({ email: before.email, name });
  }
  expect((await entriesOf(user.id)).slice(entries).filter(({ outcome }) => outcome === "refused")).toEqual([
    {
      outcome: "refused",
      error_code: "EMAIL_KEPT",
      user_email: before.email,
      before: null,
      after: { email_kept: `email_${reason}`, by: "provider" },
    },
  ]);
  expect(await saidOf(user.id)).toEqual([reason, reason]);
  await signIn(sub, before);
  expect(await saidOf(user.id)).toEqual([null, null]);
});

it("takes the address once the reason is gone, and gives it to one account alone", async () => {
  const { sub, changed } = await arrive();
  await signIn(sub, { ...changed, email_verified: false });
  expect(await signIn(sub, { ...changed, email_verified: "true" })).toMatchObject({ email: changed.email });
  const other = await arrive();
  expect(await signIn(other.sub, { ...other.before, email: changed.email })).toMatchObject({
    email: other.before.email,
  });
});

it("keeps the name of a sign-in by password of an account that its user linked", async () => {
  await dashboard.signInAs("support");
  const sub = newSubject();
  provider.people.set(sub, { sub, email: `${sub}@example.mx`, email_verified: true, groups: ["officers"] });
  provider.present = sub;
  const { url } = (await callRoute(link)).body;
  await callRoute(callback, { ...crossSite(), search: (await followProvider(url, ORIGIN)).search });
  const stated = { email: `${sub}@example.mx`, email_verified: true, name: "Sofía Paz" };
  expect(await signIn(sub, stated)).toMatchObject({ email: "support@example.mx", name: "Sofía Paz" });
});
