import { describe, expect, it } from "vitest";
import { readDelivery } from "#lib/core/contract/events/event.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { collectItems, type ItemChange } from "./items.ts";
import { statementOf } from "./statement.ts";

const START = Date.UTC(2026, 10, 20, 12);
const at = (minute: number) => instantFromMs(START + minute * 60_000);

const change = (minute: number, fields: Partial<ItemChange>): ItemChange => ({
  item_id: 7,
  kind: "internal_status_changed",
  at: at(minute),
  at_text: null,
  item_type: "ac_mx",
  item_error: null,
  internal_status: null,
  success: null,
  signed_before: at(minute),
  extracted: null,
  problem: null,
  ...fields,
});

const items = collectItems([
  change(1, { internal_status: "queued" }),
  change(2, { kind: "completed" }),
  change(3, { internal_status: "extracting" }),
  change(4, { internal_status: "queued" }),
]);

function stated(event_name: string, data: object, t = START / 1000 + 3600) {
  const read = readDelivery(Buffer.from(JSON.stringify({ event_name, data: { verification_id: "ver_1", ...data } })));
  if (!read.recognized) throw new Error(`${read.reason}: ${read.detail}`);
  return statementOf(read.event, t, items);
}

describe("the status of an item", () => {
  const moved = (minute: number, internal_status: string, item_id = 7) =>
    stated("verification_item.v2.internal_status_changed", { item_id, internal_status, updated_at: at(minute) });

  it("starts from the status of the previous change, not from a completion between them", () => {
    expect(moved(3, "extracting")).toMatchObject({ kind: "item_status", from: "queued", to: "extracting" });
    expect(moved(4, "queued")).toMatchObject({ from: "extracting", to: "queued" });
  });

  it("starts from unknown for a first change, another item, or a change that is not applied yet", () => {
    expect(moved(1, "queued")).toMatchObject({ from: null });
    expect(moved(3, "extracting", 8)).toMatchObject({ from: null, item_type: null });
    expect(moved(5, "done")).toMatchObject({ from: null });
  });

  it("has the type from another event", () => {
    expect(moved(3, "extracting")).toMatchObject({ item_type: "ac_mx" });
  });
});

it("counts findings by severity, and those of other runs apart", () => {
  const findings = ["high", "low", "low", "grave"].map((severity) => ({ severity, message: "…" }));
  expect(stated("verification.v2.findings.updated", { findings, computed_at: at(1), run_id: "run_1" })).toEqual({
    kind: "findings",
    source: null,
    high: 1,
    medium: 0,
    low: 2,
    other: 1,
  });
});
