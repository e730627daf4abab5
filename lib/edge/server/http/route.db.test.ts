import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sessionCookie } from "#lib/access/server/session.ts";
import { revokeSession, startSession } from "#lib/access/server/sessions.ts";
import { ensureUser } from "#lib/access/server/users.ts";
import { may, PERMISSIONS, type Permission } from "#lib/platform/contract/permissions.ts";
import { ROLES, type Role } from "#lib/platform/manifest.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { anyRoute } from "#tools/test/any-route.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { jar } from "#tools/test/next-headers.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

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

async function calls(definition: Parameters<typeof anyRoute>[0], method = "POST"): Promise<number | string> {
  const headers = { "sec-fetch-site": "same-origin" };
  const request = new NextRequest("http://localhost:3000/api/things", { method, headers });
  const response = await anyRoute(definition, handled)(request, { params: Promise.resolve({}) });
  expect(handled).toHaveBeenCalledTimes(response.status === 200 ? 1 : 0);
  if (response.status === 200) return 200;
  const body = await response.json();
  expect(body).toMatchObject({ success: false, message: expect.any(String), timestamp: expect.any(String) });
  return `${response.status} ${body.code}`;
}

const age = (column: string, interval: string) =>
  database().pool.query(`UPDATE sessions SET ${column} = now() - $1::interval`, [interval]);

const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[];

describe("the permission check", () => {
  it.each(PERMISSION_NAMES)("refuses a request without a user where it requires %s", async (access) => {
    expect(await calls({ access })).toBe("401 UNAUTHORIZED");
    expect(await calls({ access }, "GET")).toBe("401 UNAUTHORIZED");
  });

  it("lets anybody call where access is public", async () => {
    expect(await calls({ access: "public" })).toBe(200);
  });

  it.each(ROLES.flatMap((role) => PERMISSION_NAMES.map((access) => [role, access] as const)))(
    "answers that %s where it requires %s",
    async (role, access) => {
      await signInAs(role);
      for (const method of ["GET", "POST", "DELETE"]) {
        handled.mockClear();
        expect(await calls({ access }, method)).toBe(may(role, access) ? 200 : "403 FORBIDDEN");
      }
    },
  );

  it("treats a forged cookie, a revoked, idle or expired session and a disabled account as no user", async () => {
    jar.set("__Host-cotejo", { name: "__Host-cotejo", value: "forged" });
    expect(await calls({ access: "account.own" })).toBe("401 UNAUTHORIZED");
    jar.clear();
    await revokeSession(await signInAs("admin"));
    expect(await calls({ access: "account.own" })).toBe("401 UNAUTHORIZED");
    for (const [column, interval] of [
      ["active_at", "31 minutes"],
      ["expires_at", "1 second"],
    ] as const) {
      await signInAs("admin");
      await age(column, interval);
      expect(await calls({ access: "account.own" })).toBe("401 UNAUTHORIZED");
    }
    await signInAs("admin");
    await database().pool.query("UPDATE users SET disabled_at = now() WHERE role = 'admin'");
    expect(await calls({ access: "account.own" })).toBe("401 UNAUTHORIZED");
    await database().pool.query("UPDATE users SET disabled_at = NULL");
  });

  it("applies a changed role at the next call", async () => {
    await signInAs("admin");
    expect(await calls({ access: "keys.manage" })).toBe(200);
    handled.mockClear();
    await database().pool.query("UPDATE users SET role = 'support' WHERE email = 'admin@example.mx'");
    expect(await calls({ access: "keys.manage" })).toBe("403 FORBIDDEN");
    await database().pool.query("UPDATE users SET role = 'admin' WHERE email = 'admin@example.mx'");
  });
});

describe("changes of keys, secrets and users", () => {
  const definition = { access: "keys.manage", stepUp: true } as const;

  it("are allowed within ten minutes of the password, and refused after", async () => {
    await signInAs("admin");
    await age("authenticated_at", "9 minutes 50 seconds");
    expect(await calls(definition)).toBe(200);
    handled.mockClear();
    await age("authenticated_at", "10 minutes 1 second");
    expect(await calls(definition)).toBe("403 STEP_UP_REQUIRED");
    expect(await calls({ access: "keys.manage" })).toBe(200);
  });

  it("are refused to another role as such, so that no password is requested needlessly", async () => {
    await signInAs("support");
    await age("authenticated_at", "1 hour");
    expect(await calls(definition)).toBe("403 FORBIDDEN");
  });
});

