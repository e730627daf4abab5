import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ROLES } from "#lib/contract/user.ts";
import { startDashboard, type TestDashboard } from "#test/dashboard.ts";
import { jar } from "#test/next-headers.ts";
import { GET } from "./route.ts";

vi.mock("next/headers", () => import("#test/next-headers.ts"));

let dashboard: TestDashboard;
let id: string;

beforeAll(async () => {
  dashboard = await startDashboard();
  id = await dashboard.service.play("finished");
});
afterAll(() => dashboard.end());
beforeEach(async () => {
  jar.clear();
  await dashboard.heal();
});

const get = (verification_id = id, query = "") =>
  GET(new NextRequest(`http://localhost:3000/api/verifications/${verification_id}/people${query}`), {
    params: Promise.resolve({ verification_id }),
  });

/** Lets the last readings be too old to serve others. */
const later = () =>
  dashboard.query("UPDATE verification_reads SET succeeded_at = succeeded_at - interval '11 seconds'");

describe("GET /api/verifications/{id}/people", () => {
  it("is for everybody who is signed in", async () => {
    expect((await get()).status).toBe(401);
    for (const role of ROLES) {
      await dashboard.signInAs(role);
      const response = await get();
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("answers people and how fresh they are, and no address of a PDF", async () => {
    await dashboard.signInAs("support");
    const text = await (await get()).text();
    expect(JSON.parse(text)).toMatchObject({
      full_list: expect.arrayContaining([
        expect.objectContaining({
          people_id: expect.any(Number),
          external_identities: expect.objectContaining({
            curp: expect.objectContaining({ curp_file: { available: true, expires_at: expect.any(String) } }),
          }),
        }),
      ]),
      freshness: { stale: null, unknown_to_service: false },
    });
    expect(text).not.toMatch(/:\/\/|Signature|Expires=/);
  });

  it("reads the service when they are opened, and not for a page that shows them already", async () => {
    await dashboard.signInAs("support");
    await get();
    const calls = await dashboard.countCalls("/v2/verifications/*");
    await later();
    const shown = await (await get(id, "?read=false")).json();
    expect(await calls()).toBe(0);
    expect(shown.full_list.length).toBeGreaterThan(0);
    await get();
    expect(await calls()).toBe(1);
  });

  it("reads the service for a page that claims to show them, where they were never read", async () => {
    await dashboard.signInAs("support");
    const fresh = await dashboard.service.play("finished-clean");
    const response = await get(fresh, "?read=false");
    expect((await response.json()).full_list.length).toBeGreaterThan(0);
  });

  it("does not find what nobody knows, and tells a failure of the service as one", async () => {
    await dashboard.signInAs("support");
    expect((await get("ver_unknown")).status).toBe(404);
    const fresh = await dashboard.service.play("finished-clean");
    await dashboard.knowFromEvents(fresh);
    await dashboard.fault({ kind: "status", status: 403, path: `/v2/verifications/${fresh}/people` });
    const response = await get(fresh);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ success: false, code: "SERVICE_FORBIDDEN" });
  });
});
