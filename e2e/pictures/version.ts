import { readFileSync, writeFileSync } from "node:fs";

/** The version of `package.json` when all pictures were last taken; as a script, compares it with a release's own version. */
const FILE = "docs/images/version.txt";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

export const recordVersion = (): void => writeFileSync(FILE, `${version}\n`);

if (import.meta.main && !version.includes("-dev")) {
  const pictured = readFileSync(FILE, "utf8").trim();
  if (pictured !== version) {
    process.stderr.write(`docs/images: the pictures are of ${pictured}, not of ${version}: run npm run pictures\n`);
    process.exitCode = 1;
  }
}
