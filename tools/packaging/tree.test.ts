import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";
import { copySources, START } from "./tree.ts";

it.each([
  ["an empty PATH", ""],
  ["no PATH", undefined],
])("./cotejo with %s runs no program of the caller's folder", (_what, PATH) => {
  const tree = temporaryFolder("cotejo-start-script-");
  const caller = join(tree, "caller");
  const node = join(tree, "node_modules/node/bin");
  for (const folder of [caller, node]) mkdirSync(folder, { recursive: true });
  const program = (path: string, text: string) => writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  writeFileSync(join(tree, "cotejo"), START, { mode: 0o755 });
  program(join(node, "node"), 'echo "started $*"');
  for (const name of ["dirname", "readlink"]) program(join(caller, name), "echo planted >&2; exit 3");
  const env = { ...(PATH !== undefined && { PATH }) } as unknown as NodeJS.ProcessEnv;
  const { stdout, stderr } = spawnSync(join(tree, "cotejo"), ["backup"], { cwd: caller, env, encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: `started ${tree}/lib/launch/start.mjs backup\n`, stderr: "" });
});

it("package.json of a package states the version with its commit", () => {
  const tree = temporaryFolder("cotejo-sources-");
  copySources(join(import.meta.dirname, "../.."), tree, "0.5.0-dev+1a2b3c4d");
  const { name, version, imports } = JSON.parse(readFileSync(join(tree, "package.json"), "utf8"));
  expect({ name, version }).toEqual({ name: "cotejo", version: "0.5.0-dev+1a2b3c4d" });
  expect(imports).toHaveProperty("#package.json");
  rmSync(tree, { recursive: true });
});
