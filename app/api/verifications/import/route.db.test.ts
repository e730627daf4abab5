import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ROLES, type Role } from "#lib/contract/user.ts";
import { sessionCookie } from "#lib/server/access/cookie.ts";
import { startSession } from "#lib/server/access/sessions.ts";
import { ensureUser } from "#lib/server/access/users.ts";
import { database } from "#lib/server/db/database.ts";
import { runWorker } from "#lib/worker/worker.ts";
import { type ConnectedService, startConnectedService } from "#test/connected-service.ts";
import { POST } from "./route.ts";

/** The browser's jar. Next gives `cookies()` only to requests that it serves itself; all behind it is the real thing. */
const jar = vi.hoisted(() => new Map<string, { name: string; value: string }>());
vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    get: (name: string) => jar.get(name),
    set: (name: string, value: string) => jar.set(name, { name, value }),
  }),
}));

let connected: ConnectedService;
let ids: string[];
const users = new Map<Role, string>();
const stop = new AbortController();
let worker: Promise<void>;

beforeAll(async () => {
  connected = await startConnectedService();
  vi.stubEnv("DATABASE_URL", connected.databaseUrl);
  vi.stubEnv("COTEJO_SECRET", "the master secret of this installation");
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.stubEnv("SVC_BASE_URL", connected.service.url());
  vi.stubEnv("SVC_API_KEY", connected.service.apiKey());
  ids = await Promise.all(["finished", "error", "pending-upload"].map((name) => connected.service.play(name)));
  for (const role of ROLES) {
    const user = await ensureUser({ email: `${role}@example.mx`, name: role, role, password: "correct horse battery" });
    users.set(role, user.id);
  }
  worker = runWorker({
    database: connected.other,
    databaseUrl: connected.databaseUrl,
    tasks: [],
    signal: stop.signal,
    onTrouble: () => undefined,
  });
});
afterAll(async () => {
  stop.abort();
  await worker;
  await database().close();
  await connected.end();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  jar.clear();
  await connected.service.call("DELETE", "/sandbox/faults");
});

async function signInAs(role: Role): Promise<void> {
  const cookie = await sessionCookie();
  cookie.id = await startSession(users.get(role) ?? expect.unreachable());
  await cookie.save();
}

const send = (body: unknown, signal?: AbortSignal) =>
  POST(
    new NextRequest("http://localhost:3000/api/verifications/import", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    }),
    { params: Promise.resolve({}) },
  );

const linesOf = async (response: Response) =>
  (await response.text())
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe("an import", () => {
  it("answers a line for each id, once, whatever became of it", async () => {
    await signInAs("compliance");
    const [known = "", other = ""] = ids;
    expect(await linesOf(await send({ ids: [known] }))).toEqual([{ verification_id: known, outcome: "added" }]);
    const calls = await connected.countCalls("/verifications/*");
    const response = await send({ ids: [other, known, "ver_unknown", other] });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    expect(response.headers.get("cache-control")).toContain("no-store");
    const lines = await linesOf(response);
    expect(lines[0]).toEqual({ verification_id: known, outcome: "known" });
    expect(new Set(lines)).toEqual(
      new Set([
        { verification_id: known, outcome: "known" },
        { verification_id: other, outcome: "added" },
        { verification_id: "ver_unknown", outcome: "not_found" },
      ]),
    );
    expect(lines).toHaveLength(3);
    expect(await calls()).toBe(2);
  });

  it("is for compliance and admin", async () => {
    expect((await send({ ids })).status).toBe(401);
    await signInAs("support");
    expect((await send({ ids })).status).toBe(403);
    await signInAs("admin");
    expect((await send({ ids })).status).toBe(200);
  });

  it.each<[string, unknown[]]>([
    ["none", []],
    ["an empty one", [""]],
    ["one that is too long", ["x".repeat(201)]],
    ["one with control characters", ["ver\u0000_1"]],
    ["a number", [1]],
    ["more than five hundred", Array.from({ length: 501 }, (_, index) => `ver_${index}`)],
    ["one shaped like a CURP", ["ver_1", "BAWX800101HDFLTL09"]],
    ["one shaped like a CURP with spaces", ["bawx 800101 hdfltl 09"]],
  ])("of %s is refused, and nothing is asked of the service", async (_what, wrong) => {
    await signInAs("admin");
    const calls = await connected.countCalls("/verifications/*");
    const response = await send({ ids: wrong });
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ success: false, code: "VALIDATION_ERROR" });
    expect(text).not.toMatch(/bawx/i);
    expect(await calls()).toBe(0);
  });

  it("of five hundred of the longest ids is taken", async () => {
    await signInAs("admin");
    const caller = new AbortController();
    const long = Array.from({ length: 500 }, (_, index) => `${index}`.padStart(200, "é"));
    const response = await send({ ids: long }, caller.signal);
    expect(response.status).toBe(200);
    caller.abort();
    expect((await response.text()).split("\n").length).toBeLessThan(500);
  });
});
