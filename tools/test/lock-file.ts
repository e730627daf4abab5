import { readFileSync } from "node:fs";

/**
 * Checks that the lock file pins the content of every package by its hash, so that `npm ci` installs the reviewed content.
 * Part of `npm run lint`.
 */

type Entry = { version: string; integrity?: string; link?: true; optional?: true };

/**
 * Builds for other platforms whose hashes are not known, since the registry did not offer these versions. Any other
 * version needs its hash.
 */
const WITHOUT_HASH = new Map([
  ["@biomejs/cli", "2.6.8"],
  ["@next/swc", "16.4.6"],
  ["@oxc-parser/binding", "0.156.0"],
  ["@swc/core", "1.16.22"],
  ["@tailwindcss/oxide", "4.3.5"],
]);

const { packages }: { packages: Record<string, Entry> } = JSON.parse(readFileSync("package-lock.json", "utf8"));

const wrong = Object.entries(packages).flatMap(([path, { version, integrity, link, optional }]) => {
  if (path === "" || link) return [];
  const name = path.replace(/^.*node_modules\//, "");
  const family = [...WITHOUT_HASH.keys()].find((prefix) => name.startsWith(`${prefix}-`)) ?? "";
  const excused = optional && WITHOUT_HASH.get(family) === version;
  return integrity?.startsWith("sha512-") || excused ? [] : [`${name}@${version} has no hash (SHA-512)`];
});

if (wrong.length > 0) {
  process.stderr.write(`package-lock.json: ${wrong.join("\npackage-lock.json: ")}\n`);
  process.exitCode = 1;
}
