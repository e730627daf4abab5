import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { EXCEPTIONS, RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { countVerifications } from "#lib/desk/server/list/list.ts";
import { INSIGHTS, type Insights, type InsightsParameters } from "#lib/insights/contract/insights.ts";
import { pointsOf, previousDays } from "#lib/insights/contract/period.ts";
import {
  COMPLETION_BUCKETS,
  FIGURES,
  type FigureName,
  WAITING_DAYS,
  writeFigure,
} from "#lib/platform/contract/figure.ts";
import { addMonths, dayAfter, instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn, startOfDay } from "#lib/platform/contract/working-time.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { countInsights } from "./count.ts";
import { readWholeInsights } from "./read.ts";

const database = await ownDatabase();
const { pool } = database;
afterEach(() => void vi.useRealTimers());

const ANA = "00000000-0000-4000-8000-00000000000a";
const RAUL = "00000000-0000-4000-8000-00000000000b";
await pool.query(
  `INSERT INTO users (id, email, name, role, password_hash) VALUES
     ($1, 'ana@example.mx', 'Ana', 'compliance', ''),
     ($2, 'raul@example.mx', 'Raúl', 'compliance', '')`,
  [ANA, RAUL],
);

const ZONE = "America/Tijuana";
await pool.query(
  `INSERT INTO review_policies (version, policy)
   SELECT 2, jsonb_set(policy || '{"working": {}}', '{working,time_zone}', to_jsonb($1::text)) FROM review_policies WHERE version = 1`,
  [ZONE],
);

const TODAY = dateIn(instantFromMs(Date.now()), ZONE);
const CHECK = { yearly_check: { months: 6, ahead_days: 0 } };
const withRules = (rules: object) =>
  pool.query(
    `INSERT INTO review_policies (version, policy)
     SELECT version + 1, policy || $1::jsonb FROM review_policies ORDER BY version DESC LIMIT 1`,
    [JSON.stringify(rules)],
  );

/** Hours around the change of the clocks in Tijuana (8 March 2026), two months before it and one after. */
const START = Date.parse("2026-01-08T08:00:00Z");
const HOURS = 24 * 90;
const at = fc.integer({ min: 0, max: HOURS * 4 }).map((quarters) => new Date(START + quarters * 900_000).toISOString());
const seconds = fc.oneof(fc.integer({ min: 0, max: 400_000 }), fc.constantFrom(...COMPLETION_BUCKETS));
const STATES = ["pending_upload", "partial_upload", "pending_external", "full_upload", "unheard_of"];
const state = fc.constantFrom(...STATES);
const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });
const TEXTS = ["Falta el acta", "El RFC … no coincide", "acta_constitutiva", "poder"] as const;
const ids = fc.subarray([...TEXTS]);

