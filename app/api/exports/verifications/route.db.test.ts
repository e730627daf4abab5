import { NextRequest } from "next/server";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DATES_COLUMNS, EXPORT_COLUMNS, MAX_EXPORTED } from "#lib/core/contract/verifications/export.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { dashboardForEach } from "#tools/test/call-route.ts";
import { jar } from "#tools/test/next-headers.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { GET } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async () => undefined);

let tests = 0;

// The rate limit of exports is per user: each test signs in as the next role.
beforeEach(async () => {
  tests += 1;
  await dashboard().signInAs(ROLES[tests % ROLES.length] ?? "admin");
});

const get = (query = "", method = "GET") =>
  GET(new NextRequest(`http://localhost:3000/api/exports/verifications?${query}`, { method }), {
    params: Promise.resolve({}),
  });

/** The cells of each line; no cell has a comma or a quote here. */
const linesOf = (text: string): string[][] =>
  text
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.slice(1, -1).split('","'));
const csv = async (query: string) => linesOf(await (await get(query)).text());
const lastEntry = async () =>
  (
    await database().pool.query(
      "SELECT outcome, after FROM audit_log WHERE action = 'verifications.exported' ORDER BY id DESC LIMIT 1",
    )
  ).rows[0];

const FILE_COUNT = 1_234;
const padded = (number: number) => String(number).padStart(4, "0");

beforeAll(async () => {
  const minutes = (count: number) => new Date(Date.parse("2026-10-05T12:00:00Z") + count * 60_000).toISOString();
  await insertSummaries(database().pool, [
    {
      verification_id: "ver_formula",
      tag: "=1+1",
      title: "@SUM(A1)",
      status: "finished",
      created_at: "2026-10-05T05:30:07.123456Z",
      labels: ["priority", "vip"],
      findings_high: 2,
      last_activity_at: "2026-01-15T18:00:00Z",
    },
    ...Array.from({ length: FILE_COUNT }, (_, index) => ({
      verification_id: `ver_${padded(index)}`,
      status: "pending",
      account_id: index < 3 ? "acc_few" : "acc_many",
      created_at: minutes(index),
      // The order of activity differs from the order of creation.
      last_activity_at: minutes(FILE_COUNT + ((index * 7) % FILE_COUNT)),
    })),
  ]);
});

