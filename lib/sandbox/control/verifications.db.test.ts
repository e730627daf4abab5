import { afterAll, describe, expect, it, vi } from "vitest";
import { startReceiver } from "#lib/sandbox/testing/receiver.ts";
import { ownSandbox } from "#lib/sandbox/testing/sandbox.ts";

const receiver = await startReceiver();
afterAll(() => receiver.close());
const sandbox = await ownSandbox();
await sandbox.subscribe(receiver.url);

const work = (id: string, part: string, body: object = {}) =>
  sandbox.call("POST", `/sandbox/verifications/${id}/${part}`, { body });
const state = async () => (await sandbox.call("GET", "/sandbox/state")).body;

/** The events about a verification without duplicates: a slow receiver gets some of them twice. */
async function eventsOf(id: string) {
  await sandbox.settled();
  const deliveries = await sandbox.query(
    "SELECT body, state FROM sandbox.delivery WHERE verification_id = $1 ORDER BY id",
    [id],
  );
  expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(["delivered"]));
  return deliveries.map(({ body }) => JSON.parse(body));
}
const named = async (id: string, name: string) =>
  (await eventsOf(id)).filter(({ event_name }) => event_name === name).map(({ data }) => data);

describe("adding documents", () => {
  it("reopens a finished verification, which finishes with another final run", async () => {
    const id = await sandbox.play("finished");
    expect((await work(id, "documents", { count: 3 })).body).toEqual({
      status: "finished",
      documents_status: "full_upload",
    });
    const runs = (await named(id, "verification.v2.findings.updated")).filter(({ source }) => source === "final");
    expect(runs).toHaveLength(2);
    expect(await named(id, "verification.v2.finished")).toHaveLength(2);
    const moves = (await named(id, "verification.v2.document_status_updated"))
      .sort((a, b) => String(a.updated_at).localeCompare(String(b.updated_at)))
      .map(({ documents_status, status }) => [documents_status, status]);
    expect(moves.slice(-2)).toEqual([
      ["partial_upload", "pending"],
      ["full_upload", "pending"],
    ]);
  });

  it.each([
    ["pending-upload", "partial_upload"],
    ["partial-upload", "full_upload"],
    ["pending-external", "pending_external"],
    ["full-upload", "full_upload"],
  ])("to %s leaves it %s, with a provisional run", async (scenario, documentsStatus) => {
    const id = await sandbox.play(scenario);
    const before = (await named(id, "verification.v2.findings.updated")).length;
    await work(id, "documents", { count: 2 });
    expect(await sandbox.read(id)).toMatchObject({ status: "pending", documents_status: documentsStatus });
    const runs = await named(id, "verification.v2.findings.updated");
    expect(runs.length).toBe(before + 1);
    expect(new Set(runs.map(({ source }) => source))).toEqual(new Set(["provisional"]));
  });

  it("over some time is processed at that time", async () => {
    const id = await sandbox.play("partial-upload");
    await work(id, "documents", { count: 1, seconds: 500 });
    expect((await sandbox.read(id)).documents_status).toBe("partial_upload");
    await vi.waitFor(async () => expect((await sandbox.read(id)).documents_status).toBe("full_upload"), {
      timeout: 60_000,
    });
  });

  it.each([{ count: 0 }, { count: 21 }, { seconds: -1 }, { count: 1, x: 1 }])("refuses %j", async (body) => {
    const id = await sandbox.play("partial-upload");
    expect((await work(id, "documents", body)).body.code).toBe("VALIDATION_ERROR");
  });
});

describe("a findings run on demand", () => {
  it("is answered 202 without its `run_id`, announced by its event, and returned by the next read", async () => {
    const id = await sandbox.play("full-upload");
    const before = await named(id, "verification.v2.findings.updated");
    const { status, body } = await work(id, "findings");
    expect([status, body]).toEqual([202, { status: "pending", documents_status: "full_upload" }]);
    const runs = await named(id, "verification.v2.findings.updated");
    expect(runs).toHaveLength(before.length + 1);
    const latest = runs.at(-1);
    expect(latest).toMatchObject({ source: "provisional", run_id: expect.any(String) });
    expect(before.map(({ run_id }) => run_id)).not.toContain(latest.run_id);
    const { findings } = await sandbox.read(id);
    expect(findings).toEqual({ items: latest.findings, computed_at: latest.computed_at });
  });

  it("is refused for a finished verification, and for an unknown one", async () => {
    expect((await work(await sandbox.play("finished"), "findings")).body.code).toBe("CONFLICT");
    expect((await work("ver_unknown", "findings")).body.code).toBe("NOT_FOUND");
  });
});

