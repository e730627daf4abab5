/** @module-tag conformance */
import { describe, expect, it } from "vitest";
import { EVENT_NAMES, type EventName, readDelivery } from "#lib/core/contract/events/event.ts";
import {
  DOCUMENTS_STATUSES,
  SEVERITIES,
  VERIFICATION_STATUSES,
} from "#lib/core/contract/verifications/verification.ts";
import { deliveriesOf } from "#lib/sandbox/deliveries/emit.ts";
import { isoTime } from "#lib/sandbox/testing/matchers.ts";
import { observeService } from "#lib/sandbox/testing/observed.ts";
import { type Received, startReceiver } from "#lib/sandbox/testing/receiver.ts";
import { type Json, startTestSandbox } from "#lib/sandbox/testing/sandbox.ts";
import { always, EVERY_SCENARIO, named, played } from "#lib/sandbox/testing/stories.ts";

const service = await observeService();

const text = expect.any(String);
const number = expect.any(Number);
const flag = expect.any(Boolean);
const textOrNull = expect.toSatisfy((value) => value === null || typeof value === "string");
const oneOf = (values: readonly unknown[]) => expect.toSatisfy((value) => values.includes(value));

const identity = { verification_id: text, account_id: text, account_name: text, verification_tag: text };
const base = { ...identity, created_at: isoTime, status: oneOf(VERIFICATION_STATUSES) };
const { account_name: _, ...unnamed } = base;
const item = { ...identity, item_id: number, item_type: text };
const entity = { type: "label", label: text, display_name: text, category: textOrNull };
const label = { ...base, entity, comment: textOrNull };

/** The fields of each event (interface, Events: Event list). */
const FIELDS: Record<EventName, Record<string, unknown>> = {
  "verification.v2.created": { ...base, status: "pending" },
  "verification.v2.finished": { ...base, status: "finished" },
  "verification.v2.extraction_completed": { ...base, extraction_completed_at: isoTime },
  "verification.v2.document_status_updated": {
    ...unnamed,
    documents_status: oneOf(DOCUMENTS_STATUSES),
    previous_documents_status: oneOf([...DOCUMENTS_STATUSES, null]),
    updated_at: isoTime,
  },
  "verification.v2.findings.updated": {
    verification_id: text,
    account_id: text,
    findings: expect.any(Array),
    source: oneOf(["provisional", "final"]),
    computed_at: isoTime,
    run_id: text,
  },
  "verification_item.v2.completed": { ...item, completed_at: isoTime },
  "verification_item.v2.internal_status_changed": { ...item, internal_status: text, updated_at: isoTime },
  "verification_item.v2.extraction_completed": { ...item, extraction_completed_at: isoTime, success: flag },
  "verification.v2.label_added": { ...label, added_at: isoTime },
  "verification.v2.label_removed": { ...label, removed_at: isoTime },
  "verification_people.curp_search_completed": { ...identity, people_id: number },
};
const OPTIONAL: Partial<Record<EventName, Record<string, unknown>>> = {
  "verification_item.v2.completed": { item_error: text },
  "verification_item.v2.internal_status_changed": { item_error: text },
  "verification_item.v2.extraction_completed": { item_error: text },
  "verification_people.curp_search_completed": {
    item_id: number,
    people_error: text,
    people_error_message: text,
    shareholder_id: number,
  },
};

