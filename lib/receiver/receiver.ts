import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { storeRefusals, trimRefusals } from "#lib/core/server/inbox/store-refusals.ts";
import { startHeartbeat } from "#lib/core/server/outages/heartbeat.ts";
import { createReportLimit } from "#lib/platform/server/base/report-limit.ts";
import { type Database, openDatabase, type Pooled } from "#lib/platform/server/db/database.ts";
import { STOP_MS, stopServer } from "#lib/platform/server/http/limited-server.ts";
import { createBodyReader } from "./body.ts";
import { createClock } from "./clock.ts";
import { createDeliveryQueue } from "./delivery-queue.ts";
import { createKnownReceivers, type KnownReceiver } from "./known-receivers.ts";
import { createLastMatch, createRefusalLedger } from "./ledgers.ts";
import { listenToReceivers } from "./load-receivers.ts";
import { createReadiness } from "./readiness.ts";
import { noteMalformed, receiveDelivery, refuseMethod } from "./receive.ts";
import { type AnsweredDelivery, createReceiverServer } from "./server.ts";
import { clientOf, createPeerOf, createSourceOf, type Trust } from "./source.ts";
import { createBatchStore, isRowFault } from "./store-batch.ts";

export type ReceiverOptions = {
  database: Pooled;
  loadReceivers: () => Promise<KnownReceiver[]>;
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Trusted addresses: of proxies, and of the service. */
  trust?: Trust;
  /** The maximum age of a signature; a day by default. */
  maxAgeSeconds?: number;
  onAnswered?(delivery: AnsweredDelivery): void;
  /** Called with the missing prerequisites, at the start and after each check. */
  onMissing?(missing: string[]): void;
  /** Reports a problem to the operator, each time it occurs. */
  onProblem(what: string, error: unknown): void;
};

export type RunningReceiver = {
  port: number;
  /** Writes the pending refusals and last matches, which are otherwise written at most once a second. */
  flush(): Promise<void>;
  /** Stops accepting, answers accepted deliveries, and ends within `timeoutMs`. The database stays open. */
  stop(timeoutMs?: number): Promise<void>;
};

const DAY_SECONDS = 24 * 60 * 60;

/** The interval in which missing prerequisites are reported. */
const REPORT_INTERVAL_MS = 1_000;

/** The wait for the first proof before listening, if the database does not answer. */
const FIRST_PROOF_MS = 1_000;

/** Starts the receiver; it listens once this resolves, also without the database. Rejects if it cannot listen. */
export async function startReceiver(options: ReceiverOptions): Promise<RunningReceiver> {
  const { database, onProblem } = options;
  const { pool } = database;
  const receivers = createKnownReceivers(options.loadReceivers, (error) => onProblem("receivers not loaded", error));
  const clock = createClock(pool, (error) => onProblem("clock not compared", error));
  const readiness = createReadiness(createBatchStore(database), receivers, clock);
  const queue = createDeliveryQueue(readiness.store, {
    isRowFault,
    onProblem: (error) => onProblem("deliveries not stored", error),
  });
  const ledger = createRefusalLedger(
    async (refusals) => {
      await storeRefusals(pool, refusals);
      await trimRefusals(pool);
    },
    (error) => onProblem("refusals not written", error),
  );
  const lastMatch = createLastMatch(pool, (error) => onProblem("last match not written", error));
  const bodies = createBodyReader();
  const { maxAgeSeconds = DAY_SECONDS, trust = { proxies: [], service: [] } } = options;
  const sourceOf = createSourceOf(trust);
  const context = { receivers, clock, queue, ledger, lastMatch, bodies, sourceOf, maxAgeSeconds };
  let stopping = false;
  const server = createReceiverServer({
    deliver: (request, receiverId) => receiveDelivery(context, request, receiverId),
    refuseMethod: (request, receiverId) => refuseMethod(context, request, receiverId),
    noteMalformed: (socket) => noteMalformed(context, socket),
    missing: () => (stopping ? ["stopping"] : readiness.missing()),
    onAnswered: (delivery) => options.onAnswered?.(delivery),
    onFault: (error) => onProblem("unexpected fault", error),
    peerOf: createPeerOf(trust),
    clientOf: (request) => clientOf(sourceOf(request)),
  });
  await Promise.all([receivers.refresh(), clock.check(), Promise.race([readiness.begun, delay(FIRST_PROOF_MS)])]);
  server.listen(options.port, options.host);
  await once(server, "listening");
  const report = () => options.onMissing?.(readiness.missing());
  report();
  const reports = setInterval(report, REPORT_INTERVAL_MS);
  const listener = listenToReceivers(database, receivers.changed);
  const heartbeat = startHeartbeat(database, "receiver", (error) => onProblem("no heartbeat", error));
  const flush = async () => {
    await Promise.all([ledger.flush(), lastMatch.flush()]);
  };
  return {
    port: (server.address() as AddressInfo).port,
    flush,
    stop: async (timeoutMs = STOP_MS) => {
      stopping = true;
      clearInterval(reports);
      await stopServer(server, timeoutMs);
      receivers.stop();
      clock.stop();
      readiness.stop();
      bodies.stop();
      listener.stop();
      await Promise.all([flush(), heartbeat.stop()]);
    },
  };
}

/** Timeout of an unreachable database: then the sender, who waits 30 seconds (interface, Limits), is told to retry. */
const ANSWER_MS = 4_000;

/**
 * The receiver's own pool: two lanes of batches and background work. Open connections stay reserved for the receiver,
 * however many pages are read.
 */
export const openReceiverDatabase = (databaseUrl: string, max: number, onError?: (error: Error) => void): Database =>
  openDatabase(databaseUrl, { name: "cotejo receiver", max, min: max, answerMs: ANSWER_MS, onError });

/** The minimum time between reports of one kind of problem, which may occur thousands of times a second. */
const PAUSE_MS = 10_000;

export type Problem = { what: string; reason: string; times: number };

/**
 * Reports the first problem of a kind at once, then at most every ten seconds, with the count since the last report. An
 * error with a code is logged by the code alone: the database's messages quote values.
 */
export function createProblemReporter(
  report: (problem: Problem) => void,
  clock?: () => number,
): (what: string, error: unknown) => void {
  const seldom = createReportLimit(PAUSE_MS, clock);
  return (what, error) => {
    const times = seldom(what);
    if (times !== null) report({ what, reason: reasonOf(error), times });
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error ? String(error.code) : error.message;
}
