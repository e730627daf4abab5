import { expect, it, vi } from "vitest";
import { GET as readFile } from "#app/api/verifications/[verification_id]/custody/route.ts";
import { DELETE as erase } from "#app/api/verifications/[verification_id]/route.ts";
import { storeDeliveries } from "#lib/core/server/inbox/store-deliveries.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { created } from "#lib/records/server/privacy/testing/deliveries.ts";
import { drainBesideWorker } from "#tools/test/arrivals.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import { PUT, GET as readCustody } from "./custody/route.ts";
import { GET as readOne } from "./erasures/[certificate_id]/route.ts";
import { GET as readErasures } from "./erasures/route.ts";
import { DELETE } from "./holds/[hold_id]/route.ts";
import { GET, POST } from "./holds/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

dashboardForEach(async () => {
  await database().pool.query("DELETE FROM legal_holds; DELETE FROM custody_policies");
});

const known = async (id: string) => {
  await storeDeliveries(database().pool, [created(id)]);
  await drainBesideWorker(database());
};
const last = async () =>
  (await database().pool.query("SELECT action, ids, before, after FROM audit_log ORDER BY id DESC LIMIT 1")).rows[0];

it("a hold is placed, shown, refuses an erasure that quotes it, and ends with a reason; the trail has no reason", async () => {
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
  expect([refused.status, refused.body]).toMatchObject([409, { code: "MUST_BE_KEPT", holds: [placed.body] }]);
  expect((await callRoute(readFile, { method: "GET", params })).status).toBe(200);
  const end = () => callRoute(DELETE, { method: "DELETE", params: { hold_id }, body: { reason: "Concluyó" } });
  expect((await end()).status).toBe(200);
  expect(await last()).toMatchObject({ action: "legal_hold.ended", ids: { hold_id } });
  expect((await end()).status).toBe(409);
  expect((await callRoute(GET, { method: "GET" })).body.items).toMatchObject([{ hold_id, end_reason: "Concluyó" }]);
  // No hold covers the file any more.
  const { certificate_id } = (await callRoute(erase, { method: "DELETE", params })).body;
  const { blocked: still, certificates } = (await callRoute(readErasures, { method: "GET" })).body;
  expect([still, certificates]).toMatchObject([[], [{ certificate_id, cause: "by_hand" }]]);
  const certificate = await callRoute(readOne, { method: "GET", params: { certificate_id } });
  expect([certificate.status, certificate.body]).toMatchObject([200, { deleted: { deliveries: 1 } }]);
  expect(JSON.stringify(certificate.body)).not.toContain("ver_route");
  const unknown = { certificate_id: "00000000-0000-4000-8000-000000000000" };
  expect((await callRoute(readOne, { method: "GET", params: unknown })).status).toBe(404);
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