describe("Events", () => {
  it("every delivery is a JSON object `{ event_name: string, data: object }`", () => {
    for (const { body, event_name, data } of service.everything) {
      expect(JSON.parse(body)).toStrictEqual({ event_name, data });
      expect(EVENT_NAMES).toContain(event_name);
      expect(readDelivery(Buffer.from(body))).toMatchObject({ recognized: true, event_name });
    }
  });

  it("delivery is at least once, so duplicates occur", () => {
    const copies = [...Map.groupBy(service.receiver.deliveries, ({ signature }) => signature).values()];
    expect(copies.every((same) => new Set(same.map(({ body }) => body)).size === 1)).toBe(true);
    const twice = copies.filter((same) => same.length > 1).length;
    expect(twice).toBeGreaterThan(0);
    expect(twice).toBeLessThan(copies.length / 10);
  });

  it("ordering across events is not guaranteed: an item event can precede `verification.v2.created`", async () => {
    const slower = await startTestSandbox(20);
    const receiver = await startReceiver();
    await slower.subscribe(receiver.url, ["verification.v2.created", "verification_item.v2.completed"]);
    const played = Array.from({ length: 60 }, (_, index) => slower.play("partial-upload", { seed: `order ${index}` }));
    const ids = await Promise.all(played);
    await slower.settled();
    const firsts = ids.map((id) => receiver.deliveries.find(({ data }) => data.verification_id === id)?.event_name);
    expect(new Set(firsts)).toEqual(new Set(["verification.v2.created", "verification_item.v2.completed"]));
    await slower.end();
    await receiver.close();
  });
});

