import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { database } from "#lib/platform/server/db/database.ts";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { POST } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

let dashboard: TestDashboard;
let ids: string[];

beforeAll(async () => {
  dashboard = await startDashboard();
  ids = await Promise.all(["finished", "error", "pending-upload"].map((name) => dashboard.service.play(name)));
});
afterAll(() => dashboard.end());
beforeEach(async () => {
  jar.clear();
  await dashboard.clearFaults();
});

const send = (body: unknown, signal?: AbortSignal) =>
  POST(
    new NextRequest("http://localhost:3000/api/imports/verifications", {
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
  it("answers one line for each id, whatever its outcome", async () => {
    await dashboard.signInAs("compliance");
    const [known = "", other = ""] = ids;
    expect(await linesOf(await send({ ids: [known] }))).toEqual([{ verification_id: known, outcome: "added" }]);
    const calls = await dashboard.countCalls("/verifications/*");
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

  it("reports a text that is the tag of a known file, without a call to the service", async () => {
    await dashboard.signInAs("compliance");
    const [known = ""] = ids;
    await linesOf(await send({ ids: [known] }));
    const { rows } = await database().pool.query("SELECT tag FROM verification_summaries WHERE verification_id = $1", [
      known,
    ]);
    const calls = await dashboard.countCalls("/verifications/*");
    expect(await linesOf(await send({ ids: [rows[0].tag] }))).toEqual([
      { verification_id: rows[0].tag, outcome: "tag" },
    ]);
    expect(await calls()).toBe(0);
  });

  it("is for compliance and admin", async () => {
    expect((await send({ ids })).status).toBe(401);
    await dashboard.signInAs("support");
    expect((await send({ ids })).status).toBe(403);
    await dashboard.signInAs("admin");
    const taken = await send({ ids });
    expect(taken.status).toBe(200);
    // The import reads the service until its last line; a late read would count in the next test.
    expect(await linesOf(taken)).toHaveLength(ids.length);
  });

  it.each<[string, unknown[]]>([
    ["no id", []],
    ["an empty id", [""]],
    ["an id too long", ["x".repeat(201)]],
    ["an id with control characters", ["ver\u0000_1"]],
    ["a number", [1]],
    ["more than five hundred ids", Array.from({ length: 501 }, (_, index) => `ver_${index}`)],
    ["an id shaped like a CURP", ["ver_1", "BAWX800101HDFLTL09"]],
    ["an id shaped like a CURP with spaces", ["bawx 800101 hdfltl 09"]],
    ["an id shaped like a part of a CURP", ["ver_800101hdf"]],
  ])("of %s is refused, without a call to the service", async (_what, wrong) => {
    await dashboard.signInAs("admin");
    const calls = await dashboard.countCalls("/verifications/*");
    const response = await send({ ids: wrong });
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ success: false, code: "VALIDATION_ERROR" });
    expect(text).not.toMatch(/bawx/i);
    expect(await calls()).toBe(0);
  });

  it("accepts five hundred ids of maximal length", async () => {
    await dashboard.signInAs("admin");
    const caller = new AbortController();
    const long = Array.from({ length: 500 }, (_, index) => `${index}`.padStart(200, "é"));
    const response = await send({ ids: long }, caller.signal);
    expect(response.status).toBe(200);
    caller.abort();
    expect((await response.text()).split("\n").length).toBeLessThan(500);
  });
});
