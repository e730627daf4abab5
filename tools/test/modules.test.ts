import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** A file, an import in it, and whether the rule of modules (`modules.grit`) refuses that. */
const IMPORTS = [
  ["lib/core/server/one.ts", 'import "#lib/desk/server/review/log.ts";', true],
  ["lib/core/server/types.ts", 'import type { One } from "#lib/records/contract/one.ts";', true],
  ["lib/core/server/lazy.ts", 'await import("#lib/outbound/server/one.ts");', true],
  ["lib/core/server/own.ts", 'import "#lib/platform/server/base/log.ts";', false],
  ["lib/platform/contract/one.ts", 'export { One } from "#lib/core/contract/one.ts";', true],
  ["lib/records/server/one.ts", 'import "#lib/edge/server/module.ts";', true],
  ["lib/records/server/lower.ts", 'import "#lib/desk/server/module.ts";', false],
  ["lib/core/server/stated.ts", 'import "#lib/statements/server/table.ts";', true],
  ["lib/desk/server/dated.ts", 'import "#lib/statements/server/table.ts";', false],
  ["components/desk/one.tsx", 'import "#components/outbound/letters/one.tsx";', true],
  ["components/desk/lib.tsx", 'import "#lib/access/contract/user.ts";', true],
  ["components/edge/one.tsx", 'import "#components/desk/one.tsx";', false],
  ["app/page.tsx", 'import "#components/edge/one.tsx";', false],
] as const;

test("the rule of modules refuses imports of a later module", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cotejo-modules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ plugins: [join(ROOT, "tools/test/modules.grit")] }));
  for (const [file, text] of IMPORTS) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
  const { stdout } = await promisify(execFile)(
    join(ROOT, "node_modules/.bin/biome"),
    ["lint", "--reporter=github", "."],
    { cwd: folder },
  ).catch((failed: { stdout: string }) => failed);
  const refused = new Set(
    [...stdout.matchAll(/title=plugin,file=([^,]+),/g)].map(([, file = ""]) => relative(folder, file)),
  );
  expect(IMPORTS.map(([file, text]) => [file, text, refused.has(file)])).toEqual(IMPORTS);
});
