import { describe, expect, it, vi } from "vitest";
import { database } from "#lib/platform/server/db/database.ts";
import { deliver, secondsIn } from "#tools/test/arrivals.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { GET, PUT } from "./settings/originals/route.ts";
import { GET as OPEN } from "./verifications/[verification_id]/items/[item_id]/original/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(() => database().pool.query("DELETE FROM originals"));

const TEMPLATE = "https://docs.example.mx/{tag}/{item_id}";
const set = (template: unknown) => callRoute(PUT, { method: "PUT", body: { template } });
const open = (verification_id: string, item_id: string, method = "GET") =>
  callRoute(OPEN, { method, params: { verification_id, item_id } });
const entries = async (action: string) =>
  (
    await database().pool.query(
      "SELECT ids, before, after FROM audit_log WHERE action = $1 AND outcome = 'done' ORDER BY id",
      [action],
    )
  ).rows;

const receiveItem = (verification_id: string, verification_tag: string | null) =>
  receiveInto(database())(
    deliver("verification.v2.created", { verification_id, verification_tag, created_at: secondsIn(1) }),
    deliver("verification_item.v2.completed", { verification_id, item_id: 7, completed_at: secondsIn(2) }),
  );

describe("the address of originals", () => {
  it("is set, changed and reset by an admin, on record", async () => {
    expect((await callRoute(GET, { method: "GET" })).body).toEqual({ template: null });
    expect((await set(` ${TEMPLATE} `)).body).toEqual({ template: TEMPLATE });
    for (const wrong of ["http://docs.example.mx/{item_id}", "https://docs.example.mx/{name}/{item_id}", "", 7])
      expect(await set(wrong)).toMatchObject({ status: 400 });
    expect((await set(null)).body).toEqual({ template: null });
    expect((await entries("originals.changed")).slice(-2)).toEqual([
      { ids: {}, before: { template: null }, after: { template: TEMPLATE } },
      { ids: {}, before: { template: TEMPLATE }, after: { template: null } },
    ]);
    await dashboard().signInAs("compliance");
    expect(await set(TEMPLATE)).toMatchObject({ status: 403 });
  });
});

describe("the original of an item", () => {
  it("is at the address built from its known fields, and each opening is recorded before the redirect", async () => {
    await receiveItem("ver_original", "EXP 2041/a");
    expect(await open("ver_original", "7")).toMatchObject({ status: 404 });
    await set(TEMPLATE);
    await dashboard().signInAs("support");
    const answer = await open("ver_original", "7");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "https://docs.example.mx/EXP%202041%2Fa/7"]);
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect((await open("ver_original", "7", "HEAD")).headers.get("location")).toBeNull();
    expect(await entries("original.opened")).toEqual([
      { ids: { verification_id: "ver_original", item_id: 7 }, before: null, after: null },
    ]);
  });

  it("is absent for an unknown item, and under a tag that holds a CURP", async () => {
    await set(TEMPLATE);
    await receiveItem("ver_other", "NUGF860209MNLXRR03");
    for (const [id, item] of [
      ["ver_other", "7"],
      ["ver_other", "8"],
      ["ver_nobody", "7"],
      ["ver_other", "x"],
    ] as const)
      expect(await open(id, item)).toMatchObject({ status: 404 });
    expect(await entries("original.opened")).toHaveLength(1);
  });
});