describe("Events: Event list", () => {
  it.each(EVENT_NAMES)(
    "every event has its fields and no other; of what is optional some have it, and some do not",
    (name) => {
      const events = service.events(name);
      const optional = Object.entries(OPTIONAL[name] ?? {});
      expect(events.length).toBeGreaterThan(0);
      for (const data of events) {
        const given = optional.filter(([field]) => Object.hasOwn(data, field));
        expect(data).toStrictEqual({ ...FIELDS[name], ...Object.fromEntries(given) });
      }
      for (const [field] of optional) {
        const having = events.filter((data) => Object.hasOwn(data, field)).length;
        expect([field, having > 0, having < events.length]).toEqual([field, true, true]);
      }
    },
  );

  it("`verification.v2.created`, when a verification is created", () => {
    for (const scenario of EVERY_SCENARIO) {
      expect(named(played(scenario).events, "verification.v2.created")).toHaveLength(1);
    }
  });

  it("`verification.v2.finished`, when a verification completes successfully", () => {
    always(({ state, events }) => {
      const finished = named(events, "verification.v2.finished").length > 0;
      if (state.status === "finished") expect(finished).toBe(true);
      if (state.status === "error" || state.status === "pending_validation") expect(finished).toBe(false);
    });
  });

  it("`verification.v2.extraction_completed`, when all extraction items finished extraction, before `verification.v2.finished`", () => {
    always(({ events }) => {
      const extracting = new Set<unknown>();
      let complete = false;
      for (const { event_name, data } of events) {
        if (data.internal_status === "extracting") extracting.add(data.item_id);
        if (event_name === "verification_item.v2.extraction_completed") extracting.delete(data.item_id);
        if (event_name === "verification.v2.extraction_completed") complete = true;
        if (event_name === "verification.v2.extraction_completed") expect(extracting.size).toBe(0);
        if (event_name === "verification.v2.finished") expect(complete).toBe(true);
        if (extracting.size > 0) complete = false;
      }
    });
  });

  it("`verification.v2.document_status_updated`, when `documents_status` changes, and only then", async () => {
    const id = await service.sandbox.play("full-upload");
    const before = await service.deliveriesOf(id);
    await service.sandbox.change(id, { kind: "documents_status", to: "full_upload" });
    expect(await service.deliveriesOf(id)).toEqual(before);
  });

  it("`verification.v2.document_status_updated` applies to verifications created by API or by the widget", () => {
    const creations = service.verifications.filter(({ deliveries }) =>
      deliveries.some(({ event_name }) => event_name === "verification.v2.document_status_updated"),
    );
    expect(new Set(creations.map(({ body }) => body.channel))).toEqual(new Set(["api", "widget"]));
  });

  it("`verification.v2.findings.updated`, when findings are recomputed and stored", () => {
    const runs = service.events("verification.v2.findings.updated");
    expect(runs.some(({ findings }) => findings.length === 0)).toBe(true);
    for (const { severity, message } of runs.flatMap(({ findings }) => findings)) {
      expect([severity, message]).toEqual([oneOf(SEVERITIES), text]);
    }
    // The findings run that was delivered last is the stored one.
    for (const { body, deliveries } of service.verifications.filter(({ scenario }) => scenario !== "old-findings")) {
      const runs = deliveries.filter(({ data }) => "run_id" in data).map(({ data }) => data);
      const latest = runs.sort((a, b) => String(b.computed_at).localeCompare(String(a.computed_at)))[0];
      if (latest) expect(body.findings).toEqual({ items: latest.findings, computed_at: latest.computed_at });
    }
  });

  it("`verification_item.v2.completed`, when an item completes, once", async () => {
    always(({ state, events }) => {
      const completed = named(events, "verification_item.v2.completed").map(({ data }) => data.item_id);
      const items = state.items.filter(({ completed_at }) => completed_at !== null).map(({ item_id }) => item_id);
      expect(completed.toSorted()).toEqual(items.toSorted());
    });
    const id = await service.sandbox.play("pending-upload");
    const queued = { kind: "item_status", item_id: 1, item_type: "csf_mx", internal_status: "queued" };
    const completed = { kind: "item_completed", item_id: 1 };
    await service.sandbox.change(id, queued);
    expect(await service.deliveriesOf(id, "verification_item.v2.completed")).toEqual([]);
    await service.sandbox.change(id, completed);
    await service.sandbox.refuses("CONFLICT", "POST", `/sandbox/verifications/${id}/steps`, {
      body: { changes: [completed] },
    });
    const [event, ...others] = await service.deliveriesOf(id, "verification_item.v2.completed");
    expect([event?.data, others]).toMatchObject([{ item_id: 1, item_type: "csf_mx" }, []]);
  });

  it("`verification_item.v2.internal_status_changed`, when an item's status changes, and only then", async () => {
    const id = await service.sandbox.play("pending-upload");
    const queued = { kind: "item_status", item_id: 1, item_type: "csf_mx", internal_status: "queued" };
    await service.sandbox.change(id, queued, queued);
    expect(await service.deliveriesOf(id, "verification_item.v2.internal_status_changed")).toHaveLength(1);
  });

  it("`verification_item.v2.extraction_completed`, when an item finishes extraction, before it is marked completed", () => {
    const ended = service.events("verification_item.v2.extraction_completed").map(({ success }) => success);
    expect(new Set(ended)).toEqual(new Set([true, false]));
    always(({ events }) => {
      const completed = new Set<unknown>();
      for (const { event_name, data } of events) {
        if (event_name === "verification_item.v2.completed") completed.add(data.item_id);
        if (event_name === "verification_item.v2.extraction_completed") expect(completed).not.toContain(data.item_id);
      }
    });
  });

  const ADDED = "verification.v2.label_added";
  const REMOVED = "verification.v2.label_removed";
  /** Creates a verification that only the caller changes, and applies these actions to a label of it. */
  async function labelledByCaller(...actions: object[]): Promise<string> {
    const id = await service.sandbox.play("pending-upload");
    for (const action of actions) {
      const body = { label: "priority", ...action };
      expect((await service.sandbox.call("POST", `/sandbox/verifications/${id}/labels`, { body })).status).toBe(200);
    }
    return id;
  }
  const brief = (deliveries: readonly Received[]) =>
    deliveries.map(({ event_name, data }) => [event_name, (data.entity as Json).label, data.comment]).sort();
  /** The changes of labels by the service itself while a scenario is played without a caller. */
  const ofService = (scenario: string) =>
    service.of(scenario).deliveries.flatMap(({ event_name, data }) => {
      const { label } = (data.entity ?? {}) as Json;
      return ["shareholders_extracted", "pep_match"].includes(label) ? [[event_name, data.comment]] : [];
    });

  it("`verification.v2.label_added`, when a label is assigned by the caller", async () => {
    const id = await labelledByCaller({ action: "add", comment: "Urge." });
    expect(brief(await service.deliveriesOf(id, ADDED))).toEqual([[ADDED, "priority", "Urge."]]);
    expect(await service.deliveriesOf(id, REMOVED)).toEqual([]);
  });

  it("`verification.v2.label_added`, when a label is assigned automatically by the service", () => {
    expect(ofService("label-removed")).toEqual([[ADDED, null]]);
  });

  it("`status` of label events is the verification's, not the label's", async () => {
    const id = await service.sandbox.play("finished");
    const late = { label: "late", display_name: "Tarde", category: null };
    await service.sandbox.change(id, { kind: "label_added", ...late, comment: null });
    const changes = await service.deliveriesOf(id, "verification.v2.label_added");
    expect(changes.at(-1)?.data).toMatchObject({ status: "finished", entity: late });
  });

  it("`verification.v2.label_removed`, when a label is removed by the caller, with the `comment` at removal", async () => {
    const id = await labelledByCaller({ action: "add", comment: "Urge." }, { action: "remove" });
    expect(brief(await service.deliveriesOf(id, REMOVED))).toEqual([[REMOVED, "priority", "Urge."]]);
  });

  it("`verification.v2.label_removed`, when a label is removed automatically by the service", () => {
    expect(ofService("label-removed-by-service").sort()).toEqual([
      [ADDED, null],
      [REMOVED, null],
    ]);
  });

  it("`verification.v2.label_removed`, as part of a comment update", async () => {
    const id = await labelledByCaller({ action: "add" }, { action: "comment", comment: "Urge." });
    expect(brief(await service.deliveriesOf(id, REMOVED))).toEqual([[REMOVED, "priority", null]]);
  });

  const SEARCHED = "verification_people.curp_search_completed";
  const DEEDS = ["ac_mx", "aa_mx", "pw_mx"];
  /** The lookups of a scenario, each with the type of the item that it followed. */
  function lookupsOf(scenario: string) {
    const { deliveries, people } = service.of(scenario);
    const extractions = deliveries.filter(
      ({ event_name }) => event_name === "verification_item.v2.extraction_completed",
    );
    const types = new Map(extractions.map(({ data }) => [data.item_id, data.item_type]));
    const ended = deliveries.filter(({ event_name }) => event_name === SEARCHED).map(({ data }): Json => data);
    return { people, ended: ended.map((data) => ({ ...data, from: types.get(data.item_id) })) };
  }

  it("`verification_people.curp_search_completed`, after shareholders are extracted from `ac_mx`, `aa_mx` or `pw_mx` items", () => {
    const { people, ended } = lookupsOf("people-every-deed");
    const shareholders = ended.filter((data) => "shareholder_id" in data);
    expect(shareholders.map(({ from }) => from).sort()).toEqual(DEEDS.toSorted());
    for (const { people_id, shareholder_id } of shareholders) {
      expect(people).toContainEqual(expect.objectContaining({ people_id, shareholder_id }));
    }
  });

  it("`verification_people.curp_search_completed`, after a `person_id` item creates a person", async () => {
    const { people, ended } = lookupsOf("people-every-deed");
    const [created, ...others] = ended.filter(({ from }) => from === "person_id");
    expect([created, others]).toEqual([expect.not.objectContaining({ shareholder_id: expect.anything() }), []]);
    expect(people.map(({ people_id }) => people_id)).toContain(created?.people_id);
    // The person does not exist before the lookup, and exists after it.
    const {
      external_identities: known,
      people_id,
      full_name,
      role,
    } = people.find((one) => one.people_id === created?.people_id);
    const { curp_file: _, ...result } = known.curp;
    const id = await service.sandbox.play("pending-upload");
    await service.sandbox.change(
      id,
      { kind: "item_status", item_id: 1, item_type: "person_id", internal_status: "queued" },
      { kind: "item_extracted", item_id: 1, success: true },
    );
    expect(await service.sandbox.people(id)).toEqual([]);
    await service.sandbox.change(id, { kind: "curp_searched", people_id, item_id: 1, full_name, role, result });
    expect(await service.sandbox.people(id)).toMatchObject([{ people_id, external_identities: { curp: result } }]);
    const lookups = await service.deliveriesOf(id, SEARCHED);
    expect(lookups.map(({ data }) => [data.item_id, data.people_id])).toEqual([[1, people_id]]);
  });

  it("`verification_people.curp_search_completed`, after a `person_id` item updates a person", async () => {
    const { people, ended } = lookupsOf("people-updated");
    const created = ended.find(({ from, people_error }) => from === "ac_mx" && people_error);
    const updated = ended.filter(({ people_id, from }) => people_id === created?.people_id && from === "person_id");
    expect(updated).toHaveLength(1);
    expect(updated[0]).not.toHaveProperty("people_error");
    const [person, ...others] = people.filter(({ people_id }) => people_id === created?.people_id);
    expect([person, others]).toMatchObject([{ external_identities: { curp: { success: true } } }, []]);
    // A person tied to a shareholder stays tied, even if the update does not name the shareholder.
    const { id } = service.of("people-updated");
    const { curp_file: _, ...result } = person.external_identities.curp;
    const { people_id, shareholder_id, full_name, role } = person;
    await service.sandbox.change(id, { kind: "curp_searched", people_id, item_id: 1, full_name, role, result });
    expect(await service.sandbox.people(id)).toContainEqual(expect.objectContaining({ people_id, shareholder_id }));
    const latest = (await service.deliveriesOf(id, SEARCHED)).find(({ data }) => data.item_id === 1);
    expect(latest?.data).toMatchObject({ people_id, shareholder_id });
  });

  it("a CURP lookup follows the extraction of its item, from which a person is created only if it names people", () => {
    always(({ events }) => {
      const extracted = new Map<unknown, unknown>();
      const known = new Set<unknown>();
      for (const { event_name, data } of events) {
        if (event_name === "verification_item.v2.extraction_completed") extracted.set(data.item_id, data.item_type);
        if (event_name !== SEARCHED || data.item_id === undefined) continue;
        const creating = "shareholder_id" in data ? DEEDS : ["person_id"];
        expect(known.has(data.people_id) ? [...DEEDS, "person_id"] : creating).toContain(extracted.get(data.item_id));
        known.add(data.people_id);
      }
    });
  });
});