describe("an export of the list", () => {
  it("has one header line and then one line a file, for every role", async () => {
    for (const role of ROLES) {
      await dashboard().signInAs(role);
      const [head = [], ...lines] = await csv("account=acc_few&columns=status,verification_id&sort=created_at");
      expect(head).toEqual(["verification_id", "status"]);
      expect(lines).toEqual([0, 1, 2].map((index) => [`ver_${padded(index)}`, "pending"]));
    }
    jar.clear();
    expect((await get()).status).toBe(401);
  });

  it("holds no formula, and has times in the reader's zone with UTC beside", async () => {
    const [head = [], line = []] = await csv("status=finished&time_zone=America/Mexico_City");
    expect(line).toHaveLength(head.length);
    const cell = (name: string) => line[head.indexOf(name)];
    expect([cell("tag"), cell("title"), cell("labels"), cell("findings_high")]).toEqual([
      "'=1+1",
      "'@SUM(A1)",
      "priority; vip",
      "2",
    ]);
    expect(cell("created_at (America/Mexico_City)")).toBe("2026-10-04 23:30:07");
    expect(cell("created_at (UTC)")).toBe("2026-10-05 05:30:07");
    expect(cell("status_at (UTC)")).toBe("");
    expect(head).toHaveLength(EXPORT_COLUMNS.length + EXPORT_COLUMNS.filter((name) => name.endsWith("_at")).length);
  });

  it("uses the zone of the reader's browser by default", async () => {
    jar.set("timezone", { name: "timezone", value: "Asia/Kathmandu" });
    const [head, line] = await csv("status=finished&columns=created_at");
    expect([head, line]).toEqual([
      ["created_at (Asia/Kathmandu)", "created_at (UTC)"],
      ["2026-10-05 11:15:07", "2026-10-05 05:30:07"],
    ]);
  });

  it("has each file once even if files move while it is read", async () => {
    const response = await get("status=pending&sort=last_activity_at&columns=verification_id");
    const reader = response.body?.getReader() ?? expect.unreachable();
    const decoder = new TextDecoder();
    let text = "";
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      text += decoder.decode(piece.value);
      // Moves read rows to the end, and unread ones to the beginning.
      await database().pool.query(
        "UPDATE verification_list SET by_activity = timestamptz '2026-12-01' - (by_activity - timestamptz '2026-10-01')",
      );
    }
    const ids = linesOf(text)
      .slice(1)
      .map(([id]) => id);
    expect(ids).toHaveLength(FILE_COUNT);
    expect(new Set(ids).size).toBe(FILE_COUNT);
  });

  it("has the order of the list if that order is stable or the list has one page", async () => {
    const ids = async (query: string) => (await csv(`${query}&columns=verification_id`)).slice(1).map(([id]) => id);
    const expected = Array.from({ length: FILE_COUNT }, (_, index) => `ver_${padded(index)}`);
    expect(await ids("status=pending&sort=created_at")).toEqual(expected);
    expect(await ids("status=pending&sort=-created_at")).toEqual(expected.toReversed());
    expect(await ids("account=acc_few&account=acc_none&status=finished&status=pending&sort=-findings")).toHaveLength(3);
    expect(await ids("created_to=2026-10-05T12:01:00Z&sort=-findings")).toEqual(["ver_formula", "ver_0000"]);
  });

  it("is a workbook on request", async () => {
    const response = await get("account=acc_few&format=xlsx");
    expect(response.headers.get("content-type")).toBe(
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="cotejo-verifications-[\d-]+\.xlsx"$/,
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
    await expect.poll(lastEntry).toMatchObject({ outcome: "done", after: { rows: 3, format: "xlsx" } });
  });

  it("has the columns of the import for stated dates, and is on record as such", async () => {
    const lines = await csv("account=acc_few&sheet=dates");
    expect(lines).toEqual([[...DATES_COLUMNS]]);
    await expect.poll(lastEntry).toMatchObject({ outcome: "done", after: { sheet: "dates", rows: 0 } });
  });

  it("is on record with its filter and number of files, and without text that may name a person", async () => {
    await csv("account=acc_few&columns=tag&time_zone=UTC");
    const after = { filter: "account=acc_few", columns: ["tag"], rows: 3, format: "csv", time_zone: "UTC" };
    await expect.poll(lastEntry).toEqual({ outcome: "done", after });
    await csv("q=Ana%20L%C3%B3pez&time_zone=UTC");
    await expect
      .poll(lastEntry)
      .toEqual({ outcome: "done", after: { rows: 0, format: "csv", time_zone: "UTC", searched_text: true } });
    await (await get("time_zone=UTC")).body?.cancel();
    await expect.poll(lastEntry).toMatchObject({ outcome: "done", after: { rows: 0, left_off: true } });
    expect((await get("time_zone=UTC", "HEAD")).body).toBeNull();
    expect(await lastEntry()).toEqual({ outcome: "done", after: { format: "csv", time_zone: "UTC" } });
  });

  it.each([
    "severity=grave",
    "created_from=yesterday",
    "format=pdf",
    "columns=secret",
    "columns=tag,toString",
    "time_zone=Mars/Olympus",
    "time_zone=%2B01:00",
    "q=BOXW310820HNERXN09",
  ])("refuses %s", async (query) => {
    const response = await get(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("refuses more rows than a sheet can hold, and suggests CSV if it can", async () => {
    const message = async (query: string) => (await (await get(query)).json()).message;
    const before = { ...MAX_EXPORTED };
    Object.assign(MAX_EXPORTED, { csv: 1_000, xlsx: 2 });
    try {
      expect(await message("format=xlsx")).toContain("CSV");
      expect(await message("format=xlsx&account=acc_few")).toContain("CSV");
      expect(await message("status=pending")).toMatch(/narrow/);
      expect(await csv("account=acc_few")).toHaveLength(4);
    } finally {
      Object.assign(MAX_EXPORTED, before);
    }
    expect(MAX_EXPORTED).toEqual({ csv: 1_000_000, xlsx: 100_000 });
  });
});
