import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { changeUser } from "#lib/access/server/change-users.ts";
import { findSession, startSession } from "#lib/access/server/sessions.ts";
import { changeReview, type Reviewer } from "#lib/desk/server/review/command.ts";
import { finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { INCIDENTS } from "#lib/outbound/server/notices/alerts/acts.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { DASHBOARD_MIGRATIONS } from "#lib/platform/server/db/migrate.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { someone } from "#tools/test/scim-requests.ts";
import { USUAL_THRESHOLDS } from "#tools/test/usual-thresholds.ts";
import { createAccount, patchAccount } from "./change.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, receive, review, log, user } = reviewDesk(database);
const by = { actor: SYSTEM_ACTOR };
const disable = { Operations: [{ op: "replace" as const, path: "active", value: false }] };
const enable = { Operations: [{ op: "replace" as const, path: "active", value: true }] };

let admin: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  admin = await user("Admin", "admin");
  await begin();
});

/** An officer whose account the directory created, with a login session and these reviews. */
async function officer(...files: string[]) {
  const { id: externalId, login: userName, mail: email } = someone();
  const names = { displayName: "Rosa Díaz", givenName: null, familyName: null };
  const made = await createAccount({ userName, externalId, email, ...names, active: true, roles: null }, by, database);
  await pool.query("UPDATE users SET role = 'compliance' WHERE id = $1", [made.user_id]);
  for (const id of files) {
    await receive(...finishedFile(id));
    await changeReview(id, { assignee: made.user_id }, admin, database);
  }
  return { id: made.user_id, session: await startSession(made.user_id, database) };
}

it("hands the open reviews of a disabled account back, tells the admins, and leaves them there when it is enabled", async () => {
  const { id, session } = await officer("ver_left_1", "ver_left_2");
  const other = await officer("ver_of_another");
  await patchAccount(id, disable, by, database);
  expect(await findSession(session, database)).toBeNull();
  for (const file of ["ver_left_1", "ver_left_2"]) {
    expect(await review(file)).toMatchObject({ state: "open", assignee: null });
    expect((await log(file))[0]).toMatchObject({ kind: "assigned", user: null, assignee: null });
  }
  expect((await review("ver_of_another")).assignee).toMatchObject({ user_id: other.id });
  const since = "2026-01-01T00:00:00.000000Z";
  const unassigned = INCIDENTS.find(({ kind }) => kind === "reviews_unassigned");
  expect(await unassigned?.find(pool, { since, begun: since, thresholds: USUAL_THRESHOLDS })).toMatchObject([
    { facts: { user_id: id, reviews: 2 } },
  ]);
  await patchAccount(id, enable, by, database);
  expect((await review("ver_left_1")).assignee).toBeNull();
});

it("does all of it or nothing", async () => {
  const { id, session } = await officer("ver_kept");
  await pool.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed here'; END $$;
    CREATE TRIGGER killed BEFORE INSERT ON review_log FOR EACH ROW EXECUTE FUNCTION fail()`);
  await expect(patchAccount(id, disable, by, database)).rejects.toThrow("killed here");
  await pool.query("DROP TRIGGER killed ON review_log");
  expect(await findSession(session, database)).not.toBeNull();
  expect((await review("ver_kept")).assignee).toMatchObject({ user_id: id });
  const { rows } = await pool.query("SELECT disabled_at FROM users WHERE id = $1", [id]);
  expect(rows).toEqual([{ disabled_at: null }]);
  await patchAccount(id, disable, by, database);
  expect((await review("ver_kept")).assignee).toBeNull();
});

it("the upgrade takes from the trail which accounts the directory disabled; any other counts as disabled by an admin", async () => {
  const [gone, here, returned, untold, open] = [
    await officer(),
    await officer(),
    await officer(),
    await officer(),
    await officer(),
  ];
  for (const { id } of [gone, returned]) await patchAccount(id, disable, by, database);
  // The retention has deleted its entry.
  await pool.query("UPDATE users SET disabled_at = now() WHERE id = $1", [untold.id]);
  const byAdmin = async (id: string, disabled: boolean) => {
    const { before, after } = await changeUser({ by: admin.id, id, change: { disabled } }, database);
    await writeAudit(pool, { action: "user.changed", ids: { user_id: id }, actor: SYSTEM_ACTOR, before, after });
  };
  await byAdmin(here.id, true);
  await byAdmin(returned.id, false);
  await byAdmin(returned.id, true);
  await pool.query("ALTER TABLE scim_accounts DROP COLUMN disabled_at");
  await pool.query(readFileSync(join(DASHBOARD_MIGRATIONS.folder, "0046_disabled_by_directory.sql"), "utf8"));
  const active = async (id: string) => (await patchAccount(id, enable, by, database)).active;
  expect(await active(gone.id)).toBe(true);
  expect(await active(here.id)).toBe(false);
  expect(await active(returned.id)).toBe(false);
  expect(await active(untold.id)).toBe(false);
  expect(await active(open.id)).toBe(true);
});
