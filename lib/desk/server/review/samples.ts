import { hash, randomUUID } from "node:crypto";
import type { z } from "zod";
import { reviewedOf, type Sample, type SampledDecision, type SampleSheet } from "#lib/desk/contract/review/sample.ts";
import type { newSample, sampleResult } from "#lib/desk/contract/review/sample-input.ts";
import { isBlockedId } from "#lib/desk/server/custody/blocked.ts";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { conflict, forbidden, invalid, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inSnapshot, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { DECIDED, type DecisionRow, decisionsOf, drawOrder, filtersOf, selectDecisions } from "./decisions.ts";
import { readPolicy } from "./policy.ts";

type Reviewer = { id: string; name: string };

/** The newest samples in the list. */
const MAX_SAMPLES = 200;
const SEED_DIGITS = 8;

const DRAW = `
  WITH population AS (SELECT log.id, log.verification_id${DECIDED}),
  drawn AS (SELECT * FROM population AS log ORDER BY ${drawOrder("$7")} LIMIT $8),
  sample AS (
    INSERT INTO review_samples (seed, size, population, drawn_from, drawn_by, drawn_by_name)
    SELECT $7, (SELECT count(*) FROM drawn), (SELECT count(*) FROM population), $9::jsonb, $10, $11
    WHERE EXISTS (SELECT FROM drawn) RETURNING sample_id, size, population, seed
  ), decisions AS (
    INSERT INTO review_sample_decisions (sample_id, entry_id, verification_id)
    SELECT sample.sample_id, drawn.id, drawn.verification_id FROM sample CROSS JOIN drawn
  )
  SELECT * FROM sample`;

type Drawn = Pick<Sample, "sample_id" | "size" | "population" | "seed">;

/** Draws a sample and stores it. A seed always draws the same decisions. Throws VALIDATION_ERROR if there are none. */
export function drawSample(
  { size, seed: given, ...filter }: z.output<typeof newSample>,
  { id, name }: Reviewer,
  { pool }: Pooled = database(),
): Promise<Drawn> {
  const seed = given || randomUUID().slice(0, SEED_DIGITS);
  return inTransaction(pool, async (tx) => {
    await lockFiles(tx);
    const { working } = await readPolicy(tx);
    const source = { ...filter, time_zone: working.time_zone };
    const values = [...(await filtersOf(tx, filter)), seed, size, JSON.stringify(source), id, name];
    const [drawn] = (await tx.query<Drawn>(DRAW, values)).rows;
    if (!drawn) throw invalid("There are no decisions in this period.");
    return drawn;
  });
}

/** Locked before any row, in the same order as erasing does: no row of an erased file is left. */
const lockFiles = (tx: Client) => tx.query("LOCK TABLE inbox IN ROW EXCLUSIVE MODE");

const SAMPLES = `
  SELECT sample.sample_id, drawn_at, drawn_by_name, seed, size, population,
    drawn_from || jsonb_build_object('user_name', (SELECT name FROM users WHERE id::text = drawn_from ->> 'user')) AS source,
    CASE WHEN signed_at IS NOT NULL THEN jsonb_build_object('by_name', signed_by_name, 'digest', digest) END AS signed, signed_at,
    count(decision)::int AS kept,
    jsonb_build_object(
      'confirmed', count(*) FILTER (WHERE result = 'confirmed'), 'objected', count(*) FILTER (WHERE result = 'objected'),
      'undetermined', count(*) FILTER (WHERE result = 'undetermined')) AS results
  FROM review_samples AS sample
  LEFT JOIN review_sample_decisions AS decision
    ON decision.sample_id = sample.sample_id AND NOT ${isBlockedId("decision.verification_id")}`;

const LIST = `${SAMPLES} GROUP BY sample.sample_id ORDER BY drawn_at DESC, sample.sample_id LIMIT ${MAX_SAMPLES}`;
const ONE = `${SAMPLES} WHERE sample.sample_id = $1 GROUP BY sample.sample_id`;

type SampleRow = Omit<Sample, "signed"> & {
  signed_at: Instant | null;
  signed: { by_name: string; digest: string } | null;
};

const sampleOf = ({ signed_at: at, signed, ...row }: SampleRow): Sample => ({
  ...row,
  signed: at !== null && signed ? { at, ...signed } : null,
});

/** The newest samples, newest first. */
export const listSamples = async ({ pool }: Pooled = database()): Promise<{ items: Sample[] }> => ({
  items: (await pool.query<SampleRow>(LIST)).rows.map(sampleOf),
});

const SHEET = `
  SELECT decision.*, drawn.result, drawn.note, drawn.at AS reviewed_at, drawn.user_name AS reviewed_by, $2::uuid IN (
    decision.user_id, CASE WHEN decision.kind = 'approved' THEN (
      SELECT user_id FROM review_log
      WHERE verification_id = decision.verification_id AND id < decision.entry_id AND kind = 'submitted'
      ORDER BY id DESC LIMIT 1) END) IS TRUE AS own
  FROM (${selectDecisions("SELECT entry_id AS id FROM review_sample_decisions WHERE sample_id = $1")}) AS decision
  JOIN review_sample_decisions AS drawn ON drawn.sample_id = $1 AND drawn.entry_id = decision.entry_id
  WHERE NOT ${isBlockedId("decision.verification_id")}
  ORDER BY decision.at, decision.entry_id`;

type SheetRow = DecisionRow & Pick<SampledDecision, "result" | "note" | "reviewed_at" | "reviewed_by" | "own">;

/** The worksheet of a sample, as one reader sees it. Throws NOT_FOUND. */
export const readSheet = (sample_id: string, reader: string, { pool }: Pooled = database()): Promise<SampleSheet> =>
  inSnapshot(pool, (tx) => sheetIn(tx, sample_id, reader));

async function sheetIn(tx: Client, sample_id: string, reader: string): Promise<SampleSheet> {
  const [row] = (await tx.query<SampleRow>(ONE, [sample_id])).rows;
  if (!row) throw notFound("The sample");
  const sample = sampleOf(row);
  const items = await decisionsOf(tx, (await tx.query<SheetRow>(SHEET, [sample_id, reader])).rows);
  return { ...sample, items, digest: digestOf(sample, items) };
}

/** SHA-256 of what a signature confirms. Names and titles, which may change, are not part of it. */
function digestOf(sample: Sample, items: readonly SampledDecision[]): string {
  const { sample_id, drawn_at, seed, size, population } = sample;
  const { user_name: _, ...source } = sample.source;
  const decisions = items.map(({ entry_id, verification_id, digest, result, note, reviewed_at }) => ({
    ...{ entry_id, verification_id, digest, result, note, reviewed_at },
  }));
  return hash("sha256", canonicalJson({ sample_id, drawn_at, source, seed, size, population, decisions }));
}

const LOCK = "SELECT signed_at FROM review_samples WHERE sample_id = $1 FOR";

async function requireUnsigned(tx: Client, sample_id: string, mode: "SHARE" | "UPDATE"): Promise<void> {
  await lockFiles(tx);
  const [sample] = (await tx.query<{ signed_at: Instant | null }>(`${LOCK} ${mode}`, [sample_id])).rows;
  if (!sample) throw notFound("The sample");
  if (sample.signed_at !== null) throw conflict("The sample is signed: its results can't be changed.");
}

const ENTER = `
  UPDATE review_sample_decisions SET result = $3, note = $4, at = now(), user_id = $5, user_name = $6
  WHERE sample_id = $1 AND entry_id = $2 AND at IS NOT DISTINCT FROM $7::timestamptz`;

type Result = { sample_id: string; entry_id: number } & z.output<typeof sampleResult>;

/**
 * Enters the result of a decision, and returns the decision's file with the replaced result. Throws NOT_FOUND, FORBIDDEN
 * for an own decision, and CONFLICT for a signed sample and for a result that has changed since it was shown.
 */
export function enterResult(
  { sample_id, entry_id, result, note, replaces }: Result,
  { id, name }: Reviewer,
  { pool }: Pooled = database(),
) {
  return inTransaction(pool, async (tx) => {
    await requireUnsigned(tx, sample_id, "SHARE");
    const { items } = await sheetIn(tx, sample_id, id);
    const decision = items.find((item) => item.entry_id === entry_id);
    if (!decision) throw notFound("The decision");
    if (decision.own) throw forbidden();
    const values = [sample_id, entry_id, result, note || null, id, name, replaces];
    if ((await tx.query(ENTER, values)).rowCount === 0)
      throw conflict("This result has changed; load the sample again.");
    return { verification_id: decision.verification_id, before: decision.result };
  });
}

const SIGN = `
  UPDATE review_samples SET signed_at = now(), signed_by = $2, signed_by_name = $3, digest = $4 WHERE sample_id = $1`;

/**
 * Signs a worksheet whose digest is the given one, and returns its counts. A signed worksheet takes no results. Throws NOT_FOUND,
 * VALIDATION_ERROR without any result, and CONFLICT for a signed or changed worksheet.
 */
export function signSample(sample_id: string, digest: string, { id, name }: Reviewer, { pool }: Pooled = database()) {
  return inTransaction(pool, async (tx) => {
    await requireUnsigned(tx, sample_id, "UPDATE");
    const sheet = await sheetIn(tx, sample_id, id);
    if (reviewedOf(sheet) === 0) throw invalid("No decision of the sample has a result.");
    if (sheet.digest !== digest) throw conflict("The sample has changed; load it again.");
    await tx.query(SIGN, [sample_id, id, name, digest]);
    return { size: sheet.size, kept: sheet.kept, ...sheet.results };
  });
}

const RESULTS_OF_FILE = `
  SELECT sample_id, drawn.entry_id, drawn.result, drawn.note, drawn.at, drawn.user_name AS by, sample.drawn_at, sample.drawn_by_name,
    sample.signed_at, sample.signed_by_name, sample.digest
  FROM review_sample_decisions AS drawn JOIN review_samples AS sample USING (sample_id)
  WHERE verification_id = $1 AND signed_at IS NOT NULL AND result IS NOT NULL ORDER BY signed_at, entry_id LIMIT 100`;

type ResultOfFile = {
  [Name in "sample_id" | "result" | "by" | "drawn_by_name" | "signed_by_name" | "digest"]: string;
} & { entry_id: number; note: string | null } & Record<"at" | "drawn_at" | "signed_at", Instant>;

/** The results of the decisions of a file in signed samples, for its evidence package. */
export const readResultsOfFile = async (client: Client, verification_id: string): Promise<ResultOfFile[]> =>
  (await client.query<ResultOfFile>(RESULTS_OF_FILE, [verification_id])).rows;
