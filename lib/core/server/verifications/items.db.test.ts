import { expect, it } from "vitest";
import { deliver, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { readItems } from "./items.ts";

const database = await ownDatabase();
const receive = receiveInto(database);

const TIMES = {
  completed: "completed_at",
  extraction_completed: "extraction_completed_at",
  internal_status_changed: "updated_at",
};
type Change = [kind: keyof typeof TIMES, at: number, more?: object];

let files = 0;

/** The items of a new file after these changes, by default of item 1. */
async function itemsAfter(...changes: Change[]) {
  files += 1;
  const verification_id = `ver_${files}`;
  const arrivals = changes.map(([kind, at, more]) =>
    deliver(`verification_item.v2.${kind}`, {
      verification_id,
      item_id: 1,
      item_type: "generic",
      internal_status: "processing",
      success: true,
      [TIMES[kind]]: secondsIn(at),
      ...more,
    }),
  );
  await receive(...arrivals);
  return readItems(database.pool, verification_id);
}

const instant = (at: number) => secondsIn(at).replace("Z", "000Z");

it("takes type and error from the latest of the three kinds, the internal status from its own changes", async () => {
  const [item] = await itemsAfter(
    ["completed", 3, { item_type: "unknown", item_error: "password_protected_pdf" }],
    ["internal_status_changed", 1],
    ["extraction_completed", 2, { success: false }],
  );
  expect(item).toMatchObject({
    item_id: 1,
    item_type: "unknown",
    item_error: "password_protected_pdf",
    internal_status: "processing",
    completed_at: instant(3),
    extraction_completed_at: instant(2),
    success: false,
    problem: "failed",
  });
  expect(item?.history.map((entry) => entry.kind)).toEqual([
    "internal_status_changed",
    "extraction_completed",
    "completed",
  ]);
});

it("prefers completion, then a present error, at one instant", async () => {
  const [item] = await itemsAfter(
    ["completed", 1, { item_type: "csf_mx" }],
    ["completed", 1, { item_type: "csf_mx", item_error: "prevalidation_failed" }],
    ["internal_status_changed", 1, { item_error: "other" }],
  );
  expect(item).toMatchObject({ item_type: "csf_mx", item_error: "prevalidation_failed" });
});

it("forgets an error that a later event no longer carries", async () => {
  const [item] = await itemsAfter(
    ["internal_status_changed", 1, { item_error: "get_input_file_info_failed" }],
    ["completed", 2],
  );
  expect(item).toMatchObject({ item_error: null, problem: null });
});

it("keeps that the last extraction failed until another one succeeds", async () => {
  const failed: Change = ["extraction_completed", 1, { success: false }];
  expect(await itemsAfter(failed, ["completed", 2])).toMatchObject([{ success: false, problem: "failed" }]);
  expect(await itemsAfter(["extraction_completed", 3], failed, ["completed", 2])).toMatchObject([
    { success: true, problem: null },
  ]);
});

it("lists items by their id", async () => {
  const items = await itemsAfter(["completed", 1, { item_id: 12 }], ["completed", 1, { item_id: 3 }]);
  expect(items.map((item) => item.item_id)).toEqual([3, 12]);
});
