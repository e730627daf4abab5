import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readEnv } from "#lib/platform/server/base/env.ts";
import { launchBackup, launchRestore } from "./backups.ts";
import type { Launch } from "./context.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotejo-backups-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const startDatabase = vi.fn(() => Promise.reject(new Error("a database is started")));
const launched = (...args: string[]) =>
  ({
    env: readEnv({ COTEJO_SECRET: "a-test-secret-of-at-least-32-characters" }),
    dataDir: folder,
    callerFolder: folder,
    args,
    supervisor: { start: startDatabase },
  }) as unknown as Launch;

it.each([
  ["restore without a file's name", launchRestore, [], "name a file: npm run restore -- FILE"],
  ["backup without a file's name", launchBackup, [], "name a file: npm run backup -- FILE"],
  ["restore of a file that is not there", launchRestore, ["/absent.zip"], "there is no file /absent.zip"],
  ["backup into a folder that is not there", launchBackup, ["/absent/one.zip"], "there is no folder /absent"],
  ["restore of a damaged file", launchRestore, ["damaged.zip"], "the file is damaged, cut, or no backup of Cotejo"],
])("%s is refused in one line, before a database is started", async (_, command, args, message) => {
  writeFileSync(join(folder, "damaged.zip"), "no backup");
  await expect(command(launched(...args))).rejects.toMatchObject({ name: "LaunchError", message });
  expect(startDatabase).not.toHaveBeenCalled();
});
