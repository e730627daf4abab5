import { expect, it, vi } from "vitest";
import { sessionCookie } from "#lib/server/access/cookie.ts";
import { findSession, isOpen, startSession } from "#lib/server/access/sessions.ts";
import { database } from "#lib/server/db/database.ts";
import { callRoute, dashboardForEach } from "#test/call-route.ts";
import { DELETE as endSession } from "./sessions/[session_id]/route.ts";
import { DELETE as endOthers } from "./sessions/route.ts";

vi.mock("next/headers", () => import("#test/next-headers.ts"));

dashboardForEach(() => database().pool.query("TRUNCATE sessions"));

const ownSession = async () => (await findSession((await sessionCookie()).id ?? "")) ?? expect.unreachable();

it("one's other sessions end only after the password: a stolen cookie does not sign its owner out", async () => {
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
  expect(await isOpen(other.idHash)).toBe(true);
  await given("0 minutes");
  expect((await callRoute(endOthers, { method: "DELETE" })).status).toBe(204);
  expect(await isOpen(other.idHash)).toBe(false);
});