const file = fc.record({
  account_id: fc.constantFrom("acc_1", "acc_2", null),
  tag: fc.constantFrom("EXP-1", "EXP-2", "exp_3", null),
  labels: fc.subarray(["vip", "risk"]),
  status: fc.constantFrom("pending", "finished", null),
  documents_status: fc.option(state),
  documents_status_at: fc.option(
    fc
      .integer({ min: 0, max: 40 * 24 })
      .map((hours) => new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString()),
  ),
  created_at: fc.option(at),
  completion: fc.option(fc.record({ at, after: fc.option(seconds) })),
  unreported_at: fc.option(at),
  unchecked_since: fc.option(fc.integer({ min: 363, max: 369 }).map((days) => dayAfter(TODAY, -days))),
  clean: fc.option(fc.record({ at, after: seconds })),
  changes: few(
    fc.record({
      at,
      documents_status: state,
      before: fc.option(fc.record({ previous: state, stayed: seconds })),
      is_gap: fc.boolean(),
      is_backward: fc.boolean(),
    }),
  ).map((changes) =>
    changes.map(({ before, ...change }) => ({
      ...change,
      previous: before?.previous ?? null,
      stayed: before?.stayed ?? null,
    })),
  ),
  runs: few(
    fc.record({
      at,
      source: fc.constantFrom("final", "provisional", null),
      high: fc.nat(2),
      medium: fc.nat(1),
      low: fc.nat(1),
      findings: fc.nat(3),
      messages: ids,
      missing_fields: ids,
    }),
  ),
  failures: few(
    fc.record({
      at,
      item_type: fc.constantFrom("ine", null),
      item_error: fc.constantFrom("password_protected_pdf", "x".repeat(120), null),
    }),
  ),
  lookups: few(
    fc.record({
      at,
      people_error: fc.constantFrom(null, "curp_not_found", "curp_format_error"),
      is_corrected: fc.boolean(),
    }),
  ),
  reviews: few(
    fc.record({
      at,
      kind: fc.constantFrom("opened", "decided", "decided", "reopened"),
      resolution: fc.constantFrom(...RESOLUTIONS),
      user_id: fc.constantFrom(ANA, RAUL, null),
      policy_version: fc.constantFrom(1, 2),
      took: fc.option(seconds),
      took_working: fc.option(seconds),
      is_on_time: fc.option(fc.boolean()),
      exceptions: fc.subarray([...EXCEPTIONS]),
      changes: fc.subarray(["finding_new", "item_new"]),
      sentence: fc.constantFrom("unedited", "edited", null),
    }),
  ),
});
type File = typeof file extends fc.Arbitrary<infer One> ? One & { id: string } : never;
const files = fc
  .array(file, { minLength: 1, maxLength: 30 })
  .map((list) => list.map((one, index) => ({ ...one, id: `ver_${index}` })));

const COLUMNS: Record<string, string> = {
  insight_status_changes:
    "at timestamptz, documents_status text, previous text, stayed float8, is_gap boolean, is_backward boolean",
  insight_item_failures: "at timestamptz, item_type text, item_error text",
  insight_lookups: "at timestamptz, people_error text, is_corrected boolean",
  insight_reviews:
    "at timestamptz, kind text, resolution text, user_id uuid, policy_version int, took float8, took_working float8, is_on_time boolean, exceptions text[], changes text[], sentence text",
};

