import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT_NAMES, type EventName, eventTime, readDelivery } from "./event.ts";

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));

const TIME = "2026-11-20T12:00:00Z";

/** The fewest fields with which each event still states a fact (design §4: only key fields are required), and its time. */
const keyFields: Record<(typeof EVENT_NAMES)[number], Record<string, unknown>> = {
  "verification.v2.created": {},
  "verification.v2.finished": {},
  "verification.v2.extraction_completed": {},
  "verification.v2.document_status_updated": { documents_status: "full_upload", updated_at: TIME },
  "verification.v2.findings.updated": { findings: [], computed_at: TIME, run_id: "run-1" },
  "verification_item.v2.completed": { item_id: 1, completed_at: TIME },
  "verification_item.v2.internal_status_changed": { item_id: 1, internal_status: "processing", updated_at: TIME },
  "verification_item.v2.extraction_completed": { item_id: 1, extraction_completed_at: TIME },
  "verification.v2.label_added": { entity: { label: "vip" }, added_at: TIME },
  "verification.v2.label_removed": { entity: { label: "vip" }, removed_at: TIME },
  "verification_people.curp_search_completed": { people_id: 7 },
};

describe.each(EVENT_NAMES)("%s", (event_name) => {
  const data = { verification_id: "ver_1", ...keyFields[event_name] };

  it("is understood with its key fields alone", () => {
    expect(readDelivery(bytes({ event_name, data }))).toMatchObject({
      recognized: true,
      event_name,
      verification_id: "ver_1",
    });
  });

  const times = Object.keys(data).filter((field) => field.endsWith("_at"));

  it.each(times)("is understood with or without %s, whatever its value", (field) => {
    for (const [value, text] of [
      ["soon", "soon"],
      ["22/11/2026", "22/11/2026"],
      [1_763_640_000, "1763640000"],
      [{ seconds: 7 }, '{"seconds":7}'],
      ["x".repeat(1300), "x".repeat(1000)],
      ["", ""],
      [null, ""],
      [undefined, ""],
    ]) {
      const read = readDelivery(bytes({ event_name, data: { ...data, [field]: value } }));
      expect(read.recognized && eventTime(read.event)).toEqual({ at: null, text });
    }
    const read = readDelivery(bytes({ event_name, data: { ...data, [field]: "20261120T060000,0-0600" } }));
    expect(read.recognized && eventTime(read.event)).toEqual({ at: "2026-11-20T12:00:00.000000Z", text: null });
  });

  const keys = Object.keys(data).filter((field) => !times.includes(field));

  it.each(keys)("is kept as unrecognized without %s, naming the field", (field) => {
    const { [field]: _, ...rest } = data as Record<string, unknown>;
    const read = readDelivery(bytes({ event_name, data: rest }));
    expect(read).toMatchObject({ recognized: false, reason: "invalid_field", event_name });
    expect(read.recognized ? "" : read.detail).toContain(field);
  });

  it("is kept as unrecognized, without a verification, when its verification_id has the shape of a CURP", () => {
    for (const verification_id of ["BAWX800101HDFLTL09", "bawx-800101-hdfltl-09"]) {
      expect(readDelivery(bytes({ event_name, data: { ...data, verification_id } }))).toEqual({
        recognized: false,
        reason: "invalid_field",
        detail: "data.verification_id: shaped like a CURP",
        event_name,
        verification_id: null,
      });
    }
  });

  it.each([".", ".."])("is kept as unrecognized when its verification_id is %s, which fits in no address", (id) => {
    const read = readDelivery(bytes({ event_name, data: { ...data, verification_id: id } }));
    expect(read).toMatchObject({ recognized: false, reason: "invalid_field", verification_id: null });
  });

  it("survives a bad optional field", () => {
    const odd = { account_name: 7, account_id: [], status: {}, verification_tag: false, created_at: "never" };
    const read = readDelivery(bytes({ event_name, data: { ...data, ...odd } }));
    expect(read.recognized && read.event.data.account_id).toBeNull();
  });
});

