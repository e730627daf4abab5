import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { migrate } from "#lib/server/db/migrate.ts";
import { examples, scaledTimeout } from "./effort.ts";
import { postHook, signatureHeader } from "./hooks.ts";
import { type KillablePostgres, startKillablePostgres } from "./killable-postgres.ts";
import { type Installed, installReceiver, type RealProcess, startProcess } from "./real-processes.ts";

/** Each victim as often as the others. */
const ROUNDS = 3 * examples(3);
const SENDERS = 12;
const VICTIMS = ["receiver", "worker", "postgres"] as const;
type Victim = (typeof VICTIMS)[number];

/** Receiver and worker as real processes, over a PostgreSQL of their own that may be killed. */
class Pipeline {
  readonly folder = mkdtempSync(join(tmpdir(), "cotejo-kill-"));
  postgres: KillablePostgres | undefined;
  receiver: RealProcess | undefined;
  worker: RealProcess | undefined;

  async start(): Promise<Installed> {
    this.postgres = await startKillablePostgres({ dataDir: this.folder });
    await migrate(this.postgres.databaseUrl);
    const installed = await installReceiver(this.postgres.databaseUrl);
    this.receiver = startProcess("receiver", installed);
    this.worker = startProcess("worker", installed);
    await this.receiver.ready();
    return installed;
  }

  /** kill -9, then the same again, as the launcher does with what crashes. */
  async killAndRestart(victim: Victim, installed: Installed): Promise<void> {
    if (victim === "postgres") {
      await this.postgres?.kill();
      return;
    }
    await this[victim]?.end("SIGKILL");
    this[victim] = startProcess(victim, installed);
  }

  async end(): Promise<void> {
    await Promise.all([this.receiver?.end("SIGKILL"), this.worker?.end("SIGKILL")]);
    await this.postgres?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A sender as the service is one: whatever is not answered with 2xx is sent again, the same bytes and signature. */
class Sender {
  /** Item ids by the signature that was answered with 2xx. */
  readonly acknowledged = new Map<string, number>();
  readonly #installed: Installed;
  #sent = 0;
  #stopped = false;
  #loops: Promise<void>[] = [];

  constructor(installed: Installed) {
    this.#installed = installed;
  }

  start(): void {
    this.#loops = Array.from({ length: SENDERS }, () => this.#loop());
  }

  async #loop(): Promise<void> {
    while (!this.#stopped) {
      const itemId = this.#sent++;
      const at = new Date().toISOString();
      const data = { verification_id: `ver_${itemId % 50}`, item_id: itemId, item_type: "csf_mx", completed_at: at };
      const body = JSON.stringify({ event_name: "verification_item.v2.completed", data });
      const header = signatureHeader(this.#installed.webhookSecret, body);
      // At-least-once delivery: some answered deliveries are sent again.
      for (let times = itemId % 10 === 0 ? 2 : 1; times > 0; times -= 1) await this.#deliver(body, header);
      this.acknowledged.set(header.slice(-64), itemId);
    }
  }

  async #deliver(body: string, header: string): Promise<void> {
    for (;;) {
      const { receiverPort, receiverId } = this.#installed;
      const answer = await postHook(receiverPort, receiverId, body, header).catch(() => undefined);
      if (answer?.status === 200) return;
      if (answer && answer.status !== 503) throw new Error(`answered ${answer.status}`);
      // Not sooner: the process that is to answer starts on the same cores.
      await delay(50);
    }
  }

  /** Lets every loop finish what it has begun. Rejects when an answer was neither 2xx nor 503. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#loops);
  }

  /** Resolves when so many more were acknowledged; rejects when a loop has ended before. */
  async progress(more: number): Promise<void> {
    const goal = this.acknowledged.size + more;
    const failed = Promise.race(this.#loops).then(() => {
      throw new Error("a sender ended");
    });
    const reached = async () => {
      while (this.acknowledged.size < goal) await delay(5);
    };
    await Promise.race([reached(), failed]);
  }
}

let pipeline: Pipeline;
afterEach(() => pipeline.end());

test(`each acknowledged delivery is stored once and applied, after ${ROUNDS} kills under load`, {
  timeout: scaledTimeout(240_000),
}, async () => {
  pipeline = new Pipeline();
  const installed = await pipeline.start();
  const sender = new Sender(installed);
  sender.start();
  for (let round = 0; round < ROUNDS; round += 1) {
    await sender.progress(randomInt(20, 200));
    await pipeline.killAndRestart(VICTIMS[round % VICTIMS.length] as Victim, installed);
  }
  await sender.progress(50);
  await sender.stop();

  const client = new pg.Client({ connectionString: installed.databaseUrl });
  await client.connect();
  try {
    const rows = async (text: string) => (await client.query(text)).rows;
    const open = async () => (await rows("SELECT count(*)::int FROM inbox WHERE state = 'pending'"))[0].count;
    await expect.poll(open, { timeout: 60_000, interval: 100 }).toBe(0);
    const stored = await rows("SELECT signature, state, count(*)::int FROM inbox GROUP BY 1, 2 ORDER BY 1");
    const expected = [...sender.acknowledged.keys()].sort();
    expect(stored).toEqual(expected.map((signature) => ({ signature, state: "applied", count: 1 })));
    const facts = await rows("SELECT item_id::int, count(*)::int FROM item_changes GROUP BY 1 ORDER BY 1");
    const items = [...sender.acknowledged.values()].sort((one, other) => one - other);
    expect(facts).toEqual(items.map((item_id) => ({ item_id, count: 1 })));
    expect(await rows("SHOW fsync")).toEqual([{ fsync: "on" }]);
    expect(await rows("SHOW full_page_writes")).toEqual([{ full_page_writes: "on" }]);
    expect(await rows("SHOW synchronous_commit")).toEqual([{ synchronous_commit: "on" }]);
  } finally {
    await client.end();
  }
});
