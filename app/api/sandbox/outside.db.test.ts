import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
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

// The environment of a real service: `SVC_BASE_URL` is set, and no variable marks it as the embedded one.
beforeAll(async () => {
  dashboard = await startDashboard();
  await dashboard.signInAs("admin");
});
afterAll(() => dashboard.end());

const params = Promise.resolve({ verification_id: "ver_1", fault_id: "00000000-0000-4000-8000-000000000000" });

describe("outside sandbox mode the control routes are closed, even to an admin:", () => {
  it.each([
    ["state", getSandbox, "GET", undefined],
    ["playing", play, "POST", { scenario: "finished" }],
    ["listing", listVerification, "POST", { verification_id: "ver_1" }],
    ["documents", addDocuments, "POST", { count: 1 }],
    ["reopening", reopen, "POST", undefined],
    ["labels", changeLabel, "POST", { action: "remove", label: "priority" }],
    ["a fault", addFault, "POST", { kind: "hang" }],
    ["the end of a fault", endFault, "DELETE", undefined],
    ["the end of all faults", endFaults, "DELETE", undefined],
    ["the pace", setPace, "POST", { pace: "off" }],
  ] as const)("%s", async (_name, handler, method, body) => {
    const sent = vi.spyOn(globalThis, "fetch");
    const request = new NextRequest("http://localhost:3000/api/sandbox", {
      method,
      headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await handler(request, { params });
    expect([response.status, (await response.json()).code]).toEqual([404, "NOT_FOUND"]);
    expect(sent).not.toHaveBeenCalled();
    sent.mockRestore();
  });
});
