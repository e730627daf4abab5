import { afterAll, vi } from "vitest";
import type { LiveHub } from "#lib/core/server/live/stream.ts";
import type { Database } from "#lib/platform/server/db/database.ts";

type Shared = { [name: string]: unknown; cotejoDatabase?: Database; cotejoLiveHub?: LiveHub };

/** Deletes the state that modules keep on `globalThis`. */
async function forget(): Promise<void> {
  const shared = globalThis as Shared;
  await shared.cotejoLiveHub?.close();
  if (shared.cotejoDatabase?.pool.ending === false) await shared.cotejoDatabase.close();
  for (const name of Object.keys(shared)) if (name.startsWith("cotejo")) delete shared[name];
}

// Files share a process, and each file loads our modules again. An `afterAll` that throws skips the others, so the
// state of the previous file may still be there.
await forget();
vi.resetModules();

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await forget();
});
