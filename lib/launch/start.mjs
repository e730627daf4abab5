import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Plain JavaScript: an old Node runs it and prints a message about its version instead of a syntax error.
const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const numbers = (/** @type {string} */ text) => (text.match(/\d+/g) ?? []).map(Number);
const [major = 0, minor = 0] = numbers(process.versions.node);
const [neededMajor = 0, neededMinor = 0] = numbers(engines.node);

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  process.stderr.write(
    `cotejo: Node ${process.versions.node} is too old, ${neededMajor}.${neededMinor} or newer is needed: run npm ci, which brings one, or put it first in PATH\n`,
  );
  process.exit(1);
}
const { sourceVersion } = await import("#lib/platform/server/base/source-version.ts");
process.env.COTEJO_VERSION = sourceVersion(fileURLToPath(new URL("../..", import.meta.url)));
await import("./main.ts");
