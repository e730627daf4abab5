import { NextRequest } from "next/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { POST } from "./route.ts";

/* The outcomes of rows are tested in `lib/desk/server/statements/import.db.test.ts`. */

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

let dashboard: TestDashboard;

beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard.end());

const send = (rows: object[]) =>
  POST(
    new NextRequest("http://localhost:3000/api/imports/statements", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" },
      body: JSON.stringify({
        ...{ dry_run: true, source: "fechas.csv", import_id: "01234567-89ab-4cde-8f01-23456789abcd" },
        rows: rows.map((row, index) => ({ row: index + 2, file: `EXP-${index}`, ...row })),
      }),
    }),
    { params: Promise.resolve({}) },
  );

it("takes yearly checks from deciders alone, as the statement of a check in the page", async () => {
  const answers: [string, number, number][] = [];
  for (const role of ["compliance", "admin"] as const) {
    jar.clear();
    await dashboard.signInAs(role);
    const check = await send([{ since: "2023-03-14" }, { last_check: "2025-12-02" }]);
    const relation = await send([{ since: "2023-03-14", last_check: "" }]);
    answers.push([role, check.status, relation.status]);
  }
  expect(answers).toEqual([
    ["compliance", 200, 200],
    ["admin", 403, 200],
  ]);
});

it("takes five hundred rows of the longest cells", async () => {
  await dashboard.signInAs("compliance");
  const text = "é".repeat(200);
  const longest = { file: text, kind: text, person: text, since: text, until: text, last_check: text, issued: text };
  const answer = await send(Array.from({ length: 500 }, () => longest));
  expect(answer.status).toBe(200);
  expect(new Set((await answer.json()).rows.map(({ outcome }: { outcome: string }) => outcome))).toEqual(
    new Set(["unknown_file"]),
  );
});
