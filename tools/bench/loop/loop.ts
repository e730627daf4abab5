import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readHistory } from "#lib/desk/contract/review/decision-history.ts";
import { decisionIdOf } from "#lib/desk/contract/review/decision-id.ts";
import { finalRun, finding, finishedFile } from "#lib/desk/server/review/testing/files.ts";
import { readLogs } from "#lib/outbound/server/decisions/read-log.ts";
import { WORK_CHANNEL } from "#lib/platform/server/db/listen.ts";
import { figure, type Measure, percentile } from "#tools/bench/measure.ts";
import type { Benchmark } from "#tools/bench/report.ts";
import { storeArrivals } from "#tools/test/arrivals.ts";
import { deliverTo } from "#tools/test/hooks.ts";
import { type Loop, startLoop } from "./installation.ts";
import type { LostAnswers, Officer } from "./officer.ts";

const KILL_INTERVAL_MS = 2_000;
/** Every fifth file is reopened after its decision, and every fifth of the others is overtaken by a fact. */
const ONE_IN = 5;
const MAX_OVERTAKEN = 300;
const OVERTAKEN_P95_MS = 1_000;
/** The time limit of the whole, including retries from the time without a consumer. */
const LIMIT_MS = 25 * 60_000;
const PROGRESS_MS = 10_000;

/**
 * Decisions that are sent and acted on: officers decide and reopen by the dashboard's API while every process and
 * PostgreSQL are killed again and again, an example consumer stores and checks events, and facts overtake decisions.
 */
export const benchmarkLoop: Benchmark = async (options, stack) => {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new Error(`not at rest after ${LIMIT_MS / 60_000} minutes`)), LIMIT_MS).unref();
  const deadline = limit.signal;
  const loop = await startLoop(deadline, stack);
  const ids = Array.from({ length: options.decisions }, () => `ver_${randomUUID()}`);
  await receiveAll(loop, ids, deadline);
  const began = performance.now();
  const killing = killAll(loop);
  const decided = await decideAll(loop, ids, killing.count).finally(killing.end);
  const deciding = (performance.now() - began) / 1_000;
  tell(`overtaking after ${killing.count()} kills`);
  const overtaken = await overtake(loop, ids.filter((_, index) => index % ONE_IN === 1).slice(0, MAX_OVERTAKEN));
  tell("waiting for the last events");
  await settled(loop, deadline);
  const seconds = (performance.now() - began) / 1_000;
  const { missing, wrong, twice, repeated, acted } = await compare(loop, ids);
  const answered = (method: "GET" | "PUT") => loop.officers.flatMap(({ times }) => times[method]);
  const count = (name: string, value: number): Measure => figure(name, "", [value], { atMost: 0 });
  return {
    database: loop.database,
    method:
      `${ids.length} decisions by ${loop.officers.length} sessions in ${Math.round(deciding)} s, meanwhile ` +
      `${killing.count()} kills of ${loop.kills.map(({ name }) => name).join(", ")}; ${Math.round(seconds)} s in all`,
    measures: [
      count("files whose last state has not arrived", missing),
      count("decisions in force that were not acted on", wrong),
      count("files acted on twice", twice),
      count("files decided twice", repeated),
      figure("a file is shown", "ms", answered("GET")),
      figure("a step is answered", "ms", answered("PUT")),
      figure("fact acknowledged → 'overtaken'", "ms", overtaken),
      figure("fact acknowledged → 'overtaken', p95", "ms", [percentile(overtaken, 0.95)], { atMost: OVERTAKEN_P95_MS }),
    ],
    notes: [
      `${acted} decisions were acted on`,
      `answers that a kill took: ${decided.made} of steps that had been made, ${decided.again} of steps that were asked for again`,
    ],
  };
};

/** Delivers the files and waits until they are ready to decide. */
async function receiveAll({ database }: Loop, ids: readonly string[], deadline: AbortSignal): Promise<void> {
  for (let from = 0; from < ids.length; from += 200) {
    await storeArrivals(
      database.pool,
      ids.slice(from, from + 200).flatMap((id) => finishedFile(id)),
    );
    await database.pool.query(`NOTIFY ${WORK_CHANNEL}`);
  }
  await until(async () => (await pendingOf(database, "inbox")) === 0, deadline);
  tell(`${ids.length} files are ready`);
}

const pendingOf = async ({ pool }: Loop["database"], table: "inbox" | "outgoing"): Promise<number> =>
  (await pool.query(`SELECT FROM ${table} WHERE state = 'pending' LIMIT 1`)).rowCount ?? 0;

async function until(isTrue: () => Promise<boolean>, deadline: AbortSignal): Promise<void> {
  while (!(await isTrue())) {
    deadline.throwIfAborted();
    await delay(100);
  }
}

