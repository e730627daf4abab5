import { describe, expect, it } from "vitest";
import { readDelivery } from "#lib/core/contract/events/event.ts";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { effectsOf } from "./get.ts";

const T = Date.UTC(2026, 10, 20, 12) / 1000;
const AT = "2026-11-20T11:00:00.000000Z";
const LATER = "2026-11-20T11:30:00.000000Z";

function effects(event_name: string, data: object, shown: object) {
  const read = readDelivery(Buffer.from(JSON.stringify({ event_name, data: { verification_id: "ver_1", ...data } })));
  if (!read.recognized) throw new Error(`${read.reason}: ${read.detail}`);
  const detail = { verification: {}, findings: null, items: [], labels: [], ...shown } as unknown as VerificationDetail;
  return effectsOf(read.event, T, detail);
}

describe("the changes of a delivery", () => {
  const change = { documents_status: "full_upload", previous_documents_status: "partial_upload", updated_at: AT };
  const documents = (documents_status: string, documents_status_at: string) => ({
    verification: { documents_status, documents_status_at },
  });

  it.each([
    ["current", documents("full_upload", AT)],
    ["overtaken", documents("partial_upload", LATER)],
    ["overtaken", documents("full_upload", LATER)],
  ])("a document status is %s", (standing, shown) => {
    expect(effects("verification.v2.document_status_updated", change, shown)).toEqual([
      { statement: { kind: "documents_status", from: "partial_upload", to: "full_upload" }, at: AT, standing },
    ]);
  });

  it("a time ahead of the signature counts as the end of its second, as in the facts", () => {
    const ahead = { ...change, updated_at: "2026-11-21T00:00:00Z" };
    const capped = "2026-11-20T12:00:00.999999Z";
    expect(effects("verification.v2.document_status_updated", ahead, documents("full_upload", capped))).toMatchObject([
      { at: capped, standing: "current" },
    ]);
  });

  it("a time that cannot be read counts as the end of the signature's second, as in the facts", () => {
    const capped = "2026-11-20T12:00:00.999999Z";
    const soon = { ...change, updated_at: "soon" };
    expect(effects("verification.v2.document_status_updated", soon, documents("full_upload", capped))).toMatchObject([
      { at: capped, standing: "current" },
    ]);
  });

  it("findings are counted by severity, and current while their run is", () => {
    const findings = ["high", "low", "low"].map((severity) => ({ severity, message: "…" }));
    const run = { findings, computed_at: AT, run_id: "run_1", source: "final" };
    for (const [run_id, standing] of [
      ["run_1", "current"],
      ["run_2", "overtaken"],
    ]) {
      expect(effects("verification.v2.findings.updated", run, { findings: { run_id } })).toEqual([
        { statement: { kind: "findings", high: 1, medium: 0, low: 2, other: 0, source: "final" }, at: AT, standing },
      ]);
    }
  });

  it("an item shows its latest event", () => {
    const item = { item_id: 7, item_error: "password_protected_pdf", completed_at: AT };
    const shown = (at: string) => ({ items: [{ item_id: 7, history: [{ at: AT }, { at }] }] });
    const statement = { kind: "item_completed", item_id: 7, item_type: null, item_error: "password_protected_pdf" };
    const expected = { statement, at: AT };
    expect(effects("verification_item.v2.completed", item, shown(AT))).toEqual([{ ...expected, standing: "current" }]);
    expect(effects("verification_item.v2.completed", item, shown(LATER))).toEqual([
      { ...expected, standing: "overtaken" },
    ]);
  });

  it("a label is assigned until it is removed", () => {
    const label = { entity: { type: "label", label: "vip", display_name: "VIP" }, added_at: AT };
    const shown = (removed_at: string | null) => ({ labels: [{ label: "vip", added_at: AT, removed_at }] });
    expect(effects("verification.v2.label_added", label, shown(null))).toMatchObject([
      { statement: { kind: "label_added", label: "vip", name: "VIP" }, standing: "current" },
    ]);
    expect(effects("verification.v2.label_added", label, shown(LATER))).toMatchObject([{ standing: "overtaken" }]);
    const removal = { ...label, added_at: undefined, removed_at: LATER };
    expect(effects("verification.v2.label_removed", removal, shown(LATER))).toMatchObject([{ standing: "current" }]);
  });

  it("facts without a time of their own are compared by value", () => {
    const finished = { status: "finished" };
    expect(effects("verification.v2.finished", finished, { verification: { status: "finished" } })).toEqual([
      { statement: { kind: "finished" }, at: null, standing: "current" },
      { statement: { kind: "status", to: "finished" }, at: null, standing: "current" },
    ]);
    expect(effects("verification.v2.finished", finished, { verification: { status: "pending" } })).toMatchObject([
      { standing: "overtaken" },
      { standing: "overtaken" },
    ]);
  });

  it("a lookup shows that it ended, never its result", () => {
    expect(effects("verification_people.curp_search_completed", { people_id: 3 }, {})).toEqual([
      { statement: { kind: "person", people_id: 3, people_error: null }, at: null, standing: "unknown" },
    ]);
  });
});
