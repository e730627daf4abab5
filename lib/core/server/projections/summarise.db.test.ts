import { describe, expect, it } from "vitest";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { type Arrival, deliver, read, secondsIn, storeArrivals } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";

const database = await ownDatabase();

const instant = (offset: number) => secondsIn(offset).replace("Z", "000Z");
const endOf = (offset: number) => secondsIn(offset).replace(".000Z", ".999999Z");

const documents = (id: string, at: number, previous: string | null, value: string, more: object = {}, t?: number) =>
  deliver(
    "verification.v2.document_status_updated",
    {
      verification_id: id,
      previous_documents_status: previous,
      documents_status: value,
      updated_at: secondsIn(at),
      ...more,
    },
    t,
  );
const run = (id: string, at: number, run_id: string, source: string, severities: string[]) =>
  deliver("verification.v2.findings.updated", {
    verification_id: id,
    run_id,
    source,
    computed_at: secondsIn(at),
    findings: severities.map((severity) => ({ severity, message: "Falta" })),
  });
const found = (at: number | null, severities: string[]) => ({
  findings: {
    items: severities.map((severity) => ({ severity, message: "Falta" })),
    computed_at: at === null ? null : secondsIn(at),
  },
});
const item = (
  id: string,
  kind: "completed" | "extraction_completed" | "internal_status_changed",
  item_id: number,
  at: number,
  item_error?: string,
) => {
  const field = {
    completed: "completed_at",
    extraction_completed: "extraction_completed_at",
    internal_status_changed: "updated_at",
  };
  return deliver(`verification_item.v2.${kind}`, {
    verification_id: id,
    item_id,
    item_error,
    internal_status: "processing",
    [field[kind]]: secondsIn(at),
  });
};
const label = (id: string, kind: "added" | "removed", name: string, at: number, display_name?: string) =>
  deliver(`verification.v2.label_${kind}`, {
    verification_id: id,
    entity: { label: name, display_name },
    [`${kind}_at`]: secondsIn(at),
  });
const stated = (id: string, at: number, data: object, t?: number) =>
  deliver("verification.v2.created", { verification_id: id, created_at: secondsIn(at), ...data }, t);

/** Arrivals about a verification `v`, and the summary expected after them. */
type Example = [what: string, arrivals: Arrival[], summary: object];

