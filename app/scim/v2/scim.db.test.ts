import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DELETE as revokeToken } from "#app/api/scim/tokens/[token_id]/route.ts";
import { GET as listTokens, POST as makeToken } from "#app/api/scim/tokens/route.ts";
import { GET as callback } from "#app/api/session/oidc/callback/route.ts";
import { GET as begin } from "#app/api/session/oidc/route.ts";
import { POST as makeServiceToken } from "#app/api/tokens/route.ts";
import { PATCH as changeUser } from "#app/api/users/[user_id]/route.ts";
import { GET as listVerifications } from "#app/api/verifications/route.ts";
import { scimUser } from "#lib/access/contract/scim/user.ts";
import { sessionCookie } from "#lib/access/server/session.ts";
import { findSession, startSession } from "#lib/access/server/sessions.ts";
import { listUsers as listAccounts } from "#lib/access/server/users.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, expectStoredNowhere, type Handler } from "#tools/test/call-route.ts";
import type { TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { followProvider, type OpenIdProvider } from "#tools/test/openid-provider.ts";
import { startWithProvider } from "#tools/test/provider-dashboard.ts";
import { entra, okta, someone } from "#tools/test/scim-requests.ts";
import { GET as readTypes } from "./ResourceTypes/route.ts";
import { GET as readSchemas } from "./Schemas/route.ts";
import { GET as readConfig } from "./ServiceProviderConfig/route.ts";
import { DELETE, PATCH, PUT, GET as readUser } from "./Users/[user_id]/route.ts";
import { GET as listUsers, POST } from "./Users/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const ORIGIN = "http://localhost:3000";
let provider: OpenIdProvider;
let dashboard: TestDashboard;
let token: string;

beforeAll(async () => {
  ({ provider, dashboard } = await startWithProvider({
    roles: { officers: "compliance", help: "support", heads: "admin" },
  }));
  await dashboard.signInAs("admin");
  token = (await callRoute(makeToken, { body: { name: "Entra ID" } })).body.token;
});
afterAll(() => dashboard.end());
beforeEach(async () => {
  jar.clear();
  await database().pool.query("DELETE FROM consent_policy");
  await database().pool.query("DELETE FROM passwords_off");
});

const sql = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;
const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

type Call = { method?: string; id?: string; search?: string; body?: unknown; bearer?: string | null; type?: string };

/** A request of the directory's server, without cookie or browser headers. */
async function scim(handler: Handler, sent: Call = {}) {
  const { method = "GET", id, search = "", body, bearer = token, type = "application/scim+json; charset=utf-8" } = sent;
  const request = new NextRequest(`https://elsewhere.example/scim/v2/Users${id ? `/${id}` : ""}${search}`, {
    method,
    headers: {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { "content-type": type }),
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const answer = await handler(request, {
    params: Promise.resolve(Object.fromEntries(id === undefined ? [] : [["user_id", id]])),
  });
  const text = await answer.text();
  if (text !== "") expect(answer.headers.get("content-type")).toBe("application/scim+json");
  return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) };
}

const create = (body: unknown) => scim(POST as Handler, { method: "POST", body });
const list = async (search: string) => (await scim(listUsers as Handler, { search })).body;
const patch = (id: string, body: unknown) => scim(PATCH as Handler, { method: "PATCH", id, body });
const put = (id: string, body: unknown) => scim(PUT as Handler, { method: "PUT", id, body });
const read = async (id: string) => (await scim(readUser as Handler, { id })).body;
const accountOf = async (id: string) => (await sql("SELECT * FROM users WHERE id = $1", [id]))[0];

/** Signs the person in at the provider; returns the address of the redirect and the session. */
async function enter(sub: string, claims: object = {}) {
  jar.clear();
  provider.people.set(sub, { sub, email: `${sub}@example.mx`, groups: ["officers"], ...claims });
  provider.present = sub;
  const { headers } = await callRoute(begin as Handler, { method: "GET" });
  const back = await followProvider(headers.get("location") ?? "", ORIGIN);
  const came = await callRoute(callback as Handler, { method: "GET", search: back.search });
  const seal = (await sessionCookie()).id;
  return { to: came.headers.get("location"), session: seal ? await findSession(seal) : null };
}

describe("a token of the directory", () => {
  it("is listed with its last use, kept as a hash alone, and opens /scim and nothing else", async () => {
    await dashboard.signInAs("admin");
    const made = await callRoute(makeToken as Handler, { body: { name: "Okta" } });
    expect(made.status).toBe(201);
    const { token: value, token_id } = made.body;
    const listed = async () => (await callRoute(listTokens as Handler, { method: "GET" })).body.items;
    expect((await listed())[0]).toMatchObject({ token_id, name: "Okta", last_used_at: null });
    await expectStoredNowhere(value);
    expect((await scim(listUsers as Handler, { bearer: value })).status).toBe(200);
    expect((await listed())[0].last_used_at).not.toBeNull();
    const elsewhere = new NextRequest(`${ORIGIN}/api/verifications`, { headers: { authorization: `Bearer ${value}` } });
    expect((await (listVerifications as Handler)(elsewhere, { params: Promise.resolve({}) })).status).toBe(401);
    expect((await callRoute(revokeToken as Handler, { method: "DELETE", params: { token_id } })).status).toBe(204);
    expect((await scim(listUsers as Handler, { bearer: value })).status).toBe(401);
    expect(
      await sql("SELECT action, after FROM audit_log WHERE action ~ '^scim_token' AND outcome = 'done'"),
    ).toContainEqual({ action: "scim_token.created", after: { name: "Okta" } });
  });

  it("is the only accepted credential: a session, a service token or another value is refused", async () => {
    await dashboard.signInAs("admin");
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { name: "A service", scopes: ["verifications.read"], expires_at };
    const service = (await callRoute(makeServiceToken as Handler, { body })).body.token;
    for (const bearer of [null, "nothing", `cot_${"x".repeat(43)}`, service]) {
      const refused = await scim(listUsers as Handler, { bearer });
      expect([refused.status, refused.headers.get("www-authenticate")], String(bearer)).toEqual([401, "Bearer"]);
      expect(refused.body).toEqual({ schemas: [ERROR], status: "401", detail: expect.any(String) });
    }
  });

  it("outlives the account of its maker", async () => {
    await sql("UPDATE users SET disabled_at = now() WHERE email = 'admin@example.mx'");
    expect((await scim(listUsers as Handler)).status).toBe(200);
    await sql("UPDATE users SET disabled_at = NULL WHERE email = 'admin@example.mx'");
  });
});

it("says what it supports", async () => {
  const config = (await scim(readConfig as Handler)).body;
  expect([config.patch, config.etag, config.bulk.supported]).toEqual([
    { supported: true },
    { supported: false },
    false,
  ]);
  expect((await scim(readTypes as Handler)).body.Resources).toMatchObject([{ id: "User", endpoint: "/Users" }]);
  expect((await scim(readSchemas as Handler)).body.Resources).toMatchObject([
    { id: "urn:ietf:params:scim:schemas:core:2.0:User" },
  ]);
});

describe("Entra ID", () => {
  it("tests, looks up, creates, changes, disables and enables an account", async () => {
    expect(await list(entra.probe)).toEqual({
      schemas: [LIST],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    const person = someone();
    expect((await list(entra.lookUp(person))).totalResults).toBe(0);
    const made = await create(entra.create(person));
    const { id } = made.body;
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`${ORIGIN}/scim/v2/Users/${id}`);
    expect(made.body).toMatchObject({
      userName: person.login,
      externalId: person.id,
      active: true,
      emails: [{ value: person.mail, type: "work", primary: true }],
      name: { formatted: "Rosa Díaz", givenName: "Rosa", familyName: "Díaz" },
      meta: { resourceType: "User", location: made.headers.get("location") },
    });
    expect((await list(entra.lookUp({ ...person, login: person.login.toUpperCase() }))).Resources).toEqual([made.body]);
    const listed = (await listAccounts()).items.find((user) => user.id === id);
    expect(listed).toMatchObject({ state: "no_role", ways: [] });
    expect(await accountOf(id)).toMatchObject({
      email: person.mail,
      name: "Rosa Díaz",
      role: "none",
      password_hash: null,
    });

    const changed = await patch(id, entra.update(`nueva.${person.mail}`, "Díaz Ibarra"));
    expect(changed.body).toMatchObject({
      name: { familyName: "Díaz Ibarra" },
      emails: [{ value: `nueva.${person.mail}` }],
    });
    expect(await accountOf(id)).toMatchObject({ email: `nueva.${person.mail}`, name: "Rosa Díaz Ibarra" });

    for (const [request, active] of [
      [entra.disable, false],
      [entra.enable, true],
      [entra.disableByFlag, false],
    ] as const) {
      expect((await patch(id, request)).body.active).toBe(active);
      expect((await accountOf(id)).disabled_at === null).toBe(active);
    }
    const entries = await sql(
      "SELECT action, user_id, token_id, after FROM audit_log WHERE ids ->> 'user_id' = $1 ORDER BY id",
      [id],
    );
    expect(entries.map(({ action, after }) => [action, after.disabled])).toEqual([
      ["user.added", undefined],
      ["user.changed", false],
      ["user.changed", true],
      ["user.changed", false],
      ["user.changed", true],
    ]);
    expect(entries.every(({ user_id, token_id }) => user_id === null && token_id !== null)).toBe(true);
  });

  it("gives and takes a role by the attribute roles", async () => {
    const { id } = (await create(entra.create(someone()))).body;
    const role = async () => (await accountOf(id)).role;
    await patch(id, entra.role("help"));
    expect(await role()).toBe("support");
    // A repeated call changes nothing that an admin has set since.
    await sql("UPDATE users SET role = 'compliance' WHERE id = $1", [id]);
    await patch(id, entra.role("help"));
    expect(await role()).toBe("compliance");
    await patch(id, entra.role("of another application"));
    expect(await role()).toBe("none");
  });

  it("gives no more than support while two admins have to agree", async () => {
    await sql("INSERT INTO consent_policy DEFAULT VALUES");
    const { id } = (await create(entra.create(someone(), { roles: [{ value: "heads", primary: true }] }))).body;
    expect((await accountOf(id)).role).toBe("support");
  });
});

describe("Okta", () => {
  it("tests, looks up, creates, replaces, disables and enables an account, and its password is kept nowhere", async () => {
    expect((await list(okta.probe)).schemas).toEqual([LIST]);
    const person = someone();
    expect((await list(okta.lookUp(person))).totalResults).toBe(0);
    const body = okta.create(person);
    const made = await create(body);
    expect(made.status).toBe(201);
    const { id } = made.body;
    await expectStoredNowhere(body.password);
    expect((await create(body)).body).toMatchObject({ status: "409", scimType: "uniqueness", schemas: [ERROR] });

    const replacement = okta.update(await read(id), "Ibarra");
    const replaced = await scim(PUT as Handler, { method: "PUT", id, body: replacement });
    expect(replaced.body).toMatchObject({ displayName: "Rosa Ibarra", userName: person.login, active: true });
    expect((await patch(id, okta.disable)).body.active).toBe(false);
    // Without the attribute the account stays as it is.
    const { active: _, ...without } = replacement as { active?: boolean };
    expect((await scim(PUT as Handler, { method: "PUT", id, body: without })).body.active).toBe(false);
    expect((await patch(id, okta.enable)).body.active).toBe(true);
  });
});

it("disables by DELETE, keeps the account in the list, and ends its sessions", async () => {
  const { id } = (await create(okta.create(someone()))).body;
  await sql("UPDATE users SET role = 'support' WHERE id = $1", [id]);
  const session = await startSession(id);
  expect(await findSession(session)).not.toBeNull();
  expect((await scim(DELETE as Handler, { method: "DELETE", id })).status).toBe(204);
  expect(await findSession(session)).toBeNull();
  expect(await sql("SELECT revoked_at IS NOT NULL AS ended FROM sessions WHERE user_id = $1", [id])).toEqual([
    { ended: true },
  ]);
  expect((await read(id)).active).toBe(false);
});

it("lists in pages of a bounded size, and by one attribute", async () => {
  const people = [someone(), someone(), someone()];
  for (const person of people) await create(okta.create(person));
  const [, second] = people;
  const all = await list("");
  expect(all.totalResults).toBeGreaterThan(2);
  const page = await list("?startIndex=2&count=2");
  expect(page).toMatchObject({ startIndex: 2, itemsPerPage: 2, totalResults: all.totalResults });
  expect(page.Resources).toEqual(all.Resources.slice(1, 3));
  expect(await list("?count=0")).toMatchObject({ itemsPerPage: 0, totalResults: all.totalResults, Resources: [] });
  expect((await list("?count=100000&startIndex=-3")).startIndex).toBe(1);
  const [found] = (await list(`?filter=externalId eq "${second?.id}"`)).Resources;
  expect(found.userName).toBe(second?.login);
  expect((await list(`?filter=id eq "${found.id}"`)).Resources).toEqual([found]);
  const byUrn = `?filter=urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${found.userName}"`;
  expect((await list(byUrn)).Resources).toEqual([found]);
  for (const filter of [
    'userName eq "a\\u0000"',
    'userName eq "\\ud800"',
    'userName eq "a\0"',
    'urn:x:userName eq "a"',
  ]) {
    const refused = await scim(listUsers as Handler, { search: `?filter=${encodeURIComponent(filter)}` });
    expect([refused.status, refused.body.scimType], filter).toEqual([400, "invalidFilter"]);
  }
  for (const filter of ['userName sw "a"', 'password eq "a"', "userName eq a", `userName eq "${"a".repeat(600)}"`]) {
    const refused = await scim(listUsers as Handler, { search: `?filter=${encodeURIComponent(filter)}` });
    expect([refused.status, refused.body.scimType], filter).toEqual([400, "invalidFilter"]);
  }
  expect((await scim(listUsers as Handler, { search: "?count=many" })).body.scimType).toBe("invalidValue");
});

it("answers the attributes that a request selects, always with schemas and id", async () => {
  const person = someone();
  const { id, schemas } = (await create(okta.create(person))).body;
  const whole = await read(id);
  const always = { schemas, id };
  const { name, emails, meta: _, ...rest } = whole;
  const cases: [string, object][] = [
    ["", whole],
    ["?attributes=", whole],
    ["?attributes=userName", { ...always, userName: person.login }],
    ["?attributes=urn:ietf:params:scim:schemas:core:2.0:User:USERNAME, unknown", { ...always, userName: person.login }],
    [
      "?attributes=name.givenName,emails.value",
      { ...always, name: { givenName: "Rosa" }, emails: [{ value: person.mail }] },
    ],
    ["?excludedAttributes=meta,name,emails,id,schemas", rest],
    [
      "?excludedAttributes=meta,name.formatted,emails.type",
      { ...rest, name: { givenName: "Rosa", familyName: "Díaz" }, emails: [{ value: person.mail, primary: true }] },
    ],
    ["?attributes=name,emails&excludedAttributes=name", { ...always, emails }],
  ];
  expect(name).toMatchObject({ formatted: expect.any(String) });
  for (const [search, expected] of cases) {
    expect((await scim(readUser as Handler, { id, search })).body, search).toEqual(expected);
    expect((await list(`${search || "?"}&filter=id eq "${id}"`)).Resources, search).toEqual([expected]);
  }
  const search = "?attributes=active";
  const other = okta.create(someone());
  const made = await scim(POST as Handler, { method: "POST", search, body: other });
  expect(made.body).toEqual({ schemas, id: expect.any(String), active: true });
  const answers = [
    await scim(PATCH as Handler, { method: "PATCH", search, id: made.body.id, body: okta.enable }),
    await scim(PUT as Handler, { method: "PUT", search, id: made.body.id, body: other }),
  ];
  expect(answers.map(({ body }) => body)).toEqual([made.body, made.body]);
});

it("takes the address from emails where userName is none, and keeps userName", async () => {
  const person = someone();
  const login = `rdiaz-${person.id}`;
  const emails = [{ value: "", type: "home" }, { value: person.mail, primary: true }, { value: " " }];
  const made = await create({ ...okta.create(person), userName: login, emails });
  expect([made.status, made.body.userName]).toEqual([201, login]);
  expect(await accountOf(made.body.id)).toMatchObject({ email: person.mail });
  expect((await list(`?filter=userName eq "${login}"`)).totalResults).toBe(1);
  const refused = await create({ ...okta.create(someone()), userName: "rdiaz", emails: [] });
  expect(refused.body).toMatchObject({ status: "400", scimType: "invalidValue", detail: "Invalid userName." });
});

it("states as required what it requires", async () => {
  const [{ attributes }] = (await scim(readSchemas as Handler)).body.Resources;
  const whole: Record<string, unknown> = { ...okta.create(someone()), roles: [{ value: "help", primary: true }] };
  for (const { name, required, subAttributes } of attributes) {
    expect([name, scimUser.safeParse({ ...whole, [name]: undefined }).success]).toEqual([name, !required]);
    for (const sub of subAttributes ?? []) {
      const of = (entry: object) => ({ ...entry, [sub.name]: undefined });
      const value = Array.isArray(whole[name]) ? (whole[name] as object[]).map(of) : of(whole[name] as object);
      expect([name, sub.name, scimUser.safeParse({ ...whole, [name]: value }).success]).toEqual([
        name,
        sub.name,
        !sub.required,
      ]);
    }
  }
});

it("names the fault of a request it refuses, and changes nothing", async () => {
  const { id } = (await create(okta.create(someone()))).body;
  const before = await read(id);
  const operation = (...Operations: object[]) => ({ Operations });
  const faults: [string, unknown][] = [
    ["mutability", operation({ op: "replace", path: "id", value: "x" })],
    ["mutability", operation({ op: "remove", path: "userName" })],
    ["noTarget", operation({ op: "remove" })],
    ["invalidPath", operation({ op: "replace", path: "active.value", value: true })],
    ["invalidPath", operation({ op: "replace", path: 'emails[type sw "w"].value', value: "a@example.mx" })],
    ["invalidValue", operation({ op: "replace", path: "active", value: "perhaps" })],
    ["invalidValue", operation({ op: "move", path: "active", value: true })],
    ["invalidValue", operation({ op: "replace", path: "emails", value: [{ value: "no address" }] })],
    [
      "invalidValue",
      operation(...Array.from({ length: 101 }, () => ({ op: "replace", path: "active", value: false }))),
    ],
    ["invalidSyntax", "{"],
  ];
  for (const [scimType, body] of faults) {
    expect((await patch(id, body)).body, JSON.stringify(body).slice(0, 80)).toMatchObject({ status: "400", scimType });
  }
  expect(await read(id)).toEqual(before);
  expect((await scim(PATCH as Handler, { method: "PATCH", id, body: okta.disable, type: "text/plain" })).status).toBe(
    400,
  );
  expect((await create({ ...okta.create(someone()), title: "x".repeat(70_000) })).status).toBe(413);
  expect((await scim(readUser as Handler, { id: "00000000-0000-4000-8000-000000000000" })).body.status).toBe("404");
});

describe("an account that an admin disabled here", () => {
  const setDisabled = async (id: string, disabled: boolean) => {
    await dashboard.signInAs("admin");
    const body = { disabled };
    expect((await callRoute(changeUser, { method: "PATCH", params: { user_id: id }, body })).status).toBe(200);
    jar.clear();
  };
  const disabledBy = async (id: string) => (await listAccounts()).items.find((user) => user.id === id)?.disabled_by;
  const refusals = (id: string) =>
    sql(
      "SELECT outcome, after FROM audit_log WHERE ids ->> 'user_id' = $1 AND error_code = 'DISABLED_HERE' ORDER BY id",
      [id],
    );

  it("stays disabled after each full sync of the directory, which is told so, and other attributes are taken over", async () => {
    const person = someone();
    const { id } = (await create(entra.create(person))).body;
    await setDisabled(id, true);
    for (const request of [entra.enable, { Operations: [{ op: "replace", value: { active: true } }] }]) {
      expect(await patch(id, request)).toMatchObject({ status: 200, body: { active: false } });
    }
    const renamed = { ...entra.create(person), displayName: "Rosa Ibarra" };
    expect(await put(id, renamed)).toMatchObject({ status: 200, body: { active: false, displayName: "Rosa Ibarra" } });
    expect((await list(entra.lookUp(person))).Resources).toMatchObject([{ active: false }]);
    expect(await disabledBy(id)).toBe("admin");
    expect(await refusals(id)).toEqual([{ outcome: "refused", after: { disabled: true, by: "scim" } }]);
    // Neither by disabling it first: the account is disabled already.
    await patch(id, entra.disable);
    expect((await patch(id, entra.enable)).body.active).toBe(false);
    await setDisabled(id, false);
    expect((await put(id, renamed)).body.active).toBe(true);
    expect(await disabledBy(id)).toBeNull();
    await setDisabled(id, true);
    await patch(id, entra.enable);
    expect(await refusals(id)).toHaveLength(2);
  });

  it("stays disabled when the directory begins to provision it", async () => {
    const person = someone();
    const { session } = await enter(person.id, { email: person.mail, groups: ["officers"] });
    const id = session?.user.id ?? expect.unreachable();
    await setDisabled(id, true);
    expect(await create(entra.create(person))).toMatchObject({ status: 201, body: { id, active: false } });
    expect(await disabledBy(id)).toBe("admin");
  });

  it("is told apart from an account that the directory disabled, also where an admin disables that one again", async () => {
    const [removed, paused] = [
      (await create(entra.create(someone()))).body,
      (await create(entra.create(someone()))).body,
    ];
    await scim(DELETE, { method: "DELETE", id: removed.id });
    await patch(paused.id, entra.disable);
    expect([await disabledBy(removed.id), await disabledBy(paused.id)]).toEqual(["directory", "directory"]);
    await setDisabled(paused.id, true);
    expect(await disabledBy(paused.id)).toBe("admin");
    expect((await patch(removed.id, entra.enable)).body.active).toBe(true);
    expect((await patch(paused.id, entra.enable)).body.active).toBe(false);
  });
});

describe("existing accounts", () => {
  it("are neither shown nor taken over because of an equal address", async () => {
    const person = { ...someone(), login: "support@example.mx", mail: "support@example.mx" };
    expect((await list(entra.lookUp(person))).totalResults).toBe(0);
    const refused = await create(entra.create(person));
    expect(refused.body).toMatchObject({ status: "409", scimType: "uniqueness", detail: /links it with the provider/ });
    const { id } = (await create(entra.create(someone()))).body;
    expect((await patch(id, entra.update("support@example.mx", "Díaz"))).body.scimType).toBe("uniqueness");
    const [{ id: support }] = await sql("SELECT id FROM users WHERE email = 'support@example.mx'");
    expect((await patch(support, entra.disable)).status).toBe(404);
  });

  it("are provisioned once their person has signed in by the provider with this id", async () => {
    const person = someone();
    const { session } = await enter(person.id, { email: person.mail });
    const made = await create(entra.create(person));
    expect([made.status, made.body.id]).toEqual([201, session?.user.id]);
    expect((await patch(made.body.id, entra.disable)).body.active).toBe(false);
    expect((await enter(person.id, { email: person.mail })).to).toContain("problem=disabled");
  });
});

describe("a person created by the directory", () => {
  it("enters by the provider as that account, whose address may differ, with the role of the token", async () => {
    const person = someone();
    const { id } = (await create(entra.create(person, { roles: [{ value: "help" }] }))).body;
    expect((await accountOf(id)).role).toBe("support");
    // No admin has to send a link.
    expect((await listAccounts()).items.find((user) => user.id === id)?.state).toBe("active");
    const { session } = await enter(person.id, { groups: ["officers"] });
    expect(session?.user).toMatchObject({ id, role: "compliance", email: person.mail });
    expect(await sql("SELECT after FROM audit_log WHERE action = 'provider.linked' AND user_id = $1", [id])).toEqual([
      { after: { by: "scim" } },
    ]);
    await patch(id, entra.disable);
    expect(await findSession((await sessionCookie()).id ?? "")).toBeNull();
  });

  it("gets another account if the externalId differs; an account is linked with one person only", async () => {
    const person = someone();
    const { id } = (await create(entra.create(person))).body;
    const stranger = await enter(`${person.id}-other`);
    expect(stranger.session?.user.id).not.toBe(id);
    await enter(person.id);
    await patch(id, { Operations: [{ op: "replace", path: "externalId", value: "dir-renamed" }] });
    expect((await enter("dir-renamed")).session?.user.id).not.toBe(id);
  });

  it("stays out while disabled", async () => {
    const person = someone();
    await create({ ...entra.create(person), active: false });
    const { to, session } = await enter(person.id);
    expect([to, session]).toEqual([expect.stringContaining("problem=disabled"), null]);
  });
});

describe("admins", () => {
  const person = someone();
  let id: string;

  beforeAll(async () => {
    jar.clear();
    const { session } = await enter(person.id, { email: person.mail, groups: ["heads"] });
    id = session?.user.id ?? expect.unreachable();
    await create(entra.create(person));
  });

  it("are not disabled by the directory where they are the last one who can sign in", async () => {
    await sql("UPDATE users SET disabled_at = now() WHERE role = 'admin' AND id <> $1", [id]);
    const session = await startSession(id);
    const refused = await patch(id, entra.disable);
    expect(refused.body).toMatchObject({ status: "409", detail: /last admin/ });
    expect(await findSession(session)).not.toBeNull();
    await sql("UPDATE users SET disabled_at = NULL WHERE role = 'admin'");
    expect((await patch(id, entra.disable)).body.active).toBe(false);
    await patch(id, entra.enable);
  });

  it("are not disabled by the directory where they alone keep a password", async () => {
    await sql("UPDATE users SET password_hash = 'a hash' WHERE id = $1", [id]);
    await sql("INSERT INTO passwords_off (break_glass) VALUES ($1)", [id]);
    // Another admin can sign in by the provider.
    await enter("another-head", { groups: ["heads"] });
    expect((await patch(id, entra.disable)).body).toMatchObject({ status: "409", detail: /provider fails/ });
    expect((await read(id)).active).toBe(true);
  });
});
