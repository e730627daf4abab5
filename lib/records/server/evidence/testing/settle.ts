import { vi } from "vitest";
import type { Pooled } from "#lib/platform/server/db/database.ts";
import { isBehind } from "#lib/records/server/evidence/progress.ts";
import { sealEvidence } from "#lib/records/server/evidence/seal.ts";

/** Seals until every entry is settled: running transactions of other tests, in other databases of the server, count too. */
export async function sealAndSettle(database: Pooled): Promise<void> {
  const settled = async () => {
    await sealEvidence(database);
    return !(await isBehind(database.pool));
  };
  // Also before the tests of a file, where `expect.poll` is refused.
  await vi.waitUntil(settled, { timeout: 90_000 });
}
