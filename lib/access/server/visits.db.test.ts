import { expect, it } from "vitest";
import { readLastVisit } from "#lib/core/server/verifications/visits.ts";
import { addPerson, databaseForEach } from "#tools/test/access.ts";
import { hashToken, startSession, touchSession } from "./sessions.ts";

const database = databaseForEach();

/** As if this time had passed since the last action. */
const pass = async (minutes: number) => {
  await database().pool.query(
    `UPDATE visits SET seen_at = seen_at - make_interval(mins => $1),
       previous_ended_at = previous_ended_at - make_interval(mins => $1)`,
    [minutes],
  );
  await database().pool.query("UPDATE sessions SET active_at = active_at - make_interval(mins => $1)", [minutes]);
};
const minutesSince = (at: string | null) => at && Math.round((Date.now() - Date.parse(at)) / 60_000);

async function officer() {
  const { id } = await addPerson(database(), "ana");
  const sessions = [await startSession(id, database()), await startSession(id, database())];
  const act = (device = 0) => touchSession(hashToken(sessions[device] ?? ""), database());
  return { id, act, last: async () => minutesSince(await readLastVisit(database().pool, id)) };
}

it("is none on the first visit, however long it lasts", async () => {
  const { act, last } = await officer();
  expect(await last()).toBeNull();
  await pass(20);
  await act();
  await pass(20);
  await act();
  expect(await last()).toBeNull();
});

it("ended with the last action before half an hour without any, before and after the next action", async () => {
  const { act, last } = await officer();
  await pass(40);
  expect(await last()).toBe(40);
  await act();
  expect(await last()).toBe(40);
  await pass(10);
  await act();
  expect(await last()).toBe(50);
  await pass(60);
  expect(await last()).toBe(60);
});

it("belongs to the user, not to a device: another device continues the visit", async () => {
  const { id, act, last } = await officer();
  await pass(600);
  await act(0);
  await pass(25);
  await act(1);
  await pass(25);
  await act(0);
  expect(await last()).toBe(650);
  await startSession(id, database());
  expect(await last()).toBe(650);
});

it("is written at most once a minute, only for its user, and deleted with the account", async () => {
  const { id, act, last } = await officer();
  const other = await addPerson(database(), "raul");
  await startSession(other.id, database());
  await pass(45);
  await act();
  const rows = async () => (await database().pool.query("SELECT xmin, visits.* FROM visits ORDER BY user_id")).rows;
  const written = await rows();
  await database().pool.query("UPDATE sessions SET active_at = now() - interval '40 seconds'");
  await act();
  expect(await rows()).toEqual(written);
  expect(await last()).toBe(45);
  expect(minutesSince(await readLastVisit(database().pool, other.id))).toBe(45);
  await database().pool.query("DELETE FROM users WHERE id = $1", [id]);
  expect((await rows()).map(({ user_id }) => user_id)).toEqual([other.id]);
});
