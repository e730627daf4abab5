import { describe, expect, it } from "vitest";
import { readDelivery } from "#lib/core/contract/events/event.ts";
import type { Fact } from "./facts.ts";
import { factsOfEvent } from "./facts-of-event.ts";

const T = Date.UTC(2026, 10, 20, 10) / 1000;
const END_OF_T = "2026-11-20T10:00:00.999999Z";

function facts(event_name: string, data: object, t = T): Fact[] {
  const read = readDelivery(Buffer.from(JSON.stringify({ event_name, data })));
  if (!read.recognized) throw new Error(read.detail);
  return factsOfEvent(read.event, t);
}
const only = (list: Fact[], table: Fact["table"]) => list.find((fact) => fact.table === table)?.row;

describe("factsOfEvent", () => {
  it("states the verification's own fields at the event's own time", () => {
    const [statement, ...rest] = facts("verification.v2.created", {
      verification_id: "ver_1",
      account_id: "acc_1",
      account_name: "Uno",
      created_at: "2026-11-20T09:00:00Z",
      status: "pending",
      verification_tag: "",
    });
    expect(rest).toEqual([]);
    expect(statement?.row).toMatchObject({
      verification_id: "ver_1",
      at: "2026-11-20T09:00:00.000000Z",
      signed_before: END_OF_T,
      status: "pending",
      account_name: "Uno",
      verification_tag: null,
    });
  });

  it.each([
    ["verification.v2.created", {}],
    ["verification.v2.finished", { created_at: "2026-11-20T09:00:00Z" }],
    ["verification.v2.extraction_completed", {}],
    ["verification_people.curp_search_completed", { people_id: 1 }],
  ])("dates %s to the end of its second t without a time of its own", (name, data) => {
    for (const fact of facts(name, { verification_id: "ver_1", ...data })) expect(fact.row.at).toBe(END_OF_T);
  });

  it.each([
    ["verification.v2.extraction_completed", "extraction_completed_at", {}],
    ["verification.v2.document_status_updated", "updated_at", { documents_status: "full_upload" }],
    ["verification.v2.findings.updated", "computed_at", { findings: [], run_id: "run_1" }],
    ["verification_item.v2.completed", "completed_at", { item_id: 1 }],
    ["verification_item.v2.internal_status_changed", "updated_at", { item_id: 1, internal_status: "queued" }],
    ["verification_item.v2.extraction_completed", "extraction_completed_at", { item_id: 1 }],
    ["verification.v2.label_added", "added_at", { entity: { label: "vip" } }],
    ["verification.v2.label_removed", "removed_at", { entity: { label: "vip" } }],
  ])("dates every fact of %s by %s", (name, field, data) => {
    const list = facts(name, { verification_id: "ver_1", [field]: "2026-11-20T09:30:00Z", ...data });
    expect(list.map((fact) => fact.row.at)).toEqual(list.map(() => "2026-11-20T09:30:00.000000Z"));
  });

  it("dates a fact with an unreadable time to the end of its second t, and keeps the text", () => {
    const soon = (added_at: unknown) => facts("verification.v2.label_added", { ...label, added_at });
    const label = { verification_id: "ver_1", entity: { label: "vip" } };
    for (const fact of soon("soon")) expect(fact.row).toMatchObject({ at: END_OF_T, at_text: "soon" });
    for (const fact of soon(undefined)) expect(fact.row).toMatchObject({ at: END_OF_T, at_text: "" });
    for (const fact of soon("2026-11-20")) expect(fact.row.at_text).toBeNull();
    expect(soon("soon").map(({ row }) => row.digest)).not.toEqual(soon("later").map(({ row }) => row.digest));
  });

  it("keeps an extraction with an unreadable time, and the text for the creation", () => {
    const data = { verification_id: "ver_1", extraction_completed_at: "soon", created_at: "once" };
    expect(facts("verification.v2.extraction_completed", data)[0]?.row).toMatchObject({
      extraction_completed_at: END_OF_T,
      created_at: null,
      created_at_text: "once",
    });
  });

  it("takes copies signed at another t for one fact, unless t is its only time", () => {
    const item = { verification_id: "ver_1", item_id: 1, completed_at: "2026-11-20T09:00:00Z" };
    const digests = (name: string, data: object, t: number) => facts(name, data, t).map((fact) => fact.row.digest);
    const completed = "verification_item.v2.completed";
    expect(digests(completed, item, T)).toEqual(digests(completed, item, T + 30));
    const finished = "verification.v2.finished";
    expect(digests(finished, { verification_id: "ver_1" }, T)).not.toEqual(
      digests(finished, { verification_id: "ver_1" }, T + 30),
    );
  });

  it("keeps an item's extraction time apart from the verification's", () => {
    const list = facts("verification_item.v2.extraction_completed", {
      verification_id: "ver_1",
      item_id: 7,
      extraction_completed_at: "2026-11-20T09:00:00Z",
      success: false,
      item_error: "",
    });
    expect(only(list, "verification_statements")).toMatchObject({ extraction_completed_at: null, status: null });
    expect(only(list, "item_changes")).toMatchObject({
      item_id: 7,
      kind: "extraction_completed",
      success: false,
      item_error: null,
    });
  });

  it("does not depend on the notation of a time nor on the order of fields", () => {
    const data = { verification_id: "ver_1", run_id: "r", source: "final", findings: [] };
    const [one] = facts("verification.v2.findings.updated", { ...data, computed_at: "2026-11-20T10:00:00Z" }).slice(-1);
    const [other] = facts("verification.v2.findings.updated", {
      computed_at: "2026-11-20T12:00:00.000+02:00",
      ...data,
    }).slice(-1);
    expect(other).toEqual(one);
  });
});
