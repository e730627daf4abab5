import { beforeAll, describe, expect, it, vi } from "vitest";
import type { FindingExplanation } from "#lib/core/contract/verifications/review.ts";
import { finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { announcedDuring } from "#tools/test/announced.ts";
import { callRoute, dashboardForEach, expectStoredNowhere } from "#tools/test/call-route.ts";
import { PUT } from "./verifications/[verification_id]/explanations/route.ts";
import { GET } from "./verifications/[verification_id]/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async () => undefined);
let files = 0;
let desk: ReturnType<typeof reviewDesk>;
beforeAll(async () => {
  desk = reviewDesk(dashboard().database);
  await desk.begin();
});

const as = (role: Role) => dashboard().signInAs(role);
const HIGH = finding("high", "acta");
const {
  severity,
  missing_field = null,
  message,
} = HIGH as { severity: string; missing_field?: string; message: string };

/** A finished file with a high finding. */
async function file(): Promise<string> {
  files += 1;
  const id = `ver_explained_${files}`;
  await desk.receive(...finishedFile(id, [HIGH]));
  return id;
}
const explain = (id: string, text: string | null, replaces: string | null = null, more: object = {}) =>
  callRoute(PUT, {
    method: "PUT",
    params: { verification_id: id },
    body: { severity, missing_field, message, text, replaces, ...more },
  });
const read = async (id: string): Promise<FindingExplanation[]> =>
  (await callRoute(GET, { method: "GET", params: { verification_id: id } })).body.review_standing.explanations;

describe("explanations of findings", () => {
  it("are written by deciders, for a finding by severity, missing field and trimmed message, and read by all", async () => {
    const id = await file();
    await as("compliance");
    expect(await explain(id, " acta 4411 ", null, { message: ` ${message} ` })).toMatchObject({ status: 204 });
    for (const role of ["compliance", "support", "admin"] as const) {
      await as(role);
      expect(await read(id)).toEqual([
        {
          severity,
          missing_field,
          message,
          text: "acta 4411",
          at: expect.stringMatching(/Z$/),
          user: { user_id: expect.any(String), name: "compliance" },
        },
      ]);
    }
    for (const role of ["support", "admin"] as const) {
      await as(role);
      expect(await explain(id, "otra")).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    }
  });

  it("are changed and deleted only in the version shown", async () => {
    const id = await file();
    await as("compliance");
    await explain(id, "primera");
    const [first] = await read(id);
    for (const stale of [null, "2026-01-01T00:00:00.000000Z"]) {
      expect(await explain(id, "otra", stale)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
      expect(await explain(id, null, stale)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    }
    expect(await explain(id, "segunda", first?.at)).toMatchObject({ status: 204 });
    const [second] = await read(id);
    expect(second?.text).toBe("segunda");
    expect(await explain(id, null, second?.at)).toMatchObject({ status: 204 });
    expect(await read(id)).toEqual([]);
  });

  it("are refused for a finding outside the current run, and if they are empty or too long", async () => {
    const id = await file();
    await as("compliance");
    for (const other of [{ severity: "low" }, { missing_field: "otro" }, { message: "Otro" }]) {
      expect(await explain(id, "x", null, other)).toMatchObject({ status: 404 });
    }
    expect(await explain("ver_of_nobody", "x")).toMatchObject({ status: 404 });
    for (const text of [" ", "x".repeat(501)]) expect(await explain(id, text)).toMatchObject({ status: 400 });
  });

  it("are on record without their text, announced to pages, and erased with the file", async () => {
    const id = await file();
    await as("compliance");
    const announced = await announcedDuring(database().url, () => explain(id, "palabras de la oficial"));
    expect(announced[id]).toEqual(["review"]);
    const { rows } = await database().pool.query(
      "SELECT after, to_jsonb(audit_log)::text AS text FROM audit_log WHERE action = 'review.explained' AND outcome = 'done' AND ids ->> 'verification_id' = $1",
      [id],
    );
    expect(rows).toMatchObject([{ after: { severity, explained: true } }]);
    expect(JSON.stringify(rows)).not.toContain("palabras");
    await eraseVerification({ verification_id: id }, SYSTEM_ACTOR);
    await expectStoredNowhere("palabras de la oficial");
    expect(await explain(id, "tarde")).toMatchObject({ status: 404 });
  });
});
