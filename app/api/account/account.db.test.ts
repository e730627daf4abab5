import { expect, it, vi } from "vitest";
import { addNotice, listNotices } from "#lib/access/server/account-notices.ts";
import { sessionCookie } from "#lib/access/server/session.ts";
import { findSession, roleIn, startSession } from "#lib/access/server/sessions.ts";
import { findUserByEmail } from "#lib/access/server/users.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import { POST as acknowledge } from "./notices/route.ts";
import { DELETE as endSession } from "./sessions/[session_id]/route.ts";
import { DELETE as endOthers } from "./sessions/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

dashboardForEach(() => database().pool.query("TRUNCATE sessions"));

const ownSession = async () => (await findSession((await sessionCookie()).id ?? "")) ?? expect.unreachable();

it("other sessions end only after the password: a stolen cookie does not sign its owner out", async () => {
  const { idHash, user } = await ownSession();
  const other = (await findSession(await startSession(user.id))) ?? expect.unreachable();
  const given = (ago: string) =>
    database().pool.query("UPDATE sessions SET authenticated_at = now() - $2::interval WHERE id_hash = $1", [
      idHash,
      ago,
    ]);
  await given("11 minutes");
  const params = { session_id: other.idHash };
  expect((await callRoute(endOthers, { method: "DELETE" })).body).toMatchObject({ code: "STEP_UP_REQUIRED" });
  expect((await callRoute(endSession, { method: "DELETE", params })).body).toMatchObject({ code: "STEP_UP_REQUIRED" });
  expect(await roleIn(other.idHash)).not.toBeNull();
  await given("0 minutes");
  expect((await callRoute(endOthers, { method: "DELETE" })).status).toBe(204);
  expect(await roleIn(other.idHash)).toBeNull();
});

it("a user acknowledges the notices shown so far, on record, and no later ones", async () => {
  const { user } = await ownSession();
  const { id: support } = (await findUserByEmail("support@example.mx")) ?? expect.unreachable();
  for (const person of [user.id, user.id, support]) await addNotice(database().pool, person, "wrong_codes");
  const [seen, foreign] = [(await listNotices(user.id))[0], (await listNotices(support))[0]];
  expect(seen).toMatchObject({ kind: "wrong_codes", count: 2, by: [] });
  await addNotice(database().pool, user.id, "wrong_codes");
  const see = (id: string | undefined) => callRoute(acknowledge, { body: { ids: [id] } });
  expect((await see(seen?.id)).status).toBe(204);
  expect((await see(foreign?.id)).status).toBe(204);
  const [newer] = await listNotices(user.id);
  expect(newer).toMatchObject({ count: 3, since: seen?.since });
  expect(await listNotices(support)).toEqual([foreign]);
  await see(newer?.id);
  expect(await listNotices(user.id)).toEqual([]);
  const { rows } = await database().pool.query(
    "SELECT after FROM audit_log WHERE action = 'notices.acknowledged' AND outcome = 'done' ORDER BY id",
  );
  expect(rows.map(({ after }) => after)).toEqual([{ notices: [] }, { notices: [] }, { notices: ["wrong_codes"] }]);
});