const tell = (line: string) => process.stderr.write(`loop: ${line}\n`);

function killAll({ kills: victims }: Loop) {
  let kills = 0;
  let isEnding = false;
  const running = (async () => {
    while (!isEnding) {
      await delay(KILL_INTERVAL_MS);
      await victims[kills % victims.length]?.kill();
      kills += 1;
    }
  })();
  // A failure is reported by `end`.
  running.catch(() => undefined);
  return {
    count: () => kills,
    async end(): Promise<void> {
      isEnding = true;
      await running;
    },
  };
}

/** Every session takes the next file. Resolves to the number of steps whose answer was lost. */
async function decideAll({ officers }: Loop, ids: readonly string[], kills: () => number): Promise<LostAnswers> {
  const left = ids.entries();
  let decided = 0;
  const telling = setInterval(() => tell(`${decided} of ${ids.length} decided, ${kills()} kills`), PROGRESS_MS);
  const one = async (officer: Officer) => {
    for (const [index, id] of left) {
      await officer.step(id, { state: "resolved", resolution: "accepted", reason: "Benchmark" });
      if (index % ONE_IN === 0) await officer.step(id, { state: "open" });
      decided += 1;
    }
  };
  await Promise.all(officers.map(one)).finally(() => clearInterval(telling));
  const sum = (of: keyof LostAnswers) => officers.reduce((all, { lost }) => all + lost[of], 0);
  return { made: sum("made"), again: sum("again") };
}

/** Milliseconds for each of these files from the acknowledgement of a relevant fact to the check that reports it. */
async function overtake({ installed, database, origin, token }: Loop, ids: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const id of ids) {
    const [entry] = (await readLogs(database.pool, [id])).get(id)?.filter(({ kind }) => kind === "decided") ?? [];
    if (!entry) throw new Error("a file has no decision");
    const { body } = finalRun(id, [finding("high", "acta")], 200);
    await deliverTo(installed, body);
    const acknowledged = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    let standing: string | undefined;
    while (standing !== "overtaken") {
      const answer = await fetch(`${origin}/api/decisions/${decisionIdOf(entry)}`, { headers });
      if (!answer.ok) throw new Error(`a check was answered ${answer.status}`);
      ({ standing } = (await answer.json()) as { standing: string });
    }
    times.push(performance.now() - acknowledged);
  }
  return times;
}

/** Waits until every event has ended, and the consumer has nothing more to do. */
async function settled(loop: Loop, deadline: AbortSignal): Promise<void> {
  const { database } = loop;
  const unsettled = `SELECT FROM review_due WHERE due_at <= now() UNION ALL
    SELECT FROM decision_events_read WHERE settled_id < (SELECT max(id) FROM review_log)`;
  await until(async () => (await database.pool.query(unsettled)).rowCount === 0, deadline);
  await until(async () => (await pendingOf(database, "outgoing")) === 0, deadline);
  let acted = -1;
  await until(async () => {
    const before = acted;
    acted = actedOn(loop).length;
    await delay(3_000);
    return acted === before;
  }, deadline);
}

type Decision = { verification_id: string; decision_id: string; sequence: number };

const readAll = <T>(folder: string): T[] =>
  readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as T);

/** The actions of the consumer, as names of their files. */
const actedOn = ({ folder }: Loop): string[] => readdirSync(join(folder, "acted"));

/** Compares the consumer's state with the log. */
async function compare(loop: Loop, ids: readonly string[]) {
  const heard = readAll<{ data: Decision }>(join(loop.folder, "events")).map(({ data }) => data);
  const kept = new Map(heard.map(({ verification_id, sequence }) => [verification_id, sequence]));
  const actions = readAll<Decision>(join(loop.folder, "acted"));
  const acted = new Set(actions.map(({ decision_id }) => decision_id));
  const twice = actions.length - new Set(actions.map(({ verification_id }) => verification_id)).size;
  const logs = await readLogs(loop.database.pool, ids);
  let [missing, wrong, repeated] = [0, 0, 0];
  for (const id of ids) {
    const log = logs.get(id) ?? [];
    const { events } = readHistory(log);
    const last = events.at(-1);
    if (!last || kept.get(id) !== last.sequence) missing += 1;
    const isValid = last?.kind === "review.decided" || last?.kind === "review.approved";
    if (last && isValid && !acted.has(decisionIdOf({ ...last.decision, at: last.decision.decided_at }))) wrong += 1;
    if (log.filter(({ kind }) => kind === "decided").length !== 1) repeated += 1;
  }
  return { missing, wrong, twice, repeated, acted: acted.size };
}
