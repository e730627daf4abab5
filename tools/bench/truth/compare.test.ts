import { describe, expect, it } from "vitest";
import { type Answer, compare, type Emitted, type Truth } from "./compare.ts";

const AT = "2026-11-20T10:00:00.000Z";
const INSTANT = "2026-11-20T10:00:00.000000Z";

const event = (event_name: string, data: Emitted["data"]): Emitted => ({ event_name, data, lost: false, known: false });
const entity = { type: "label", label: "vip", display_name: "VIP", category: null };

/** A verification with one of each: document, label, run and person. */
const truth: Truth = {
  state: {
    account_name: "Maderas",
    extraction_completed_at: null,
    findings: { items: [], computed_at: AT, source: "final", run_id: "run_1" },
    items: [
      {
        item_id: 1,
        item_type: "csf_mx",
        internal_status: "completed",
        item_error: null,
        extraction_completed_at: null,
        success: null,
        completed_at: AT,
      },
    ],
    labels: [{ ...entity, comment: null, added_at: AT }],
  },
  answer: {
    verification_id: "ver_1",
    account_id: "acc_1",
    created_at: AT,
    status: "finished",
    tag: "EXP-1",
    documents_status: "full_upload",
    findings: { items: [{ severity: "low", message: "Falta la firma." }], computed_at: AT },
    channel: "api",
  },
  people: {
    full_list: [{ people_id: 7, external_identities: { curp: { success: true, curp_file: "https://x/?Expires=1" } } }],
  },
  events: [
    event("verification.v2.created", {}),
    event("verification.v2.document_status_updated", { documents_status: "full_upload", updated_at: AT }),
    event("verification_item.v2.completed", { item_id: 1, completed_at: AT }),
    event("verification.v2.label_added", { entity, comment: null, added_at: AT }),
    event("verification.v2.findings.updated", { run_id: "run_1" }),
    event("verification_people.curp_search_completed", { people_id: 7, item_id: 1 }),
  ],
};

const right = (): Answer =>
  ({
    detail: {
      verification: {
        account_id: "acc_1",
        account_name: "Maderas",
        tag: "EXP-1",
        created_at: INSTANT,
        status: "finished",
        documents_status: "full_upload",
        first_completed_at: INSTANT,
        extraction_completed_at: null,
        findings: { high: 0, medium: 0, low: 1 },
        items_total: 1,
        items_with_error: 0,
        item_errors: [],
        item_types: ["csf_mx"],
        item_types_with_error: [],
        labels: ["vip"],
        label_names: ["VIP"],
      },
      possibly_incomplete: [],
      documents_status_timeline: [{ to: "full_upload", at: INSTANT }],
      findings: {
        items: [{ severity: "low", message: "Falta la firma.", missing_field: null }],
        computed_at: INSTANT,
        source: "final",
        run_id: "run_1",
        before_reopening: false,
      },
      items: [
        {
          item_id: 1,
          item_type: "csf_mx",
          item_error: null,
          internal_status: "completed",
          success: null,
          completed_at: INSTANT,
          extraction_completed_at: null,
          problem: null,
          history: [{ kind: "completed", at: INSTANT }],
        },
      ],
      labels: [
        {
          label: "vip",
          display_name: "VIP",
          category: null,
          comment: null,
          added_at: INSTANT,
          removed_at: null,
          history: [{ kind: "added", at: INSTANT, comment: null }],
        },
      ],
      other_fields: { channel: "api" },
    },
    people: {
      full_list: [
        {
          people_id: 7,
          shareholder_id: null,
          full_name: null,
          role: null,
          external_identities: {
            curp: {
              success: true,
              message: null,
              search_number: null,
              applicant_data: null,
              evidentiary_document_data: null,
              curp_file: { available: true, expires_at: INSTANT },
              other_fields: {},
            },
            other_fields: {},
          },
          other_fields: {},
          lookup_error: null,
          lookups: [{ people_error: null, item_id: 1, shareholder_id: null }],
          has_older_lookups: false,
        },
      ],
    },
  }) as unknown as Answer;

const found = (said: Answer, of: Truth = truth) =>
  compare(of, said).map(({ kind, part, field }) => `${kind} ${part} ${field}`);
const losing = (name: string, known: boolean): Truth => ({
  ...truth,
  events: truth.events.map((each) => (each.event_name === name ? { ...each, lost: true, known } : each)),
});
const marking = (said: Answer, part: string): Answer => ({
  ...said,
  detail: { ...said.detail, possibly_incomplete: [{ part }] } as unknown as Answer["detail"],
});

it("finds no difference if all is right", () => {
  expect(found(right())).toEqual([]);
});

it("finds differences that a reading would restore, marked or not", () => {
  const said = right();
  said.detail.verification.status = "pending";
  const [person] = said.people.full_list;
  if (person) person.role = "socio";
  expect(found(said)).toEqual(["healable status status", "healable people person"]);
  expect(found(marking(said, "status"))).toEqual(["healable status status", "healable people person"]);
});

describe("a difference that no reading restores", () => {
  const withoutCompletion = () => {
    const said = right();
    const [item] = said.detail.items;
    if (item) item.completed_at = null;
    return said;
  };

  it("is unmarked if its event was lost in a known interval, and traceless otherwise", () => {
    const lost = (known: boolean) => found(withoutCompletion(), losing("verification_item.v2.completed", known));
    expect(lost(true)).toEqual(["unmarked items completed_at"]);
    expect(lost(false)).toEqual(["traceless items completed_at"]);
  });

  it("is traceless if the loss in a known interval is of another part", () => {
    const other = losing("verification.v2.label_added", true);
    expect(found(withoutCompletion(), other)).toEqual(["traceless items completed_at"]);
  });

  it("is judged by the event that states the field, if there is only one", () => {
    const extracted = event("verification.v2.extraction_completed", { extraction_completed_at: AT });
    const said = right();
    said.detail.verification.extraction_completed_at = "2026-11-20T09:00:00.000000Z";
    const kindOf = (lost: Partial<Emitted>) =>
      found(said, {
        ...truth,
        state: { ...truth.state, extraction_completed_at: AT },
        events: [event("verification.v2.created", {}), { ...extracted, ...lost }].map((each, index) =>
          index === 0 ? { ...each, lost: true, known: true } : each,
        ),
      }).filter((line) => line.includes("extraction"));
    expect(kindOf({ lost: true, known: true })).toEqual(["unmarked items extraction_completed_at"]);
    expect(kindOf({ lost: true })).toEqual(["traceless items extraction_completed_at"]);
  });

  it("is marked if its part is marked", () => {
    expect(found(marking(withoutCompletion(), "items"))).toEqual(["marked items completed_at"]);
  });

  it("is a removed label shown as assigned, or a label that is not shown", () => {
    const said = right();
    said.detail.labels = [];
    said.detail.verification.labels = [];
    expect(found(said, losing("verification.v2.label_added", true))).toEqual(
      ["assigned", "history", "labels"].map((field) => `unmarked labels ${field}`),
    );
  });
});

it("is a lookup that is not shown, but not a repeated report of one", () => {
  const again = { ...truth, events: [...truth.events, ...truth.events.slice(-1)] };
  expect(found(right(), again)).toEqual([]);
  const said = right();
  for (const person of said.people.full_list) person.lookups = [];
  expect(found(said, losing("verification_people.curp_search_completed", true))).toEqual(["unmarked people lookups"]);
});

it("counts each part that is marked although it is right", () => {
  expect(found(marking(right(), "labels"))).toEqual(["needless labels labels"]);
});