describe("reopening", () => {
  it("makes a finished verification pending and its file incomplete", async () => {
    const id = await sandbox.play("finished");
    expect((await work(id, "reopen")).body).toEqual({ status: "pending", documents_status: "partial_upload" });
  });

  it("is refused for an unfinished verification, and for an unknown one", async () => {
    const id = await sandbox.play("full-upload");
    expect((await work(id, "reopen")).body.code).toBe("CONFLICT");
    expect((await work("ver_unknown", "reopen")).status).toBe(404);
  });
});

describe("labels", () => {
  it("are assigned, get another comment as removed and added, and are taken off", async () => {
    const id = await sandbox.play("pending-upload");
    const label = "priority";
    await work(id, "labels", { action: "add", label, comment: "uno" });
    await work(id, "labels", { action: "comment", label, comment: "dos" });
    await work(id, "labels", { action: "remove", label });
    const said = async (name: string) => (await named(id, name)).map(({ comment }) => comment).sort();
    expect(await said("verification.v2.label_added")).toEqual(["dos", "uno"]);
    expect(await said("verification.v2.label_removed")).toEqual(["dos", "uno"]);
    const [added] = await named(id, "verification.v2.label_added");
    expect(added?.entity).toEqual({ type: "label", label, display_name: "Prioritario", category: null });
  });

  it.each([
    [{ action: "remove", label: "priority" }, "CONFLICT"],
    [{ action: "comment", label: "priority", comment: null }, "CONFLICT"],
    [{ action: "add", label: "made_up" }, "VALIDATION_ERROR"],
    [{ action: "add", label: "priority", comment: "" }, "VALIDATION_ERROR"],
    [{ action: "paint", label: "priority" }, "VALIDATION_ERROR"],
  ])("refuses %j with %s", async (body, code) => {
    const id = await sandbox.play("pending-upload");
    expect((await work(id, "labels", body)).body.code).toBe(code);
  });
});

describe("the state", () => {
  it("lists the played verifications, newest first, with their deliveries and labels", async () => {
    const first = await sandbox.play("label-comment", { tag: "EXP-1" });
    const second = await sandbox.play("finished");
    await sandbox.settled();
    const { played, labels } = await state();
    expect(played.slice(0, 2)).toMatchObject([
      { verification_id: second, scenario: "finished", status: "finished", steps_to_come: 0 },
      { verification_id: first, scenario: "label-comment", tag: "EXP-1", labels: [{ comment: expect.any(String) }] },
    ]);
    const { deliveries } = played[1];
    expect(deliveries).toEqual({ pending: 0, delivered: (await eventsOf(first)).length, failed: 0 });
    expect(labels).toContainEqual({ label: "priority", display_name: "Prioritario", category: null });
    expect(played.length).toBeLessThanOrEqual(20);
  });

  it("moves an earlier verification to the head of the list", async () => {
    const put = (id: string) => sandbox.call("POST", "/sandbox/played", { body: { verification_id: id } });
    const old = await sandbox.play("pending-upload");
    await sandbox.query("DELETE FROM sandbox.played WHERE verification_id = $1", [old]);
    const listed = await sandbox.play("pending-upload");
    await sandbox.play("finished");
    expect((await put(old)).status).toBe(200);
    expect((await state()).played[0]).toMatchObject({ verification_id: old, scenario: null, status: "pending" });
    await put(listed);
    expect((await state()).played[0]).toMatchObject({ verification_id: listed, scenario: "pending-upload" });
    expect((await put("ver_unknown")).body.code).toBe("NOT_FOUND");
    expect((await put("")).body.code).toBe("VALIDATION_ERROR");
  });
});
