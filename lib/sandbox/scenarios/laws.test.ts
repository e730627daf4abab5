import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDelivery } from "#lib/contract/event.ts";
import type { SandboxEvent } from "#lib/sandbox/verification/event.ts";
import { SCENARIOS } from "./catalogue.ts";
import { ITEM_ERRORS } from "./documents.ts";
import { playAll } from "./play-all.ts";
import { type Script, writeScript } from "./script.ts";

const START = Date.UTC(2026, 9, 1);
const IDENTITY = { verification_id: "ver_test", account_id: "acc_test", account_name: "Prueba, S.A. de C.V." };
const names = [...SCENARIOS.keys()];

const script = (name: string, seed: string): Script => {
  const plot = SCENARIOS.get(name);
  if (!plot) throw new Error(`no scenario ${name}`);
  return writeScript(seed, "EXP-1", plot, START, 36 * 60_000);
};
const played = (name: string, seed = "a") => playAll(IDENTITY, script(name, seed).steps);
const named = (events: SandboxEvent[], name: string) => events.filter((event) => event.event_name === name);

/** For any scenario and any seed. */
const always = (law: (events: SandboxEvent[], name: string) => void) =>
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.string(), (name, seed) => law(played(name, seed).events, name)),
    { numRuns: 300 },
  );

const BASE = ["verification_id", "account_id", "account_name", "created_at", "status", "verification_tag"];
const ITEM = ["verification_id", "item_id", "account_id", "account_name", "item_type", "verification_tag"];
/** The `data` fields of the interface's event list, required and optional. */
const FIELDS: Record<string, [required: string[], optional: string[]]> = {
  "verification.v2.created": [BASE, []],
  "verification.v2.finished": [BASE, []],
  "verification.v2.extraction_completed": [[...BASE, "extraction_completed_at"], []],
  "verification.v2.document_status_updated": [
    [
      ...BASE.filter((field) => field !== "account_name"),
      "documents_status",
      "previous_documents_status",
      "updated_at",
    ],
    [],
  ],
  "verification.v2.findings.updated": [
    ["verification_id", "account_id", "findings", "source", "computed_at", "run_id"],
    [],
  ],
  "verification_item.v2.completed": [[...ITEM, "completed_at"], ["item_error"]],
  "verification_item.v2.internal_status_changed": [[...ITEM, "internal_status", "updated_at"], ["item_error"]],
  "verification_item.v2.extraction_completed": [[...ITEM, "extraction_completed_at", "success"], ["item_error"]],
  "verification.v2.label_added": [[...BASE, "entity", "comment", "added_at"], []],
  "verification.v2.label_removed": [[...BASE, "entity", "comment", "removed_at"], []],
  "verification_people.curp_search_completed": [
    ["verification_id", "people_id", "account_name", "account_id", "verification_tag"],
    ["item_id", "people_error", "people_error_message", "shareholder_id"],
  ],
};