async function store(all: readonly File[]): Promise<void> {
  await pool.query(
    `TRUNCATE verification_summaries, verification_list, insight_due, insight_files, insight_status_changes, insight_runs, insight_texts,
       insight_item_failures, insight_lookups, insight_reviews, file_dates`,
  );
  await pool.query(
    `INSERT INTO file_dates (verification_id, expired, too_old, expires_soon, unknown, causes, unchecked_since, due_on)
     SELECT id, '{}', '{}', '{}', '{}', '[]', unchecked_since, unchecked_since + 365 FROM jsonb_to_recordset($1)
       AS file(id text, unchecked_since date) WHERE unchecked_since IS NOT NULL`,
    [JSON.stringify(all)],
  );
  await pool.query(
    `INSERT INTO verification_summaries (verification_id, account_id, tag, labels, status, documents_status, documents_status_at, created_at)
     SELECT id, account_id, tag, labels, status, documents_status, documents_status_at, created_at FROM jsonb_to_recordset($1)
       AS file(id text, account_id text, tag text, labels text[], status text, documents_status text, documents_status_at timestamptz,
         created_at timestamptz)`,
    [JSON.stringify(all)],
  );
  await pool.query(
    `INSERT INTO verification_list SELECT verification_id, by_activity, by_creation, by_tag, by_status, by_documents_status,
       by_findings, by_items_with_error, facets FROM ordered_summaries`,
  );
  await pool.query(
    `INSERT INTO insight_files (verification_id, rows_digest, completed_at, completed_after, unreported_at, clean_at, clean_after)
     SELECT id, ''::bytea, completed_at, completed_after, unreported_at, clean_at, clean_after FROM jsonb_to_recordset($1)
       AS file(id text, completed_at timestamptz, completed_after float8, unreported_at timestamptz, clean_at timestamptz, clean_after float8)`,
    [
      JSON.stringify(
        all.map(({ id, completion, unreported_at, clean }) => ({
          ...{ id, unreported_at, completed_at: completion?.at, completed_after: completion?.after },
          ...{ clean_at: clean?.at, clean_after: clean?.after },
        })),
      ),
    ],
  );
  const rows = (of: (one: File) => object[]) =>
    JSON.stringify(all.flatMap((one) => of(one).map((row) => ({ verification_id: one.id, ...row }))));
  for (const [table, of] of [
    ["insight_status_changes", (one: File) => one.changes],
    ["insight_item_failures", (one: File) => one.failures],
    ["insight_lookups", (one: File) => one.lookups],
    ["insight_reviews", (one: File) => one.reviews],
  ] as const)
    await pool.query(
      `INSERT INTO ${table} SELECT * FROM jsonb_to_recordset($1) AS row(verification_id text, ${COLUMNS[table]})`,
      [rows(of)],
    );
  const id = "('x' || encode(substr(sha256(convert_to(entry, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint";
  await pool.query(`INSERT INTO insight_texts SELECT ${id}, entry FROM unnest($1::text[]) AS entry`, [TEXTS]);
  const idsOf = (column: string) => `ARRAY(SELECT ${id} FROM unnest(${column}) AS entry)`;
  await pool.query(
    `INSERT INTO insight_runs SELECT verification_id, at, source, high, medium, low, findings, ${idsOf("messages")}, ${idsOf("missing_fields")}
     FROM jsonb_to_recordset($1) AS row(verification_id text, at timestamptz, source text, high int, medium int, low int, findings int,
       messages text[], missing_fields text[])`,
    [rows((one) => one.runs)],
  );
}

const filters: fc.Arbitrary<InsightsParameters> = fc.record({
  from: fc.constantFrom("2026-03-01", "2026-02-20", "2026-03-08"),
  to: fc.constantFrom("2026-03-31", "2026-03-08", "2026-03-15"),
  group: fc.constantFrom("day", "week", "month", null),
  account: fc.constantFrom(null, null, "acc_1"),
  label: fc.constantFrom(null, null, "vip"),
  tag_prefix: fc.constantFrom(null, null, "EXP", "exp_"),
  policy_version: fc.constantFrom(null, null, 2),
});

const isIn = (period: { from: string; to: string }) => (at: string | null | undefined) => {
  if (!at) return false;
  const day = dateIn(new Date(at).toISOString().replace("Z", "000Z"), ZONE);
  return day >= period.from && day <= period.to;
};

const percentile = (values: number[], part: number): number | null =>
  values.toSorted((a, b) => a - b)[Math.ceil(part * values.length) - 1] ?? null;
const percentiles = (values: (number | null | undefined)[]) => {
  const known = values.filter((value) => typeof value === "number");
  return {
    p50_seconds: percentile(known, 0.5),
    p75_seconds: percentile(known, 0.75),
    p90_seconds: percentile(known, 0.9),
  };
};
const classOf = (value: number, ends: readonly number[]) => ends.filter((end) => value > end).length;

