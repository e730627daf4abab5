import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ROLES, type Role } from "#lib/contract/user.ts";
import { createTestDatabase } from "#test/database.ts";
import { jar } from "#test/next-headers.ts";
import { sessionCookie } from "./access/cookie.ts";
import { revokeSession, startSession } from "./access/sessions.ts";
import { ensureUser } from "./access/users.ts";
import { database } from "./db/database.ts";
import { route } from "./route.ts";

vi.mock("next/headers", () => import("#test/next-headers.ts"));

let drop: () => Promise<void>;
const users = new Map<Role, string>();

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  vi.stubEnv("DATABASE_URL", created.url);
  vi.stubEnv("COTEJO_SECRET", "the master secret of this installation");
  vi.stubEnv("LOG_LEVEL", "silent");
  for (const role of ROLES) {
    const user = await ensureUser({ email: `${role}@example.mx`, name: role, role, password: "correct horse battery" });
    users.set(role, user.id);
  }
});
afterAll(async () => {
  await database().close();
  await drop();
  vi.unstubAllEnvs();
});
beforeEach(() => jar.clear());

/** Signs in as the handler of POST /api/session does, and returns the session's id. */
async function signInAs(role: Role): Promise<string> {
  const id = await startSession(users.get(role) ?? expect.unreachable());
  const cookie = await sessionCookie();
  cookie.id = id;
  await cookie.save();
  return id;
}

const handled = vi.fn(async () => "done");
beforeEach(() => void handled.mockClear());

async function calls(definition: Parameters<typeof route>[0], method = "POST"): Promise<number | string> {
  const headers = { "sec-fetch-site": "same-origin" };
  const request = new NextRequest("http://localhost:3000/api/things", { method, headers });
  const response = await route(definition, handled)(request, { params: Promise.resolve({}) });
  expect(handled).toHaveBeenCalledTimes(response.status === 200 ? 1 : 0);
  if (response.status === 200) return 200;
  const body = await response.json();
  expect(body).toMatchObject({ success: false, message: expect.any(String), timestamp: expect.any(String) });
  return `${response.status} ${body.code}`;
}

const age = (column: string, interval: string) =>
  database().pool.query(`UPDATE sessions SET ${column} = now() - $1::interval`, [interval]);

describe("who may call", () => {
  it.each(["any", ...ROLES] as const)("nobody signed in may not where access is %s", async (access) => {
    expect(await calls({ access })).toBe("401 UNAUTHORIZED");
    expect(await calls({ access }, "GET")).toBe("401 UNAUTHORIZED");
  });

  it("anybody may where access is public", async () => {
    expect(await calls({ access: "public" })).toBe(200);
  });

  it.each(ROLES.flatMap((role) => ROLES.map((access) => [role, access] as const)))(
    "%s where access is %s",
    async (role, access) => {
      await signInAs(role);
      for (const method of ["GET", "POST", "DELETE"]) {
        handled.mockClear();
        expect(await calls({ access }, method)).toBe(role === access ? 200 : "403 FORBIDDEN");
      }
    },
  );

  it.each([
    ["compliance", 200],
    ["support", "403 FORBIDDEN"],
    ["admin", 200],
  ] as const)("%s where compliance and admin may: %s", async (role, answer) => {
    await signInAs(role);
    expect(await calls({ access: ["compliance", "admin"] })).toBe(answer);
  });

  it("nobody signed in may not where several roles may, and nobody at all where the list names none", async () => {
    expect(await calls({ access: ["compliance", "admin"] })).toBe("401 UNAUTHORIZED");
    await signInAs("admin");
    expect(await calls({ access: [] })).toBe("403 FORBIDDEN");
  });

  it.each(ROLES)("%s where any may", async (role) => {
    await signInAs(role);
    expect(await calls({ access: "any" })).toBe(200);
  });

  it("a forged cookie, a revoked, idle or expired session and a disabled account are nobody", async () => {
    jar.set("__Host-cotejo", { name: "__Host-cotejo", value: "forged" });
    expect(await calls({ access: "any" })).toBe("401 UNAUTHORIZED");
    jar.clear();
    await revokeSession(await signInAs("admin"));
    expect(await calls({ access: "any" })).toBe("401 UNAUTHORIZED");
    for (const [column, interval] of [
      ["active_at", "31 minutes"],
      ["expires_at", "1 second"],
    ] as const) {
      await signInAs("admin");
      await age(column, interval);
      expect(await calls({ access: "any" })).toBe("401 UNAUTHORIZED");
    }
    await signInAs("admin");
    await database().pool.query("UPDATE users SET disabled_at = now() WHERE role = 'admin'");
    expect(await calls({ access: "any" })).toBe("401 UNAUTHORIZED");
    await database().pool.query("UPDATE users SET disabled_at = NULL");
  });

  it("a role that is taken away is gone at the next call", async () => {
    await signInAs("admin");
    expect(await calls({ access: "admin" })).toBe(200);
    handled.mockClear();
    await database().pool.query("UPDATE users SET role = 'support' WHERE email = 'admin@example.mx'");
    expect(await calls({ access: "admin" })).toBe("403 FORBIDDEN");
    await database().pool.query("UPDATE users SET role = 'admin' WHERE email = 'admin@example.mx'");
  });
});

describe("what changes keys, secrets and users", () => {
  const definition = { access: "admin", stepUp: true } as const;

  it("is done within ten minutes of giving the password, and refused after", async () => {
    await signInAs("admin");
    await age("authenticated_at", "9 minutes 50 seconds");
    expect(await calls(definition)).toBe(200);
    handled.mockClear();
    await age("authenticated_at", "10 minutes 1 second");
    expect(await calls(definition)).toBe("403 STEP_UP_REQUIRED");
    expect(await calls({ access: "admin" })).toBe(200);
  });

  it("is refused to another role as such, so that nobody is asked for a password in vain", async () => {
    await signInAs("support");
    await age("authenticated_at", "1 hour");
    expect(await calls(definition)).toBe("403 FORBIDDEN");
  });
});

describe("activity", () => {
  const activeAgo = async () =>
    (await database().pool.query("SELECT now() - active_at < interval '1 minute' AS just_now FROM sessions")).rows[0];

  it("is what a person does, not what a page asks for by itself", async () => {
    await database().pool.query("TRUNCATE sessions");
    await signInAs("support");
    await age("active_at", "20 minutes");
    await calls({ access: "any" }, "GET");
    expect(await activeAgo()).toEqual({ just_now: false });
    handled.mockClear();
    await calls({ access: "admin" });
    expect(await activeAgo()).toEqual({ just_now: false });
    await calls({ access: "any" });
    expect(await activeAgo()).toEqual({ just_now: true });
  });
});

it("a database that is away is said to be, and the handler never runs", async () => {
  await signInAs("admin");
  const { pool } = database();
  const query = vi
    .spyOn(pool, "query")
    .mockImplementation(() => Promise.reject(Object.assign(new Error(), { code: "57P01" })));
  expect(await calls({ access: "admin" })).toBe("503 DATABASE_UNAVAILABLE");
  query.mockRestore();
});
