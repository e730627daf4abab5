import { type ReadInput, type ReadOutcome, readVerification } from "#lib/core/server/refresh/read-verification.ts";
import { createServiceClient, type ServiceClient } from "#lib/core/server/service/client.ts";
import { type Database, openDatabase, type Pooled } from "#lib/platform/server/db/database.ts";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";
import { deliver, drainBesideWorker, secondsIn, storeArrivals } from "#tools/test/arrivals.ts";
import { createTestDatabase } from "#tools/test/database.ts";

type Fault = { kind: string; method?: string; path?: string; status?: number; delay_ms?: number; count?: number };

export type ConnectedService = Awaited<ReturnType<typeof startConnectedService>>;

/** The embedded service, and a database of a dashboard that is its customer, with two pools as of two processes. */
export async function startConnectedService(timeScale = 1_000) {
  const service: TestSandbox = await startTestSandbox(timeScale);
  const created = await createTestDatabase();
  const open = (name: string): Database => openDatabase(created.url, { name });
  const [database, other] = [open("one process"), open("another process")];
  const faults = async () =>
    (await service.call("GET", "/sandbox/faults")).body.data as { path: string; count: number }[];

  /** A client with a circuit breaker of its own, and generous deadlines for a slow machine. */
  const client = (key: () => string = service.apiKey, longestMs = 60_000): ServiceClient =>
    createServiceClient({ baseUrl: service.url(), getKey: async () => key(), longestMs });

  return {
    service,
    database,
    other,
    databaseUrl: created.url,
    client,
    query: async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await database.pool.query<T>(text, values)).rows,
    /** Reads as for a waiting user, by default. */
    read(
      input: Partial<ReadInput> = {},
      from: Pooled = database,
      reader: Pick<ServiceClient, "readVerification" | "readPeople"> = client(),
    ): Promise<ReadOutcome> {
      const usual = { verification_id: "", subject: "verification", userId: "user", deadlineMs: 60_000 } as const;
      return readVerification(from, reader, { ...usual, ...input });
    },
    /** Creates a pending verification, as a received event does. */
    async knowFromEvents(verification_id: string, account_id = "acc_1"): Promise<void> {
      const event = { verification_id, account_id, status: "pending", created_at: secondsIn(0) };
      await storeArrivals(database.pool, [deliver("verification.v2.created", event)]);
      await drainBesideWorker(database);
    },
    async fault(fault: Fault): Promise<void> {
      const { status } = await service.call("POST", "/sandbox/faults", { body: fault });
      if (status !== 201) throw new Error(`the fault was refused with ${status}`);
    },
    /** Lets the service count the calls of a path from now on; the result returns the count. */
    async countCalls(path: string, method?: string): Promise<() => Promise<number>> {
      const count = 1_000;
      await this.fault({ kind: "slow", delay_ms: 0, path, count, ...(method ? { method } : {}) });
      return async () => count - ((await faults()).find((fault) => fault.path === path)?.count ?? 0);
    },
    /** Ends faults and deletes everything that was read, requested or received. */
    async reset(): Promise<void> {
      await service.call("DELETE", "/sandbox/faults");
      const { rows } = await database.pool.query<{ name: string }>(
        // Append-only tables are never emptied.
        `SELECT quote_ident(tablename) AS name FROM pg_tables
         WHERE schemaname = 'public' AND tablename NOT IN ('audit_log', 'review_log', 'review_policies')`,
      );
      // Not TRUNCATE, which locks whole tables and can deadlock with a receiver that reads two of them in another order.
      await database.pool.query(
        `BEGIN; SET LOCAL session_replication_role = replica; ${rows.map(({ name }) => `DELETE FROM ${name};`).join(" ")} COMMIT`,
      );
    },
    async end(): Promise<void> {
      await Promise.all([database.close(), other.close()]);
      await created.drop();
      await service.end();
    },
  };
}
