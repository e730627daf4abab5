import { expect, it } from "vitest";
import { instantFromMs } from "#lib/contract/time.ts";
import { collectItems, type ItemChange } from "./items.ts";

const at = (minute: number) => instantFromMs(Date.UTC(2026, 10, 20, 12, minute));
let serial = 0;
const change = (kind: ItemChange["kind"], minute: number, more: Partial<ItemChange> = {}): ItemChange => ({
  item_id: 1,
  kind,
  effective_at: at(minute),
  item_type: "generic",
  item_error: null,
  internal_status: kind === "internal_status_changed" ? "processing" : null,
  success: kind === "extraction_completed" ? true : null,
  digest: String(serial++).padStart(4, "0"),
  ...more,
});

it("takes type and error from the latest of the three kinds, the internal status from its own changes", () => {
  const [item] = collectItems([
    change("completed", 3, { item_type: "unknown", item_error: "password_protected_pdf" }),
    change("internal_status_changed", 1),
    change("extraction_completed", 2, { success: false }),
  ]);
  expect(item).toMatchObject({
    item_id: 1,
    item_type: "unknown",
    item_error: "password_protected_pdf",
    internal_status: "processing",
    completed_at: at(3),
    extraction_completed_at: at(2),
    success: false,
  });
  expect(item?.history.map((entry) => entry.kind)).toEqual([
    "internal_status_changed",
    "extraction_completed",
    "completed",
  ]);
});

it("prefers completion, then a present error, at one instant", () => {
  const [item] = collectItems([
    change("completed", 1, { item_type: "csf_mx" }),
    change("completed", 1, { item_type: "csf_mx", item_error: "prevalidation_failed" }),
    change("internal_status_changed", 1, { item_type: "generic", item_error: "other" }),
  ]);
  expect(item).toMatchObject({ item_type: "csf_mx", item_error: "prevalidation_failed" });
});

it("forgets an error that a later event no longer carries", () => {
  const [item] = collectItems([
    change("internal_status_changed", 1, { item_error: "get_input_file_info_failed" }),
    change("completed", 2),
  ]);
  expect(item?.item_error).toBeNull();
});

it("lists items by their id", () => {
  const items = collectItems([change("completed", 1, { item_id: 12 }), change("completed", 1, { item_id: 3 })]);
  expect(items.map((item) => item.item_id)).toEqual([3, 12]);
});
