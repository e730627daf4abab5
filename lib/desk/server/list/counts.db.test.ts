import { expect, it } from "vitest";
import { writeListRows } from "#lib/core/server/projections/summarise.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { listOptions } from "./counts.ts";

const database = await ownDatabase();

it("offers nothing before the first event", async () => {
  expect(await listOptions(database)).toEqual({
    status: [],
    documents_status: [],
    label: [],
    account: [],
    item_error: [],
    item_type: [],
  });
});

const renamed = (day: number, account_name: string | null) => ({
  account_id: "acc_1",
  account_name,
  created_at: `2026-11-0${day}T00:00:00Z`,
});

/** A delivery that assigns a label with this name; and a delivery of an item with this error. */
const labelled = (label: string, display_name: string | null, day = 1) =>
  database.pool.query(
    `INSERT INTO label_changes (verification_id, digest, at, signed_before, label, kind, display_name)
     VALUES ('a', sha256(convert_to($1 || $3, 'UTF8')), $3::text::timestamptz, 'infinity', $1, 'added', $2)`,
    [label, display_name, `2026-11-0${day}T00:00:00Z`],
  );
const failed = (item_error: string) =>
  database.pool.query(
    `INSERT INTO item_changes (verification_id, digest, at, signed_before, item_id, kind, item_error, item_type)
     VALUES ('a', sha256(convert_to($1, 'UTF8')), now(), 'infinity', 1, 'completed', $1, 'csf_mx')`,
    [item_error],
  );

it("offers the current values of verifications, also unnamed ones, the most frequent first", async () => {
  const rows = [
    {
      verification_id: "a",
      status: "paused",
      labels: ["risk", "vip"],
      label_names: ["risk", "VIP"],
      item_errors: ["y".repeat(201)],
    },
    {
      verification_id: "b",
      status: "pending",
      documents_status: "full_upload",
      labels: ["vip"],
      account_id: "acc_2",
      item_types: ["csf_mx"],
    },
    {
      verification_id: "c",
      status: "pending",
      item_errors: ["broken"],
      item_types: ["csf_mx"],
      items_with_error: 1,
      ...renamed(1, "Tablas"),
    },
    { verification_id: "d", status: null, labels: ["gone"], ...renamed(2, "Tableros") },
    { verification_id: "e", status: "paused", ...renamed(3, null) },
  ];
  await insertSummaries(database.pool, rows);
  await labelled("vip", "Very important", 1);
  await labelled("vip", "VIP", 2);
  await labelled("vip", null, 3);
  await labelled("risk", "risk");
  await labelled("gone", "Gone");
  await failed("broken");
  await failed("y".repeat(201));
  await database.pool.query("UPDATE verification_summaries SET labels = '{}' WHERE verification_id = 'd'");
  expect(await listOptions(database)).toEqual({
    status: [
      { value: "paused", count: 2 },
      { value: "pending", count: 2 },
    ],
    documents_status: [{ value: "full_upload", count: 1 }],
    label: [
      { value: "vip", name: "VIP", count: 2 },
      { value: "risk", name: null, count: 1 },
    ],
    account: [
      { value: "acc_1", name: "Tableros", count: 3 },
      { value: "acc_2", name: null, count: 1 },
    ],
    item_error: [{ value: "broken", count: 1 }],
    item_type: [{ value: "csf_mx", count: 2 }],
  });
});

it("counts to ten thousand and marks larger numbers", async () => {
  await database.pool.query(`
    INSERT INTO verification_summaries (verification_id, status, labels)
    SELECT 'many_' || n, 'error', '{common}' FROM generate_series(1, 10001) AS n`);
  await writeListRows(
    database.pool,
    Array.from({ length: 10_001 }, (_, index) => `many_${index + 1}`),
  );
  await labelled("common", null);
  const { status, label } = await listOptions(database);
  expect(status[0]).toEqual({ value: "error", count: { at_least: 10_000 } });
  expect(label[0]).toEqual({ value: "common", name: null, count: { at_least: 10_000 } });
});