describe("the trail", () => {
  type Row = Record<string, unknown>;
  const trail = async (): Promise<Row[]> =>
    (await database().pool.query("SELECT * FROM audit_log WHERE id > $1 ORDER BY id", [last])).rows;
  let last = 0;
  beforeEach(async () => {
    last = (await database().pool.query("SELECT coalesce(max(id), 0) AS last FROM audit_log")).rows[0].last;
  });

  const definition = { access: "webhooks.manage", audit: "webhook.changed" } as const;
  type Work = Parameters<typeof anyRoute>[1];
  async function run(work: Work, { method = "PUT", headers = {} }: { method?: string; headers?: object } = {}) {
    const request = new NextRequest("http://localhost:3000/api/webhooks/wh%201/x", {
      method,
      headers: { "sec-fetch-site": "same-origin", "user-agent": "Mozilla/5.0", ...headers },
    });
    const context = { params: Promise.resolve({ webhook_id: "wh 1" }) };
    return (await anyRoute(definition, work, "PUT /api/webhooks/{webhook_id}")(request, context)).status;
  }

  it("records the beginning of a command before it runs, and its outcome", async () => {
    await signInAs("admin");
    const status = await run(async ({ audit }) => {
      expect(await trail()).toMatchObject([
        { outcome: "begun", ids: { webhook_id: "wh 1" }, before: null, after: null },
      ]);
      audit.add({ before: { url: "a" }, after: { url: "b" } });
      audit.add({ ids: { new_webhook_id: "wh 2" }, after: { events: 1 } });
      return "done";
    });
    expect(status).toBe(200);
    const [begun, done] = await trail();
    expect(done).toMatchObject({
      action: "webhook.changed",
      user_email: "admin@example.mx",
      user_agent: "Mozilla/5.0",
      ids: { webhook_id: "wh 1", new_webhook_id: "wh 2" },
      before: { url: "a" },
      after: { url: "b", events: 1 },
      outcome: "done",
      error_code: null,
      intent_id: begun?.id,
    });
  });

  it.each<[string, Error, number, string]>([
    ["a failure", new CotejoError("CONFLICT", 409, "Taken."), 409, "CONFLICT"],
    ["a fault", new Error("hunter2"), 500, "INTERNAL_SERVER_ERROR"],
  ])("records that %s failed, and the code", async (_what, error, status, error_code) => {
    await signInAs("admin");
    expect(await run(async () => Promise.reject(error))).toBe(status);
    expect(await trail()).toMatchObject([{ outcome: "begun" }, { outcome: "failed", error_code }]);
    expect(JSON.stringify(await trail())).not.toContain("hunter2");
  });

  it("waits for the end of work that continues after the answer", async () => {
    await signInAs("admin");
    const end = Promise.withResolvers<void>();
    const status = await run(async ({ audit }) => {
      audit.until(end.promise.then(() => audit.add({ after: { added: 3 } })));
      return new Response("begun");
    });
    expect(status).toBe(200);
    expect(await trail()).toMatchObject([{ outcome: "begun" }]);
    end.resolve();
    await expect.poll(trail).toMatchObject([{ outcome: "begun" }, { outcome: "done", after: { added: 3 } }]);
  });

  it("refuses a command whose beginning cannot be recorded, but not for its end", async () => {
    await signInAs("admin");
    const { pool } = database();
    const real = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
    const away = (when: (values: unknown[]) => boolean) =>
      vi.spyOn(pool, "query").mockImplementation((...[text, values]: unknown[]) => {
        const fails = typeof text === "string" && text.includes("audit_log") && when(values as unknown[]);
        return fails ? Promise.reject(Object.assign(new Error(), { code: "57P01" })) : real(text, values);
      });
    const work = vi.fn(async () => "done");
    const before = away(() => true);
    expect(await run(work)).toBe(503);
    expect(work).not.toHaveBeenCalled();
    before.mockRestore();
    const after = away((values) => values.includes("done"));
    expect(await run(work)).toBe(200);
    after.mockRestore();
    expect(await trail()).toMatchObject([{ outcome: "begun" }]);
  });

  it("records refusals of a signed-in user, by the pattern of the address", async () => {
    await signInAs("support");
    await run(async () => expect.unreachable());
    await signInAs("admin");
    await run(async () => expect.unreachable(), { headers: { "sec-fetch-site": "cross-site" } });
    const refused = { action: "access.denied", outcome: "refused", ids: { webhook_id: "wh 1" }, intent_id: null };
    const after = { method: "PUT", route: "/api/webhooks/{webhook_id}/x", permission: "webhooks.manage" };
    expect(await trail()).toMatchObject([
      { ...refused, after, user_email: "support@example.mx", error_code: "FORBIDDEN" },
      { ...refused, after, user_email: "admin@example.mx", error_code: "CSRF_REFUSED" },
    ]);
  });

  it("has no entry for a read sent by a page of another site, which is not executed", async () => {
    for (const role of ["admin", "support"] as const) {
      await signInAs(role);
      for (const method of ["GET", "HEAD"]) {
        for (const site of ["cross-site", "same-site"]) {
          const status = await run(async () => expect.unreachable(), { method, headers: { "sec-fetch-site": site } });
          expect(status).toBe(403);
        }
      }
    }
    expect(await trail()).toEqual([]);
    await signInAs("admin");
    // Scripts send no header, and for a typed address it is `none`.
    for (const site of ["", "none", "same-origin"]) {
      expect(await run(async () => "done", { method: "GET", headers: { "sec-fetch-site": site } })).toBe(200);
    }
    expect(await trail()).toHaveLength(6);
  });

  it("records calls and refusals for a path without parameters, where Next passes none", async () => {
    const handler = anyRoute({ access: "keys.manage", audit: "rotation.begun" }, async () => "done");
    const call = async () => {
      const headers = { "sec-fetch-site": "same-origin" };
      const request = new NextRequest("http://localhost:3000/api/rotations", { method: "POST", headers });
      return (await handler(request, { params: Promise.resolve(undefined as never) })).status;
    };
    await signInAs("admin");
    expect(await call()).toBe(200);
    await signInAs("support");
    expect(await call()).toBe(403);
    expect(await trail()).toMatchObject([
      { action: "rotation.begun", outcome: "begun" },
      { action: "rotation.begun", outcome: "done" },
      { action: "access.denied", after: { route: "/api/rotations" } },
    ]);
  });

  it("has no entry where the password is asked for again: nobody was denied anything", async () => {
    await signInAs("admin");
    await age("authenticated_at", "11 minutes");
    for (const stepUp of [
      { access: "keys.manage", stepUp: true },
      { access: "users.manage", stepUp: true },
    ] as const) {
      expect(await calls(stepUp)).toBe("403 STEP_UP_REQUIRED");
    }
    expect(await trail()).toEqual([]);
    await signInAs("support");
    await age("authenticated_at", "11 minutes");
    expect(await calls({ access: "keys.manage", stepUp: true })).toBe("403 FORBIDDEN");
    expect(await trail()).toMatchObject([{ action: "access.denied", error_code: "FORBIDDEN" }]);
  });

  it("has no entry for repeated refusals, which get another answer", async () => {
    const { id } = await ensureUser({
      email: "busy@example.mx",
      name: "",
      role: "support",
      password: "correct horse battery",
    });
    const cookie = await sessionCookie();
    cookie.id = await startSession(id);
    await cookie.save();
    const answers: unknown[] = [];
    // As many at a time as there are connections: a call that waits too long for a connection gets 503.
    while (answers.length < 602) {
      answers.push(...(await Promise.all(Array.from({ length: 7 }, () => calls({ access: "keys.manage" })))));
    }
    expect(answers.filter((answer) => answer === "403 FORBIDDEN")).toHaveLength(600);
    expect(answers.filter((answer) => answer === "429 TOO_MANY_REQUESTS")).toHaveLength(2);
    expect(await trail()).toHaveLength(600);
  });

  it("records neither requests without a session nor allowed reads", async () => {
    await calls({ access: "keys.manage" });
    await signInAs("admin");
    await calls({ access: "keys.manage" });
    expect(await trail()).toEqual([]);
  });
});