describe("Events: Event rules", () => {
  it("1: updating the comment of a label emits `label_removed` (old comment) and `label_added` (new comment)", async () => {
    const id = await service.sandbox.play("pending-upload");
    const entity = { label: "priority", display_name: "Prioritario", category: null };
    const comment = { kind: "label_comment", label: "priority", comment: "después" };
    await service.sandbox.change(id, { kind: "label_added", ...entity, comment: "antes" }, comment);
    const mine = (await service.deliveriesOf(id)).filter(({ data }) => data.entity);
    expect(mine.map(({ event_name, data }) => [event_name, data.comment]).sort()).toEqual([
      ["verification.v2.label_added", "antes"],
      ["verification.v2.label_added", "después"],
      ["verification.v2.label_removed", "antes"],
    ]);
    for (const { data } of mine) expect(data.entity).toEqual({ type: "label", ...entity });
  });

  it("1: the two events of a comment update may arrive out of order", () => {
    const overtakes = Array.from({ length: 200 }, (_, index) => {
      const advanced = played("label-comment", `seed ${index}`);
      const deliveries = deliveriesOf(advanced, [{ id: "wh_1", events: [...EVENT_NAMES] }], 0, 1);
      const removed = deliveries.find(({ event_name }) => event_name === "verification.v2.label_removed");
      const added = deliveries.findLast(
        ({ body }) => JSON.parse(body).data.comment === advanced.state.labels[0]?.comment,
      );
      return Math.sign(Number(removed?.next_at) - Number(added?.next_at));
    });
    expect(new Set(overtakes)).toEqual(new Set([-1, 0, 1]));
  });

  it("2: ordered by `updated_at`, each `previous_documents_status` equals the prior event's `documents_status`", () => {
    always(({ events }) => {
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

  it("2: the order holds for changes that follow each other at once", async () => {
    const id = await service.sandbox.play("pending-upload");
    const to = (value: string) => ({ kind: "documents_status", to: value });
    const many = Array.from({ length: 20 }, (_, index) => to(index % 2 === 0 ? "full_upload" : "partial_upload"));
    // Changes of one call are a millisecond apart and end now: here more changes than milliseconds since the previous call.
    for (let call = 0; call < 3; call += 1) await service.sandbox.change(id, to("pending_external"), ...many);
    const changes = await service.deliveriesOf(id, "verification.v2.document_status_updated");
    const ordered = changes
      .map(({ data }) => data)
      .sort((a, b) => String(a.updated_at).localeCompare(String(b.updated_at)));
    expect(new Set(ordered.map((data) => data.updated_at)).size).toBe(64);
    expect(ordered.map((data) => data.previous_documents_status)).toEqual([
      null,
      ...ordered.slice(0, -1).map((data) => data.documents_status),
    ]);
  });

  it("2: `updated_at` minus `created_at` of the first `full_upload` is the time from creation to completed file", () => {
    always(({ state, events }) => {
      const complete = named(events, "verification.v2.document_status_updated").find(
        ({ data }) => data.documents_status === "full_upload",
      );
      if (!complete) return;
      expect(complete.data.created_at).toBe(state.created_at);
      expect(Date.parse(String(complete.data.updated_at))).toBeGreaterThan(Date.parse(state.created_at));
    });
  });

  it("3: runs are ordered by `computed_at`: a later run of a verification has a later one", () => {
    always(({ events }) => {
      const times = named(events, "verification.v2.findings.updated").map(({ data }) =>
        Date.parse(String(data.computed_at)),
      );
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    });
  });

  it("4: `run_id` is unique per run, the same in a redelivery, and exists only in this event", () => {
    const runs = service.events("verification.v2.findings.updated").map(({ run_id: id }) => id);
    expect(new Set(runs).size).toBe(runs.length);
    const sent = service.receiver.deliveries.filter(({ body }) => body.includes('"run_id"'));
    expect(new Set(sent.map(({ event_name }) => event_name))).toEqual(new Set(["verification.v2.findings.updated"]));
    expect(new Set(sent.map(({ data }) => data.run_id)).size).toBe(new Set(sent.map(({ body }) => body)).size);
  });

  it("6: typically one or two `provisional` runs and one `final` run occur per verification", () => {
    always(({ events }, name) => {
      const sources = named(events, "verification.v2.findings.updated").map(({ data }) => data.source);
      // Only a run on demand makes a third one.
      const most = name === "findings-on-demand" ? 3 : 2;
      expect(sources.filter((source) => source === "provisional").length).toBeLessThanOrEqual(most);
      if (name.startsWith("finished") && name !== "finished-again") {
        expect(sources.at(-1)).toBe("final");
        expect(sources.filter((source) => source === "final")).toHaveLength(1);
        expect(sources.length).toBeGreaterThan(1);
      }
    });
  });

  it("8: after `curp_search_completed`, the entry of `full_list` with the event's `people_id` holds the result", () => {
    let seen = 0;
    for (const { deliveries, people } of service.verifications) {
      const ended = deliveries.filter(({ event_name }) => event_name === "verification_people.curp_search_completed");
      for (const { data } of ended) {
        const entry = people.find(({ people_id: id }) => id === data.people_id);
        expect(typeof entry?.external_identities.curp.success).toBe("boolean");
        const alone = ended.filter((other) => other.data.people_id === data.people_id).length === 1;
        if (alone && "people_error" in data) expect(entry?.external_identities.curp.success).toBe(false);
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(50);
  });
});
