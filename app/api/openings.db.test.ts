import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { hashToken, newToken } from "#lib/access/server/tokens/bearer.ts";
import { recordDeliveryOpened, recordFileOpened } from "#lib/core/server/need-to-know/openings.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import { jar } from "#tools/test/next-headers.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { GET as openings } from "./verifications/[verification_id]/openings/route.ts";
import { POST as read } from "./verifications/[verification_id]/read/route.ts";
import { GET as getFile } from "./verifications/[verification_id]/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async () => undefined);
let verification_id: string;
let files = 0;

beforeEach(async () => {
  files += 1;
  verification_id = `ver_opened_${files}`;
  await insertSummaries(database().pool, [{ verification_id }]);
});

const SCRIPT = { "sec-fetch-site": "" };
const params = () => ({ verification_id });
const entries = async (id = verification_id) =>
  (
    await database().pool.query(
      "SELECT action, user_email, token_id, ids FROM audit_log WHERE ids ->> 'verification_id' = $1 AND action LIKE '%.opened' ORDER BY id",
      [id],
    )
  ).rows;
const actorNamed = async (role: string) => {
  const { rows } = await database().pool.query<{ id: string; email: string }>(
    "SELECT id, email FROM users WHERE name = $1",
    [role],
  );
  return { user: rows[0] ?? expect.unreachable(), address: null, user_agent: null };
};

describe("an opening of a file", () => {
  it("is recorded once it is shown, not while a page requests it ahead or again", async () => {
    await callRoute(getFile, { method: "GET", params: params() });
    expect(await entries()).toEqual([]);
    for (const by_hand of [false, false, true]) await callRoute(read, { params: params(), body: { by_hand } });
    await callRoute(getFile, { method: "GET", params: params() });
    expect(await entries()).toEqual([
      { action: "verification.opened", user_email: "admin@example.mx", token_id: null, ids: { verification_id } },
    ]);
  });

  it("is recorded where a script or a service token reads it", async () => {
    await callRoute(getFile, { method: "GET", params: params(), headers: SCRIPT });
    const [token, id] = [newToken(), randomUUID()];
    const { user } = await actorNamed("admin");
    await database().pool.query(
      `INSERT INTO service_tokens (id, hash, name, scopes, created_by, expires_at)
       VALUES ($1, $2, 'Core system', '{verifications.read}', $3, now() + interval '1 day')`,
      [id, hashToken(token), user.id],
    );
    jar.clear();
    const headers = { ...SCRIPT, authorization: `Bearer ${token}` };
    for (let times = 0; times < 2; times += 1) await callRoute(getFile, { method: "GET", params: params(), headers });
    expect(await entries()).toMatchObject([
      { user_email: "admin@example.mx", token_id: null },
      { user_email: null, token_id: id },
    ]);
    await dashboard().signInAs("support");
    const { body } = await callRoute(openings, { method: "GET", params: params() });
    expect(body.items).toMatchObject([
      { action: "verification.opened", user: null, token: "Core system" },
      { action: "verification.opened", user: { email: "admin@example.mx", name: "admin" }, token: null },
    ]);
  });

  it("is one entry per user and quarter of an hour, however many tabs open the file at once", async () => {
    const people = [await actorNamed("admin"), await actorNamed("support")];
    // An opening of at least a quarter of an hour ago.
    await database().pool.query(
      `INSERT INTO audit_log (action, user_id, user_email, ids, at)
       VALUES ('verification.opened', $1, 'admin@example.mx', $2, now() - interval '15 minutes')`,
      [people[0]?.user.id, { verification_id }],
    );
    await Promise.all(
      Array.from({ length: 20 }, (_, tab) => recordFileOpened(params(), people[tab % 2] ?? expect.unreachable())),
    );
    expect((await entries()).map(({ user_email }) => user_email).toSorted()).toEqual([
      "admin@example.mx",
      "admin@example.mx",
      "support@example.mx",
    ]);
  });

  it("is not recorded for an unknown file", async () => {
    await callRoute(read, { params: { verification_id: "ver_of_nobody" } });
    expect(await entries("ver_of_nobody")).toEqual([]);
  });
});

it("a delivery's payload is opened apart from its file, and listed with it", async () => {
  const actor = await actorNamed("admin");
  for (const delivery_id of [1, 1, 2]) await recordDeliveryOpened({ delivery_id, verification_id }, actor);
  await recordFileOpened(params(), actor);
  await recordDeliveryOpened({ delivery_id: 3, verification_id: null }, actor);
  expect((await entries()).map(({ action, ids }) => [action, ids.delivery_id])).toEqual([
    ["delivery.opened", 1],
    ["delivery.opened", 2],
    ["verification.opened", undefined],
  ]);
  const { body } = await callRoute(openings, { method: "GET", params: params() });
  expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
    "verification.opened",
    "delivery.opened",
    "delivery.opened",
  ]);
});
