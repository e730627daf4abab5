import { watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "#lib/platform/server/base/log.ts";
import { counter } from "#lib/platform/server/base/metrics.ts";
import { aborted, type Running } from "./system/processes.ts";

export type Service = {
  name: string;
  /** Resolves when the service is ready. Rejects, without leaving a process, when it fails or `stopping` aborts. */
  start(stopping: AbortSignal): Promise<Running>;
  /** Ends after all others, which may still write to it while they stop. */
  endsLast?: boolean;
  /** The longest wait before a restart, if it differs from the default. */
  maxMs?: number;
};

const BACKOFF = {
  firstMs: 250,
  maxMs: 5_000,
  /** The random share of a wait, so that services that failed together do not restart together. */
  jitter: 0.3,
  /** A service that ran this long counts as recovered: its next crash waits `firstMs` again. */
  recoveredMs: 60_000,
};

const restarts = counter("cotejo_process_restarts_total", "Restarts of this process after it ended, hung or failed.", [
  "process",
]);

type Entry = {
  service: Service;
  life: Promise<void>;
  running?: Running;
  /** A restart was requested, so the end is not a crash. */
  restartRequested: boolean;
  wake?: AbortController;
};

/** Keeps services alive: a service that ends is restarted, after a wait that doubles with each failure. */
export function createSupervisor(log: Log, backoff = BACKOFF) {
  const entries: Entry[] = [];
  const first = new AbortController();
  const last = new AbortController();

  async function superviseEntry(entry: Entry, firstStart: PromiseWithResolvers<void>): Promise<void> {
    const { service } = entry;
    const stopping = (service.endsLast ? last : first).signal;
    let waitMs = backoff.firstMs;
    let everReady = false;
    // A series that begins with its first restart has no increase.
    restarts.inc({ process: service.name }, 0);
    while (!stopping.aborted) {
      const began = performance.now();
      let how: string;
      entry.restartRequested = false;
      try {
        const running = await service.start(stopping);
        entry.running = running;
        // Requested during the start: the service may have read the files before the change.
        if (entry.restartRequested) void running.stop();
        if (everReady) log.info({ child: service.name, pid: running.pid }, "child is back");
        everReady = true;
        firstStart.resolve();
        how = (await Promise.race([running.exited, aborted(stopping)])) ?? "stopped";
        entry.running = undefined;
        if (stopping.aborted) return await running.stop();
      } catch (error) {
        if (stopping.aborted || !everReady) {
          firstStart.reject(error);
          return;
        }
        how = error instanceof Error ? error.message : String(error);
      }
      if (entry.restartRequested) continue;
      if (performance.now() - began > backoff.recoveredMs) waitMs = backoff.firstMs;
      const restart_in_ms = Math.round(waitMs * (1 - backoff.jitter * Math.random()));
      log.error({ child: service.name, how, restart_in_ms }, "child ended, starting it again");
      restarts.inc({ process: service.name });
      entry.wake = new AbortController();
      await delay(restart_in_ms, undefined, { signal: AbortSignal.any([stopping, entry.wake.signal]) }).catch(
        () => undefined,
      );
      waitMs = Math.min(waitMs * 2, service.maxMs ?? backoff.maxMs);
    }
    firstStart.reject(new Error("stopped"));
  }

  return {
    /** Resolves when the service is ready for the first time; throws the error of that first start. */
    start(service: Service): Promise<void> {
      const firstStart = Promise.withResolvers<void>();
      const entry: Entry = { service, life: Promise.resolve(), restartRequested: false };
      entry.life = superviseEntry(entry, firstStart);
      entries.push(entry);
      return firstStart.promise;
    },
    /** Restarts a service at once, whether it runs, is starting, or waits after a crash. */
    restart(name: string): void {
      for (const entry of entries.filter(({ service }) => service.name === name)) {
        entry.restartRequested = true;
        void entry.running?.stop();
        entry.wake?.abort();
      }
    },
    async stop(): Promise<void> {
      first.abort();
      await Promise.allSettled(entries.filter(({ service }) => !service.endsLast).map(({ life }) => life));
      last.abort();
      await Promise.allSettled(entries.map(({ life }) => life));
    },
  };
}

export type Supervisor = ReturnType<typeof createSupervisor>;

/** Editors write a file in several steps; all of them need only one restart. */
const SETTLE_MS = 150;

/** The sources of each process except the dashboard, which Next reloads itself. */
const PROCESS_SOURCES: Record<string, RegExp> = {
  receiver: /^(receiver|\w+\/(server|contract|rules))\//,
  worker: /^(worker|\w+\/(server|contract|rules))\//,
  sandbox: /^(sandbox|\w+\/contract|platform\/server\/(base|db))\//,
};

/** The processes that a change of this file below `lib` restarts. */
export const processesOf = (file: string): string[] =>
  Object.keys(PROCESS_SOURCES).filter((name) => PROCESS_SOURCES[name]?.test(file));

/** Restarts receiver, worker and sandbox at a change of their sources (`npm run dev`), until its result is called. */
export function reloadOnChange(root: string, supervisor: Supervisor): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(join(root, "lib"), { recursive: true }, (_, file) => {
    if (!file || !/\.(ts|json|sql)$/.test(file) || file.endsWith(".test.ts")) return;
    for (const name of processesOf(file)) changed.add(name);
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const name of changed) supervisor.restart(name);
      changed.clear();
    }, SETTLE_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
