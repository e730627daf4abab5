import { describe, expect, it, vi } from "vitest";
import type { VerificationList } from "#lib/core/contract/verifications/verification.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { readVerification } from "#lib/core/server/refresh/read-verification.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { fillTitles } from "#lib/core/server/titles/fill-titles.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, dashboardForEach, describeAdminRoutes } from "#tools/test/call-route.ts";
import { POST as search } from "./searches/verifications/route.ts";
import { PUT as chooseFields, GET as getFields } from "./settings/title-fields/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(() => database().pool.query("DELETE FROM title_fields"));

const LEGAL_FIELDS = { title: ["/company/legal_name"], tax_id: ["/company/rfc"] };

/** A verification that was read from the service. */
async function readFile(): Promise<string> {
  const id = await dashboard().service.play("finished");
  await readVerification(database(), serviceClient(), {
    verification_id: id,
    subject: "verification",
    userId: "somebody",
    deadlineMs: 5_000,
  });
  const readings = async () => {
    const { rowCount } = await database().pool.query(
      "SELECT FROM verification_snapshots WHERE verification_id = $1 AND subject = 'verification'",
      [id],
    );
    return rowCount;
  };
  await expect.poll(readings).toBe(1);
  return id;
}

describeAdminRoutes(
  [
    ["GET /api/settings/title-fields", getFields, "GET", undefined, false],
    ["PUT /api/settings/title-fields", chooseFields, "PUT", LEGAL_FIELDS, true],
  ],
  {},
  dashboard,
);

describe("PUT /api/settings/title-fields", () => {
  it("chooses from the fields of the service's answers, and records the previous choice too", async () => {
    await readFile();
    const { body: offered } = await callRoute(getFields, { method: "GET" });
    expect(offered.seen.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(["/company/legal_name", "/company/rfc", "/channel"]),
    );
    const { status, body } = await callRoute(chooseFields, { method: "PUT", body: LEGAL_FIELDS });
    expect([status, body.chosen, body.progress.finished]).toEqual([200, LEGAL_FIELDS, false]);
    const { rows } = await database().pool.query(
      "SELECT outcome, before, after FROM audit_log WHERE action = 'title_fields.chosen' ORDER BY id DESC LIMIT 2",
    );
    expect(rows).toEqual([
      { outcome: "done", before: { title: [], tax_id: [] }, after: LEGAL_FIELDS },
      { outcome: "begun", before: null, after: null },
    ]);
  });

  it("refuses invalid pointers, and unknown fields", async () => {
    for (const body of [{ ...LEGAL_FIELDS, title: ["company"] }, { ...LEGAL_FIELDS, tag: [] }, { title: [] }]) {
      expect(await callRoute(chooseFields, { method: "PUT", body })).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_ERROR" },
      });
    }
  });
});

describe("POST /api/searches/verifications", () => {
  it("is for every signed-in user, and answers as the list does, by title and tax ID", async () => {
    const id = await readFile();
    await callRoute(chooseFields, { method: "PUT", body: LEGAL_FIELDS });
    await fillTitles(database(), new AbortController().signal);
    const named = await listVerifications({ filter: VERIFICATION_FILTER.empty });
    const { title, tax_id } = named.items.find((row) => row.verification_id === id) ?? expect.unreachable();
    expect(title).toMatch(/\w+ \w+/);
    for (const role of ROLES) {
      await dashboard().signInAs(role);
      for (const q of [title, title?.toUpperCase().split(" ").toReversed().join(" "), tax_id]) {
        const { status, body } = await callRoute(search, { body: { q, status: ["finished"] } });
        expect(status).toBe(200);
        expect((body as VerificationList).items).toMatchObject([{ verification_id: id, title, tax_id }]);
        expect(body).toMatchObject({ next_cursor: null, total: 1 });
      }
    }
  });

  it("continues by its cursor, and writes no entry in the trail", async () => {
    await Promise.all([readFile(), readFile()]);
    const entries = async () => (await database().pool.query("SELECT FROM audit_log")).rowCount;
    const before = await entries();
    const { body: first } = await callRoute(search, { body: { limit: 1 } });
    const { body: second } = await callRoute(search, { body: { limit: 1, cursor: first.next_cursor } });
    expect(second.items[0].verification_id).not.toBe(first.items[0].verification_id);
    expect(await entries()).toBe(before);
  });

  it("requires a session, and refuses unknown parameters of the list", async () => {
    expect((await callRoute(search, { body: { text: "x" } })).status).toBe(400);
    expect((await callRoute(search, { body: { q: "x" }, headers: { "sec-fetch-site": "cross-site" } })).status).toBe(
      403,
    );
  });
});
