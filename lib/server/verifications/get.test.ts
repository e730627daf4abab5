import { expect, it } from "vitest";
import { instantFromMs } from "#lib/contract/time.ts";
import { collectItems, collectLabels, type ItemChange, type LabelChange } from "./get.ts";

const at = (minute: number) => instantFromMs(Date.UTC(2026, 10, 20, 12, minute));
let serial = 0;
const change = (kind: ItemChange["kind"], minute: number, more: Partial<ItemChange> = {}): ItemChange => ({
  item_id: 1,
  kind,
  effective_at: at(minute),
  at_text: null,
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

const labelChange = (
  label: string,
  kind: "added" | "removed",
  minute: number,
  comment: string | null = null,
): LabelChange => ({
  label,
  kind,
  effective_at: at(minute),
  at_text: null,
  display_name: label.toUpperCase(),
  category: null,
  comment,
  digest: `${label}${kind}${minute}${comment}`,
});

it("reads a comment update, removed and added at one instant, as one current label", () => {
  const changes = [
    labelChange("vip", "added", 1, "old"),
    labelChange("vip", "added", 5, "new"),
    labelChange("vip", "removed", 5, "old"),
  ];
  for (const order of [changes, changes.toReversed()]) {
    expect(collectLabels(order)).toMatchObject([{ label: "vip", comment: "new", added_at: at(5), removed_at: null }]);
  }
});

it("puts labels assigned now first and keeps those that were taken off", () => {
  const labels = collectLabels([
    labelChange("alto-riesgo", "added", 1),
    labelChange("alto-riesgo", "removed", 2),
    labelChange("vip", "added", 1),
    labelChange("desconocida", "removed", 3),
  ]);
  expect(labels.map(({ label, added_at, removed_at }) => [label, added_at, removed_at])).toEqual([
    ["vip", at(1), null],
    ["alto-riesgo", at(1), at(2)],
    ["desconocida", null, at(3)],
  ]);
});

it("keeps what happened to a label, oldest first, a removal before the assignment of the same instant", () => {
  const changes = [
    labelChange("vip", "added", 5, "new"),
    labelChange("vip", "removed", 9, "new"),
    labelChange("vip", "removed", 5, "old"),
    labelChange("vip", "added", 1, "old"),
  ];
  expect(collectLabels(changes)[0]?.history).toEqual([
    { kind: "added", at: at(1), at_text: null, comment: "old" },
    { kind: "removed", at: at(5), at_text: null, comment: "old" },
    { kind: "added", at: at(5), at_text: null, comment: "new" },
    { kind: "removed", at: at(9), at_text: null, comment: "new" },
  ]);
});
