import { expect, it, vi } from "vitest";
import { ROLES } from "#lib/platform/manifest.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { GET, PUT } from "./verifications/[verification_id]/seen/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async () => undefined);

const seen = () => callRoute(GET, { method: "GET", params: { verification_id: "ver_seen" } });
const look = (verification_id: string, body?: unknown) =>
  callRoute(PUT, { method: "PUT", params: { verification_id }, ...(body === undefined ? {} : { body }) });

it("returns each user's marks of the previous visit, and stores the current ones", async () => {
  await insertSummaries(database().pool, [{ verification_id: "ver_seen" }]);
  for (const role of ROLES) {
    await dashboard().signInAs(role);
    expect(await seen()).toMatchObject({ status: 200, body: { previous: null } });
    const { status, body: first } = await look("ver_seen", { marks: ["run:8f2c", `item:12:${role}`] });
    expect([status, first]).toEqual([
      200,
      { seen_at: expect.stringMatching(/Z$/), marks: ["run:8f2c", `item:12:${role}`], previous: null },
    ]);
    expect((await seen()).body).toEqual({ previous: { seen_at: first.seen_at, marks: first.marks } });
    const { body: second } = await look("ver_seen");
    expect(second).toEqual({
      seen_at: expect.any(String),
      marks: [],
      previous: { seen_at: first.seen_at, marks: first.marks },
    });
    expect(second.seen_at > first.seen_at).toBe(true);
    expect((await look("ver_seen")).body.previous).toEqual({ seen_at: second.seen_at, marks: [] });
  }
  const { rows } = await database().pool.query("SELECT FROM verification_seen WHERE verification_id = 'ver_seen'");
  expect(rows).toHaveLength(ROLES.length);
});

it("accepts short marks without text, of known verifications", async () => {
  await insertSummaries(database().pool, [{ verification_id: "ver_marked" }]);
  for (const marks of [["a b"], ["José"], [""], ["x".repeat(81)], Array(501).fill("x"), "run:1"])
    expect(await look("ver_marked", { marks })).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  expect(await look("ver_of_nobody", { marks: [] })).toMatchObject({ status: 404 });
});

it("is erased with the verification, and writes no entry in the trail", async () => {
  await insertSummaries(database().pool, [{ verification_id: "ver_gone" }]);
  const entries = async () => (await database().pool.query("SELECT FROM audit_log")).rowCount;
  const before = await entries();
  await look("ver_gone", { marks: ["run:1"] });
  expect(await entries()).toBe(before);
  await eraseVerification({ verification_id: "ver_gone" }, SYSTEM_ACTOR);
  expect(
    (await database().pool.query("SELECT FROM verification_seen WHERE verification_id = 'ver_gone'")).rows,
  ).toEqual([]);
  expect(await look("ver_gone")).toMatchObject({ status: 404 });
});