describe("readDelivery", () => {
  it.each([
    ["not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), "not_utf8"],
    ["not JSON", bytes("{"), "not_json"],
    ["empty", bytes(""), "not_json"],
    ["not an object", bytes("[]"), "not_an_event"],
    [
      "an unknown event",
      bytes({ event_name: "verification.v3.created", data: { verification_id: "v" } }),
      "unknown_event",
    ],
    ["an inherited name", bytes({ event_name: "toString", data: { verification_id: "v" } }), "unknown_event"],
  ])("keeps a body that is %s as unrecognized", (_, body, reason) => {
    expect(readDelivery(body)).toMatchObject({ recognized: false, reason });
  });

  it("keeps the verification of an unknown event", () => {
    const read = readDelivery(bytes({ event_name: "verification.v9.new", data: { verification_id: "ver_9" } }));
    expect(read).toMatchObject({ event_name: "verification.v9.new", verification_id: "ver_9" });
  });

  it("drops an id in the shape of a CURP from an unknown event", () => {
    const read = readDelivery(
      bytes({ event_name: "verification.v9.new", data: { verification_id: "BAWX800101HDFLTL09" } }),
    );
    expect(read).toMatchObject({ reason: "unknown_event", verification_id: null });
  });

  it("refuses a numeric id that JSON has already rounded", () => {
    const body = `{"event_name":"verification_item.v2.completed","data":{"verification_id":"v","item_id":9007199254740993,"completed_at":"${TIME}"}}`;
    expect(readDelivery(bytes(body))).toMatchObject({ recognized: false, reason: "invalid_field" });
  });

  it("removes characters that PostgreSQL refuses from text, but never alters an id", () => {
    const event_name = "verification.v2.created";
    const read = readDelivery(bytes({ event_name, data: { verification_id: "v", account_name: "a\u0000b\ud800" } }));
    expect(read.recognized && read.event.data).toMatchObject({ account_name: "ab\ufffd" });
    expect(readDelivery(bytes({ event_name, data: { verification_id: "v\u0000" } })).recognized).toBe(false);
  });

  /** All are equal up to the 200th character, or without the characters that PostgreSQL refuses. */
  const alike = [`${"k".repeat(200)}1`, `${"k".repeat(200)}\u{1f600}`, "k\u0000", "\u0000k", "k\ud800"];

  it.each<[EventName, (text: string) => object]>([
    ["verification.v2.label_added", (label) => ({ entity: { label } })],
    ["verification.v2.findings.updated", (run_id) => ({ run_id })],
    ["verification.v2.document_status_updated", (documents_status) => ({ documents_status })],
    ["verification_item.v2.internal_status_changed", (internal_status) => ({ internal_status })],
  ])("refuses a key of %s that storage would have to alter, so that no two keys are confused", (event_name, keyed) => {
    const read = (text: string) =>
      readDelivery(bytes({ event_name, data: { ...keyFields[event_name], verification_id: "v", ...keyed(text) } }));
    for (const key of ["k".repeat(200), "k", "ñ k"]) {
      const { recognized, ...rest } = read(key);
      expect(recognized).toBe(true);
      expect(JSON.stringify(rest)).toContain(`"${key}"`);
    }
    for (const key of alike) {
      expect(read(key)).toMatchObject({ recognized: false, reason: "invalid_field", verification_id: "v" });
    }
  });

  it("leaves out a code that storage would have to alter, so that no two codes are confused", () => {
    const event_name = "verification_people.curp_search_completed";
    for (const people_error of alike) {
      const read = readDelivery(bytes({ event_name, data: { verification_id: "v", people_id: 1, people_error } }));
      expect(read.recognized && read.event.data).toMatchObject({ people_error: null });
    }
    const findings = [{ severity: "high\u0000", message: "m" }];
    const run = { ...keyFields["verification.v2.findings.updated"], verification_id: "v", findings };
    const read = readDelivery(bytes({ event_name: "verification.v2.findings.updated", data: run }));
    expect(read.recognized && read.event.data).toMatchObject({ findings: [{ severity: "high\ufffd" }] });
    expect(readDelivery(bytes({ event_name: `${event_name}\u0000`, data: {} })).event_name).not.toBe(event_name);
  });

  it("leaves out entries that are not findings and keeps the rest", () => {
    const findings = [
      { severity: "high", message: "m" },
      7,
      null,
      { severity: "low" },
      { severity: "odd", message: "n" },
    ];
    const event_name = "verification.v2.findings.updated";
    const read = readDelivery(
      bytes({ event_name, data: { ...keyFields[event_name], verification_id: "v", findings } }),
    );
    expect(read.recognized && read.event.data).toMatchObject({
      findings: [
        { severity: "high", message: "m", missing_field: null },
        { severity: "odd", message: "n", missing_field: null },
      ],
    });
  });

  it("never throws, whatever the bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (body) => void readDelivery(body)));
    fc.assert(
      fc.property(
        fc.constantFrom(...EVENT_NAMES),
        fc.jsonValue(),
        (event_name, data) => void readDelivery(bytes({ event_name, data })),
      ),
    );
  });
});

it("keeps all digits of a numeric time: two times that JavaScript rounds alike stay different", () => {
  const read = (at: string) =>
    readDelivery(bytes(`{"event_name":"verification.v2.created","data":{"verification_id":"v","created_at":${at}}}`));
  for (const at of ["1763640000000000001", "1763640000000000002"]) {
    const delivery = read(at);
    expect(delivery.recognized && eventTime(delivery.event)).toEqual({ at: null, text: at });
  }
});
