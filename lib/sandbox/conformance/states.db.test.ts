/** @module-tag conformance */
import { describe, expect, it } from "vitest";
import { DOCUMENTS_STATUSES } from "#lib/core/contract/verifications/verification.ts";
import { observeService } from "#lib/sandbox/testing/observed.ts";
import { startReceiver } from "#lib/sandbox/testing/receiver.ts";
import { always, EVERY_SCENARIO, named, played } from "#lib/sandbox/testing/stories.ts";
import type { SandboxEvent } from "#lib/sandbox/verification/state.ts";

const service = await observeService([]);
const { sandbox } = service;

const byTime = (field: string) => (a: Record<string, unknown>, b: Record<string, unknown>) =>
  String(a[field]).localeCompare(String(b[field]));
const documentMoves = async (id: string) =>
  (await service.deliveriesOf(id, "verification.v2.document_status_updated"))
    .map(({ data }) => data)
    .sort(byTime("updated_at"))
    .map((data) => [data.previous_documents_status, data.documents_status]);
const runs = async (id: string) =>
  (await service.deliveriesOf(id, "verification.v2.findings.updated"))
    .map(({ data }) => data)
    .sort(byTime("computed_at"));
const finals = async (id: string) => (await runs(id)).flatMap((run) => (run.source === "final" ? [run.run_id] : []));
const conflicts = (id: string, change: object) =>
  sandbox.refuses("CONFLICT", "POST", `/sandbox/verifications/${id}/steps`, { body: { changes: [change] } });

const toDocuments = (to: string) => ({ kind: "documents_status", to });
const item = (item_id: number, item_type = "aa_mx", internal_status = "queued") => {
  return { kind: "item_status", item_id, item_type, internal_status };
};
const finish = (run_id: string, ...findings: object[]) => ({ kind: "finished", run_id, findings });

describe("States: Verification `status`", () => {
  it("reopening: a `finished` verification becomes `pending` when new items are added", async () => {
    const id = await sandbox.play("finished");
    expect(await sandbox.change(id, item(1))).toMatchObject({ status: "pending" });
    expect((await sandbox.read(id)).status).toBe("pending");
  });

  it("reopening: a `finished` verification becomes `pending` when key persons are added", async () => {
    const id = await sandbox.play("finished");
    const person = { people_id: 7, full_name: "Ximena Robles", role: "legal_representative" };
    expect(await sandbox.change(id, { kind: "person_added", ...person })).toMatchObject({ status: "pending" });
    const added = (await sandbox.people(id)).find(({ people_id: other }) => other === 7);
    expect(added).toEqual({ ...person, external_identities: { curp: null } });
  });

  it("reopening: the service may also reopen in its own internal flows", async () => {
    const id = await sandbox.play("finished");
    expect(await sandbox.change(id, { kind: "reopened" })).toMatchObject({ status: "pending" });
    await conflicts(id, { kind: "reopened" });
  });

  it("a reopened verification whose file changes emits a new `final` findings run when it finishes again", async () => {
    const id = await sandbox.play("finished");
    expect(await finals(id)).toHaveLength(1);
    await sandbox.change(id, item(1), { kind: "item_completed", item_id: 1 }, finish("run_again"));
    expect(await finals(id)).toEqual([expect.any(String), "run_again"]);
  });

  it("a reopened verification with an unchanged file finishes again without a run", async () => {
    const id = await sandbox.play("finished-unchanged");
    expect(await finals(id)).toHaveLength(1);
    // Equal except for their time of signing.
    const ends = service.receiver.deliveries.filter(
      ({ event_name, data }) => event_name === "verification.v2.finished" && data.verification_id === id,
    );
    expect(new Set(ends.map(({ t }) => t)).size).toBe(2);
    await conflicts(id, { kind: "finished_unchanged" });
  });

  it("uploads after reopening emit `verification.v2.document_status_updated`", () => {
    for (const name of ["reopened", "finished-again"]) {
      const { events } = played(name);
      const finished = events.findIndex(({ event_name }) => event_name === "verification.v2.finished");
      const moves = named(events.slice(finished), "verification.v2.document_status_updated");
      expect(moves.map(({ data }) => data.documents_status)).toEqual(
        name === "reopened" ? ["partial_upload"] : ["partial_upload", "full_upload"],
      );
    }
  });
});

