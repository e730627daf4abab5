import { beforeAll, expect, it, vi } from "vitest";
import { addMonths, instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { deliver, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { changeReview, type Reviewer, ratifyReview } from "./command.ts";
import { readChoices, readReview } from "./read.ts";
import { finishedFile, reviewDesk } from "./testing/files.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review, log, evaluated } = reviewDesk(database);
let ana: Reviewer;
let ben: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  ben = await user("Ben", "compliance");
  await begin({ periodic: [{ label: "pep", months: 6 }] });
});

const accept = async (id: string, review_on?: string) =>
  changeReview(
    id,
    { version: (await review(id)).version, state: "resolved", resolution: "accepted", ...(review_on && { review_on }) },
    ana,
    database,
  );
const standing = async (id: string) => (await readReview(pool, id))?.review_standing.decision;

/** As if the day of the review had come. */
async function dayComes(id: string): Promise<void> {
  await pool.query(
    `UPDATE reviews SET standing = jsonb_set(standing, '{decision,review_on}', '"2026-02-02"') WHERE verification_id = $1`,
    [id],
  );
  await pool.query("UPDATE review_due SET due_at = now() WHERE verification_id = $1", [id]);
  await evaluated();
}

it("returns an accepted file on its day to its decider, without a difference, until it is ratified", async () => {
  await receive(...finishedFile("ver_periodic"));
  await accept("ver_periodic", "2099-03-02");
  expect(await standing("ver_periodic")).toMatchObject({ review_on: "2099-03-02" });
  expect((await log("ver_periodic"))[0]).toMatchObject({ kind: "decided", review_on: "2099-03-02" });
  const { rows } = await pool.query("SELECT due_at FROM review_due WHERE verification_id = 'ver_periodic'");
  expect(rows).toEqual([{ due_at: "2099-03-02T06:00:00.000000Z" }]);

  await dayComes("ver_periodic");
  expect(await review("ver_periodic")).toMatchObject({
    state: "open",
    reasons: ["periodic"],
    assignee: { user_id: ana.id },
  });
  expect(await standing("ver_periodic")).toMatchObject({ differences: [] });
  expect((await log("ver_periodic"))[0]).toMatchObject({ kind: "returned", reasons: ["periodic"], differences: [] });

  const { version } = await review("ver_periodic");
  expect(await ratifyReview("ver_periodic", version, ben, database)).toMatchObject({ state: "resolved", reasons: [] });
  expect(await standing("ver_periodic")).toMatchObject({ review_on: null });
});

it("takes the day from the policy by the labels of the file", async () => {
  const entity = { type: "label", label: "pep", display_name: "PEP", category: null };
  const label = { verification_id: "ver_labelled", entity, comment: null, added_at: secondsIn(50) };
  await receive(...finishedFile("ver_labelled"), deliver("verification.v2.label_added", label, 50));
  await accept("ver_labelled");
  const today = dateIn(instantFromMs(Date.now()), "America/Mexico_City");
  expect(await standing("ver_labelled")).toMatchObject({ review_on: addMonths(today, 6) });
});

it("counts open and overdue files of each officer, for assignment", async () => {
  const loads = async () => new Map((await readChoices(database)).assignees.map((one) => [one.name, one]));
  await receive(...finishedFile("ver_load_1"), ...finishedFile("ver_load_2"));
  const before = (await loads()).get("Ben");
  for (const id of ["ver_load_1", "ver_load_2"]) {
    await changeReview(id, { version: (await review(id)).version, assignee: ben.id }, ana, database);
  }
  await pool.query(
    "UPDATE reviews SET overdue = (verification_id = 'ver_load_1') WHERE verification_id LIKE 'ver_load_%'",
  );
  const after = (await loads()).get("Ben");
  expect([before, after]).toMatchObject([
    { email: null, open: 0, overdue: 0 },
    { open: 2, overdue: 1 },
  ]);
});

it("distinguishes officers of one name by their addresses", async () => {
  for (const name of ["ana.ruiz", "a.ruiz"]) await user(name, "compliance");
  await pool.query("UPDATE users SET name = 'Ana Ruiz' WHERE name LIKE '%.ruiz'");
  const { assignees } = await readChoices(database);
  const addresses = assignees.filter(({ name }) => name === "Ana Ruiz").map(({ email }) => email);
  expect(new Set(addresses)).toEqual(new Set(["ana.ruiz@example.mx", "a.ruiz@example.mx"]));
});
