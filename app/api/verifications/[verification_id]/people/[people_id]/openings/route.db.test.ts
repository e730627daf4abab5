import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { recordPdfOpened, recordPeopleSearched, recordPeopleSent } from "#lib/core/server/need-to-know/openings.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { GET } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

let dashboard: TestDashboard;
const verification_id = "ver_1";

beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard.end());
beforeEach(() => jar.clear());

const get = (people_id: string) =>
  GET(new NextRequest("http://localhost:3000/api"), { params: Promise.resolve({ verification_id, people_id }) });

async function actors() {
  const users = await dashboard.query<{ id: string; email: string }>(
    "SELECT id, email FROM users WHERE role IN ('admin', 'compliance') ORDER BY email",
  );
  const [admin, compliance] = users.map((user) => ({ user, address: null, user_agent: null }));
  return [admin ?? expect.unreachable(), compliance ?? expect.unreachable()] as const;
}

it("shows every signed-in user the openings of a person, data or PDF, newest first and by name", async () => {
  const [admin, compliance] = await actors();
  const gone = { user: { id: "0b9f7c70-52a2-4cfd-8a2b-3d1f4c1f5a11", email: "gone@example.mx" } };
  await recordPeopleSent({ verification_id, opened: [1, 2], named: [] }, { ...admin, ...gone });
  await recordPeopleSent({ verification_id, opened: [1], named: [] }, admin);
  await recordPdfOpened({ verification_id, people_id: 1, part: false }, compliance);
  await recordPdfOpened({ verification_id, people_id: 2, part: false }, compliance);
  await recordPeopleSent({ verification_id: "ver_2", opened: [1], named: [2] }, compliance);

  const none = { token: null, reason: null, words: null };
  expect((await get("1")).status).toBe(401);
  for (const role of ROLES) {
    await dashboard.signInAs(role);
    expect(await (await get("1")).json()).toEqual({
      items: [
        {
          at: expect.any(String),
          action: "curp_pdf.opened",
          user: { email: "compliance@example.mx", name: "compliance" },
          ...none,
        },
        {
          at: expect.any(String),
          action: "people.opened",
          user: { email: "admin@example.mx", name: "admin" },
          ...none,
        },
        { at: expect.any(String), action: "people.opened", user: { email: "gone@example.mx", name: null }, ...none },
      ],
    });
  }
  expect(await (await get("3")).json()).toEqual({ items: [] });
  expect((await get("abc")).status).toBe(404);
});

it("shows searches that named the file, the last one of each user, beside the openings", async () => {
  const [admin, compliance] = await actors();
  await recordPeopleSent({ verification_id, opened: [5], named: [] }, admin);
  const search = (kind: "curp" | "words" | "curp_part", actor: typeof admin, ...shown: string[]) =>
    recordPeopleSearched({ kind, found: shown.length, shown }, actor);
  await search("words", admin, "ver_0", verification_id, "ver_9");
  await search("curp", compliance, verification_id);
  await search("curp", admin, verification_id);
  await search("curp_part", admin, "ver_10", "ver_11");
  await dashboard.signInAs("support");
  const { items } = await (await get("5")).json();
  expect(items.map(({ action, user }: { action: string; user: { name: string } }) => [action, user.name])).toEqual([
    ["people.searched", "admin"],
    ["people.searched", "compliance"],
    ["people.opened", "admin"],
  ]);
});

it("shows the last few only", async () => {
  const actor = {
    user: { id: "0b9f7c70-52a2-4cfd-8a2b-3d1f4c1f5a11", email: "a@example.mx" },
    address: null,
    user_agent: null,
  };
  for (let opening = 0; opening < 12; opening += 1) {
    await recordPdfOpened({ verification_id, people_id: 7, part: false }, actor);
  }
  await dashboard.signInAs("support");
  expect((await (await get("7")).json()).items).toHaveLength(8);
});