describe("States: Verification `documents_status`", () => {
  it("`pending_upload`: no required document uploaded yet; `partial_upload`: some, others missing", () => {
    expect(played("pending-upload").state).toMatchObject({ documents_status: "pending_upload", items: [] });
    const { documents_status: status, items } = played("partial-upload").state;
    expect(status).toBe("partial_upload");
    expect(items.length).toBeGreaterThan(0);
    expect(items.length).toBeLessThan(played("full-upload").state.items.length);
  });

  it("`pending_external`: all required documents uploaded, external steps pending", () => {
    const { state } = played("pending-external");
    expect(state.documents_status).toBe("pending_external");
    expect(state.items.every(({ completed_at }) => completed_at !== null)).toBe(true);
  });

  it("`full_upload`: the file is complete", () => {
    always(({ events }) => {
      const open = new Set<unknown>();
      for (const { event_name, data } of events) {
        if (event_name === "verification_item.v2.internal_status_changed") open.add(data.item_id);
        if (event_name === "verification_item.v2.completed") open.delete(data.item_id);
        if (data.documents_status === "full_upload") expect(open.size).toBe(0);
      }
    });
  });

  it("`partial_upload` → `full_upload` when the file becomes complete; the event is emitted", async () => {
    const id = await sandbox.play("partial-upload");
    const before = await documentMoves(id);
    expect(await sandbox.change(id, toDocuments("full_upload"))).toMatchObject({ documents_status: "full_upload" });
    expect(await documentMoves(id)).toEqual([...before, ["partial_upload", "full_upload"]]);
  });

  it("none → `partial_upload`, the first document status; the event is emitted with `previous_documents_status` null", async () => {
    expect(await documentMoves(await sandbox.play("first-status-partial"))).toEqual([[null, "partial_upload"]]);
  });

  it("`full_upload` → `partial_upload` by reopening; the event is emitted", async () => {
    const id = await sandbox.play("finished");
    expect(await sandbox.read(id)).toMatchObject({ status: "finished", documents_status: "full_upload" });
    const before = await documentMoves(id);
    const reopened = await sandbox.call("POST", `/sandbox/verifications/${id}/reopen`, { body: {} });
    expect(reopened.body).toEqual({ status: "pending", documents_status: "partial_upload" });
    expect(await sandbox.read(id)).toMatchObject(reopened.body);
    expect(await documentMoves(id)).toEqual([...before, ["full_upload", "partial_upload"]]);
    const events = await service.deliveriesOf(id, "verification.v2.document_status_updated");
    const move = events.find(({ data }) => data.previous_documents_status === "full_upload");
    expect(move?.data).toMatchObject({ status: "pending", documents_status: "partial_upload" });
  });

  it("`full_upload` → `partial_upload` by a change of requirements, of an open verification; the event is emitted", async () => {
    const id = await sandbox.play("backward");
    expect(await documentMoves(id)).toContainEqual(["full_upload", "partial_upload"]);
    expect(await service.deliveriesOf(id, "verification.v2.finished")).toEqual([]);
  });

  it("the status may move backwards", async () => {
    const id = await sandbox.play("full-upload");
    for (const to of [...DOCUMENTS_STATUSES].reverse().slice(1)) {
      expect(await sandbox.change(id, toDocuments(to))).toMatchObject({ documents_status: to });
    }
    expect((await documentMoves(id)).slice(-3)).toEqual([
      ["full_upload", "pending_external"],
      ["pending_external", "partial_upload"],
      ["partial_upload", "pending_upload"],
    ]);
  });

  it("is independent of `status`", async () => {
    const id = await sandbox.play("finished");
    const documents_status = "partial_upload";
    expect(await sandbox.change(id, toDocuments(documents_status))).toEqual({ status: "finished", documents_status });
    expect(await sandbox.change(id, { kind: "reopened" })).toEqual({ status: "pending", documents_status });
  });

  it("a file is normally complete (`full_upload` with `status` `pending`) before the verification is `finished`", () => {
    always(({ events }) => {
      const finished = events.findIndex(({ event_name }) => event_name === "verification.v2.finished");
      if (finished < 0) return;
      const last = named(events.slice(0, finished), "verification.v2.document_status_updated").at(-1);
      expect(last?.data).toMatchObject({ documents_status: "full_upload", status: "pending" });
    });
  });
});

