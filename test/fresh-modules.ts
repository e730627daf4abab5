import { afterAll, vi } from "vitest";
import type { Database } from "#lib/server/db/database.ts";

// Files share a process; each begins with modules of ours loaded anew.
vi.resetModules();

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  const shared = globalThis as { [name: string]: unknown; cotejoDatabase?: Database };
  if (shared.cotejoDatabase?.pool.ending === false) await shared.cotejoDatabase.close();
  for (const name of Object.keys(shared)) if (name.startsWith("cotejo")) delete shared[name];
});
