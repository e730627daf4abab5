import { startPostgres } from "#lib/launch/postgres/postgres.ts";

/** The launcher's PostgreSQL until the stack ends, which can be killed; the address stays the same. */
export async function startKillablePostgres(options: Parameters<typeof startPostgres>[0], stack: AsyncDisposableStack) {
  let running = await startPostgres(options);
  stack.defer(() => running.stop());
  return {
    databaseUrl: running.databaseUrl,
    /** kill -9, then a start with crash recovery, as the launcher does. */
    async kill(): Promise<void> {
      process.kill(running.pid, "SIGKILL");
      await running.exited;
      running = await startPostgres(options);
    },
  };
}