describe("States: Item", () => {
  it("an item of type `generic` that the service cannot classify becomes `unknown`", async () => {
    const id = await sandbox.play("pending-upload");
    await sandbox.change(id, item(1, "generic"), item(1, "unknown", "completed"), item(2, "csf_mx"));
    const deliveries = await service.deliveriesOf(id, "verification_item.v2.internal_status_changed");
    expect(deliveries.map(({ data }) => data.item_type).sort()).toEqual(["csf_mx", "generic", "unknown"]);
    await conflicts(id, item(2, "unknown", "completed"));
  });

  it("any item whose uploaded file is unreadable becomes `corrupted_file`", async () => {
    const id = await sandbox.play("pending-upload");
    for (const [index, type] of ["generic", "csf_mx", "person_id", "doc_splitter"].entries()) {
      await sandbox.change(id, item(index, type), item(index, "corrupted_file", "failed"));
    }
    const deliveries = await service.deliveriesOf(id, "verification_item.v2.internal_status_changed");
    expect(deliveries.filter(({ data }) => data.item_type === "corrupted_file")).toHaveLength(4);
  });
});

describe("Errors: Item-type outcomes", () => {
  it("`item_type` `unknown`: a `generic` item could not be classified; `corrupted_file`: any file was unreadable", () => {
    for (const name of EVERY_SCENARIO) {
      const types = new Map<unknown, unknown[]>();
      for (const { data } of played(name).events) {
        if ("item_type" in data) types.set(data.item_id, [...(types.get(data.item_id) ?? []), data.item_type]);
      }
      const ends = [...types.values()].filter((all) => all.includes("unknown") || all.includes("corrupted_file"));
      for (const all of ends) if (all.includes("unknown")) expect(all[0]).toBe("generic");
      if (name === "item-unknown") expect(ends.map((all) => all.at(-1))).toEqual(["unknown"]);
      if (name === "item-corrupted") expect(ends.map((all) => all.at(-1))).toEqual(["corrupted_file"]);
    }
  });
});