/** The numbers counted one by one, without an index or a table. */
function naive(all: readonly File[], filter: InsightsParameters, period: { from: string; to: string }) {
  const inside = isIn(period);
  const chosen = all.filter(
    (one) =>
      (filter.account === null || one.account_id === filter.account) &&
      (filter.label === null || one.labels.includes(filter.label)) &&
      (filter.tag_prefix === null || one.tag?.startsWith(filter.tag_prefix)) &&
      (filter.policy_version === null ||
        one.reviews.some(({ kind, policy_version }) => kind === "decided" && policy_version === filter.policy_version)),
  );
  const count = (holds: (one: File) => boolean) => chosen.filter(holds).length;
  const changes = (one: File) => one.changes.filter((change) => inside(change.at));
  const runs = (one: File) => one.runs.filter((run) => inside(run.at));
  const finals = (one: File) => runs(one).filter(({ source }) => source === "final");
  const empty = (one: File) => finals(one).filter(({ findings }) => findings === 0);
  const lookups = (one: File) => one.lookups.filter((lookup) => inside(lookup.at));
  const steps = (one: File, kind: string) => one.reviews.filter((step) => step.kind === kind && inside(step.at));
  const decided = (one: File) => steps(one, "decided");
  const completed = chosen.filter(({ completion }) => inside(completion?.at) && completion?.after !== null);
  const sum = (of: (one: File) => unknown[]) => chosen.reduce((total, one) => total + of(one).length, 0);
  return {
    dates: {
      unchecked: count(({ unchecked_since }) => unchecked_since !== null && addMonths(unchecked_since, 12) < TODAY),
      overdue: count(({ unchecked_since }) => unchecked_since !== null && dayAfter(unchecked_since, 365) < TODAY),
    },
    created: count((one) => inside(one.created_at)),
    completion: { files: completed.length, ...percentiles(completed.map((one) => one.completion?.after)) },
    buckets: [...COMPLETION_BUCKETS, null].map(
      (_, place) => completed.filter((one) => classOf(one.completion?.after ?? 0, COMPLETION_BUCKETS) === place).length,
    ),
    unknown: count(({ completion }) => inside(completion?.at) && completion?.after === null),
    unreported: count(({ unreported_at }) => inside(unreported_at)),
    funnel: STATES.map((documents_status) => ({
      documents_status,
      files: count((one) => changes(one).some((change) => change.documents_status === documents_status)),
      backward: count((one) =>
        changes(one).some((change) => change.documents_status === documents_status && change.is_backward),
      ),
      stayed: count((one) =>
        changes(one).some(({ previous, stayed }) => previous === documents_status && stayed !== null),
      ),
      p50_seconds: percentiles(
        chosen.flatMap((one) =>
          changes(one).flatMap(({ previous, stayed }) => (previous === documents_status ? [stayed] : [])),
        ),
      ).p50_seconds,
    })),
    gaps: count((one) => changes(one).some(({ is_gap }) => is_gap)),
    runs: { runs: sum(runs), final_runs: sum(finals), empty_final_runs: sum(empty) },
    run_files: count((one) => runs(one).length > 0),
    final_run_files: count((one) => finals(one).length > 0),
    empty_final_run_files: count((one) => empty(one).length > 0),
    severity: {
      high: count((one) => runs(one).some(({ high }) => high > 0)),
      medium: count((one) => runs(one).some(({ medium }) => medium > 0)),
      low: count((one) => runs(one).some(({ low }) => low > 0)),
    },
    message: (text: string) => count((one) => runs(one).some(({ messages }) => (messages as string[]).includes(text))),
    missing: (text: string) =>
      count((one) => runs(one).some(({ missing_fields }) => (missing_fields as string[]).includes(text))),
    clean: percentiles(chosen.flatMap(({ clean }) => (clean && inside(clean.at) ? [clean.after] : []))),
    lookups: {
      found: count((one) => lookups(one).some(({ people_error }) => people_error === null)),
      failed: count((one) => lookups(one).some(({ people_error }) => people_error !== null)),
      corrected: count((one) => lookups(one).some(({ is_corrected }) => is_corrected)),
    },
    review: {
      opened: count((one) => steps(one, "opened").length > 0),
      decided: count((one) => decided(one).length > 0),
      on_time: count((one) => decided(one).some(({ is_on_time }) => is_on_time === true)),
      late: count((one) => decided(one).some(({ is_on_time }) => is_on_time === false)),
      exceptions: count((one) => decided(one).some(({ exceptions }) => exceptions.length > 0)),
      sentences: count((one) => decided(one).some(({ sentence }) => sentence !== null)),
      unedited: count((one) => decided(one).some(({ sentence }) => sentence === "unedited")),
      reopened_by_facts: count((one) => steps(one, "reopened").length > 0),
      timed: count((one) => decided(one).some(({ took }) => took !== null)),
      ...percentiles(chosen.flatMap((one) => decided(one).map(({ took }) => took))),
    },
  };
}

