/** @module-tag durability */
import { expect, it, vi } from "vitest";
import { ROOT } from "#tools/drill/releases.ts";
import { restoreUnderLoad } from "#tools/drill/restore-under-load.ts";
import { createEmptyDatabase } from "./database.ts";
import { temporaryFolder } from "./temporary-folder.ts";

it("an installation that is backed up under deliveries is restored whole, and back again", async () => {
  await using stack = new AsyncDisposableStack();
  const folder = temporaryFolder("cotejo-restore-");
  vi.stubEnv("BACKUP_DIR", folder);
  const problems = await restoreUnderLoad(
    {
      sources: { version: "this version", root: ROOT },
      async emptyDatabase() {
        const { url, drop } = await createEmptyDatabase();
        stack.defer(drop);
        return url;
      },
      folder,
      // A slow rate: the deliveries that arrive during the backup are restored too, and a busy machine writes it slowly.
      perSecond: 10,
      perStep: 20,
      say: () => undefined,
    },
    stack,
  );
  expect(problems).toEqual([]);
});
