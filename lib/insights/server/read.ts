import { setTimeout as delay } from "node:timers/promises";
import {
  INSIGHTS,
  type Insights,
  type InsightsAnswer,
  type InsightsParameters,
} from "#lib/insights/contract/insights.ts";
import { instantFromMs, instantToMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { createTurns } from "#lib/platform/server/base/limits.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { type Database, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { readTimeZone } from "#lib/platform/server/db/time-zone.ts";
import { countInsights, STATEMENTS } from "./count.ts";
import { ANSWERS_DUE, findLastAnswer, storeAnswer, takeDueAnswer, yearUntil } from "./last-answers.ts";
import type { Work } from "./query.ts";

/** A request waits this long for its answer; an answer that takes longer is stored. */
const LONG_MS = 1_000;
const CACHE_MS = 60_000;
/** For an answer without some files, or a failure: long enough for the page that asks again. */
const SHORT_CACHE_MS = 5_000;
/** A computation ends when nobody has asked for its answer for this long. */
const ABANDONED_MS = 30_000;
/** Answers in the cache, or under way: the periods and filters that users look at within a minute. */
const MAX_CACHED = 50;
/** Connections of the pool that computations leave to everybody else. */
const SPARED_CONNECTIONS = 2;
/** Snapshots of one answer (`countInsights`). */
const SNAPSHOTS = 4;

type Computation = {
  answer: Promise<Insights>;
  work: Work;
  askedAt: number;
  /** Infinite while the computation is under way. */
  cachedUntil: number;
};

type Computations = { byKey: Map<string, Computation>; takeTurn: ReturnType<typeof createTurns> };

// Next evaluates this module for pages and for handlers: a page's computation must be joined by the calls of its browser.
const shared = globalThis as { cotejoInsights?: WeakMap<Database["pool"], Computations> };

function computationsOf({ pool }: Pooled): Computations {
  shared.cotejoInsights ??= new WeakMap();
  const known = shared.cotejoInsights.get(pool);
  if (known) return known;
  const inTotal = Math.max(1, pool.options.max - SPARED_CONNECTIONS);
  const turns = { perUser: SNAPSHOTS, inTotal, maxWaiting: SNAPSHOTS, timeoutMs: 120_000 };
  const computations = { byKey: new Map<string, Computation>(), takeTurn: createTurns(turns) };
  shared.cotejoInsights.set(pool, computations);
  return computations;
}

/** The computation of an answer: under way, cached, or begun now. */
function computationOf(filter: InsightsParameters, connection: Pooled): Computation {
  const { byKey, takeTurn } = computationsOf(connection);
  const key = INSIGHTS.write(filter).toString();
  const found = byKey.get(key);
  if (found && Date.now() < found.cachedUntil) return found;
  const work: Work = {
    done: 0,
    isWanted: () => begun.cachedUntil === Number.POSITIVE_INFINITY && Date.now() - begun.askedAt < ABANDONED_MS,
    takeTurn: () => takeTurn(key),
  };
  const answer = compute(filter, work, connection);
  const begun: Computation = {
    answer,
    work,
    askedAt: Date.now(),
    cachedUntil: Number.POSITIVE_INFINITY,
  };
  const cacheFor = (ms: number) => {
    begun.cachedUntil = Date.now() + ms;
  };
  answer.then(
    ({ pending_files }) => cacheFor(pending_files === 0 ? CACHE_MS : SHORT_CACHE_MS),
    () => cacheFor(work.isWanted() ? SHORT_CACHE_MS : 0),
  );
  byKey.delete(key);
  byKey.set(key, begun);
  if (byKey.size > MAX_CACHED) byKey.delete(byKey.keys().next().value ?? "");
  return begun;
}

async function compute(filter: InsightsParameters, work: Work, { pool }: Pooled): Promise<Insights> {
  const startedAt = performance.now();
  const answer = await countInsights(filter, { pool }, work);
  if (performance.now() - startedAt > LONG_MS) await storeAnswer(filter, answer, pool);
  return answer;
}

/** Whose workload an answer shows: everybody's, or the caller's own. */
export type InsightsCaller = { userId: string; seesTeam: boolean };

function shownTo({ userId, seesTeam }: InsightsCaller, { review, ...rest }: Insights): Insights {
  const by_assignee = seesTeam ? review.by_assignee : review.by_assignee.filter((row) => row.user_id === userId);
  return { ...rest, review: { ...review, by_assignee } };
}

/**
 * `GET /api/insights`: figures of the last minute, or computed now, once for concurrent requests. While that takes longer,
 * the last stored figures.
 */
export async function readInsights(
  filter: InsightsParameters,
  caller: InsightsCaller,
  connection: Pooled = database(),
): Promise<InsightsAnswer> {
  const computation = computationOf(filter, connection);
  computation.askedAt = Math.max(computation.askedAt, Date.now());
  const newest = await Promise.race([computation.answer, delay(LONG_MS, null, { ref: false })]);
  if (newest) return { figures: shownTo(caller, newest), computing: null };
  const last = await findLastAnswer(filter, connection.pool);
  // Another process may have computed it meanwhile.
  const isNew = last !== null && Date.now() - instantToMs(last.computed_at) < CACHE_MS;
  const computing = isNew ? null : { done: computation.work.done, of: STATEMENTS };
  return { figures: last && shownTo(caller, last), computing };
}

/** The same figures as `readInsights`, however long they take. */
export async function readWholeInsights(
  filter: InsightsParameters,
  caller: InsightsCaller,
  connection: Pooled = database(),
): Promise<Insights> {
  const computation = computationOf(filter, connection);
  computation.askedAt = Number.POSITIVE_INFINITY;
  return shownTo(caller, await computation.answer);
}

async function computeYear(signal: AbortSignal, connection: Pooled): Promise<void> {
  const { pool } = connection;
  if (!(await takeDueAnswer(pool))) return;
  const today = dateIn(instantFromMs(Date.now()), await readTimeZone(pool));
  const { takeTurn } = computationsOf(connection);
  await compute(
    yearUntil(today),
    { done: 0, isWanted: () => !signal.aborted, takeTurn: () => takeTurn("") },
    connection,
  );
}

export const yearTasks = (connection: Pooled): PeriodicTask[] => [
  { name: "year of insights", everyMs: 60_000, due: ANSWERS_DUE, run: (signal) => computeYear(signal, connection) },
];