/** Each figure of an answer that leads to its files. */
function* linked({
  completion,
  funnel,
  funnel_gaps,
  waiting,
  findings,
  items,
  lookups,
  review,
  dates,
  series,
}: Insights): Generator<[FigureName, string | null, number]> {
  yield ["created", null, series.reduce((sum, { created }) => sum + created, 0)];
  yield ["completed", null, completion.files];
  for (const [place, { files }] of completion.buckets.entries()) yield ["completed_within", String(place), files];
  yield ["completion_unknown", null, completion.unknown];
  yield ["completion_unreported", null, completion.unreported];
  for (const { documents_status, files, stayed, backward } of funnel) {
    yield ["entered", documents_status, files];
    yield ["stayed", documents_status, stayed];
    yield ["moved_back", documents_status, backward];
  }
  yield ["status_gap", null, funnel_gaps];
  for (const { documents_status, ages } of waiting)
    for (const [place, { files }] of ages.entries()) yield ["waiting", `${documents_status}:${place}`, files];
  yield ["run", null, findings.run_files];
  yield ["final_run", null, findings.final_run_files];
  yield ["empty_final_run", null, findings.empty_final_run_files];
  yield ["clean", null, findings.clean.files];
  for (const severity of ["high", "medium", "low"] as const)
    yield ["severity", severity, findings.by_severity[severity]];
  for (const { id, files } of findings.messages) yield ["message", id, files];
  for (const { missing_field, files } of findings.missing_fields) yield ["missing_field", missing_field, files];
  for (const { item_type, item_error, files } of items) yield ["item", JSON.stringify([item_type, item_error]), files];
  yield ["lookup_found", null, lookups.found];
  yield ["lookup_failed", null, lookups.failed];
  yield ["lookup_corrected", null, lookups.corrected];
  for (const { people_error, files } of lookups.by_error) yield ["lookup_error", people_error, files];
  yield ["opened", null, review.opened];
  yield ["decided", null, review.decided];
  yield ["timed_decision", null, review.timed];
  for (const resolution of RESOLUTIONS) yield ["resolution", resolution, review.by_resolution[resolution]];
  yield ["on_time", null, review.on_time];
  yield ["late", null, review.late];
  yield ["exception", null, review.exceptions];
  yield ["sentence", null, review.sentences];
  yield ["unedited", null, review.unedited];
  for (const exception of EXCEPTIONS) yield ["exception", exception, review.by_exception[exception]];
  yield ["reopened", null, review.reopened_by_facts];
  for (const { change, files } of review.by_change) yield ["reopened_by", change, files];
  for (const { user_id, decided } of review.by_assignee) yield ["decided_by", user_id, decided];
  yield ["unchecked", null, dates.unchecked ?? 0];
}

