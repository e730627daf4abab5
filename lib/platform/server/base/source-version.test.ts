import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sourceVersion } from "./source-version.ts";

let root: string;
let commit: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cotejo-version-"));
  const git = (...args: string[]) => execFileSync("git", ["-C", root, ...args], { encoding: "utf8" });
  git("init", "--quiet");
  git("-c", "user.name=Ana", "-c", "user.email=ana@example.mx", "commit", "--quiet", "--allow-empty", "-m", "one");
  commit = git("rev-parse", "HEAD").slice(0, 8);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

const versionAt = (folder: string, version: string) => {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ version }));
  return sourceVersion(folder);
};

it("names the commit between releases, and the version alone for a release or a package", () => {
  expect(versionAt(root, "0.5.0-dev")).toBe(`0.5.0-dev+${commit}`);
  expect(versionAt(root, "0.5.0")).toBe("0.5.0");
  expect(versionAt(root, "0.5.0-dev+1a2b3c4d")).toBe("0.5.0-dev+1a2b3c4d");
});

it("names no commit of a repository around the sources, and none without Git", () => {
  const inside = join(root, "inside");
  mkdirSync(inside);
  expect(versionAt(inside, "0.5.0-dev")).toBe("0.5.0-dev");
  vi.stubEnv("PATH", "");
  expect(versionAt(root, "0.5.0-dev")).toBe("0.5.0-dev");
});

it("a process gets the version of its launcher, else that of package.json", () => {
  const module = join(import.meta.dirname, "version.ts");
  const say = `console.log((await import(${JSON.stringify(module)})).VERSION)`;
  const version = (env: Record<string, string>) =>
    execFileSync(process.execPath, ["--input-type=module", "-e", say], { env: env as never, encoding: "utf8" }).trim();
  const project = join(import.meta.dirname, "../../../..");
  expect(version({ COTEJO_VERSION: "0.5.0-dev+1a2b3c4d" })).toBe("0.5.0-dev+1a2b3c4d");
  expect(sourceVersion(project).split("+")[0]).toBe(version({}));
});
