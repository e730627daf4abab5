import { expect, it } from "vitest";
import { instantFromMs } from "#lib/contract/time.ts";
import { collectLabels, type LabelChange } from "./get.ts";

const at = (minute: number) => instantFromMs(Date.UTC(2026, 10, 20, 12, minute));

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