const DAY = "2026-03-10T12:00:00.000Z";
/** Two files with each figure. */
const EVERYTHING: File[] = (["a", "b"] as const).map((id) => ({
  ...{ id, account_id: "acc_1", tag: "EXP-1", labels: ["vip"], status: "pending", documents_status: "partial_upload" },
  ...{ documents_status_at: DAY, created_at: DAY, unreported_at: DAY, unchecked_since: dayAfter(TODAY, -400) },
  ...{ clean: { at: DAY, after: 5 } },
  completion: { at: DAY, after: id === "a" ? 5 : null },
  changes: [
    {
      ...{ at: DAY, documents_status: "pending_upload", previous: "partial_upload", stayed: 5 },
      ...{ is_gap: true, is_backward: true },
    },
  ],
  runs: [
    {
      ...{ at: DAY, source: "final", high: 1, medium: 1, low: 1, findings: 0 },
      ...{ messages: ["Falta el acta"], missing_fields: ["poder"] },
    },
  ],
  failures: [{ at: DAY, item_type: "ine", item_error: null }],
  lookups: [
    { at: DAY, people_error: null, is_corrected: true },
    { at: DAY, people_error: "curp_not_found", is_corrected: false },
  ],
  reviews: (["opened", "decided", "reopened"] as const).map((kind) => ({
    ...{ at: DAY, kind, resolution: "accepted", user_id: ANA, policy_version: 2, took: 5, took_working: 5 },
    ...{ is_on_time: id === "a", exceptions: ["high_finding"], changes: ["item_new"] },
    sentence: "unedited" as const,
  })),
}));
const MARCH: InsightsParameters = { ...INSIGHTS.empty, from: "2026-03-01", to: "2026-03-31" };

it("counts as a loop over the files does, and each figure leads to as many files of the list", async () => {
  await withRules(CHECK);
  const seen = new Set<FigureName>();
  await fc.assert(
    fc.asyncProperty(files, filters, async (all, filter) => {
      await store(all);
      const answer = await countInsights(filter, database);
      const { period, previous, completion, findings } = answer;
      const expected = naive(all, filter, period);
      const before = naive(all, filter, previous);
      expect(previous).toEqual({
        ...previousDays(period.from, period.to),
        created: before.created,
        completion: before.completion,
        findings: before.runs,
        lookups: before.lookups,
        review: before.review,
      });
      const { buckets, unknown, unreported, ...completed } = completion;
      expect(completed).toEqual(expected.completion);
      expect(buckets.map((bucket) => bucket.files)).toEqual(expected.buckets);
      expect([unknown, unreported, answer.funnel_gaps]).toEqual([expected.unknown, expected.unreported, expected.gaps]);
      for (const row of expected.funnel) {
        const found = answer.funnel.find(({ documents_status }) => documents_status === row.documents_status);
        expect(found ?? { ...row, files: 0, stayed: 0, backward: 0 }).toEqual(row);
      }
      expect(findings).toMatchObject({
        ...expected.runs,
        run_files: expected.run_files,
        by_severity: expected.severity,
      });
      for (const { text, files } of findings.messages) expect(files).toBe(expected.message(text));
      for (const { missing_field, files } of findings.missing_fields)
        expect(files).toBe(expected.missing(missing_field));
      expect(findings.clean).toMatchObject(expected.clean);
      expect(answer.lookups).toMatchObject(expected.lookups);
      expect(answer.review).toMatchObject(expected.review);
      expect(answer.dates).toEqual(expected.dates);
      expect(answer.series.map(({ from }) => from)).toEqual(pointsOf(period, period.group));
      for (const [index, point] of answer.series.entries()) {
        const next = answer.series[index + 1]?.from;
        const end = next ? new Date(Date.parse(next) - 86_400_000).toISOString().slice(0, 10) : period.to;
        const of = naive(all, filter, { from: point.from, to: end });
        expect(point).toEqual({
          from: point.from,
          created: of.created,
          completed: of.completion.files,
          p50_completion_seconds: of.completion.p50_seconds,
          final_runs: of.runs.final_runs,
          severity: of.severity,
          ...{ opened: of.review.opened, decided: of.review.decided, late: of.review.late },
        });
      }
      const { account, label, tag_prefix, policy_version } = filter;
      for (const [name, value, count] of linked(answer)) {
        const figure = writeFigure({
          name,
          value,
          // Without a period: a count of the day of the answer.
          ...(name === "unchecked" ? { from: TODAY, to: TODAY } : { from: period.from, to: period.to }),
          account,
          label,
          tag_prefix,
          policy_version,
        });
        const asked = VERIFICATION_FILTER.read(new URLSearchParams({ figure }));
        expect(asked.ignored).toEqual([]);
        if (count > 0) seen.add(name);
        expect([figure, await countVerifications({ filter: asked.filter }, 1_000, database)]).toEqual([figure, count]);
      }
    }),
    { numRuns: 20, examples: [[EVERYTHING, MARCH]] },
  );
  // Each figure led to a file at least once.
  expect([...seen].toSorted()).toEqual([...FIGURES].toSorted());
});

