import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { VERIFICATION_EVENT_KINDS } from "#lib/core/contract/verifications/activity.ts";
import { drainBesideWorker } from "#tools/test/arrivals.ts";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { GET } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

let dashboard: TestDashboard;
let id: string;

beforeAll(async () => {
  dashboard = await startDashboard();
  id = await dashboard.service.play("finished");
  await dashboard.knowFromEvents(id);
  await dashboard.read({ verification_id: id });
  await drainBesideWorker(dashboard.database);
});
afterAll(() => dashboard.end());
beforeEach(() => jar.clear());

const get = (query = "") =>
  GET(new NextRequest(`http://localhost:3000/api/verifications/${id}/events${query}`), {
    params: Promise.resolve({ verification_id: id }),
  });
const kindsOf = async (query: string) => {
  const { items } = await (await get(query)).json();
  return items.map((entry: { kind: string }) => entry.kind);
};

it("the feed is for signed-in users", async () => {
  expect((await get()).status).toBe(401);
});

it("all kinds are answered, or the requested ones", async () => {
  await dashboard.signInAs("support");
  await vi.waitFor(async () => expect(await kindsOf("")).toEqual(["reading", "delivery"]), { timeout: 60_000 });
  expect(await kindsOf("?kind=readings")).toEqual(["reading"]);
  expect(await kindsOf("?kind=items")).toEqual([]);
  for (const kind of VERIFICATION_EVENT_KINDS) expect((await get(`?kind=${kind}`)).status).toBe(200);
});

it.each(["nonsense", "", "status,items"])(
  "an invalid kind '%s' is refused, and does not select all entries",
  async (kind) => {
    await dashboard.signInAs("support");
    const response = await get(`?kind=${kind}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR", message: "Invalid kind." });
  },
);
