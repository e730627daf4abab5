import { expect, it, vi } from "vitest";
import { GET as readFile } from "#app/api/verifications/[verification_id]/custody/route.ts";
import { DELETE as erase } from "#app/api/verifications/[verification_id]/route.ts";
import { database } from "#lib/server/db/database.ts";
import { drainInbox } from "#lib/server/inbox/drain.ts";
import { storeDeliveries } from "#lib/server/inbox/store-deliveries.ts";
import { created } from "#lib/server/privacy/testing/deliveries.ts";
import { callRoute, dashboardForEach } from "#test/call-route.ts";
import { PUT, GET as readCustody } from "./custody/route.ts";
import { DELETE } from "./holds/[hold_id]/route.ts";
import { GET, POST } from "./holds/route.ts";

vi.mock("next/headers", () => import("#test/next-headers.ts"));

dashboardForEach(async () => {
  await database().pool.query("DELETE FROM legal_holds; DELETE FROM custody_policies");
});

const known = async (id: string) => {
  await storeDeliveries(database().pool, [created(id)]);
  await drainInbox(database());
};
const last = async () =>
  (await database().pool.query("SELECT action, ids, before, after FROM audit_log ORDER BY id DESC LIMIT 1")).rows[0];

it("a hold is placed, shown, refuses an erasure in words, and ends with a reason; the trail has no reason", async () => {
  await known("ver_route");
  const placed = await callRoute(POST, { body: { verification_id: "ver_route", reason: "Oficio secreto" } });
  expect([placed.status, placed.body]).toEqual([201, expect.objectContaining({ files: 1, reason: "Oficio secreto" })]);
  const { hold_id } = placed.body;
  const entry = await last();
  expect(entry).toMatchObject({ action: "legal_hold.placed", ids: { hold_id, verification_id: "ver_route" } });
  expect(JSON.stringify(entry)).not.toContain("secreto");
  const params = { verification_id: "ver_route" };
  expect((await callRoute(readFile, { method: "GET", params })).body).toMatchObject({ erasable: false });
  const refused = await callRoute(erase, { method: "DELETE", params });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    "MUST_BE_KEPT",
    expect.stringContaining("legal hold"),
  ]);
  const end = () => callRoute(DELETE, { method: "DELETE", params: { hold_id }, body: { reason: "Concluyó" } });
  expect((await end()).status).toBe(200);
  expect(await last()).toMatchObject({ action: "legal_hold.ended", ids: { hold_id } });
  expect((await end()).status).toBe(409);
  expect((await callRoute(GET, { method: "GET" })).body.items).toMatchObject([{ hold_id, end_reason: "Concluyó" }]);
  expect((await callRoute(erase, { method: "DELETE", params })).status).toBe(200);
});

it("the policy is changed by its version, with an entry", async () => {
  const { version } = (await callRoute(readCustody, { method: "GET" })).body.policy;
  const body = {
    version,
    accepted: { profile: "lfpiorpi" },
    rejected: { profile: "own", months: 24 },
    undecided: { profile: "minimum" },
  };
  const changed = await callRoute(PUT, { method: "PUT", body });
  expect(changed.body.policy).toMatchObject({ version: version + 1, rejected: { profile: "own", months: 24 } });
  expect(await last()).toMatchObject({
    action: "custody_policy.changed",
    after: { accepted: "lfpiorpi 120", rejected: "own 24", undecided: "minimum 0" },
  });
  expect((await callRoute(PUT, { method: "PUT", body })).status).toBe(409);
});