it("waiting files count by the whole days since their state is known", async () => {
  const file = (id: string, days: number): File => ({
    ...{
      id,
      account_id: null,
      tag: null,
      labels: [],
      status: "pending",
      documents_status: "partial_upload",
      created_at: null,
    },
    documents_status_at: new Date(Date.now() - days * 86_400_000).toISOString(),
    ...{
      completion: null,
      unreported_at: null,
      unchecked_since: null,
      clean: null,
      changes: [],
      runs: [],
      failures: [],
      lookups: [],
      reviews: [],
    },
  });
  await store([file("a", 0.5), file("b", 2), file("c", 2.9), file("d", 400)]);
  const { waiting } = await countInsights(INSIGHTS.empty, database);
  expect(waiting).toEqual([
    {
      documents_status: "partial_upload",
      ages: [1, 2, 0, 0, 0, 1].map((files, place) => ({ until_days: WAITING_DAYS[place] ?? null, files })),
    },
  ]);
});

it("files in a relationship are counted where the policy has a check, and overdue dates where it has documents too", async () => {
  await store(EVERYTHING);
  const dates = async (rules: object) => {
    await withRules({ documents: [], yearly_check: null, ...rules });
    return (await countInsights(INSIGHTS.empty, database)).dates;
  };
  const INE = { key: "ine", en: "INE", es: "INE", per: "file", counts: "always" };
  expect(await dates(CHECK)).toEqual({ unchecked: 2, overdue: 2 });
  expect(await dates({ documents: [INE] })).toEqual({ unchecked: null, overdue: 2 });
  expect(await dates({})).toEqual({ unchecked: null, overdue: null });
});

it("an answer is kept for a minute, and shows others' workload to those who may see it", async () => {
  await store([]);
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(startOfDay("2026-03-20", ZONE)) });
  const officer = { userId: ANA, seesTeam: false };
  const first = await readWholeInsights(INSIGHTS.empty, officer, database);
  expect(first.review.by_assignee.map(({ name }) => name)).toEqual(["Ana"]);
  await pool.query(
    "INSERT INTO insight_files (verification_id, rows_digest, completed_at, completed_after) VALUES ('x', '', '2026-03-19', 5)",
  );
  const team = await readWholeInsights(INSIGHTS.empty, { userId: ANA, seesTeam: true }, database);
  expect(team.review.by_assignee.map(({ name }) => name).toSorted()).toEqual(["Ana", "Raúl"]);
  expect(team.completion.files).toBe(0);
  vi.advanceTimersByTime(60_001);
  expect((await readWholeInsights(INSIGHTS.empty, officer, database)).completion.files).toBe(1);
});

it("an answer is kept for some seconds while files are still to be counted", async () => {
  await store([]);
  await pool.query("DELETE FROM insight_due");
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(startOfDay("2026-04-20", ZONE)) });
  const filter = { ...INSIGHTS.empty, label: "pending" };
  const answer = () => readWholeInsights(filter, { userId: ANA, seesTeam: true }, database);
  await pool.query("INSERT INTO insight_due (verification_id) VALUES ('y')");
  const concurrent = await Promise.all([answer(), answer()]);
  expect(concurrent.map(({ pending_files }) => pending_files)).toEqual([1, 1]);
  vi.advanceTimersByTime(5_001);
  await pool.query("DELETE FROM insight_due");
  const counted = await answer();
  expect(counted.pending_files).toBe(0);
  vi.advanceTimersByTime(5_001);
  expect((await answer()).computed_at).toBe(counted.computed_at);
});
