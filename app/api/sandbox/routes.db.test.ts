import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { DELETE as endFault } from "./faults/[fault_id]/route.ts";
import { POST as addFault, DELETE as endFaults } from "./faults/route.ts";
import { POST as setPace } from "./pace/route.ts";
import { POST as listVerification } from "./played/route.ts";
import { GET as getSandbox } from "./route.ts";
import { POST as addDocuments } from "./verifications/[verification_id]/documents/route.ts";
import { POST as changeLabel } from "./verifications/[verification_id]/labels/route.ts";
import { POST as reopen } from "./verifications/[verification_id]/reopen/route.ts";
import { POST as play } from "./verifications/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

let dashboard: TestDashboard;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SANDBOX", "1");
  dashboard = await startDashboard();
});
afterAll(() => dashboard.end());
beforeEach(async () => {
  jar.clear();
  await dashboard.clearFaults();
});

type Handler = typeof getSandbox;

async function call(
  handler: Handler,
  { method = "POST", body, params = {} }: { method?: string; body?: unknown; params?: Record<string, string> } = {},
) {
  const request = new NextRequest("http://localhost:3000/api/sandbox", {
    method,
    headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

const standing = async () => (await call(getSandbox, { method: "GET" })).body;
const played = async (scenario: string) => (await call(play, { body: { scenario } })).body.verification_id as string;
const of = (id: string) => ({ verification_id: id });

const ROUTES: [name: string, handler: Handler, method: string, body?: unknown][] = [
  ["state", getSandbox, "GET"],
  ["playing", play, "POST", { scenario: "finished" }],
  ["listing", listVerification, "POST", { verification_id: "ver_1" }],
  ["documents", addDocuments, "POST", { count: 1 }],
  ["reopening", reopen, "POST"],
  ["labels", changeLabel, "POST", { action: "remove", label: "priority" }],
  ["a fault", addFault, "POST", { kind: "hang" }],
  ["the end of a fault", endFault, "DELETE"],
  ["the end of all faults", endFaults, "DELETE"],
  ["the pace", setPace, "POST", { pace: "off" }],
];
const PARAMS = { verification_id: "ver_1", fault_id: "00000000-0000-4000-8000-000000000000" };

describe.each(ROUTES)("%s", (_name, handler, method, body) => {
  it("is for admin and compliance", async () => {
    expect((await call(handler, { method, body, params: PARAMS })).status).toBe(401);
    await dashboard.signInAs("support");
    expect((await call(handler, { method, body, params: PARAMS })).body.code).toBe("FORBIDDEN");
    for (const role of ["admin", "compliance"] as const) {
      await dashboard.signInAs(role);
      expect((await call(handler, { method, body, params: PARAMS })).status).not.toBe(403);
    }
    const { service } = dashboard;
    await service.call("PUT", "/sandbox/pace", { body: { pace: "steady" } });
  });
});

describe("playing", () => {
  beforeEach(() => dashboard.signInAs("compliance"));

  it("creates a verification, listed with the state of its deliveries", async () => {
    const { status, body } = await call(play, { body: { scenario: "finished", tag: "EXP-9" } });
    expect([status, body]).toEqual([201, { verification_id: expect.stringMatching(/^ver_/), tag: "EXP-9" }]);
    expect((await standing()).played[0]).toMatchObject({
      verification_id: body.verification_id,
      scenario: "finished",
      status: "finished",
      deliveries: { pending: 0, delivered: 0, failed: 0 },
    });
  });

  it("adds documents, changes a label and reopens the verification", async () => {
    const id = await played("finished");
    const params = of(id);
    expect((await call(reopen, { params })).body).toMatchObject({ status: "pending" });
    const label = { action: "add", label: "priority", comment: "hoy" };
    expect((await call(changeLabel, { params, body: label })).status).toBe(200);
    expect((await call(addDocuments, { params, body: { count: 2 } })).body.documents_status).toBe("full_upload");
    expect((await standing()).played[0].labels).toContainEqual({
      label: "priority",
      display_name: "Prioritario",
      comment: "hoy",
    });
  });

  it("passes on the sandbox's refusals", async () => {
    const params = of(await played("pending-upload"));
    expect((await call(reopen, { params })).body.code).toBe("CONFLICT");
    expect((await call(reopen, { params: of("ver_unknown") })).body.code).toBe("NOT_FOUND");
    const label = { action: "add", label: "made_up" };
    expect((await call(changeLabel, { params, body: label })).body.code).toBe("VALIDATION_ERROR");
  });

  it("addresses a verification by its whole id only", async () => {
    const sent = vi.spyOn(globalThis, "fetch");
    expect((await call(reopen, { params: of("../faults?x=#/..") })).status).toBe(404);
    expect(String(sent.mock.calls[0]?.[0])).toMatch(
      /\/sandbox\/verifications\/\.\.%2Ffaults%3Fx%3D%23%2F\.\.\/reopen$/,
    );
    sent.mockRestore();
  });
});

describe("faults", () => {
  beforeEach(() => dashboard.signInAs("admin"));

  it("are listed with their remaining count, and ended one by one or all", async () => {
    for (const kind of ["hang", "delivery_lost", "lost"]) await call(addFault, { body: { kind, count: 5 } });
    const { faults } = await standing();
    expect(faults).toMatchObject([
      { kind: "hang", count: 5, met: 0 },
      { kind: "lost", count: 5 },
      { kind: "delivery_lost", count: 5 },
    ]);
    const end = () => call(endFault, { method: "DELETE", params: { fault_id: faults[0].id } });
    expect([(await end()).status, (await end()).status]).toEqual([204, 404]);
    expect((await standing()).faults).toHaveLength(2);
    expect((await call(endFaults, { method: "DELETE" })).status).toBe(204);
    expect((await standing()).faults).toEqual([]);
  });
});

describe("the pace", () => {
  it("is set and shown", async () => {
    await dashboard.signInAs("admin");
    expect((await call(setPace, { body: { pace: "slow" } })).status).toBe(200);
    expect((await standing()).pace).toBe("slow");
  });
});

describe("malformed or unbounded input is refused, and the sandbox is not called", () => {
  const LONG = "x".repeat(1_001);
  it.each<[string, Handler, unknown, Record<string, string>?]>([
    ["a scenario that does not exist", play, { scenario: "unheard-of" }],
    ["a play of two days", play, { scenario: "finished", seconds: 172_800 }],
    ["a tag too long", play, { scenario: "finished", tag: "x".repeat(101) }],
    ["a tag with a control character", play, { scenario: "finished", tag: "\u0000" }],
    ["a field that is unknown", play, { scenario: "finished", x: 1 }],
    ["an invalid id", listVerification, { verification_id: "ver\n1" }],
    ["too many documents", addDocuments, { count: 21 }, of("ver_1")],
    ["a fraction of a document", addDocuments, { count: 1.5 }, of("ver_1")],
    ["a comment too long", changeLabel, { action: "add", label: "priority", comment: LONG }, of("ver_1")],
    ["a comment without text to update", changeLabel, { action: "comment", label: "priority" }, of("ver_1")],
    ["a pace that does not exist", setPace, { pace: "warp" }],
    ["a fault that does not exist", addFault, { kind: "flood" }],
    ["a fault of eleven minutes", addFault, { kind: "slow", delay_ms: 660_000 }],
    ["a fault for over a million calls", addFault, { kind: "hang", count: 1_000_001 }],
    ["a fault of a path too long", addFault, { kind: "hang", path: LONG }],
  ])("%s", async (_what, handler, body, params) => {
    await dashboard.signInAs("admin");
    const sent = vi.spyOn(globalThis, "fetch");
    expect(await call(handler, { body, ...(params ? { params } : {}) })).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    });
    expect(sent).not.toHaveBeenCalled();
    sent.mockRestore();
  });

  it("an invalid id of a fault", async () => {
    await dashboard.signInAs("admin");
    expect((await call(endFault, { method: "DELETE", params: { fault_id: "../state" } })).status).toBe(404);
  });
});

// The last test: the sandbox restarts at another address.
it("reports an unreachable sandbox", async () => {
  await dashboard.signInAs("admin");
  await dashboard.service.stop();
  try {
    expect(await call(getSandbox, { method: "GET" })).toMatchObject({
      status: 503,
      body: { code: "SERVICE_UNREACHABLE" },
    });
  } finally {
    await dashboard.service.restart();
  }
});
