import { describe, expect, it } from "vitest";
import { readVerificationSnapshot } from "./snapshot.ts";

const record = {
  verification_id: "ver_1",
  account_id: "acc_1",
  status: "pending",
  documents_status: "partial_upload",
  tag: "tag",
  created_at: "2026-11-20T10:00:00Z",
  findings: {
    items: [{ severity: "high", message: "Falta el acta", missing_field: "acta" }],
    computed_at: "2026-11-20T12:00:00+02:00",
  },
};

const read = {
  status: "pending",
  documents_status: "partial_upload",
  tag: "tag",
  account_id: "acc_1",
  created_at: "2026-11-20T10:00:00.000000Z",
  findings: [{ severity: "high", message: "Falta el acta", missing_field: "acta" }],
  findings_computed_at: "2026-11-20T10:00:00.000000Z",
  created_at_text: null,
  findings_computed_at_text: null,
};

describe("readVerificationSnapshot", () => {
  it("reads the record bare or under data", () => {
    expect(readVerificationSnapshot(record)).toEqual(read);
    expect(readVerificationSnapshot({ data: record })).toEqual(read);
    expect(readVerificationSnapshot({ success: true, data: record })).toEqual(read);
  });

  it("accepts a data field of the record itself", () => {
    expect(readVerificationSnapshot({ ...record, data: { status: "other" } }).status).toBe("pending");
  });

  it("drops only the wrong field", () => {
    const odd = { ...record, status: 7, created_at: "yesterday", findings: { items: "none", computed_at: null } };
    expect(readVerificationSnapshot(odd)).toEqual({
      ...read,
      status: null,
      created_at: null,
      created_at_text: "yesterday",
      findings: null,
      findings_computed_at: null,
    });
  });

  it("does not shorten a code into another code", () => {
    const odd = { ...record, status: "pending\u0000", documents_status: `${"x".repeat(200)}y` };
    expect(readVerificationSnapshot(odd)).toEqual({ ...read, status: null, documents_status: null });
  });

  it("keeps the text of a time that it cannot parse", () => {
    const findings = { ...record.findings, computed_at: 20_261_120 };
    expect(readVerificationSnapshot({ ...record, findings })).toEqual({
      ...read,
      findings_computed_at: null,
      findings_computed_at_text: "20261120",
    });
  });

  it("keeps findings without a time, and distinguishes an empty list from a missing one", () => {
    const none = { items: [], computed_at: null };
    expect(readVerificationSnapshot({ ...record, findings: none })).toMatchObject({
      findings: [],
      findings_computed_at: null,
    });
  });

  it.each([[null], ["text"], [7], [[]], [{}]])("finds no fields in %j", (answer) => {
    expect(Object.values(readVerificationSnapshot(answer)).every((value) => value === null)).toBe(true);
  });
});
