import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { reloadOnChange } from "./hot-reload.ts";

let root: string;
let restarted: string[];
let end: () => void;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cotejo-reload-"));
  for (const folder of ["receiver", "sandbox", "server", "contract"])
    mkdirSync(join(root, "lib", folder), { recursive: true });
  restarted = [];
  end = reloadOnChange(root, {
    restart: (name) => void restarted.push(name),
    start: async () => undefined,
    stop: async () => undefined,
  });
});
afterEach(() => {
  end();
  rmSync(root, { recursive: true, force: true });
});

const change = (path: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), "");
};

test.each([
  ["lib/receiver/main.ts", ["receiver"]],
  ["lib/sandbox/main.ts", ["sandbox"]],
  ["lib/server/base/errors.ts", ["receiver", "worker"]],
  ["lib/contract/events/event.ts", ["receiver", "sandbox", "worker"]],
])("a change of %s restarts those made from it", async (path, names) => {
  change("lib/server/base/errors.test.ts");
  change(path);
  await expect.poll(() => [...restarted].sort()).toEqual(names);
});
