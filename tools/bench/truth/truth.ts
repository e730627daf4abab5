import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { VerificationPeople } from "#lib/core/contract/people/person.ts";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { SCENARIOS } from "#lib/sandbox/scenarios/catalogue.ts";
import type { Ending } from "#lib/sandbox/scenarios/plot.ts";
import type { VerificationState } from "#lib/sandbox/verification/state.ts";
import { figure } from "#tools/bench/measure.ts";
import type { Benchmark } from "#tools/bench/report.ts";
import { applyChaos, type Outage, type Size } from "./chaos.ts";
import { compare, type Difference, type Emitted, KINDS } from "./compare.ts";
import { readEvidence } from "./evidence.ts";
import { type Subject, startSubject } from "./installation.ts";

/** Scenarios without disturbed deliveries. */
const FAITHFUL = [...SCENARIOS].filter(([, plot]) => !plot.onTheWay);
const REOPENED: readonly Ending[] = ["reopened", "finished_again", "finished_unchanged"];

/** An hour of the service takes 50 s: less than the minute of silence that the product takes for an outage. */
const WHOLE: Size = {
  verifications: 500,
  scenarios: FAITHFUL.map(([name]) => name),
  timeScale: 72,
  chaosMs: 100_000,
  outageMs: 40_000,
  pauseMs: 6_000,
  faultMs: 5_000,
};

/** For `npm test`, in half a minute; without reopenings, which only a second reading half a minute later confirms. */
export const SMALL: Size = {
  verifications: 20,
  scenarios: FAITHFUL.filter(([, { ending }]) => !REOPENED.includes(ending)).map(([name]) => name),
  timeScale: 240,
  chaosMs: 4_000,
  outageMs: 2_000,
  pauseMs: 100,
  faultMs: 500,
};

/** Time in addition to the budget's for all reads. */
const GRACE_MS = 60_000;
/** Half of the number of 2026-11-25. Labels, half of the present ones, are in no answer of the service. */
const MAX_NEEDLESS = 225;
/** The maximum wait for pending readings before a difference counts as a fault. */
const MAX_WAIT_MS = 600_000;
const RETRY_MS = 500;
const CONCURRENCY = 8;

export const benchmarkTruth: Benchmark = async (options, stack) => {
  const size = options.small ? SMALL : WHOLE;
  const outcome = await findTruth(size, stack, options.seed);
  const { seed, events, lost, known, reads, healedAfter, maxS, differences, evidence } = outcome;
  return {
    database: outcome.database,
    method: `${size.verifications} verifications at ${size.timeScale} times the pace, drawn from --seed ${seed}; ${events} events, of which ${lost} were never delivered, ${known} of them for the outage; ${reads} readings after the outage`,
    measures: [
      ...KINDS.map((kind) => {
        const count = differences.filter((difference) => difference.kind === kind).length;
        const atMost = isFault(kind) ? 0 : kind === "needless" && !options.small ? MAX_NEEDLESS : null;
        return figure(NAMES[kind], "", [count], atMost === null ? undefined : { atMost });
      }),
      figure("seconds until all that a reading heals was right", "", [healedAfter ?? Number.NaN], { atMost: maxS }),
    ],
    notes: [
      table(differences),
      ...evidence.map(({ verification_id, scenario, lines }) =>
        [`${verification_id} (${scenario})`, ...lines].join("\n"),
      ),
    ],
    details: { seed, differences, evidence },
  };
};

const NAMES: Record<Difference["kind"], string> = {
  healable: "wrong, and a reading would heal it",
  unmarked: "wrong for a loss in a known interval, not marked",
  traceless: "wrong for a loss without a trace (the floor)",
  marked: "wrong and marked",
  needless: "parts marked though right",
};

/** Kinds of differences that the product can avoid. */
export const isFault = (kind: Difference["kind"]): boolean => kind === "healable" || kind === "unmarked";

/** The number of each kind, by field. */
function table(differences: readonly Difference[]): string {
  const rows = Map.groupBy(differences, ({ part, field }) => (part === field ? part : `${part}: ${field}`));
  const line = (name: string, cells: (string | number)[]) =>
    `${name.padEnd(52)}${cells.map((cell) => String(cell).padStart(11)).join("")}`;
  const counts = [...rows].map(([name, own]) =>
    line(
      name,
      KINDS.map((kind) => own.filter((difference) => difference.kind === kind).length || ""),
    ),
  );
  return [line("", [...KINDS]), ...counts.sort()].join("\n");
}

