import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import { DASHBOARD_MIGRATIONS } from "#lib/platform/server/db/migrate.ts";
import { deliver, read, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { readMarkedAgain } from "./read-again.ts";

const database = await ownDatabase();
const receive = receiveInto(database);
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(text, values)).rows;

const MIGRATION = readFileSync(join(DASHBOARD_MIGRATIONS.folder, "0008_read_cut_keys_again.sql"), "utf8");
const mark = () => query(MIGRATION.slice(MIGRATION.indexOf("UPDATE")));

const label = (kind: "added" | "removed", verification_id: string, key: string, at: number) =>
  deliver(`verification.v2.label_${kind}`, { verification_id, entity: { label: key }, [`${kind}_at`]: secondsIn(at) });

/** Replaces the stored text, from which the facts were made, by the text as it was sent. */
const sentAs = (stored: string, sent: string, at: number) =>
  query(
    "UPDATE inbox SET body = convert_to(replace(convert_from(body, 'UTF8'), $1, $2), 'UTF8') WHERE convert_from(body, 'UTF8') LIKE $3",
    [`"${stored}"`, JSON.stringify(sent), `%${secondsIn(at)}%`],
  );

it("reads again the deliveries stored with a shortened key, with all facts of their file, and nothing else", async () => {
  const cut = "x".repeat(200);
  await receive(
    label("added", "ver_cut", cut, 10),
    label("removed", "ver_cut", cut, 20),
    label("added", "ver_freed", "vip", 10),
    label("removed", "ver_freed", "vip", 20),
    label("added", "ver_whole", "vip", 10),
    read("ver_cut", 30, { status: "finished" }),
  );
  await sentAs(cut, `${cut}y`, 10);
  await sentAs("vip", "vip\u0000", 20);
  const labelsOf = async (id: string) =>
    (await getVerification(id, database))?.labels.map((entry) => [entry.label, entry.removed_at === null]);
  expect([await labelsOf("ver_cut"), await labelsOf("ver_freed")]).toEqual([[[cut, false]], [["vip", false]]]);
  const others = await query("SELECT xmin::text, * FROM inbox WHERE verification_id = 'ver_whole'");

  await mark();
  expect(await readMarkedAgain(database)).toBe(2);
  // A label longer than the limit is kept whole, and is no statement about its shortened form.
  expect([await labelsOf("ver_cut"), await labelsOf("ver_freed")]).toEqual([[[cut, false]], [["vip", true]]]);
  const facts = await query("SELECT kind, at FROM label_changes WHERE verification_id = 'ver_cut'");
  expect(facts).toHaveLength(1);
  expect(
    await query(
      "SELECT verification_id, state, split_part(last_error, ':', 1) AS error FROM inbox WHERE state <> 'applied' ORDER BY id",
    ),
  ).toEqual([
    { verification_id: "ver_cut", state: "unrecognized", error: "invalid_field" },
    { verification_id: "ver_freed", state: "unrecognized", error: "invalid_field" },
  ]);
  expect((await getVerification("ver_cut", database))?.verification.status).toBe("finished");
  expect(await query("SELECT xmin::text, * FROM inbox WHERE verification_id = 'ver_whole'")).toEqual(others);
  expect(await readMarkedAgain(database)).toBe(0);
});

it("reads the others again when one is unreadable", async () => {
  await receive(
    label("added", "ver_a", "old", 10),
    read("ver_b", 10, { status: "pending" }),
    label("added", "ver_c", "old", 10),
  );
  await query(
    "UPDATE inbox SET body = convert_to(replace(convert_from(body, 'UTF8'), 'old', 'new'), 'UTF8') WHERE event_name IS NOT NULL",
  );
  await query("UPDATE inbox SET contract_version = 0 WHERE verification_id IN ('ver_a', 'ver_b', 'ver_c')");
  await query("UPDATE snapshot_bodies SET body = 'no JSON'");
  await expect(readMarkedAgain(database)).rejects.toThrow("not JSON");
  const labels = await query("SELECT label FROM label_changes WHERE verification_id IN ('ver_a', 'ver_c')");
  expect(labels).toEqual([{ label: "new" }, { label: "new" }]);
  expect(await query("SELECT verification_id FROM inbox WHERE contract_version = 0")).toEqual([
    { verification_id: "ver_b" },
  ]);
});