describe("States: Findings runs", () => {
  const isFinalRun = (event: SandboxEvent | undefined) =>
    event?.event_name === "verification.v2.findings.updated" && event.data.source === "final";
  const isRun = (event: { event_name: string }) => event.event_name === "verification.v2.findings.updated";
  const isCompletion = (event: { event_name: string }) => event.event_name === "verification_item.v2.completed";

  it("a run has `source` `provisional` (computed while the verification is open; later runs may replace it)", async () => {
    const id = await sandbox.play("pending-upload");
    const run = (run_id: string, message: string) => {
      return { kind: "findings", run_id, findings: [{ severity: "low", message }] };
    };
    await sandbox.change(id, run("first", "Una."), run("second", "Otra."));
    expect((await runs(id)).map(({ source }) => source)).toEqual(["provisional", "provisional"]);
    expect((await sandbox.read(id)).findings.items).toEqual([{ severity: "low", message: "Otra." }]);
    await sandbox.change(id, finish("end"));
    await conflicts(id, run("late", "Tarde."));
  });

  it("a run has `source` `final` (computed when the verification finishes; definitive)", async () => {
    const id = await sandbox.play("full-upload");
    const before = await sandbox.read(id);
    const finding = { severity: "high", message: "Falta el acta." };
    await sandbox.change(id, finish("definitive", finding));
    const run = (await runs(id)).at(-1);
    expect(run).toMatchObject({ source: "final", run_id: "definitive", findings: [finding] });
    const findings = { items: [finding], computed_at: run?.computed_at };
    expect(before).toMatchObject({ status: "pending", documents_status: "full_upload" });
    expect(await sandbox.read(id)).toEqual({ ...before, status: "finished", findings, updated_at: expect.any(String) });
  });

  it("findings are re-evaluated only when the file is quiet and the stored findings are older than its last completed item", () => {
    always(({ events }, name) => {
      // Its last run is requested, not caused by a completed item.
      if (name === "findings-on-demand") return;
      const busy = new Set<unknown>();
      let completedSince = 0;
      for (const event of events) {
        if (event.event_name === "verification_item.v2.internal_status_changed") busy.add(event.data.item_id);
        if (isCompletion(event)) {
          busy.delete(event.data.item_id);
          completedSince += 1;
        }
        if (!isRun(event)) continue;
        if (event.data.source === "provisional") expect([busy.size, completedSince > 0]).toEqual([0, true]);
        completedSince = 0;
      }
    });
  });

  it("a burst of items finishing together produces one run after the burst calms, not one per item", () => {
    always(({ events }) => {
      const finished = events.findIndex(({ event_name }) => event_name === "verification.v2.finished");
      if (finished < 0) return;
      const provisional = events.slice(0, finished - 1);
      expect(provisional.filter(isRun).length).toBeLessThan(provisional.filter(isCompletion).length);
      expect(provisional.findLastIndex(isRun)).toBeGreaterThan(provisional.findLastIndex(isCompletion));
    });
  });

  it("`source` `final` implies the verification is complete: emitted right before `verification.v2.finished`, and only then", () => {
    always(({ events }) => {
      events.forEach((event, index) => {
        const isFinal = isRun(event) && event.data.source === "final";
        if (isFinal) expect(events[index + 1]?.event_name).toBe("verification.v2.finished");
        // Only an unchanged verification that was finished before finishes again without a run.
        const alone = event.event_name === "verification.v2.finished" && !isFinalRun(events[index - 1]);
        if (alone) expect(events.slice(0, index).filter(isFinalRun)).toHaveLength(1);
      });
      expect(events[0]?.event_name).not.toBe("verification.v2.finished");
    });
  });

  it("a finished verification that receives new documents runs again as `final`: two `final` runs may occur", async () => {
    const id = await sandbox.play("finished-again");
    expect(await finals(id)).toHaveLength(2);
  });

  it("only the most recent run per verification is stored; there is no history", async () => {
    const id = await sandbox.play("finished-again");
    const last = (await runs(id)).at(-1);
    expect((await sandbox.read(id)).findings).toEqual({ items: last?.findings, computed_at: last?.computed_at });
    const [row] = await sandbox.query("SELECT state FROM sandbox.verification WHERE verification_id = $1", [id]);
    expect(JSON.stringify(row).match(/run_id/g)).toHaveLength(1);
  });

  it("no backfill: a webhook receives only runs after it exists, including the `final` run of a verification opened earlier", async () => {
    const id = await sandbox.play("full-upload");
    const late = await startReceiver();
    const { id: webhook } = await sandbox.subscribe(late.url);
    await sandbox.change(id, finish("seen_by_late"));
    await sandbox.settled();
    const seen = late.deliveries.filter(({ data }) => data.verification_id === id);
    expect(new Set(seen.map((one) => one.data.run_id ?? one.event_name))).toEqual(
      new Set(["seen_by_late", "verification.v2.finished"]),
    );
    await sandbox.call("DELETE", `/v2/webhooks/${webhook}`);
    await late.close();
  });

  it("a `final` run with an empty `findings` array means that nothing was found; it is no approval (read from `status`)", () => {
    const clean = named(played("finished-clean").events, "verification.v2.findings.updated").at(-1);
    expect(clean?.data).toMatchObject({ source: "final", findings: [] });
    expect(clean?.data).not.toHaveProperty("status");
    // Findings do not prevent a verification from finishing either.
    expect(played("finished-high-findings").state).toMatchObject({ status: "finished" });
    expect(played("finished-high-findings").state.findings?.items).not.toEqual([]);
  });
});
