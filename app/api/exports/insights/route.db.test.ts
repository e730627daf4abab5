import { NextRequest } from "next/server";
import { expect, it, vi } from "vitest";
import { database } from "#lib/platform/server/db/database.ts";
import { dashboardForEach } from "#tools/test/call-route.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { GET } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async () => undefined);

const OCTOBER = "from=2026-10-01&to=2026-10-31";
const get = (query: string) =>
  GET(new NextRequest(`http://localhost:3000/api/exports/insights?${query}`), { params: Promise.resolve({}) });
const linesOf = async (query: string) =>
  (await (await get(query)).text())
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n");

it("is one table of the period's figures, recorded with its parameters", async () => {
  await insertSummaries(database().pool, [
    // The first instant of October in the zone of the policy, and the last of September.
    { verification_id: "ver_first", created_at: "2026-10-01T06:00:00Z", tag: "EXP-1" },
    { verification_id: "ver_before", created_at: "2026-10-01T05:59:59Z", tag: "EXP-2" },
  ]);
  const [head, ...lines] = await linesOf(`${OCTOBER}&group=week&tag_prefix=EXP-`);
  expect(head).toBe('"section","figure","value","from","to","number","unit","files","previous"');
  expect(lines).toContain('"completion","created","","2026-10-01","2026-10-31","1","files","","1"');
  expect(lines).toContain('"series","created","","2026-10-26","2026-10-31","0","files","",""');
  await expect
    .poll(async () => {
      const { rows } = await database().pool.query(
        "SELECT after FROM audit_log WHERE action = 'insights.exported' AND outcome = 'done' ORDER BY id DESC LIMIT 1",
      );
      return rows[0]?.after;
    })
    .toEqual({
      ...{ from: "2026-10-01", to: "2026-10-31", format: "csv", values: "codes" },
      filter: "group=week&tag_prefix=EXP-",
    });
});

it("is a table of words, or a workbook", async () => {
  const [head] = await linesOf(`${OCTOBER}&values=words`);
  expect(head).toContain('"Files behind it","Period before"');
  const workbook = await get(`${OCTOBER}&format=xlsx`);
  expect(workbook.headers.get("content-disposition")).toContain("cotejo-insights-2026-10-01-2026-10-31.xlsx");
  expect(
    Buffer.from(await workbook.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
});

it("has the workload of everybody for those who see the team", async () => {
  const hasOthers = async () =>
    (await linesOf(OCTOBER)).some((line) => line.startsWith('"workload","decided_by","admin"'));
  const hasOwn = async () =>
    (await linesOf(OCTOBER)).some((line) => line.startsWith('"workload","decided_by","compliance"'));
  expect(await hasOwn()).toBe(true);
  await dashboard().signInAs("compliance");
  expect([await hasOwn(), await hasOthers()]).toEqual([true, false]);
  await dashboard().signInAs("support");
  expect((await get(OCTOBER)).status).toBe(403);
});

it.each(["format=pdf", "values=both", "from=2026-13-01", "group=year", "from=1&from=2"])(
  "refuses %s",
  async (query) => {
    expect((await get(query)).status).toBe(400);
  },
);