it("a limit counts per user", async () => {
  const limited = anyRoute({ access: "account.own", perMinute: 2 }, async () => "done");
  const call = () => limited(new NextRequest("http://localhost:3000/api/things"), { params: Promise.resolve({}) });
  await signInAs("admin");
  expect([(await call()).status, (await call()).status]).toEqual([200, 200]);
  const refused = await call();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(50);
  await signInAs("support");
  expect((await call()).status).toBe(200);
});

describe("activity", () => {
  const activeAgo = async () =>
    (await database().pool.query("SELECT now() - active_at < interval '1 minute' AS just_now FROM sessions")).rows[0];

  it("is an action of the user, not a request of the page itself", async () => {
    await database().pool.query("TRUNCATE sessions");
    await signInAs("support");
    await age("active_at", "10 minutes");
    await calls({ access: "account.own" }, "GET");
    expect(await activeAgo()).toEqual({ just_now: false });
    handled.mockClear();
    await calls({ access: "keys.manage" });
    expect(await activeAgo()).toEqual({ just_now: false });
    await calls({ access: "account.own" });
    expect(await activeAgo()).toEqual({ just_now: true });
  });
});

it("an unavailable database is reported, and the handler never runs", async () => {
  await signInAs("admin");
  const { pool } = database();
  const query = vi
    .spyOn(pool, "query")
    .mockImplementation(() => Promise.reject(Object.assign(new Error(), { code: "57P01" })));
  expect(await calls({ access: "keys.manage" })).toBe("503 DATABASE_UNAVAILABLE");
  query.mockRestore();
});