const EXAMPLES: Record<string, Example[]> = {
  documents_status: [
    [
      "is the latest change, the first full_upload the completion",
      [
        documents("v", 30, "full_upload", "partial_upload"),
        documents("v", 20, "partial_upload", "full_upload"),
        documents("v", 10, null, "partial_upload"),
        documents("v", 40, "partial_upload", "full_upload"),
      ],
      {
        documents_status: "full_upload",
        documents_status_at: instant(40),
        first_completed_at: instant(20),
        has_gap: false,
      },
    ],
    [
      "follows the chain at one instant",
      [documents("v", 10, "partial_upload", "full_upload"), documents("v", 10, null, "partial_upload")],
      { documents_status: "full_upload", has_gap: false },
    ],
    [
      "has a gap where a predecessor is missing",
      [documents("v", 10, null, "pending_upload"), documents("v", 20, "partial_upload", "full_upload")],
      { documents_status: "full_upload", has_gap: true },
    ],
    [
      "has a gap where the first known change had a predecessor",
      [documents("v", 20, "partial_upload", "full_upload")],
      { has_gap: true },
    ],
    [
      "dated ahead counts at the end of the second of its signature",
      [documents("v", 3000, null, "partial_upload", {}, 10), documents("v", 20, "partial_upload", "full_upload")],
      { documents_status: "full_upload", documents_status_at: instant(20), has_gap: false },
    ],
    [
      "dated ahead counts at the smallest t of its copies",
      [documents("v", 3000, null, "partial_upload", {}, 40), documents("v", 3000, null, "partial_upload", {}, 10)],
      { documents_status_at: endOf(10) },
    ],
    [
      "is what a later read says; a read that only confirms does not make it newer",
      [documents("v", 10, null, "partial_upload"), read("v", 20, { documents_status: "partial_upload" })],
      { documents_status: "partial_upload", documents_status_at: instant(10) },
    ],
    [
      "is what a later read says, where events say otherwise",
      [documents("v", 10, null, "partial_upload"), read("v", 20, { documents_status: "full_upload" })],
      { documents_status: "full_upload", documents_status_at: instant(20), first_completed_at: null },
    ],
    [
      "is the event's when read at the same instant",
      [documents("v", 20, null, "partial_upload"), read("v", 20, { documents_status: "full_upload" })],
      { documents_status: "partial_upload" },
    ],
  ],
  status: [
    [
      "is the latest statement of any event",
      [
        label("v", "added", "vip", 20),
        stated("v", 10, { status: "pending" }),
        documents("v", 30, null, "full_upload", { status: "pending_validation" }),
      ],
      { status: "pending_validation", status_at: instant(30), created_at: instant(10) },
    ],
    [
      "of finished counts at the end of its second t",
      [
        deliver("verification.v2.finished", { verification_id: "v", status: "finished" }, 20),
        documents("v", 20, null, "full_upload", { status: "pending" }),
      ],
      { status: "finished", status_at: endOf(20) },
    ],
    [
      "goes back when reopened",
      [
        deliver("verification.v2.finished", { verification_id: "v", status: "finished" }, 20),
        documents("v", 30, null, "partial_upload", { status: "pending" }),
      ],
      { status: "pending", status_at: instant(30) },
    ],
    [
      "may be known only by reading",
      [stated("v", 10, { status: "pending" }), read("v", 20, { data: { status: "error" } })],
      { status: "error", status_at: instant(20), last_activity_at: instant(10) },
    ],
  ],
  "base fields": [
    [
      "are each the latest that is stated",
      [
        stated("v", 10, { account_id: "acc", account_name: "Uno", verification_tag: "old" }),
        deliver("verification.v2.finished", { verification_id: "v", account_name: "Dos" }, 20),
        read("v", 30, { tag: "new", account_name: "never read" }),
      ],
      { account_id: "acc", account_name: "Dos", tag: "new", created_at: instant(10) },
    ],
    [
      "are known of a verification that was only read, by the first sight of its last answer",
      [read("v", 10, { tag: "a" }), read("v", 20, { tag: "b" }), read("v", 30, { tag: "b" })],
      { tag: "b", status: null, last_activity_at: instant(20) },
    ],
  ],
  findings: [
    [
      "are those of the latest run, final or not",
      [run("v", 10, "r1", "final", ["high"]), run("v", 20, "r2", "provisional", ["low", "low", "medium"])],
      { findings_high: 0, findings_medium: 1, findings_low: 2, findings_source: "provisional" },
    ],
    [
      "are final at equal times",
      [run("v", 10, "r1", "final", ["high"]), run("v", 10, "r2", "provisional", ["low"])],
      { findings_high: 1, findings_low: 0, findings_source: "final" },
    ],
    [
      "are not final because the verification is finished",
      [
        run("v", 10, "r1", "provisional", ["low"]),
        deliver("verification.v2.finished", { verification_id: "v", status: "finished" }),
      ],
      { status: "finished", findings_low: 1, findings_source: "provisional" },
    ],
    [
      "that were read are the run of the same computed_at",
      [run("v", 10, "r1", "final", ["high"]), read("v", 20, found(10, ["high"]))],
      { findings_high: 1, findings_source: "final" },
    ],
    [
      "that were read with a later time are a run of unknown source",
      [run("v", 10, "r1", "final", ["high"]), read("v", 30, found(20, ["low"]))],
      { findings_high: 0, findings_low: 1, findings_source: null, findings_computed_at: instant(20) },
    ],
    [
      "that were read once are not taken back by a later answer with an older run",
      [run("v", 10, "r1", "final", ["high"]), read("v", 30, found(20, ["low"])), read("v", 40, found(10, ["high"]))],
      { findings_high: 0, findings_low: 1, findings_computed_at: instant(20) },
    ],
    [
      "give the words of the first of the gravest ones, cut",
      [
        deliver("verification.v2.findings.updated", {
          verification_id: "v",
          run_id: "r1",
          source: "final",
          computed_at: secondsIn(10),
          findings: [
            { severity: "odd", message: "Otra" },
            { severity: "low", message: "Leve" },
            { severity: "medium", message: "ñ".repeat(300), missing_field: "poder" },
            { severity: "medium", message: "Segunda" },
          ],
        }),
      ],
      { gravest_finding: { severity: "medium", message: "ñ".repeat(200), missing_field: "poder" } },
    ],
    [
      "are none where the latest run has none",
      [run("v", 10, "r1", "final", ["high"]), run("v", 20, "r2", "final", [])],
      { findings_high: 0, gravest_finding: null },
    ],
    [
      "without a time lose to any run",
      [run("v", 10, "r1", "provisional", []), read("v", 20, found(null, ["high"]))],
      { findings_high: 0, findings_source: "provisional" },
    ],
    [
      "without a time are better than none, and severities outside the enum are not counted",
      [read("v", 20, found(null, ["high", "odd"]))],
      { findings_high: 1, findings_medium: 0, findings_low: 0, findings_computed_at: null },
    ],
  ],
  items: [
    [
      "count once each, with the error of the latest event of any kind",
      [
        item("v", "internal_status_changed", 1, 10, "unsupported_file_type"),
        item("v", "completed", 1, 20),
        item("v", "extraction_completed", 2, 10),
        item("v", "internal_status_changed", 2, 20, "z_error"),
        item("v", "completed", 3, 20, "a_error"),
        item("v", "completed", 4, 20, "a_error"),
      ],
      { items_total: 4, items_with_error: 3, item_errors: ["a_error", "z_error"] },
    ],
    [
      "take completed over the others at one instant",
      [item("v", "completed", 1, 10), item("v", "extraction_completed", 1, 10, "broken")],
      { items_with_error: 0 },
    ],
    [
      "take a present error over none at one instant",
      [item("v", "completed", 1, 10), item("v", "completed", 1, 10, "broken")],
      { items_with_error: 1, item_errors: ["broken"] },
    ],
  ],
  "times that cannot be read": [
    [
      "count as when the event was signed",
      [
        documents("v", 10, null, "partial_upload", {}, 11),
        documents("v", 0, "partial_upload", "full_upload", { updated_at: "soon" }, 20),
      ],
      { documents_status: "full_upload", documents_status_at: endOf(20), has_gap: false },
    ],
    [
      "do not beat a time that is later than the signature",
      [
        documents("v", 30, "full_upload", "partial_upload", {}, 40),
        documents("v", 0, null, "full_upload", { updated_at: null }, 20),
      ],
      { documents_status: "partial_upload", documents_status_at: instant(30), first_completed_at: endOf(20) },
    ],
    [
      "are no time of creation, of which what is written is kept",
      [
        deliver("verification.v2.created", { verification_id: "v", created_at: "soon" }, 5),
        read("v", 20, { tag: "t" }),
      ],
      { created_at: null, created_at_text: "soon", last_activity_at: endOf(5) },
    ],
    [
      "are not those of a reading that happens to state the instant of the signature",
      [
        deliver(
          "verification.v2.findings.updated",
          { verification_id: "v", run_id: "r", source: "final", computed_at: "soon", findings: [] },
          10,
        ),
        read("v", 20, { findings: { ...found(0, ["high"]).findings, computed_at: endOf(10) } }),
      ],
      { findings_source: "final", findings_high: 0, findings_computed_at: endOf(10) },
    ],
  ],
  labels: [
    [
      "are those assigned last",
      [
        label("v", "added", "b", 10, "Era la segunda"),
        label("v", "added", "b", 15, "Segunda"),
        label("v", "added", "a", 10),
        label("v", "added", "gone", 10),
        label("v", "removed", "gone", 20),
      ],
      { labels: ["a", "b"], label_names: ["a", "Segunda"] },
    ],
    [
      "survive a comment update, whichever event comes first",
      [label("v", "added", "vip", 10), label("v", "added", "vip", 20), label("v", "removed", "vip", 20)],
      { labels: ["vip"] },
    ],
  ],
};

let examples = 0;

describe.each(Object.entries(EXAMPLES))("%s", (_, cases) => {
  it.each(cases)("%s", async (_what, arrivals, summary) => {
    examples += 1;
    const id = `ver_${examples}`;
    await storeArrivals(
      database.pool,
      arrivals.map((arrival) =>
        arrival.kind === "snapshot"
          ? { ...arrival, verification_id: id }
          : { ...arrival, body: arrival.body.replace('"verification_id":"v"', `"verification_id":"${id}"`) },
      ),
    );
    await drainInbox(database);
    const { rows } = await database.pool.query("SELECT * FROM verification_summaries WHERE verification_id = $1", [id]);
    expect(rows[0]).toMatchObject(summary);
  });
});
