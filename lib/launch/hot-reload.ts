import { watch } from "node:fs";
import { join } from "node:path";
import type { Supervisor } from "./supervisor.ts";

/** Editors write a file in several steps; one restart is enough for all of them. */
const SETTLE_MS = 150;

/** What each process is made from. The dashboard is not here: Next reloads it by itself. */
const MADE_FROM: Record<string, RegExp> = {
  receiver: /^(receiver|server|contract)\//,
  worker: /^(worker|server|contract)\//,
  sandbox: /^(sandbox|contract)\/|^server\/(env|log)\.ts$/,
};

/** Restarts receiver, worker and sandbox when a source of theirs changes (`npm run dev`). Returns what ends it. */
export function reloadOnChange(root: string, supervisor: Supervisor): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(join(root, "lib"), { recursive: true }, (_, file) => {
    if (!file || !/\.(ts|json|sql)$/.test(file) || file.endsWith(".test.ts")) return;
    for (const [name, sources] of Object.entries(MADE_FROM)) if (sources.test(file)) changed.add(name);
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
