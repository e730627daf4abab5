import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describeDatabaseMachine } from "#bench/machine.ts";
import type { Measure } from "#bench/measure.ts";
import type { Options } from "#bench/options.ts";
import type { Report } from "#bench/report.ts";
import { decisionIdOf } from "#lib/contract/review/decision-events.ts";
import { readHistory } from "#lib/contract/review/decision-history.ts";
import { readLogs } from "#lib/server/decisions/read-log.ts";
import { INBOX_CHANNEL } from "#lib/server/inbox/store-deliveries.ts";
import { changeReview } from "#lib/server/review/command.ts";
import { finalRun, finding, finishedFile } from "#lib/server/review/testing/files.ts";
import { storeArrivals } from "#test/arrivals.ts";
import { postHook, signatureHeader } from "#test/hooks.ts";
import { type Loop, startLoop } from "./installation.ts";
import type { Name } from "./processes.ts";

const AT_ONCE = 4;
const KILL_EVERY_MS = 2_000;
/** Every fifth file is reopened after its decision, and every fifth of the others is overtaken by a fact. */
const ONE_IN = 5;
const MOST_OVERTAKEN = 300;
const OVERTAKEN_P95_MS = 1_000;
/** A lease, and the retries of what failed while the consumer was dead. */
const PATIENCE_MS = 600_000;

/**
 * Decisions that leave and are acted on: officers decide and reopen while every process is killed again and again, an
 * example consumer keeps and checks events, and facts overtake decisions.
 */
export async function benchmarkLoop(options: Options, stack: AsyncDisposableStack): Promise<Report> {
  const loop = await startLoop(stack);
  const ids = Array.from({ length: options.decisions }, () => `ver_${randomUUID()}`);
  await receiveAll(loop, ids);
  const began = performance.now();
  const killing = killAll(loop);
  await decideAll(loop, ids);
  const kills = await killing.end();
  const overtaken = await overtake(loop, ids.filter((_, index) => index % ONE_IN === 1).slice(0, MOST_OVERTAKEN));
  await settled(loop);
  const seconds = (performance.now() - began) / 1_000;
  const { missing, wrong, twice, acted } = await compare(loop, ids);
  const p95 = overtaken.toSorted((a, b) => a - b)[Math.floor(overtaken.length * 0.95)] ?? Number.NaN;
  const count = (name: string, value: number): Measure => ({ name, unit: "", samples: [value], target: { atMost: 0 } });
  return {
    benchmark: "loop",
    machine: await describeDatabaseMachine(loop.database),
    options,
    method: `${ids.length} decisions, ${kills} kills of ${Object.keys(loop.processes).join(", ")}; ${Math.round(seconds)} s`,
    measures: [
      count("files whose last state has not arrived", missing),
      count("decisions in force that were not acted on", wrong),
      count("files acted on twice", twice),
      { name: "fact acknowledged → 'overtaken'", unit: "ms", samples: overtaken },
      {
        name: "fact acknowledged → 'overtaken', p95",
        unit: "ms",
        samples: [p95],
        target: { atMost: OVERTAKEN_P95_MS },
      },
    ],
    notes: [`${acted} decisions were acted on`],
  };
}

/** Files that are ready to decide. */
async function receiveAll({ database }: Loop, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += 200) {
    await storeArrivals(
      database.pool,
      ids.slice(from, from + 200).flatMap((id) => finishedFile(id)),
    );
    await database.pool.query(`NOTIFY ${INBOX_CHANNEL}`);
  }
  await until(async () => (await pendingOf(database, "inbox")) === 0);
}

const pendingOf = async ({ pool }: Loop["database"], table: "inbox" | "outgoing"): Promise<number> =>
  (await pool.query(`SELECT FROM ${table} WHERE state = 'pending' LIMIT 1`)).rowCount ?? 0;

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error("the loop does not come to rest");
    await delay(100);
  }
}

function killAll({ processes }: Loop) {
  const names = Object.keys(processes) as Name[];
  let kills = 0;
  let isEnding = false;
  const running = (async () => {
    while (!isEnding) {
      await delay(KILL_EVERY_MS);
      await processes[names[kills % names.length] as Name].kill();
      kills += 1;
    }
  })();
  return {
    async end(): Promise<number> {
      isEnding = true;
      await running;
      return kills;
    },
  };
}

async function decideAll({ database, officer }: Loop, ids: readonly string[]): Promise<void> {
  const left = ids.entries();
  const one = async () => {
    for (const [index, id] of left) {
      const change = { state: "resolved", resolution: "accepted", reason: "Benchmark" } as const;
      await changeReview(id, change, officer, database);
      if (index % ONE_IN === 0) await changeReview(id, { state: "open" }, officer, database);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** For each of these files: from the acknowledgement of a fact that counts to the check that says so, in milliseconds. */
async function overtake({ installed, database, origin, token }: Loop, ids: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const id of ids) {
    const [entry] = (await readLogs(database.pool, [id])).get(id)?.filter(({ kind }) => kind === "decided") ?? [];
    if (!entry) throw new Error("a file has no decision");
    const { body } = finalRun(id, [finding("high", "acta")], 200);
    const signature = signatureHeader(installed.webhookSecret, body);
    const { status } = await postHook(installed.receiverPort, installed.receiverId, body, signature);
    const acknowledged = performance.now();
    if (status !== 200) throw new Error(`a delivery was answered ${status}`);
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

/** Every event has ended, and the consumer has nothing more to do. */
async function settled(loop: Loop): Promise<void> {
  const { database } = loop;
  const unsettled = `SELECT FROM review_due WHERE due_at <= now() UNION ALL
    SELECT FROM decision_events_read WHERE settled_id < (SELECT max(id) FROM review_log)`;
  await until(async () => (await database.pool.query(unsettled)).rowCount === 0);
  await until(async () => (await pendingOf(database, "outgoing")) === 0);
  let acted = -1;
  await until(async () => {
    const before = acted;
    acted = actedOn(loop).length;
    await delay(3_000);
    return acted === before;
  });
}

type Kept = { data: { verification_id: string; decision_id: string; sequence: number } };

const readKept = (folder: string): Kept["data"][] =>
  readdirSync(join(folder, "events")).map(
    (name) => (JSON.parse(readFileSync(join(folder, "events", name), "utf8")) as Kept).data,
  );

const actedOn = ({ folder }: Loop): string[] =>
  readdirSync(join(folder, "acted")).map((name) => name.replace(".json", ""));

/** The consumer's state against the log. */
async function compare(loop: Loop, ids: readonly string[]) {
  const kept = new Map(readKept(loop.folder).map(({ verification_id, sequence }) => [verification_id, sequence]));
  const acted = new Set(actedOn(loop));
  const logs = await readLogs(loop.database.pool, ids);
  let [missing, wrong, twice] = [0, 0, 0];
  for (const id of ids) {
    const { events } = readHistory(logs.get(id) ?? []);
    const last = events.at(-1);
    if (!last || kept.get(id) !== last.sequence) missing += 1;
    const isValid = last?.kind === "review.decided" || last?.kind === "review.approved";
    if (last && isValid && !acted.has(decisionIdOf({ ...last.decision, at: last.decision.decided_at }))) wrong += 1;
    const decided = new Set(events.map(({ decision }) => decisionIdOf({ ...decision, at: decision.decided_at })));
    if ([...decided].filter((decision) => acted.has(decision)).length > 1) twice += 1;
  }
  return { missing, wrong, twice, acted: acted.size };
}