/** Disturbs a whole Cotejo in every way, and compares its answers with the service's state. */
export async function findTruth(size: Size, stack: AsyncDisposableStack, seed: number = randomInt(2 ** 32)) {
  const subject = await startSubject(size.timeScale, stack);
  const outage = await applyChaos(subject, size, seed);
  const { reads, maxS } = await outageIsKnown(subject);
  const truths = await readTruths(subject, outage);
  const began = performance.now();
  let wrong = [...truths.keys()];
  let healedAfter: number | null = null;
  while (healedAfter === null && performance.now() - began < MAX_WAIT_MS) {
    const isLate = performance.now() - began > maxS * 1000;
    const isFinal = isLate && !(await awaitsReadings(subject, wrong));
    const compared = await compareAll(subject, truths, wrong);
    wrong = wrong.filter((id) => compared.some((one) => one.verification_id === id && one.kind === "healable"));
    if (wrong.length === 0) healedAfter = (performance.now() - began) / 1000;
    else if (isFinal) break;
    else await delay(RETRY_MS);
  }
  const events = [...truths.values()].flatMap((truth) => truth.events);
  const differences = await compareAll(subject, truths, [...truths.keys()]);
  const faulty = new Set(differences.filter(({ kind }) => isFault(kind)).map(({ verification_id }) => verification_id));
  return {
    seed,
    differences,
    /** For each file with a fault. */
    evidence: await inTurns([...faulty], (id) => readEvidence(subject, id, truths.get(id)?.events ?? [])),
    events: events.length,
    lost: events.filter((event) => event.lost).length,
    /** Lost events that were first sent in the outage, too long before its end. */
    known: events.filter((event) => event.lost && event.known).length,
    /** The number of reads after the outage, and the seconds until all that they heal was right; null for never. */
    reads,
    healedAfter,
    maxS,
    database: subject.cotejo,
  };
}

const KNOWN_TIMEOUT_MS = 60_000;

/** Waits until the outage is known and all received deliveries are applied; returns the time limit of the reads in s. */
async function outageIsKnown({ cotejo }: Subject): Promise<{ reads: number; maxS: number }> {
  for (const deadline = Date.now() + KNOWN_TIMEOUT_MS; Date.now() < deadline; await delay(100)) {
    const { rows } = await cotejo.pool.query<{ known: boolean; reads: number; per_second: number }>(
      `SELECT EXISTS (SELECT FROM outages) AND NOT EXISTS (SELECT FROM inbox WHERE state = 'pending') AS known,
         (SELECT count(*)::int FROM refresh_requests) AS reads, (SELECT max(per_second) FROM service_budget) AS per_second`,
    );
    const [row] = rows;
    if (row?.known) return { reads: row.reads, maxS: row.reads / row.per_second + GRACE_MS / 1000 };
  }
  throw new Error("the outage was not noticed");
}

/** Whether the worker still has to read one of these files, as half a minute after a read that disagrees with events. */
async function awaitsReadings({ cotejo }: Subject, ids: readonly string[]): Promise<boolean> {
  const { rowCount } = await cotejo.pool.query(
    "SELECT FROM refresh_requests WHERE verification_id = ANY($1) AND due_at < now() + interval '1 minute' LIMIT 1",
    [ids],
  );
  return rowCount !== 0;
}

/** The service's state, by the verification's id. */
async function readTruths({ service, sandboxUrl, apiKey }: Subject, { began, lostUntil }: Outage) {
  const { rows } = await service.pool.query<{ verification_id: string; state: VerificationState; events: Emitted[] }>(
    `SELECT verification_id, verification.state, COALESCE(jsonb_agg(
         body::jsonb || jsonb_build_object('lost', delivery.state = 'failed', 'known', delivery.created_at BETWEEN $1 AND $2)
         ORDER BY delivery.id
       ) FILTER (WHERE delivery.id IS NOT NULL), '[]') AS events
     FROM sandbox.verification LEFT JOIN sandbox.delivery USING (verification_id) GROUP BY verification_id`,
    [began, lostUntil],
  );
  const read = async (path: string) =>
    (await fetch(`${sandboxUrl}${path}`, { headers: { "x-api-key": apiKey } })).json();
  const truths = await inTurns(rows, async ({ verification_id: id, ...row }) => {
    const [answer, people] = await Promise.all([read(`/verifications/${id}`), read(`/v2/verifications/${id}/people`)]);
    return [id, { ...row, answer, people }] as const;
  });
  return new Map(truths);
}

async function compareAll({ get }: Subject, truths: Awaited<ReturnType<typeof readTruths>>, ids: readonly string[]) {
  const compared = await inTurns(ids, async (verification_id) => {
    const truth = truths.get(verification_id);
    if (!truth) return [];
    const path = `/api/verifications/${verification_id}`;
    const detail = await get<VerificationDetail>(path);
    const people = await get<VerificationPeople>(`${path}/people?read=false`);
    return compare(truth, { detail, people }).map((difference) => ({ verification_id, ...difference }));
  });
  return compared.flat();
}

/** Works on a few inputs in parallel. */
async function inTurns<In, Out>(inputs: readonly In[], work: (input: In) => Promise<Out>): Promise<Out[]> {
  const outputs: Out[] = [];
  const queue = inputs.entries();
  const turn = async () => {
    for (const [index, input] of queue) outputs[index] = await work(input);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, turn));
  return outputs;
}