describe("every scenario keeps the interface's rules", () => {
  it("sends exactly the documented fields, and bodies that a reader understands", () => {
    always((events) => {
      for (const event of events) {
        const [required = [], optional = []] = FIELDS[event.event_name] ?? [];
        const sent = Object.keys(event.data);
        expect(required.filter((field) => !sent.includes(field))).toEqual([]);
        expect(sent.filter((field) => !required.includes(field) && !optional.includes(field))).toEqual([]);
        expect(Object.values(event.data)).not.toContain(undefined);
        expect(readDelivery(Buffer.from(JSON.stringify(event)))).toMatchObject({ recognized: true });
      }
    });
  });

  it("chains documents_status: each previous value is the prior value, and time moves on", () => {
    always((events) => {
      let previous: unknown = null;
      let time = "";
      for (const { data } of named(events, "verification.v2.document_status_updated")) {
        expect(data.previous_documents_status).toBe(previous);
        expect(String(data.updated_at) > time).toBe(true);
        previous = data.documents_status;
        time = String(data.updated_at);
      }
    });
  });

  it("publishes the final run before every finished, with run ids of their own", () => {
    always((events) => {
      const runs = named(events, "verification.v2.findings.updated");
      expect(new Set(runs.map((run) => run.data.run_id)).size).toBe(runs.length);
      events.forEach((event, index) => {
        if (event.event_name !== "verification.v2.finished") return;
        expect(events[index - 1]).toMatchObject({
          event_name: "verification.v2.findings.updated",
          data: { source: "final" },
        });
      });
    });
  });

  it("computes provisional runs only while the file is quiet", () => {
    always((events) => {
      const busy = new Set<unknown>();
      for (const { event_name, data } of events) {
        if (event_name === "verification_item.v2.internal_status_changed") busy.add(data.item_id);
        if (event_name === "verification_item.v2.completed") busy.delete(data.item_id);
        if (event_name === "verification.v2.findings.updated" && data.source === "provisional") {
          expect(busy.size).toBe(0);
        }
      }
    });
  });

  it("finishes extraction of an item before it is completed, and of all before the verification is finished", () => {
    always((events) => {
      const order = events.map((event) => `${event.event_name}:${event.data.item_id ?? ""}`);
      order.forEach((entry, index) => {
        if (entry.startsWith("verification_item.v2.extraction_completed")) {
          expect(order.slice(0, index)).not.toContain(entry.replace("extraction_completed", "completed"));
        }
        if (entry === "verification.v2.finished:") {
          expect(order.slice(0, index)).toContain("verification.v2.extraction_completed:");
        }
      });
    });
  });

  it("updates a label's comment as a removal with the old and an assignment with the new one", () => {
    const { events } = played("finished");
    const update = events.findIndex((event) => event.event_name === "verification.v2.label_removed");
    const added = named(events, "verification.v2.label_added")[0];
    expect(events[update]?.data).toMatchObject({ comment: added?.data.comment, entity: added?.data.entity });
    expect(events[update + 1]).toMatchObject({
      event_name: "verification.v2.label_added",
      data: { entity: added?.data.entity },
    });
    expect(events[update + 1]?.data.comment).not.toBe(added?.data.comment);
  });

  it("names an error's message only together with the error", () => {
    always((events) => {
      for (const { data } of named(events, "verification_people.curp_search_completed")) {
        expect("people_error_message" in data).toBe("people_error" in data);
      }
    });
  });
});

describe("the catalogue", () => {
  it.each([
    ["first-status-partial", { status: "pending", documents_status: "partial_upload" }],
    ["pending-upload", { status: "pending", documents_status: "pending_upload" }],
    ["pending-external", { status: "pending", documents_status: "pending_external" }],
    ["full-upload", { status: "pending", documents_status: "full_upload" }],
    ["error", { status: "error" }],
    ["pending-validation", { status: "pending_validation" }],
    ["finished", { status: "finished", documents_status: "full_upload" }],
    ["reopened", { status: "pending", documents_status: "partial_upload" }],
    ["finished-again", { status: "finished", findings: { source: "final" } }],
    ["old-findings", { findings: { computed_at: null } }],
    ["finished-clean", { status: "finished", findings: { items: [], source: "final" } }],
  ])("%s ends as its name says", (name, end) => {
    expect(played(name).state).toMatchObject(end);
  });

  it("moves backward from a complete file", () => {
    const moves = named(played("backward").events, "verification.v2.document_status_updated");
    expect(moves.map((move) => [move.data.previous_documents_status, move.data.documents_status])).toContainEqual([
      "full_upload",
      "partial_upload",
    ]);
  });

  it("runs a reopened verification as final twice", () => {
    const finals = named(played("finished-again").events, "verification.v2.findings.updated").filter(
      (run) => run.data.source === "final",
    );
    expect(finals).toHaveLength(2);
  });

  it("has every item error and item outcome that the interface lists", () => {
    const seen = names.flatMap((name) => played(name).state.items);
    expect(new Set(seen.map((item) => item.item_error).filter((error) => error !== null))).toEqual(
      new Set(Object.keys(ITEM_ERRORS)),
    );
    expect(new Set(seen.map((item) => item.item_type))).toEqual(
      new Set([
        "generic",
        "unknown",
        "corrupted_file",
        "person_id",
        "doc_splitter",
        "doc_validation",
        "csf_mx",
        "ac_mx",
        "aa_mx",
        "pw_mx",
      ]),
    );
  });

  it("tells the same story for the same seed, another for another", () => {
    expect(script("finished", "a")).toEqual(script("finished", "a"));
    expect(script("finished", "a")).not.toEqual(script("finished", "b"));
  });
});
